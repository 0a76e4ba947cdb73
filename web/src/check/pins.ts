// The pins of findings over the picture: buttons, so that mouse and fingers reach them.

import type { CheckFinding } from 'glissando';
import { type Camera, Vector3 } from 'three';
import { button, element } from '../hud/element';

/** Metres over the feet. */
const RAISED = 0.9;

/** Most pins: the worst findings have one. */
const MOST = 200;

interface Pin {
  at: Vector3;
  button: HTMLButtonElement;
}

export class Pins {
  private readonly box = element('div', { className: 'pins' });
  private pins: Pin[] = [];

  constructor(
    parent: HTMLElement,
    private readonly open: (index: number) => void,
  ) {
    parent.prepend(this.box);
  }

  fill(findings: CheckFinding[], hasNotes: boolean): void {
    const shown = findings.map((finding, index) => ({ finding, index })).filter(({ finding }) => hasNotes || finding.severity !== 'note');
    this.pins = shown.slice(0, MOST).map(({ finding: { at, severity, title }, index }) => {
      const pin = button(`${index + 1}`, title, () => this.open(index));
      pin.className = 'pin';
      pin.dataset.severity = severity;
      return { at: new Vector3(...at).setY(at[1] + RAISED), button: pin };
    });
    // The worst lies over the others.
    this.box.replaceChildren(...this.pins.map((pin) => pin.button).reverse());
  }

  /** Puts them where the camera sees them, in a picture of this size. */
  draw(camera: Camera, width: number, height: number): void {
    const place = new Vector3();
    for (const { at, button: pin } of this.pins) {
      place.copy(at).project(camera);
      pin.hidden = Math.abs(place.z) > 1 || Math.abs(place.x) > 1 || Math.abs(place.y) > 1;
      if (pin.hidden) continue;
      const [x, y] = [((place.x + 1) / 2) * width, ((1 - place.y) / 2) * height];
      pin.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translate(-50%, -100%)`;
    }
  }
}
