// The package in browsers and bundlers: everything of glissando.js, and `load`, which fetches the wasm file.

import { start } from './start.js';
export * from './glissando.js';
export { hasSimd } from './start.js';

/** See index.d.ts. */
export const load = (options) =>
  start(options, (simd) =>
    fetch(
      // Both are written out, so that bundlers see them.
      simd ? new URL('./glissando_simd.wasm', import.meta.url) : new URL('./glissando_plain.wasm', import.meta.url),
    ),
  );
