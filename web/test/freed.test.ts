// Freed objects: whatever they are asked, and whoever they are handed to, the error says which of them was freed.

import { beforeAll, expect, it } from 'vitest';
import { floor, open, room, type Package } from './package';

let glissando: Package;
beforeAll(async () => {
  glissando = await open();
});

interface Freeable {
  free(): void;
}

/** One of each class. */
const one: Record<string, () => Freeable> = {
  Batch: () => new glissando.Batch(1),
  Character: () => new glissando.Character(new glissando.Config(), [0, 1, 0]),
  Config: () => new glissando.Config(),
  Mesh: () => new glissando.Mesh(floor(1).positions, floor(1).indices),
  Session: () => glissando.Session.scene('tour'),
  Stage: () => new glissando.Stage(new glissando.World()),
  Walkers: () => new glissando.Walkers(new glissando.Config(), new Float64Array([0, 1, 0])),
  World: () => new glissando.World(),
};

it('are made here of every class', () => {
  const classes = Object.entries(glissando).filter(([, it]) => typeof it === 'function' && 'free' in (it.prototype ?? {}));
  expect(classes.map(([name]) => name).sort()).toEqual(Object.keys(one));
});

for (const name of Object.keys(one)) {
  it(`${name}: every property, and being freed again`, () => {
    const freed = one[name]!();
    freed.free();
    const properties = Object.entries(Object.getOwnPropertyDescriptors(Object.getPrototypeOf(freed)));
    const getters = properties.filter(([, { get }]) => get);
    const says = new RegExp(`^this ${name} was freed: `);
    for (const [, { get }] of getters) expect(() => get!.call(freed)).toThrow(says);
    if (freed instanceof glissando.World) expect(() => freed.isBlockedBetween([0, 1, 0], [0, -1, 0])).toThrow(says);
    else expect(getters.length).toBeGreaterThan(0);
    expect(() => freed.free()).toThrow(says);
  });
}

it('handed to others, which go on', () => {
  const { world } = room(glissando);
  const hero = new glissando.Character(new glissando.Config(), [0, 1, 0]);
  const config = new glissando.Config();
  const mesh = new glissando.Mesh(floor(1).positions, floor(1).indices);
  const batch = new glissando.Batch(1);
  const elsewhere = new glissando.World();
  for (const gone of [config, mesh, batch, elsewhere]) gone.free();
  expect(() => new glissando.Character(config, [0, 1, 0])).toThrow(/this Config was freed/);
  expect(() => world.add(mesh)).toThrow(/this Mesh was freed/);
  expect(() => world.rays(batch)).toThrow(/this Batch was freed/);
  expect(() => hero.step(elsewhere, {}, 1 / 60)).toThrow(/this World was freed/);
  const [, before] = hero.position;
  hero.step(world, {}, 1 / 60);
  expect(hero.position[1]).toBeLessThan(before!);
});
