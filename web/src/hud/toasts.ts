// Short messages: what went wrong and what to do, what was copied.

import { button, element } from './element';
import { listOf, short } from './wording';

/** Something that a message offers to do. */
export interface Offer {
  name: string;
  title: string;
  press(): void;
}

/** Milliseconds that one stays: longer ones longer, and those longest that offer something. */
const stay = (text: string, offers: Offer[]): number => 4000 + text.length * 45 + (offers.length > 0 ? 20_000 : 0);

/** Most messages at once. */
const MOST = 4;

export class Toasts {
  private readonly list = element('div', { className: 'toasts' });

  constructor() {
    this.list.setAttribute('role', 'status');
    document.body.append(this.list);
  }

  say(text: string, offers: Offer[] = []): void {
    this.add(text, 'toast', offers);
  }

  /** A thing that could not be done, with these files if they say nothing themselves. */
  fail(error: unknown, names: string[] = []): void {
    const text = error instanceof Error ? error.message : String(error);
    const isNamed = names.length === 0 || names.some((name) => text.includes(name));
    this.add(isNamed ? text : `${listOf(names)}: ${text}`, 'toast bad');
  }

  /** All that is shown. */
  texts(): string[] {
    return [...this.list.children].map((toast) => toast.textContent ?? '');
  }

  private add(long: string, className: string, offers: Offer[] = []): void {
    const text = short(long);
    const toast = element('p', { className, textContent: text });
    for (const { name, title, press } of offers) toast.append(' ', button(name, title, press));
    toast.addEventListener('click', () => toast.remove());
    this.list.append(toast);
    while (this.list.children.length > MOST) this.list.firstChild!.remove();
    setTimeout(() => toast.remove(), stay(text, offers));
  }
}
