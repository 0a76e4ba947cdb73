// What the page's address asks for, and the address of what is walked.

import type { WalkOptions } from 'glissando';

/** What to open. */
export interface Wanted {
  /** A scene of the package. */
  scene: string;
  /** The address of a level file instead. */
  level?: string;
  /** A clip, as it stands after `#`. */
  clip?: string;
  options: WalkOptions;
  /** Whether it goes by itself. */
  autopilot: boolean;
  /** Whether the picture is as good as it gets, however slow. */
  isBest: boolean;
}

const FIRST = 'tour';

const number = (text: string | null, name: string): number | undefined => {
  if (text === null || text === '') return undefined;
  const value = Number(text);
  if (!Number.isFinite(value)) throw new Error(`${name} is ${text} in the address of this page: it must be a number`);
  return value;
};

export const wanted = ({ search, hash }: Location | URL): Wanted => {
  const query = new URLSearchParams(search);
  const options: WalkOptions = {};
  const [seed, hz] = [number(query.get('seed'), 'seed'), number(query.get('hz'), 'hz')];
  if (seed !== undefined) options.seed = seed;
  if (hz !== undefined) options.hz = hz;
  if (query.has('wanders')) options.wanders = true;
  const spawn = query.get('spawn');
  if (spawn !== null) options.spawn = spawn;
  return {
    scene: query.get('scene') ?? FIRST,
    level: query.get('level') ?? undefined,
    clip: hash.includes('clip=') ? hash : undefined,
    options,
    autopilot: query.has('autopilot'),
    isBest: query.has('best'),
  };
};

/** The address of a scene. */
export const addressOf = (scene: string, { search }: Location): string => {
  const query = new URLSearchParams(search);
  for (const name of ['level', 'spawn']) query.delete(name);
  query.set('scene', scene);
  return `?${query}`;
};
