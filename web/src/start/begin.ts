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

/** A clip, with the files of its level if it is of none of the scenes. */
export const clipSource = (text: string, files: LevelFile[]): Source => {
  const { name, isScene } = Session.clipName(text);
  if (!isScene && files.length === 0) throw new MissingLevel(text, name);
  return { kind: 'clip', text, files };
};

/** Whether the level of a clip is among the files. */
const hasLevelOf = (clip: string, files: LevelFile[]): boolean => {
  const { name } = Session.clipName(clip);
  return files.some((file) => isLevel(file) && stem(file.name) === name);
};

/** What dropped files are, and which levels among them are left out; `waiting` is a clip that waits for its level. */
export const sourceIn = async (list: File[], waiting?: string): Promise<{ source: Source; level?: string; others: string[] }> => {
  const { files, clip } = await receive(list);
  if (clip !== undefined) return { source: clipSource(clip, files), others: [] };
  if (waiting !== undefined && hasLevelOf(waiting, files)) return { source: clipSource(waiting, files), others: [] };
  const { files: own, level, others } = oneLevel(files);
  return { source: { kind: 'level', files: own, options: {} }, level, others };
};
