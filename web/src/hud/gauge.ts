// The state of the character: a few numbers and words, always in sight.

import type { SessionStatus } from 'glissando';
import { element } from './element';

const metres = (value: number): string => value.toFixed(2);

export class Gauge {
  private readonly ground = element('span', { className: 'ground' });
  private readonly speed = element('span', { className: 'speed' });
  private readonly rest = element('span', { className: 'rest' });
  private readonly place = element('span', { className: 'rest place' });

  constructor(parent: HTMLElement) {
    parent.append(element('div', { className: 'gauge' }, this.ground, this.speed, this.rest, this.place));
  }

  show(status: SessionStatus): void {
    const { ground, outcome, speed, position } = status;
    this.ground.textContent = ground;
    this.ground.dataset.ground = ground;
    this.speed.textContent = `${speed[0].toFixed(1)} m/s`;
    const words = [
      Math.abs(speed[1]) > 0.05 ? `${speed[1] > 0 ? '↑' : '↓'} ${Math.abs(speed[1]).toFixed(1)}` : '',
      status.support ? `on ${status.support}` : '',
      status.slope !== undefined && status.slope > 0.5 ? `${status.slope.toFixed(0)}°` : '',
      status.isCrouching ? 'crouching' : '',
      outcome === 'unaffected' ? '' : outcome,
      status.stop && status.stop !== 'Done' && status.stop !== 'done' ? `stop: ${status.stop}` : '',
      status.health !== undefined && status.health < 100 ? `health ${status.health.toFixed(0)}` : '',
      status.inside.length > 0 ? `in ${status.inside.join(', ')}` : '',
    ];
    this.rest.textContent = words.filter(Boolean).join(' · ');
    this.place.textContent = position.map(metres).join(', ');
  }
}
