// The buttons at the top, and what they open: one at a time.

import { button, element } from './element';

export class Drawers {
  private readonly menu = element('nav', { className: 'menu' });
  private readonly drawers = new Map<string, { box: HTMLElement; button: HTMLButtonElement }>();

  constructor(private readonly parent: HTMLElement) {
    parent.append(this.menu);
  }

  /** A drawer of this name. */
  add(name: string, title: string, box: HTMLElement): void {
    box.classList.add('drawer', 'card');
    box.hidden = true;
    const close = button('×', 'Close (Escape)', () => this.open());
    close.className = 'close';
    box.prepend(close);
    const opener = button(name, title, () => this.toggle(name));
    opener.ariaExpanded = 'false';
    this.drawers.set(name, { box, button: opener });
    this.menu.append(opener);
    this.parent.append(box);
  }

  toggle(name: string): void {
    const isOpen = this.drawers.get(name)?.box.hidden === false;
    this.open(isOpen ? undefined : name);
  }

  /** Opens one, or none. */
  open(name?: string): void {
    for (const [own, { box, button }] of this.drawers) {
      box.hidden = own !== name;
      button.ariaExpanded = String(own === name);
    }
    // On a small screen what is below would be touched through it.
    document.body.classList.toggle('has-drawer', name !== undefined);
  }
}
