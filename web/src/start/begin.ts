// What dropped files and clips are, as something to open.

import { type LevelFile, Session } from 'glissando';
import { receive } from './files';
import { isLevel, oneLevel, stem } from './level';
import type { Source } from './opened';

/** A clip whose level is not there yet. */
export class MissingLevel extends Error {
  constructor(
    readonly clip: string,
    name: string,
  ) {
    super(`this clip is of ${name}: drop the files of that level here, and it opens`);
  }
}

/** A clip, with the first of these that are the files of its level if it is of none of the scenes. */
export const clipSource = (text: string, ...piles: LevelFile[][]): Source & { kind: 'clip' } => {
  const { name, isScene } = Session.clipName(text);
  if (isScene) return { kind: 'clip', text, files: [] };
  const files = piles.find((pile) => pile.some((file) => isLevel(file) && stem(file.name) === name));
  if (files === undefined) throw new MissingLevel(text, name);
  return { kind: 'clip', text, files };
};

/** What dropped files are. */
export interface Dropped {
  /** What to open, the first that can be. */
  sources: Source[];
  /** What is opened of several, and what is left out. */
  level?: string;
  others: string[];
}

/** What dropped files are; `waiting` is a clip that waits for its level, `near` are the files of what is walked. */
export const sourceIn = async (list: File[], waiting: string | undefined, near: LevelFile[]): Promise<Dropped> => {
  const { files, clip, others } = await receive(list);
  if (clip !== undefined) {
    const source = clipSource(clip, files, near);
    const isUsed = source.files === files;
    return { sources: [source], level: 'a clip', others: isUsed ? others : [...others, ...files.map(({ name }) => name)] };
  }
  const { files: own, level, others: levels } = oneLevel(files);
  const sources: Source[] = [{ kind: 'level', files: own, options: {} }];
  if (waiting !== undefined) {
    try {
      sources.unshift(clipSource(waiting, files));
    } catch {
      // Another level came, and the clip waits no longer.
    }
  }
  return { sources, level, others: levels };
};
