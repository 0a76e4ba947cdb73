// What a tick of many characters costs in WebAssembly, in both packages with and without SIMD:
//
//   ./build && node bench.mjs [LEVEL.glb]
//
// `walkers`: 1000 that do not meet each other, on the level (../../shared/levels/re_vault.glb unless named). `crowd`: a tick of the
// page's scene of a crowd. Medians over 60 ticks (or TICKS), in milliseconds; each build runs in a process of its own.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

const [kind, level = fileURLToPath(new URL('../../shared/levels/re_vault.glb', import.meta.url))] = process.argv.slice(2);
const COUNT = 1000, DT = 1 / 60, TICKS = Number(process.env.TICKS ?? 60);

const median = (times) => times.sort((a, b) => a - b)[times.length >> 1];

/** The median of the milliseconds that a call takes, after as many calls that are not counted. */
const time = (call) => {
  for (let tick = 0; tick < TICKS; tick += 1) call();
  return median(Array.from({ length: TICKS }, () => {
    const start = performance.now();
    call();
    return performance.now() - start;
  }));
};

/** A number between 0 and 1 that follows from its index alone. */
const share = (index) => ((index * 2654435761) % 4294967296) / 4294967296;

/** Walkers over the middle of the level, which fall to its floors and walk in all directions. */
const walkers = (glissando, bodies) => {
  const world = new glissando.World();
  const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
  for (const { positions } of bodies) {
    world.addMesh(positions, Uint32Array.from({ length: positions.length / 3 }, (_, corner) => corner));
    positions.forEach((value, at) => {
      low[at % 3] = Math.min(low[at % 3], value);
      high[at % 3] = Math.max(high[at % 3], value);
    });
  }
  const feet = new Float64Array(3 * COUNT);
  for (let i = 0; i < COUNT; i += 1)
    for (let axis = 0; axis < 3; axis += 1) feet[3 * i + axis] = low[axis] + (high[axis] - low[axis]) * (0.1 + 0.8 * share(3 * i + axis + 1));
  const all = new glissando.Walkers(new glissando.Config(), feet);
  for (let i = 0; i < COUNT; i += 1) {
    all.wishes[3 * i] = 4 * Math.cos(i);
    all.wishes[3 * i + 2] = 4 * Math.sin(i);
  }
  return time(() => all.step(world, DT));
};

if (kind === '--one') {
  const [, , , , folder, simd] = process.argv;
  const page = await import(new URL('./pkg/node.js', import.meta.url));
  await page.load({ simd: simd === 'simd' });
  const session = page.Session.level([{ name: basename(level), bytes: new Uint8Array(readFileSync(level)) }], {});
  const bodies = session.bodies();
  if (folder === 'pkg') {
    const crowd = page.Session.scene('crowd');
    console.log(JSON.stringify({ walkers: walkers(page, bodies), crowd: time(() => crowd.step()) }));
  } else {
    const library = await import(new URL('./npm/node.js', import.meta.url));
    await library.load({ simd: simd === 'simd' });
    console.log(JSON.stringify({ walkers: walkers(library, bodies) }));
  }
} else {
  for (const folder of ['npm', 'pkg'])
    for (const simd of ['simd', 'plain']) {
      const file = fileURLToPath(import.meta.url);
      const out = execFileSync(process.execPath, [file, '--one', kind ?? level, folder, simd], { encoding: 'utf8' });
      const row = Object.entries(JSON.parse(out)).map(([what, ms]) => `${what} ${ms.toFixed(2)} ms`);
      console.log(`${folder} ${simd}: ${row.join(', ')}`);
    }
}
