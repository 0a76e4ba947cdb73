// What was walked in before and has no address: dropped files, for the way back through the browser's history.

import type { Source } from './opened';

/** Most that are remembered: files may be large. */
const MOST = 4;

export class Past {
  /** By the name that an entry of the history has. */
  private readonly sources = new Map<string, Source>();

  /** An entry of the history for what was opened now. */
  add(source: Source): void {
    // Other pages of this tab have had names of theirs.
    const name = `${performance.timeOrigin}/${performance.now()}`;
    this.sources.set(name, source);
    for (const old of [...this.sources.keys()].slice(0, -MOST)) this.sources.delete(old);
    history.pushState({ dropped: name }, '', location.pathname);
  }

  /** The entry of the moment has this from now on, as it was read anew. */
  change(source: Source): void {
    const name = nameOf(history.state);
    if (name !== undefined && this.sources.has(name)) this.sources.set(name, source);
  }

  /** What an entry had; whether it is one of dropped files at all. */
  of(state: unknown): { isDropped: boolean; source?: Source } {
    const name = nameOf(state);
    return name === undefined ? { isDropped: false } : { isDropped: true, source: this.sources.get(name) };
  }
}

const nameOf = (state: unknown): string | undefined => (state as { dropped?: string } | null)?.dropped;
