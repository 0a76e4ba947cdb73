// The run of crates/glissando-wasm/tests/same_bits.rs, word by word: one hash natively and in both wasm files.

import { readFileSync } from 'node:fs';
import type { Input } from 'glissando';
import { expect, it } from 'vitest';
import { BUILDS, open, type Package } from './package';

const text = (name: string) => readFileSync(new URL(`../../crates/glissando-wasm/tests/${name}`, import.meta.url), 'utf8').trim();
const EXPECTED = text('same_bits.txt');
/** Tick, character and position, every 250 ticks: compared first, they say where a run parts. */
const TRACE = text('same_bits.trace.txt')
  .split('\n')
  .map((line) => line.split(' ').map(Number));
const SIDE = 25;

class Random {
  constructor(private state: number) {}

  next(): number {
    this.state ^= this.state << 13;
    this.state ^= this.state >>> 17;
    this.state ^= this.state << 5;
    return this.state >>> 0;
  }

  around(most: number): number {
    return (this.next() % (2 * most + 1)) - most;
  }
}

class Hash {
  private readonly number = new Float64Array(1);
  private readonly bits = new BigUint64Array(this.number.buffer);
  value = 0xcbf29ce484222325n;

  add(...values: number[]): void {
    for (const value of values) {
      this.number[0] = value;
      this.value = BigInt.asUintN(64, (this.value ^ this.bits[0]!) * 0x100000001b3n);
    }
  }
}

const ground = (random: Random): [Float32Array, Uint32Array] => {
  const [vertices, triangles]: [number[], number[]] = [[], []];
  for (let z = 0; z < SIDE; z += 1) {
    for (let x = 0; x < SIDE; x += 1) vertices.push(x - 12, (random.next() >>> 26) / 64, z - 12);
  }
  for (let z = 0; z < SIDE - 1; z += 1) {
    for (let x = 0; x < SIDE - 1; x += 1) {
      const a = z * SIDE + x;
      triangles.push(a, a + SIDE, a + 1, a + 1, a + SIDE, a + SIDE + 1);
    }
  }
  return [new Float32Array(vertices), new Uint32Array(triangles)];
};

const rubble = (random: Random): [Float32Array, Uint32Array] => {
  const vertices: number[] = [];
  for (let index = 0; index < 120; index += 1) {
    const [x, y, z] = [random.around(10), random.next() % 4, random.around(10)];
    for (let corner = 0; corner < 3; corner += 1) {
      vertices.push(x + random.around(8) / 8, y + random.around(8) / 8, z + random.around(8) / 8);
    }
  }
  return [new Float32Array(vertices), new Uint32Array(360).map((_, k) => k)];
};

const run = ({ World, Config, Character }: Package, ticks: number): { hash: string; trace: number[][] } => {
  const trace: number[][] = [];
  const random = new Random(0x12345678);
  const hash = new Hash();
  const world = new World();
  for (const make of [ground, rubble]) world.addMesh(...make(random));
  const hero = new Character(new Config(), [0, 5, 0]);
  const input: Input = {};
  const ask = () => {
    const from = [random.around(12), random.around(6), random.around(12)];
    const by = [random.around(12), random.around(12), random.around(12)];
    const ray = world.ray(from, by);
    if (ray) hash.add(ray.fraction, ...ray.normal);
    const radii = [0.5, 0.75, 0.25];
    const sweep = world.sweep(radii, from, by, { skin: 0.125 });
    if (sweep) hash.add(sweep.fraction, ...sweep.point);
    const nearest = world.clearance(radii, from, 2);
    if (nearest) hash.add(nearest.distance);
  };
  for (let tick = 0; tick < ticks; tick += 1) {
    if (tick % 32 === 0) {
      input.wish = [random.around(6), random.around(2), random.around(6)];
      const buttons = random.next();
      input.crouch = (buttons & 0x700) === 0;
      input.fly = (buttons & 0x7000) === 0;
      ask();
    }
    input.jump = (random.next() & 0xf000) === 0;
    const { subSteps, events, contacts } = hero.step(world, input, tick % 3 === 0 ? 1 / 128 : 1 / 60);
    hash.add(subSteps);
    for (const event of events) hash.add(event.time, ...event.velocity);
    for (const held of contacts) hash.add(held.load);
    hash.add(...hero.position, ...hero.velocity);
    if ((tick + 1) % 250 === 0) trace.push([tick + 1, 0, ...hero.position]);
    if (hero.position[1] < -8) hero.teleport([0, 5, 0]);
  }
  return { hash: hash.value.toString(16).padStart(16, '0'), trace };
};

it.each(BUILDS)('$name has the bits that the native library has', async ({ simd }) => {
  const { hash, trace } = run(await open(simd), 10_000);
  for (const [index, line] of TRACE.entries()) expect(trace[index], `the first tick that differs: ${line[0]}`).toEqual(line);
  expect(hash).toBe(EXPECTED);
});
