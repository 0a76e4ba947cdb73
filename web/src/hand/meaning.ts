// What a key means, whatever the keyboard's layout.
//
// What is written on it counts: `p` pauses wherever it is. Where no Latin letter or sign is written, as on Cyrillic or
// Greek keyboards, the key counts by its place, as if it were an American one. W, A, S and D count by their place, so
// that they lie together on all keyboards, unless what is written on them means something of its own: no key means two
// things.

/** What a key asks for when it is pressed. */
export type Command =
  | 'use'
  | 'fly'
  | 'view'
  | 'pause'
  | 'tick'
  | 'tickBack'
  | 'slower'
  | 'faster'
  | 'overlay'
  | 'restart'
  | 'help'
  | 'close';

/** What a key does as long as it is held. */
export type Held =
  | 'w'
  | 'a'
  | 's'
  | 'd'
  | 'cursorUp'
  | 'cursorDown'
  | 'cursorLeft'
  | 'cursorRight'
  | 'jump'
  | 'crouch'
  | 'hurry'
  | 'rewind';

export interface Meaning {
  command?: Command;
  held?: Held;
}

const COMMANDS: Readonly<Record<string, Command>> = {
  e: 'use',
  f: 'fly',
  v: 'view',
  p: 'pause',
  '.': 'tick',
  n: 'tick',
  ',': 'tickBack',
  '[': 'slower',
  '-': 'slower',
  ']': 'faster',
  '=': 'faster',
  '+': 'faster',
  o: 'overlay',
  t: 'restart',
  backspace: 'restart',
  h: 'help',
  '?': 'help',
  escape: 'close',
};

/** Held, by what is written. `a` is here too: it jumps, also where it is not left of `s`. */
const WRITTEN: Readonly<Record<string, Held>> = { a: 'a', c: 'crouch', r: 'rewind' };

/** Held, by place. */
const PLACES: Readonly<Record<string, Held>> = {
  KeyW: 'w',
  KeyA: 'a',
  KeyS: 's',
  KeyD: 'd',
  ArrowUp: 'cursorUp',
  ArrowDown: 'cursorDown',
  ArrowLeft: 'cursorLeft',
  ArrowRight: 'cursorRight',
  Space: 'jump',
  ShiftLeft: 'hurry',
  ShiftRight: 'hurry',
};

/** What an American keyboard has there, besides letters. */
const SIGNS: Readonly<Record<string, string>> = {
  Period: '.',
  Comma: ',',
  BracketLeft: '[',
  BracketRight: ']',
  Minus: '-',
  Equal: '=',
};

/** Keys that write nothing by themselves: accents, and those that a writing aid has taken. */
const NOTHING = new Set(['Dead', 'Process', 'Unidentified']);

/** What is written on a key, in small Latin letters. */
const written = ({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string => {
  const isForeign = NOTHING.has(key) || ([...key].length === 1 && key > '~');
  if (!isForeign) return key.toLowerCase();
  return SIGNS[code] ?? (/^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : '');
};

export const meaning = (event: Pick<KeyboardEvent, 'key' | 'code'>): Meaning => {
  const text = written(event);
  const command = COMMANDS[text];
  if (command !== undefined) return { command };
  const held = WRITTEN[text] ?? PLACES[event.code];
  return held === undefined ? {} : { held };
};
