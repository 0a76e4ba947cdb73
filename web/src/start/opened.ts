// How a session comes to be: from a scene, from files, from a clip; and how it is begun again.

import { Session, type LevelFile, type WalkOptions } from 'glissando';

/** What a session was made of. */
export type Source =
  | { kind: 'scene'; name: string; options: WalkOptions }
  | { kind: 'level'; files: LevelFile[]; options: WalkOptions }
  | { kind: 'clip'; text: string; files: LevelFile[] };

export const opened = (source: Source): Session => {
  switch (source.kind) {
    case 'scene':
      return Session.scene(source.name, source.options);
    case 'level':
      return Session.level(source.files, source.options);
    case 'clip':
      return Session.open(source.text, source.files);
  }
};
