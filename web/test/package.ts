// The package, started anew with one of its two files.

import { vi } from 'vitest';

export type Package = typeof import('glissando');

/** Both builds, by name. */
export const BUILDS = [
  { name: 'simd', simd: true },
  { name: 'plain', simd: false },
];

/** The package with its own memory, as if nobody had loaded it before. */
export const open = async (simd = true): Promise<Package> => {
  vi.resetModules();
  const glissando = await import('glissando');
  await glissando.load({ simd });
  return glissando;
};

/** A square floor at a height, in metres from the middle to a side. */
export const floor = (half: number, height = 0) => ({
  positions: new Float32Array([-half, height, -half, -half, height, half, half, height, half, half, height, -half]),
  indices: new Uint32Array([0, 1, 2, 0, 2, 3]),
});

/** A world with a floor of twenty metres, and the floor's handle. */
export const room = (glissando: Package) => {
  const world = new glissando.World();
  const { positions, indices } = floor(10);
  return { world, body: world.addMesh(positions, indices) };
};
