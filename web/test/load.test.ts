// Starting the package.

import { readFile } from 'node:fs/promises';
import { expect, it, vi } from 'vitest';

it('starts once, from its own file or one that is handed in', async () => {
  vi.resetModules();
  const glissando = await import('glissando');
  expect(glissando.hasSimd()).toBe(true);
  expect(() => new glissando.World()).toThrow('await load() first');
  expect(() => glissando.cosDegrees(45)).toThrow('await load() first');
  await expect(glissando.load({ wasm: new Uint8Array([1, 2, 3]) })).rejects.toThrow(/glissando could not be started/);
  expect(() => new glissando.World()).toThrow('await load() first');
  const wasm = await readFile(new URL('../pkg/glissando_plain.wasm', import.meta.url));
  await Promise.all([glissando.load({ wasm }), glissando.load()]);
  expect(new glissando.World().bodyCount).toBe(0);
});
