// The walk of docs/parity, which the package makes in every language: one line, here from both wasm files.

import type { Character, World } from 'glissando';
import { describe, expect, it } from 'vitest';
import { BUILDS, open } from './package';
import { Hash, line, text } from './parity-files';

/** The numbers of the lines that begin with a word. */
const numbers = (word: string) =>
  text('level.obj')
    .split('\n')
    .filter((line) => line.startsWith(`${word} `))
    .flatMap((line) => line.split(' ').slice(1).map(Number));

const walk = (hero: Character, world: World): string => {
  const hash = new Hash();
  const speed = (bits: number) => ((bits & 255) - 128) / 32;
  let x = 1;
  let wish: [number, number, number] = [0, 0, 0];
  let crouch = false;
  for (let tick = 0; tick < 10_000; tick += 1) {
    x = (Math.imul(x, 1_664_525) + 1_013_904_223) >>> 0;
    if (tick % 32 === 0) {
      wish = [speed(x >>> 8), 0, speed(x >>> 16)];
      crouch = ((x >>> 24) & 7) === 0;
    }
    hero.step(world, { wish, crouch, jump: ((x >>> 24) & 127) === 0 }, 1 / 60);
    hash.addNumbers(hero.position);
    hash.addByte(Number(hero.ground === 'standing'));
  }
  return `parity walk: 10000 ticks, hash ${hash}`;
};

describe.each(BUILDS)('$name', ({ simd }) => {
  it('prints the line of all languages', async () => {
    const glissando = await open(simd);
    const world = new glissando.World();
    const faces = numbers('f').map((index) => index - 1);
    world.addMesh(new Float32Array(numbers('v')), new Uint32Array(faces));
    const hero = new glissando.Character(new glissando.Config(), [0, 3, 0]);
    expect(walk(hero, world)).toBe(line('walk'));
  });
});
