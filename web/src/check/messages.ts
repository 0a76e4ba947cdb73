// What the page and the worker of a check send each other.

import type { CheckProgress, LevelCheck, Session } from 'glissando';
import type { Source } from '../start/opened';

/** What is to be checked. */
export interface Order {
  source: Source;
  /** The character. */
  settings: Session['settings'];
  /** Metres per second of its run. */
  speed: number;
}

export type Answer =
  | { type: 'progress'; progress: CheckProgress }
  | { type: 'done'; check: LevelCheck }
  | { type: 'failed'; message: string };
