// The last tick in full: its sub-steps as sentences, and what touches, with its load.

import type { SessionStatus } from 'glissando';
import { element } from './element';

export class Story {
  readonly box = element('section', { className: 'story card', hidden: true });
  private readonly head = element('h2');
  private readonly steps = element('ol');
  private readonly touches = element('ul');

  constructor(parent: HTMLElement) {
    this.box.append(this.head, this.steps, this.touches);
    parent.append(this.box);
  }

  /** Shows the last tick; nothing hides it. */
  show(status: SessionStatus | undefined): void {
    this.box.hidden = status === undefined;
    if (status === undefined) return;
    const { tick, subSteps, trace, touches, clearance } = status;
    this.head.textContent = `Tick ${tick}: ${subSteps} ${subSteps === 1 ? 'sweep' : 'sweeps'}`;
    this.steps.replaceChildren(...trace.map((sentence) => element('li', { textContent: sentence })));
    const held = touches.map(({ name, normal, load }) =>
      element('li', {}, element('b', { textContent: name }), ` load ${load.toFixed(3)} m/s, normal ${normal.map((c) => c.toFixed(2)).join(', ')}`),
    );
    if (clearance !== undefined) {
      held.push(element('li', { textContent: `${(clearance * 1000).toFixed(2)} mm to the nearest surface` }));
    }
    this.touches.replaceChildren(...held);
  }
}
