// Short messages: what went wrong and what to do, what was copied.

import { element } from './element';

/** Milliseconds that one stays: longer ones longer. */
const stay = (text: string): number => 4000 + text.length * 45;

export class Toasts {
  private readonly list = element('div', { className: 'toasts' });

  constructor() {
    this.list.setAttribute('role', 'status');
    document.body.append(this.list);
  }

  say(text: string): void {
    this.add(text, 'toast');
  }

  /** A thing that could not be done. */
  fail(error: unknown, what = ''): void {
    const text = error instanceof Error ? error.message : String(error);
    this.add(what === '' || text.includes(what) ? text : `${what}: ${text}`, 'toast bad');
  }

  /** All that is shown. */
  texts(): string[] {
    return [...this.list.children].map((toast) => toast.textContent ?? '');
  }

  private add(text: string, className: string): void {
    const toast = element('p', { className, textContent: text });
    toast.addEventListener('click', () => toast.remove());
    this.list.append(toast);
    while (this.list.children.length > 4) this.list.firstChild!.remove();
    setTimeout(() => toast.remove(), stay(text));
  }
}
