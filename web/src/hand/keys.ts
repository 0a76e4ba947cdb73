// Which keys are down, and what a key asks for once when it is pressed.
//
// One walks with W A S D and the mouse, or with the cursor keys alone: up and down walk, left and right turn, and `a`
// jumps. Which of the two it is, the last key tells that belongs to one of them alone.
//
// Control is no key of ours: with W it would close the page.

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

/** What is held, each from -1 to 1, or a yes. */
export interface Grip {
  forward: number;
  right: number;
  /** To the left. */
  turn: number;
  jump: boolean;
  crouch: boolean;
  hurry: boolean;
  rewind: boolean;
}

/** By what is written on the key, so that it is the same on all keyboards. */
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

/** Commands that go on while the key is held. */
const REPEATING = new Set<Command>(['tick', 'tickBack']);

/** By where the key is. */
const LETTERS = ['KeyW', 'KeyS', 'KeyD'];
const CURSORS = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'];
const OTHERS = ['KeyA', 'KeyC', 'KeyR', 'Space', 'ShiftLeft', 'ShiftRight'];
const HELD = new Set([...LETTERS, ...CURSORS, ...OTHERS]);

/** Whether keys belong to what has the focus. */
const isTaken = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, select, textarea, button, a, [contenteditable]') !== null;

export class Keys {
  private readonly down = new Set<string>();
  private isLettered = false;

  /** Listens from now on. */
  constructor(
    target: Window,
    private readonly order: (command: Command) => void,
  ) {
    target.addEventListener('keydown', (event) => this.press(event));
    target.addEventListener('keyup', (event) => this.down.delete(event.code));
    target.addEventListener('blur', () => this.down.clear());
  }

  grip(): Grip {
    const a = this.down.has('KeyA');
    return {
      forward: this.axis(['KeyW', 'ArrowUp'], ['KeyS', 'ArrowDown']),
      right: this.axis(['KeyD'], a && this.isLettered ? ['KeyA'] : []),
      turn: this.axis(['ArrowLeft'], ['ArrowRight']),
      jump: this.down.has('Space') || (a && !this.isLettered),
      crouch: this.down.has('KeyC'),
      hurry: this.down.has('ShiftLeft') || this.down.has('ShiftRight'),
      rewind: this.down.has('KeyR'),
    };
  }

  private press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (isTaken(event.target) && event.key !== 'Escape') return;
    if (LETTERS.includes(event.code)) this.isLettered = true;
    if (CURSORS.includes(event.code)) this.isLettered = false;
    const command = COMMANDS[event.key.toLowerCase()];
    if (HELD.has(event.code)) this.down.add(event.code);
    else if (command === undefined) return;
    event.preventDefault();
    if (command !== undefined && (!event.repeat || REPEATING.has(command))) this.order(command);
  }

  private axis(more: string[], less: string[]): number {
    const any = (codes: string[]) => Number(codes.some((code) => this.down.has(code)));
    return any(more) - any(less);
  }
}
