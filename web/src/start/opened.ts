// How a session comes to be: from a scene, from files, from a clip.

import { Session, type LevelFile, type LevelOptions } from 'glissando';

/** What a session was made of. Whoever goes by itself does so from the start. */
export type Source =
  | { kind: 'scene'; name: string; options: LevelOptions; autopilot?: boolean }
  | { kind: 'level'; files: LevelFile[]; options: LevelOptions; autopilot?: boolean }
  | { kind: 'clip'; text: string; files: LevelFile[] };

/** A session, what it was made of in the end, and what had to be left out for it. */
export interface Opened {
  session: Session;
  source: Source;
  complaint?: Error;
}

/** Options that may be refused, those first that change the least. */
const REFUSED: (keyof LevelOptions)[] = ['spawn', 'hz', 'up', 'unit'];

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

/** The files that a source brings. */
export const filesOf = (source: Source): LevelFile[] => (source.kind === 'scene' ? [] : source.files);

/** Without these options. */
const without = (options: LevelOptions, names: (keyof LevelOptions)[]): LevelOptions =>
  Object.fromEntries(Object.entries(options).filter(([name]) => !names.includes(name as keyof LevelOptions)));

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A session; if there is none for the sake of an option, without that one; if for the sake of several, without any. */
export const opened = (source: Source): Opened => {
  try {
    return { session: made(source), source };
  } catch (error) {
    if (source.kind === 'clip') throw error;
    const given = REFUSED.filter((name) => name in source.options);
    for (const names of [...given.map((name) => [name]), given]) {
      const rest = { ...source, options: without(source.options, names) };
      try {
        return { session: made(rest), source: rest, complaint: new Error(`${messageOf(error)}. Left out: ${names.join(', ')}`) };
      } catch {
        // The next one may be what is refused; if none is, it is no option's fault.
      }
    }
    throw error;
  }
};
