// The bar of time: stop, back and forth, slower and faster.

import type { Session, SessionStatus } from 'glissando';
import { button, element } from './element';

/** Seconds of the walk per second. */
export const PACES = [0.05, 0.1, 0.25, 0.5, 1, 2, 4];

/** What the bar asks for. */
export interface TimeOrders {
  pause(): void;
  /** So many ticks on, or back. */
  move(ticks: number): void;
  goTo(tick: number): void;
  pace(rate: number): void;
}

export class TimeBar {
  private readonly pause: HTMLButtonElement;
  private readonly slider = element('input', { type: 'range', step: '1', title: 'The last ten seconds' });
  private readonly seconds = element('span', { className: 'seconds' });
  private readonly tick = element('span');
  private readonly clock = element('output', {}, this.seconds, this.tick);
  private readonly pace = element('select', { title: 'Seconds of the walk per second' });
  private readonly cost = element('span', { className: 'cost', title: 'Time for a tick of all characters' });

  constructor(parent: HTMLElement, orders: TimeOrders) {
    this.pause = button('', 'Pause (P)', orders.pause);
    this.pause.className = 'pause';
    this.slider.ariaLabel = 'Tick';
    this.slider.addEventListener('input', () => orders.goTo(this.slider.valueAsNumber));
    this.slider.addEventListener('pointerup', () => this.slider.blur());
    for (const rate of PACES) this.pace.append(new Option(`${rate}×`, String(rate)));
    this.pace.ariaLabel = 'Pace';
    this.pace.addEventListener('change', () => {
      orders.pace(Number(this.pace.value));
      this.pace.blur();
    });
    const back = button('‹', 'One tick back (,)', () => orders.move(-1));
    const on = button('›', 'One tick (.)', () => orders.move(1));
    parent.append(
      element('footer', { className: 'time card' }, this.pause, back, on, this.slider, this.clock, this.pace, this.cost),
    );
  }

  show(session: Session, status: SessionStatus): void {
    const { tick, earliest, latest, isPaused, pace } = session;
    this.pause.textContent = isPaused ? '▶' : '❚❚';
    Object.assign(this.slider, { min: String(earliest), max: String(Math.max(latest, earliest + 1)) });
    this.slider.value = String(tick);
    this.slider.classList.toggle('repeating', session.isRepeating);
    this.seconds.textContent = `${status.time.toFixed(2)} s · `;
    this.tick.textContent = `tick ${tick}`;
    if (document.activeElement !== this.pace) {
      if (!PACES.includes(pace) && this.pace.value !== String(pace)) this.pace.append(new Option(`${pace}×`, String(pace)));
      this.pace.value = String(pace);
    }
    const { counts, microseconds, lost } = status;
    const many = counts[0] > 1 ? `${counts[0]} walkers · ` : '';
    this.cost.textContent = `${many}${microseconds.toFixed(0)} µs${lost > 1 ? ` · ${lost.toFixed(0)} s left out` : ''}`;
  }
}
