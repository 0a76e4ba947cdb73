// What the page's address asks for, and the address of what is walked.

import type { LevelOptions } from 'glissando';

/** What lies beside a level: what a list there says, or files by name. */
export type Beside = 'listed' | string[];

/** What to open. */
export interface Wanted {
  /** A scene of the package. */
  scene: string;
  /** The address of a level file instead. */
  level?: string;
  beside: Beside;
  /** A clip, as it stands after `#`. */
  clip?: string;
  options: LevelOptions;
  /** What cannot be used of it, in words. */
  faults: string[];
  /** Whether it goes by itself. */
  autopilot: boolean;
  /** Whether the picture is as good as it gets, however slow. */
  isBest: boolean;
}

const FIRST = 'tour';

/** Where `glissando serve` puts a level, with a list of what belongs to it. */
const SERVED = 'level/';

/** The seeds that there are: whole numbers up to this one. */
const MOST_SEED = 0xffffffff;

/** A value of the address, if it is there and can be used. */
type Read = (name: string, isGood: (value: number) => boolean, needed: string) => number | undefined;

const reader =
  (query: URLSearchParams, faults: string[]): Read =>
  (name, isGood, needed) => {
    const text = query.get(name);
    if (text === null || text === '') return undefined;
    const value = Number(text);
    if (isGood(value)) return value;
    faults.push(`${name} is ${text} in the address of this page: it must be ${needed}. It is left out.`);
    return undefined;
  };

const upIn = (query: URLSearchParams, faults: string[]): 'y' | 'z' | undefined => {
  const up = query.get('up');
  if (up === null || up === 'y' || up === 'z') return up ?? undefined;
  faults.push(`up is ${up} in the address of this page: it must be y or z. It is left out.`);
  return undefined;
};

/** Without what is not given. */
const given = (options: { [Name in keyof LevelOptions]: LevelOptions[Name] | undefined }): LevelOptions =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));

const besideIn = (query: URLSearchParams): Beside => {
  const files = query.get('files');
  if (files === null) return query.get('level')?.startsWith(SERVED) ? 'listed' : [];
  return files === '' ? 'listed' : files.split(',').filter(Boolean);
};

export const wanted = ({ search, hash }: Pick<Location, 'search' | 'hash'>): Wanted => {
  const query = new URLSearchParams(search);
  const faults: string[] = [];
  const read = reader(query, faults);
  const isSeed = (value: number) => Number.isInteger(value) && value >= 0 && value <= MOST_SEED;
  const isPositive = (value: number) => value > 0 && Number.isFinite(value);
  const options = given({
    seed: read('seed', isSeed, `a whole number from 0 to ${MOST_SEED}`),
    hz: read('hz', isPositive, 'how many ticks a second has'),
    wanders: query.has('wanders') || undefined,
    spawn: query.get('spawn') || undefined,
    unit: read('unit', isPositive, 'how many metres a unit of the file has'),
    up: upIn(query, faults),
  });
  return {
    scene: query.get('scene') || FIRST,
    level: query.get('level') || undefined,
    beside: besideIn(query),
    clip: hash.includes('clip=') ? hash : undefined,
    options,
    faults,
    autopilot: query.has('autopilot'),
    isBest: query.has('best'),
  };
};

/** What of the options is for all scenes: not where a level starts, and not how its file is read. */
export const forScenes = ({ seed, hz, wanders }: LevelOptions): LevelOptions => given({ seed, hz, wanders });

/** The address of a scene that was chosen from the list. */
export const addressOf = (scene: string, location: Pick<Location, 'search' | 'hash'>): string => {
  const { options, autopilot, isBest } = wanted(location);
  const query = new URLSearchParams({ scene });
  for (const [name, value] of Object.entries(forScenes(options))) query.set(name, value === true ? '' : String(value));
  if (autopilot) query.set('autopilot', '');
  if (isBest) query.set('best', '');
  return `?${query}`;
};
