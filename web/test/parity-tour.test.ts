// The tour of docs/parity, a stage with lifts, doors and triggers: one line in every language, here from both wasm files.

import type { CharacterHandle, MoverHandle, Stage, TriggerHandle } from 'glissando';
import { describe, expect, it } from 'vitest';
import { BUILDS, open } from './package';
import { Hash, line, text } from './parity-files';

type Library = Awaited<ReturnType<typeof open>>;
type Vector = [number, number, number];

/** A line: its first word, and its numbers one after the other. */
class Line {
  readonly word: string;
  private readonly numbers: number[];

  constructor(text: string) {
    const [word = '', ...numbers] = text.split(' ');
    this.word = word;
    this.numbers = numbers.map(Number);
  }

  next(): number {
    const number = this.numbers.shift();
    if (number === undefined) throw new Error(`a line ${this.word} has too few numbers`);
    return number;
  }

  vector(): Vector {
    return [this.next(), this.next(), this.next()];
  }

  /** The name of a number. */
  choice<T>(...names: T[]): T {
    const name = names[this.next()];
    if (name === undefined) throw new Error(`a line ${this.word} has an unknown number`);
    return name;
  }
}

/** A part of the file: its first line and those that follow. */
interface Part {
  first: Line;
  rest: Line[];
}

/** Ticks, the wish and the buttons in them, and the mover that the first of them opens (-1: none). */
interface Walk {
  ticks: number;
  wish: Vector;
  buttons: number;
  opened: number;
}

const parts = (): Part[] => {
  const found: Part[] = [];
  for (const line of text('tour.txt').trimEnd().split('\n').map((row) => new Line(row))) {
    if (['body', 'trigger', 'character'].includes(line.word)) found.push({ first: line, rest: [] });
    else found.at(-1)?.rest.push(line);
  }
  return found;
};

class Tour {
  readonly stage: Stage;
  private readonly movers: MoverHandle[] = [];
  private readonly effects = new Map<TriggerHandle, { effect: number; values: Vector }>();
  private readonly characters: { handle: CharacterHandle; walks: Walk[] }[] = [];

  constructor(private readonly library: Library) {
    this.stage = new library.Stage(new library.World());
    for (const part of parts()) {
      if (part.first.word === 'body') this.addBody(part);
      else if (part.first.word === 'trigger') this.addTrigger(part);
      else this.addCharacter(part);
    }
  }

  private mesh(lines: Line[]) {
    const all = (word: string) => lines.filter((line) => line.word === word).flatMap((line) => line.vector());
    return new this.library.Mesh(new Float32Array(all('v')), new Uint32Array(all('f').map((index) => index - 1)));
  }

  private addBody({ rest }: Part): void {
    const body = this.stage.add(this.mesh(rest));
    const line = rest.find(({ word }) => word === 'path' || word === 'turn');
    if (line === undefined) return;
    const policy = line.choice('push' as const, 'stop' as const, 'reverse' as const);
    if (line.word === 'turn') {
      const options = { policy, pivot: line.vector(), linear: line.vector(), angular: line.vector() };
      this.movers.push(this.stage.addMover(body, options));
      return;
    }
    const ends = line.choice('loop' as const, 'pingPong' as const, 'call' as const);
    const [wait, pivot] = [line.next(), line.vector()];
    const path = rest
      .filter(({ word }) => word === 'key')
      .map((key) => ({
        time: key.next(),
        translation: key.vector(),
        rotation: [...key.vector(), key.next()] as [number, number, number, number],
      }));
    const end = ends === 'call' ? { ends, wait } : { ends };
    this.movers.push(this.stage.addMover(body, { policy, ...end, pivot, path }));
  }

  private addTrigger({ first, rest }: Part): void {
    const kind = first.choice('surface' as const, 'volumeByBody' as const, 'volumeByCentre' as const);
    const [effect, values] = [first.next(), first.vector()];
    this.effects.set(this.stage.addTrigger(this.mesh(rest), { kind }), { effect, values });
  }

  private addCharacter({ first, rest }: Part): void {
    const walks = rest.map((line) => {
      return { ticks: line.next(), wish: line.vector(), buttons: line.next(), opened: line.next() };
    });
    const handle = this.stage.addCharacter(new this.library.Config(), first.vector());
    this.characters.push({ handle, walks });
  }

  private open(number: number): void {
    const mover = this.movers[number];
    if (mover === undefined) throw new Error(`there is no mover ${number}`);
    this.stage.open(mover);
  }

  /** Ticks of the longest script. */
  ticks(): number {
    return Math.max(...this.characters.map(({ walks }) => walks.reduce((sum, { ticks }) => sum + ticks, 0)));
  }

  tick(tick: number): void {
    for (const { handle, walks } of this.characters) {
      let left = tick;
      const walk = walks.find(({ ticks }) => left < ticks || ((left -= ticks), false));
      const held = (bit: number) => walk !== undefined && (walk.buttons & bit) !== 0;
      this.stage.setInput(handle, { wish: walk?.wish ?? [0, 0, 0], jump: held(1), crouch: held(2), fly: held(4) });
      if (walk !== undefined && left === 0 && walk.opened >= 0) this.open(walk.opened);
    }
    for (const event of this.stage.tick(1 / 60).events) {
      if (event.type === 'entered') this.enter(event.character, event.trigger);
    }
  }

  /** The consequence of an entered trigger, before the next tick. */
  private enter(character: CharacterHandle, trigger: TriggerHandle): void {
    const found = this.effects.get(trigger);
    if (found === undefined) throw new Error(`there is no trigger ${trigger}`);
    if (found.effect === 0) this.open(found.values[0]);
    else if (found.effect === 1) this.stage.launch(character, found.values);
    else this.stage.removeTrigger(trigger);
  }

  addTo(hash: Hash): void {
    for (const { handle } of this.characters) {
      const { position, ground } = this.stage.character(handle);
      hash.addNumbers(position);
      hash.addByte(Number(ground === 'standing'));
    }
    for (const mover of this.movers) {
      const { translation, rotation } = this.stage.mover(mover);
      hash.addNumbers([...translation, ...rotation]);
    }
  }
}

describe.each(BUILDS)('$name', ({ simd }) => {
  it('prints the line of all languages', async () => {
    const tour = new Tour(await open(simd));
    const [hash, ticks] = [new Hash(), tour.ticks()];
    for (let tick = 0; tick < ticks; tick += 1) {
      tour.tick(tick);
      tour.addTo(hash);
    }
    expect(`parity tour: ${ticks} ticks, hash ${hash}`).toBe(line('tour'));
  });
});
