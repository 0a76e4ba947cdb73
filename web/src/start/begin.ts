// Which session an address or some files ask for.

import { type LevelFile, Session } from 'glissando';
import type { Wanted } from './address';
import { fetchLevel } from './fetched';
import { receive } from './files';
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

/** A clip, with the files of its level if it is of none of the scenes. */
export const clipSource = (text: string, files: LevelFile[]): Source => {
  const { name, isScene } = Session.clipName(text);
  if (!isScene && files.length === 0) throw new MissingLevel(text, name);
  return { kind: 'clip', text, files };
};

/** What an address asks for. */
export const sourceOf = async ({ level, clip, scene, options }: Wanted): Promise<Source> => {
  const files = level === undefined ? [] : await fetchLevel(level);
  if (clip !== undefined) return clipSource(clip, files);
  return files.length > 0 ? { kind: 'level', files, options } : { kind: 'scene', name: scene, options };
};

/** What dropped files are; `waiting` is a clip that waits for its level. */
export const sourceIn = async (list: File[], waiting?: string): Promise<Source> => {
  const { files, clip = waiting } = await receive(list);
  return clip === undefined ? { kind: 'level', files, options: {} } : clipSource(clip, files);
};
