// What dropped or fetched files are together: one level and what belongs to it.

import type { LevelFile } from 'glissando';

const MOVERS = '.movers.glb';

/** A file's name without its last extension. */
export const stem = (name: string): string => name.replace(/\.[^.]*$/, '');

export const isLevel = ({ name }: Pick<LevelFile, 'name'>): boolean =>
  /\.(glb|gltf|obj|stl)$/i.test(name) && !name.toLowerCase().endsWith(MOVERS);

/** The files that a `.gltf` names, and that are not a part of it. */
export const partsOf = ({ name, bytes }: LevelFile): string[] => {
  if (!name.toLowerCase().endsWith('.gltf')) return [];
  try {
    const { buffers = [] } = JSON.parse(new TextDecoder().decode(bytes)) as { buffers?: { uri?: string }[] };
    return buffers.flatMap(({ uri }) => (typeof uri === 'string' && !uri.startsWith('data:') ? [uri] : []));
  } catch {
    // The loader says better what is wrong with it.
    return [];
  }
};

/** A name of an address as it is written; the name itself where it is no such name. */
const unescaped = (name: string): string => {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};

/** What is missing that must be there. */
const check = (files: LevelFile[], level: LevelFile | undefined): void => {
  const movers = files.find(({ name }) => name.toLowerCase().endsWith(MOVERS));
  if (level === undefined && movers) {
    const own = movers.name.slice(0, -MOVERS.length);
    throw new Error(`${movers.name} is what moves in a level: drop it together with ${own}.glb`);
  }
  if (level === undefined) return;
  const missing = partsOf(level).filter((part) => files.every(({ name }) => name !== part && name !== unescaped(part)));
  if (missing.length > 0) throw new Error(`${level.name} needs ${missing.join(', ')}: drop it with the level`);
};

/** The first level and what is no level, and the names of the levels that were left out. */
export const oneLevel = (files: LevelFile[]): { files: LevelFile[]; level?: string; others: string[] } => {
  const [level, ...others] = files.filter(isLevel);
  check(files, level);
  return {
    files: files.filter((file) => file === level || !isLevel(file)),
    level: level?.name,
    others: others.map(({ name }) => name),
  };
};
