// Hints that come unasked: a level with a unit that is hardly the metre, and a fall without an end.

import type { Session, Vector } from 'glissando';
import type { World } from '../picture/world';
import type { Source } from '../start/opened';
import type { Offer, Toasts } from './toasts';

/** A level larger than this, or smaller, is hardly one in metres. */
const [LARGEST, SMALLEST] = [1000, 1];

/** So many metres below all that there is, one falls for ever. */
const LOST = 100;

type Unit = [name: string, metres: number];

const SMALL_UNITS: Unit[] = [
  ['centimetres', 0.01],
  ['millimetres', 0.001],
  ['inches', 0.0254],
  ['1/32 m', 1 / 32],
];

const LARGE_UNITS: Unit[] = [
  ['10 m', 10],
  ['100 m', 100],
  ['kilometres', 1000],
];

/** Metres, with as many digits as are of use. */
const metres = (length: number): string => `${Number(length.toPrecision(3))} m`;

const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** Where things fall to, of length one; nothing where nothing falls. */
const downOf = (session: Session): Vector | undefined => {
  const [x, y, z] = [...(session.settings.gravity as Vector)] as Vector;
  const strength = Math.hypot(x, y, z);
  return strength === 0 ? undefined : [x / strength, y / strength, z / strength];
};

/** What a hint offers to do. */
export interface HintOrders {
  /** Reads a level again, with so many metres a unit. */
  reread(source: Source & { kind: 'level' }, unit: number): void;
  restart(): void;
}

export class Hints {
  private isFalling = false;

  constructor(
    private readonly toasts: Toasts,
    private readonly orders: HintOrders,
  ) {}

  /** Something else is walked in from now on. */
  begin(source: Source, world: World): void {
    this.isFalling = false;
    if (source.kind !== 'level' || source.options.unit !== undefined) return;
    // A manifest says how large its level is.
    if (source.files.some(({ name }) => name === 'manifest.json')) return;
    const size = Math.max(...world.size);
    if (size > LARGEST) this.offer(source, size, SMALL_UNITS);
    else if (size > 0 && size < SMALLEST) this.offer(source, size, LARGE_UNITS);
  }

  /** Whether one fell off; said once a fall. */
  look(session: Session, world: World): void {
    const down = downOf(session);
    // Where all things move, nothing tells where the end is.
    if (down === undefined || Math.max(...world.size) === 0) return;
    const below = dot(session.position, down) - world.reach(down);
    if (below < 0) this.isFalling = false;
    if (below < LOST || this.isFalling) return;
    this.isFalling = true;
    this.toasts.say('There is nothing below any more: T puts you back to the start, R held goes back in time.', [
      { name: 'Back to the start', title: 'As T does', press: () => this.orders.restart() },
    ]);
  }

  private offer(source: Source & { kind: 'level' }, size: number, units: Unit[]): void {
    const offers = units.map(([name, unit]): Offer => ({
      name,
      title: `Reads it again: then it is ${metres(size * unit)} large`,
      press: () => this.orders.reread(source, unit),
    }));
    this.toasts.say(
      `In metres this level is ${metres(size)} large, and the character 1.8 m. If its unit is another one, drop its manifest.json with it, give &unit= in the address, or choose:`,
      offers,
    );
  }
}
