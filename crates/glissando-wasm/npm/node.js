// The package in Node: everything of glissando.js, and `load`, which reads the wasm file beside this one.

import { readFile } from 'node:fs/promises';
import { start } from './start.js';
export * from './glissando.js';
export { hasSimd } from './start.js';

/** See index.d.ts. */
export const load = (options) =>
  start(options, (simd) =>
    readFile(new URL(simd ? './glissando_simd.wasm' : './glissando_plain.wasm', import.meta.url)),
  );
