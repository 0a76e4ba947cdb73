// Upper left: where one is, how one is, and whether it goes by itself.

import type { Session, SessionStatus } from 'glissando';
import { button, element } from './element';
import { Gauge } from './gauge';

export class Head {
  private readonly title = element('h1');
  private readonly auto: HTMLButtonElement;
  private readonly gauge: Gauge;

  constructor(parent: HTMLElement, toggleAutopilot: () => void) {
    this.auto = button('Autopilot', 'Lets it go by itself', toggleAutopilot);
    this.auto.className = 'auto';
    const box = element('header', {}, element('p', { className: 'brand', textContent: 'glissando' }), this.title);
    this.gauge = new Gauge(box);
    box.append(this.auto);
    parent.append(box);
    // What is below keeps clear of it, however many lines it has.
    new ResizeObserver(() => parent.style.setProperty('--head', `${box.offsetHeight}px`)).observe(box);
  }

  /** Something else is walked in from now on. */
  begin({ title, name }: Session): void {
    this.title.textContent = title || name;
    document.title = `${this.title.textContent} · glissando`;
  }

  show(session: Session, status: SessionStatus): void {
    this.gauge.show(status);
    this.auto.ariaPressed = String(session.isOnAutopilot);
  }
}
