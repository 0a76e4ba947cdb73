// Fingers: one on the left half is a stick, one on the right half looks around, and there are buttons.

import { element } from '../hud/element';
import type { Gaze } from './gaze';

/** Pixels from the middle of the stick to its end. */
const REACH = 56;

/** How much faster a finger turns than a mouse. */
const TIMES = 2.2;

type Button = 'jump' | 'crouch';

interface Finger {
  id: number;
  x: number;
  y: number;
}

export class Touch {
  /** -1 to 1 each. */
  forward = 0;
  right = 0;
  private readonly held = new Set<Button>();
  /** What was pressed since the last tick, held or not: a tap may be shorter than a frame. */
  private readonly tapped = new Set<Button>();
  /** Whether the stick was taken since the last tick: then that tick has what it leant to, even if it is let go. */
  private isFresh = false;
  private stick: Finger | undefined;
  private look: Finger | undefined;
  private readonly knob = element('i');
  private readonly ring = element('div', { className: 'stick', hidden: true }, this.knob);

  constructor(
    canvas: HTMLCanvasElement,
    private readonly gaze: Gaze,
    use: () => void,
  ) {
    const jump = this.button('Jump', (isDown) => this.press('jump', isDown));
    const crouch = this.button('Crouch', (isDown) => this.press('crouch', isDown));
    const open = this.button('Use', (isDown) => isDown && use());
    document.body.append(this.ring, element('div', { className: 'touch' }, open, crouch, jump));
    const isFinger = (event: PointerEvent) => event.pointerType === 'touch';
    canvas.addEventListener('pointerdown', (event) => isFinger(event) && this.down(event));
    canvas.addEventListener('pointermove', (event) => isFinger(event) && this.move(event));
    for (const end of ['pointerup', 'pointercancel'] as const) {
      canvas.addEventListener(end, (event) => isFinger(event) && this.up(event));
    }
  }

  isHeld(button: Button): boolean {
    return this.held.has(button) || this.tapped.has(button);
  }

  /** A tick has had what was tapped. */
  taken(): void {
    this.tapped.clear();
    this.isFresh = false;
    if (this.stick === undefined && (this.right !== 0 || this.forward !== 0)) this.lean(0, 0);
  }

  private press(button: Button, isDown: boolean): void {
    if (!isDown) {
      this.held.delete(button);
      return;
    }
    this.held.add(button);
    this.tapped.add(button);
  }

  private button(name: string, press: (isDown: boolean) => void): HTMLButtonElement {
    const button = element('button', { type: 'button', textContent: name });
    button.addEventListener('pointerdown', (event) => {
      event.preventDefault();
      press(true);
    });
    for (const end of ['pointerup', 'pointercancel', 'pointerleave', 'lostpointercapture']) {
      button.addEventListener(end, () => press(false));
    }
    return button;
  }

  private down({ pointerId: id, clientX: x, clientY: y }: PointerEvent): void {
    if (x >= window.innerWidth / 2) this.look ??= { id, x, y };
    else if (this.stick === undefined) {
      this.stick = { id, x, y };
      this.isFresh = true;
      this.ring.hidden = false;
      Object.assign(this.ring.style, { left: `${x}px`, top: `${y}px` });
      this.lean(0, 0);
    }
  }

  private move({ pointerId: id, clientX: x, clientY: y }: PointerEvent): void {
    if (this.stick?.id === id) this.lean((x - this.stick.x) / REACH, (y - this.stick.y) / REACH);
    if (this.look?.id === id) {
      this.gaze.drag(x - this.look.x, y - this.look.y, TIMES);
      this.look = { id, x, y };
    }
  }

  private up({ pointerId: id }: PointerEvent): void {
    if (this.look?.id === id) this.look = undefined;
    if (this.stick?.id !== id) return;
    this.stick = undefined;
    this.ring.hidden = true;
    if (!this.isFresh) this.lean(0, 0);
  }

  /** To the right and down, 1 is the end. */
  private lean(right: number, down: number): void {
    const length = Math.max(1, Math.hypot(right, down));
    [this.right, this.forward] = [right / length, -down / length];
    this.knob.style.transform = `translate(${(right / length) * REACH}px, ${(down / length) * REACH}px)`;
  }
}
