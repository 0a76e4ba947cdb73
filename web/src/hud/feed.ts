// What happened, line by line, fading away.

import type { News } from 'glissando';
import { element } from './element';

const MOST = 6;

/** Too usual to be told: they would hide the rest. */
const QUIET = new Set(['left ground']);

export class Feed {
  private readonly list = element('ol', { className: 'feed' });

  constructor(parent: HTMLElement) {
    parent.append(this.list);
  }

  add(news: News[]): void {
    for (const { time, name, words } of news.filter((piece) => !QUIET.has(piece.name)).slice(-MOST)) {
      const line = element('li', {}, element('time', { textContent: `${time.toFixed(2)} s` }), element('b', { textContent: name }), words);
      line.addEventListener('animationend', () => line.remove());
      this.list.append(line);
    }
    while (this.list.children.length > MOST) this.list.firstChild!.remove();
  }

  clear(): void {
    this.list.replaceChildren();
  }
}
