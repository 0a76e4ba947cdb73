// The package of the library, as npm gets it: everything but the page's part.

import { expect, it } from 'vitest';

it('has worlds, characters and stages, and no session', async () => {
  const name = '../npm/node.js';
  const library = (await import(/* @vite-ignore */ name)) as typeof import('glissando');
  await library.load();
  const classes = Object.keys(library).filter((key) => /^[A-Z]/.test(key)).sort();
  expect(classes).toEqual(['Batch', 'Character', 'Config', 'Mesh', 'Stage', 'Walkers', 'World']);
  const world = new library.World();
  world.addMesh(new Float32Array([-9, 0, -9, -9, 0, 9, 9, 0, 9, 9, 0, -9]), new Uint32Array([0, 1, 2, 0, 2, 3]));
  const stage = new library.Stage(world);
  const hero = stage.addCharacter(new library.Config(), [0, 1, 0]);
  const types = [];
  for (let tick = 0; tick < 60; tick += 1) types.push(...stage.tick(1 / 60).events.map((event) => event.type));
  expect(types).toEqual(['landed', 'touchBegan']);
  expect(stage.character(hero).ground).toBe('standing');
});
