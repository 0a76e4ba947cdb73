// Which keys are down, and what a key asks for once when it is pressed.
//
// One walks with W A S D and the mouse, or with the cursor keys alone: up and down walk, left and right turn, and `a`
// jumps. Which of the two it is, the last key tells that belongs to one of them alone.
//
// Control is no key of ours: with W it would close the page.

import { meaning, type Command, type Held } from './meaning';

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

/** Commands that go on while the key is held. */
const REPEATING = new Set<Command>(['tick', 'tickBack']);

const LETTERS = new Set<Held>(['w', 's', 'd']);
const CURSORS = new Set<Held>(['cursorUp', 'cursorDown', 'cursorLeft', 'cursorRight']);

/** Whether keys belong to what has the focus. */
const isTaken = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, select, textarea, button, a, [contenteditable]') !== null;

export class Keys {
  /** What each key that is down holds, by its code: what is written on it may change while it is down. */
  private readonly down = new Map<string, Held>();
  /** What was pressed since the last tick, down or not: a tap may be shorter than a frame. */
  private readonly tapped = new Set<Held>();
  private isLettered = false;

  /** Listens from now on, before anything on the page can keep a key for itself: a key that nobody sees let go would
   * walk on for ever. */
  constructor(
    target: Window,
    private readonly order: (command: Command) => void,
  ) {
    target.addEventListener('keydown', (event) => this.press(event), { capture: true });
    target.addEventListener('keyup', (event) => this.down.delete(event.code), { capture: true });
    target.addEventListener('blur', () => {
      this.down.clear();
      this.taken();
    });
  }

  grip(): Grip {
    const held = new Set([...this.down.values(), ...this.tapped]);
    const [isLeft, isJump] = [held.has('a') && this.isLettered, held.has('a') && !this.isLettered];
    const any = (...names: Held[]) => Number(names.some((name) => held.has(name)));
    return {
      forward: any('w', 'cursorUp') - any('s', 'cursorDown'),
      right: any('d') - Number(isLeft),
      turn: any('cursorLeft') - any('cursorRight'),
      jump: held.has('jump') || isJump,
      crouch: held.has('crouch'),
      hurry: held.has('hurry'),
      rewind: [...this.down.values()].includes('rewind'),
    };
  }

  /** A tick has had what was tapped. */
  taken(): void {
    this.tapped.clear();
  }

  private press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (isTaken(event.target) && event.key !== 'Escape') return;
    const { command, held } = meaning(event);
    if (command === undefined && held === undefined) return;
    event.preventDefault();
    if (held !== undefined) this.hold(event, held);
    if (command !== undefined && (!event.repeat || REPEATING.has(command))) this.order(command);
  }

  private hold({ code, repeat }: KeyboardEvent, held: Held): void {
    if (LETTERS.has(held)) this.isLettered = true;
    if (CURSORS.has(held)) this.isLettered = false;
    this.down.set(code, held);
    if (!repeat) this.tapped.add(held);
  }
}
