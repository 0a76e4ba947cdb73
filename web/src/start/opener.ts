// Which session is walked, and what is said on the way: out of the address, out of files, out of the list, out of a clip.

import type { LevelFile, Session } from 'glissando';
import type { Toasts } from '../hud/toasts';
import { addressOf, forScenes, wanted, type Wanted } from './address';
import { clipSource, MissingLevel, sourceIn } from './begin';
import { fetchLevel } from './fetched';
import { oneLevel } from './level';
import { filesOf, opened, type Source } from './opened';

export class Opener {
  /** A clip whose level is not there yet. It waits until its level or another one came, or something else was chosen;
   * what is walked meanwhile does not end it. */
  private waiting?: string;
  /** Whether anything was begun. */
  private isBegun = false;
  /** The files of the level that is walked, for clips of it. */
  private near: LevelFile[] = [];
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
    // What failed meanwhile leaves a page that has nothing yet to walk in.
    if (this.isBegun && (asked !== this.asked || !isFetched)) return;
    for (const way of this.ways(want, files)) {
      if (await this.tried(() => this.open(way()))) return;
      if (this.isBegun) return;
    }
  }

  /** Files that were dropped or chosen; what was opened of them. */
  async files(list: File[]): Promise<Source | undefined> {
    this.asked += 1;
    const { asked } = this;
    let found: Source | undefined;
    const names = list.map((file) => file.name);
    await this.tried(async () => {
      const { sources, level, others } = await sourceIn(list, this.waiting, this.near);
      if (asked !== this.asked) return;
      for (const source of sources) if (found === undefined && (await this.tried(() => this.open(source), names))) found = source;
      if (found === undefined) return;
      this.waiting = undefined;
      this.leftOut(level, others);
    }, names);
    return found;
  }

  /** Something that was opened before. */
  source(source: Source): Promise<boolean> {
    return this.chosen(() => this.open(source));
  }

  /** A scene of the list, and its address. */
  scene(name: string): Promise<boolean> {
    return this.chosen(() => {
      const { options, autopilot } = wanted(location);
      this.open({ kind: 'scene', name, options: forScenes(options), autopilot });
      const address = addressOf(name, location);
      // A scene that begins anew need not be gone back through twice.
      if (address !== location.search + location.hash) history.pushState(null, '', address);
    });
  }

  /** A link or a clip that was pasted. A link of this page brings its level. */
  async clip(text: string): Promise<void> {
    const link = URL.canParse(text) ? new URL(text) : undefined;
    const isOurs = link?.origin === location.origin && link.pathname === location.pathname;
    const want = isOurs ? wanted(link) : undefined;
    if (want?.level !== undefined) await this.address(want);
    else await this.chosen(() => this.open(clipSource(text, this.near)));
  }

  /** What is tried for an address, one after the other. */
  private ways({ clip, level, scene, options, autopilot }: Wanted, files: LevelFile[]): (() => Source)[] {
    const ways: (() => Source)[] = [];
    if (clip !== undefined) ways.push(() => clipSource(clip, files));
    if (files.length > 0) ways.push(() => ({ kind: 'level', files: oneLevel(files).files, options, autopilot }));
    if (level === undefined) ways.push(() => ({ kind: 'scene', name: scene, options, autopilot }));
    ways.push(() => ({ kind: 'scene', name: 'tour', options: {} }));
    return ways;
  }

  private open(wanted: Source): void {
    const { session, source, complaint } = opened(wanted);
    this.near = filesOf(source);
    this.begin(session, source);
    this.isBegun = true;
    this.asked += 1;
    if (complaint !== undefined) this.toasts.fail(complaint);
  }

  private leftOut(level: string | undefined, others: string[]): void {
    if (others.length > 0) this.toasts.say(`This is ${level}. ${others.join(', ')}: left out, drop it alone.`);
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
