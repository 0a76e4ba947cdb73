// Which session is walked, and what is said on the way: out of the address, out of files, out of the list, out of a clip.

import type { LevelFile, LevelOptions, Session } from 'glissando';
import type { Toasts } from '../hud/toasts';
import { addressOf, forScenes, wanted, type Wanted } from './address';
import { clipSource, MissingLevel, sourceIn } from './begin';
import { fetchLevel } from './fetched';
import { oneLevel } from './level';
import { opened, type Source } from './opened';

export class Opener {
  /** A clip whose level is not there yet. It waits until its level or another one came, or something else was chosen;
   * what is walked meanwhile does not end it. */
  private waiting?: string;
  /** Whether anything was begun. */
  private isBegun = false;
  /** How often something was asked for: what comes late, when something else was asked for, is not opened. */
  private asked = 0;

  constructor(
    private readonly begin: (session: Session, source: Source) => void,
    private readonly toasts: Toasts,
  ) {}

  /** What an address asks for; if that cannot be had, the next best of it at the start, else all stays as it is. */
  async address(want: Wanted): Promise<void> {
    this.waiting = undefined;
    this.asked += 1;
    const { asked } = this;
    for (const fault of want.faults) this.toasts.fail(fault);
    let files: LevelFile[] = [];
    const isFetched = await this.tried(async () => {
      if (want.level !== undefined) files = await fetchLevel(want.level, want.beside);
    });
    if (asked !== this.asked || (this.isBegun && !isFetched)) return;
    for (const way of this.ways(want, files)) {
      if (await this.tried(() => this.open(way()))) return;
      if (this.isBegun) return;
    }
  }

  /** Files that were dropped or chosen. */
  async files(list: File[]): Promise<boolean> {
    return this.tried(
      async () => {
        const { source, level, others } = await sourceIn(list, this.waiting);
        this.open(source);
        this.waiting = undefined;
        this.leftOut(level, others);
      },
      list.map((file) => file.name),
    );
  }

  /** A scene of the list, and its address. */
  scene(name: string): Promise<boolean> {
    return this.chosen(() => {
      this.open({ kind: 'scene', name, options: forScenes(wanted(location).options) });
      const address = addressOf(name, location);
      // Who begins a scene anew need not go back through it twice.
      if (address !== location.search + location.hash) history.pushState(null, '', address);
    });
  }

  /** A link or a clip that was pasted. */
  clip(text: string): Promise<boolean> {
    return this.chosen(() => this.open(clipSource(text, [])));
  }

  /** The same level with other options. */
  again(source: Source & { kind: 'level' }, options: LevelOptions): Promise<boolean> {
    return this.chosen(() => this.open({ ...source, options: { ...source.options, ...options } }));
  }

  /** What is tried for an address, one after the other. */
  private ways({ clip, level, scene, options }: Wanted, files: LevelFile[]): (() => Source)[] {
    const ways: (() => Source)[] = [];
    if (clip !== undefined) ways.push(() => clipSource(clip, files));
    if (files.length > 0) ways.push(() => ({ kind: 'level', files: oneLevel(files).files, options }));
    if (level === undefined) ways.push(() => ({ kind: 'scene', name: scene, options }));
    ways.push(() => ({ kind: 'scene', name: 'tour', options: {} }));
    return ways;
  }

  private open(source: Source): void {
    const { session, complaint } = opened(source);
    this.begin(session, source);
    this.isBegun = true;
    this.asked += 1;
    if (complaint !== undefined) this.toasts.fail(complaint);
  }

  private leftOut(level: string | undefined, others: string[]): void {
    if (others.length > 0) this.toasts.say(`This is ${level}. ${others.join(', ')}: a level of its own, drop it alone.`);
  }

  /** Something that was chosen by hand: then no clip waits, but one that was chosen. */
  private async chosen(act: () => void): Promise<boolean> {
    return this.tried(() => {
      act();
      this.waiting = undefined;
    });
  }

  /** Does what may fail, and tells it if it does; whether it did not. */
  private async tried(act: () => void | Promise<void>, names: string[] = []): Promise<boolean> {
    try {
      await act();
      return true;
    } catch (error) {
      if (error instanceof MissingLevel) this.waiting = error.clip;
      this.toasts.fail(error, names);
      return false;
    }
  }
}
