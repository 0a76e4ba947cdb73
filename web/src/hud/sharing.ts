// What the buttons of the share drawer do with the session of the moment.

import type { Session } from 'glissando';
import { copy, save, share } from './share';
import type { Toasts } from './toasts';

/** Links of more characters are cut off or refused by many programs. */
const LONG = 30_000;

/** Copies a text, or shows it where that is not allowed. */
export const copied = async (text: string, what: string, toasts: Toasts, hint = ''): Promise<void> => {
  if (await copy(text)) toasts.say(`${what}: copied (${text.length} characters).${hint}`);
  else window.prompt(`${what}: copy it from here`, text);
};

/** What is to be known of a link. */
export const linkHint = ({ length }: string): string =>
  length > LONG ? ' Many programs cut off a link as long as this: "Save clip" makes a file instead.' : '';

/** The drawer. */
export const sharing = (session: () => Session, toasts: Toasts, openClip: (text: string) => void): HTMLElement => {
  const tried = (act: () => void) => () => {
    try {
      act();
    } catch (error) {
      toasts.fail(error);
    }
  };
  const link = () => {
    const { origin, pathname, search } = location;
    const text = `${origin}${pathname}${search}#${session().clip().fragment}`;
    void copied(text, 'The link', toasts, linkHint(text));
  };
  const clip = () => save(`${session().name}-${session().tick}.clip.json`, [session().clip().json], 'application/json');
  const recording = () => save(`${session().name}.rec`, [session().recording().slice()], 'application/jsonl');
  return share({
    copyLink: tried(link),
    saveClip: tried(clip),
    saveRecording: tried(recording),
    openText: (text) => tried(() => openClip(text))(),
  });
};
