// The typed arrays of batches and walkers: they are there for as long as somebody has them, and nobody else's.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Batch } from 'glissando';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { open, room, type Package } from './package';

let glissando: Package;
beforeAll(async () => {
  glissando = await open();
});

const numbers = (batch: Batch) => [batch.origins, batch.translations, batch.fractions, batch.points, batch.normals].flatMap((all) => [...all]);

/** Batches in whatever memory was given back, of which nobody's numbers may change while `write` writes. */
const unchanged = (write: () => void) => {
  const batches = Array.from({ length: 80 }, () => new glissando.Batch(1));
  const before = batches.map(numbers);
  write();
  expect(batches.map(numbers)).toEqual(before);
};

it('belong to nobody else once their owner is freed', () => {
  const walkers = new glissando.Walkers(new glissando.Config(), new Float64Array([0, 1, 0]));
  const batch = new glissando.Batch(2);
  const { wishes, positions } = walkers;
  const { origins, hits } = batch;
  walkers.free();
  batch.free();
  expect([...positions]).toEqual([0, expect.closeTo(1.909, 9), 0]);
  unchanged(() => [wishes, positions, origins, hits].forEach((all) => all.fill(7)));
  expect([...wishes, ...origins]).toEqual(new Array(9).fill(7));
  expect(() => walkers.wishes).toThrow(/this Walkers was freed/);
});

it('belong to nobody else once their owner was collected', async () => {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as () => void;
  const owner = () => new glissando.Walkers(new glissando.Config(), new Float64Array([0, 1, 0]));
  let isCollected = false;
  const registry = new FinalizationRegistry(() => (isCollected = true));
  const part = (() => {
    const walkers = owner();
    registry.register(walkers, 0);
    return walkers.wishes.subarray(0, 3);
  })();
  for (let round = 0; round < 50 && !isCollected; round += 1) {
    gc();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect(isCollected).toBe(true);
  unchanged(() => part.fill(7e77));
  expect([...part]).toEqual([7e77, 7e77, 7e77]);
});

it('are made however many there are, also where the table of their handles grows the memory', async () => {
  const glissando = await open();
  const config = new glissando.Config();
  const owners = Array.from({ length: 4000 }, (_, index) =>
    index % 2 ? new glissando.Batch(index % 5) : new glissando.Walkers(config, new Float64Array(3 * (1 + (index % 5)))),
  );
  expect(owners.every((owner) => (owner instanceof glissando.Batch ? owner.fractions.every((one) => one === 1) : owner.positions.length > 0))).toBe(true);
  owners.forEach((owner) => owner.free());
});

it('stay the same arrays with the same numbers, however much memory is taken', () => {
  const batch = new glissando.Batch(100);
  const { origins } = batch;
  origins[5] = 7;
  const { world } = room(glissando);
  const side = 200;
  const positions = new Float64Array(side * side * 3).map((_, k) => (k % 3 === 1 ? 1 : k % 17));
  const crowd = new glissando.Walkers(new glissando.Config(), positions);
  const { positions: told } = crowd;
  for (let tick = 0; tick < 2; tick += 1) crowd.step(world, 1 / 60);
  expect(batch.origins).toBe(origins);
  expect([origins.length, origins[5]]).toEqual([300, 7]);
  expect(crowd.positions).toBe(told);
  expect(told[1]).toBeLessThan(1.909);
  crowd.free();
});

it('are answered piece by piece, and the last piece is whole', () => {
  const { world } = room(glissando);
  const count = 1300;
  const batch = new glissando.Batch(count);
  for (let k = 0; k < count; k += 1) {
    batch.origins.set([0, 1, 0], 3 * k);
    batch.translations.set([0, k % 2 ? -2 - k : 1, 0], 3 * k);
  }
  world.rays(batch);
  const wanted = Array.from({ length: count }, (_, k) => (k % 2 ? 1 / (2 + k) : 1));
  expect([...batch.fractions]).toEqual(wanted);
  batch.origins[3 * (count - 1)] = NaN;
  expect(() => world.rays(batch)).toThrow(/question 1299: from is \(NaN, 1, 0\)/);
  expect(batch.hits.some((hit) => hit !== 0)).toBe(false);
});

it('that were transferred are missed by name, and nothing moves', () => {
  const { world } = room(glissando);
  const send = (all: Float64Array | Uint8Array) => structuredClone(all, { transfer: [all.buffer as ArrayBuffer] });
  for (const name of ['wishes', 'buttons', 'positions', 'velocities', 'grounds'] as const) {
    const walkers = new glissando.Walkers(new glissando.Config(), new Float64Array([0, 1, 0, 3, 1, 3]));
    const before = walkers.save();
    send(walkers[name]);
    expect(() => walkers.step(world, 1 / 60), name).toThrow(`${name} cannot be used any more: its buffer was transferred`);
    expect(walkers.save(), name).toEqual(before);
  }
  for (const name of ['origins', 'translations', 'hits', 'points', 'triangles'] as const) {
    const batch = new glissando.Batch(3);
    batch.origins.set([0, 1, 0]);
    batch.translations.set([0, -2, 0]);
    world.rays(batch);
    expect([...batch.hits], name).toEqual([1, 0, 0]);
    send(batch[name] as Float64Array);
    expect(() => world.rays(batch), name).toThrow(`${name} cannot be used any more`);
    if (name !== 'hits') expect([...batch.hits], name).toEqual([0, 0, 0]);
  }
});

it('of sizes for which there is no memory are refused with the bytes, or made', () => {
  const batches: Batch[] = [];
  for (let made = 0; made < 10; made += 1) {
    try {
      batches.push(new glissando.Batch(2 ** 22));
    } catch (error) {
      expect(error).not.toBeInstanceOf(WebAssembly.RuntimeError);
      expect(String(error)).toMatch(/would need \d+ bytes of memory/);
    }
  }
  for (const batch of batches) batch.free();
});

it('that are larger than the memory of wasm are refused with the bytes', () => {
  const hero = new glissando.Character(new glissando.Config(), [0, 0, 0]);
  expect(() => hero.restore(new Uint8Array(2 ** 31 + 8))).toThrow(/^saved would need 2147483656 bytes of memory/);
  hero.restore(hero.save());
});

// No call may have ended in a trap: the package still does what it should.
afterEach(() => {
  const { world } = room(glissando);
  expect(world.ray([0, 1, 0], [0, -2, 0])?.fraction).toBe(0.5);
});
