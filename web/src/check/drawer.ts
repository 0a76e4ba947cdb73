// The drawer of a check: its button, its progress, and the list of findings.

import type { CheckFinding } from 'glissando';
import { button, element } from '../hud/element';

export interface DrawerOrders {
  toggle(): void;
  /** By its place in the list. */
  open(index: number): void;
  /** Whether notes are shown. */
  notes(areShown: boolean): void;
}

export class CheckDrawer {
  readonly box: HTMLElement;
  private readonly toggle: HTMLButtonElement;
  private readonly status = element('p', { className: 'progress' });
  private readonly notes = element('input', { type: 'checkbox' });
  private readonly noteText = element('span');
  private readonly noteLabel = element('label', { hidden: true }, this.notes, this.noteText);
  private readonly list = element('ol');

  constructor(private readonly orders: DrawerOrders) {
    this.toggle = button('Check', 'In the background: the walk goes on', () => orders.toggle());
    this.notes.addEventListener('change', () => {
      this.list.classList.toggle('has-notes', this.notes.checked);
      orders.notes(this.notes.checked);
      this.notes.blur();
    });
    this.status.setAttribute('role', 'status');
    this.box = element(
      'aside',
      { className: 'check' },
      element('h2', { textContent: 'Check this level' }),
      element('p', {
        textContent:
          'The character, with the settings of the moment, walks, drops, crouches and jumps from the spawns to every place that it reaches. The list has the places where it falls out of the level, is trapped or cannot get, the worst first; a click shows the walk. Doors, lifts and trains are left out, and rides on them are assumed.',
      }),
      this.toggle,
      this.status,
      this.noteLabel,
      this.list,
    );
    this.clear();
  }

  /** No check was made. */
  clear(): void {
    this.list.replaceChildren();
    this.noteLabel.hidden = true;
    this.show('', false);
  }

  /** How far it is, or what it found. */
  show(text: string, isRunning: boolean): void {
    this.status.textContent = text;
    this.status.hidden = text === '';
    this.toggle.textContent = isRunning ? 'Stop' : 'Check';
  }

  fill(findings: CheckFinding[]): void {
    const count = findings.filter(({ severity }) => severity === 'note').length;
    this.noteText.textContent = ` ${count} ${count === 1 ? 'note' : 'notes'} too: what may be meant`;
    this.noteLabel.hidden = count === 0;
    this.list.replaceChildren(...findings.map((finding, index) => this.row(finding, index)));
  }

  private row({ severity, title, reason, at }: CheckFinding, index: number): HTMLElement {
    const place = at.map((c) => c.toFixed(1)).join(', ');
    const row = element(
      'button',
      { type: 'button', className: 'finding', title: `At ${place}` },
      element('b', { textContent: `${index + 1}. ${title}` }),
      element('span', { textContent: reason }),
    );
    row.addEventListener('click', () => {
      this.orders.open(index);
      row.blur();
    });
    const item = element('li', {}, row);
    item.dataset.severity = severity;
    return item;
  }
}
