// How a session comes to be: from a scene, from files, from a clip.

import { Session, type LevelFile, type LevelOptions } from 'glissando';

/** What a session was made of. */
export type Source =
  | { kind: 'scene'; name: string; options: LevelOptions }
  | { kind: 'level'; files: LevelFile[]; options: LevelOptions }
  | { kind: 'clip'; text: string; files: LevelFile[] };

const made = (source: Source): Session => {
  switch (source.kind) {
    case 'scene': {
      const { unit: _unit, up: _up, ...options } = source.options;
      return Session.scene(source.name, options);
    }
    case 'level':
      return Session.level(source.files, source.options);
    case 'clip':
      return Session.open(source.text, source.files);
  }
};

/** A session; without the options, and why, if it is for their sake alone that there is none. */
export const opened = (source: Source): { session: Session; complaint?: unknown } => {
  if (source.kind === 'clip' || Object.keys(source.options).length === 0) return { session: made(source) };
  try {
    return { session: made(source) };
  } catch (complaint) {
    return { session: made({ ...source, options: {} }), complaint };
  }
};
