// Starts the wasm file that fits the engine, once.

import init from './glissando.js';
import { nameTheFreed } from './freed.js';

// A module with one function that makes a vector of zeros: engines without SIMD do not know its instructions.
const VECTOR_OF_ZEROS = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, // the head of a module
  1, 5, 1, 96, 0, 1, 123, // a type: nothing to v128
  3, 2, 1, 0, // a function of it
  10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11, // i32.const 0, i8x16.splat, i8x16.popcnt
]);

/** Whether this engine has SIMD, so that the faster of the two files can be used. */
export const hasSimd = () => WebAssembly.validate(VECTOR_OF_ZEROS);

let started;

/** Starts with `options.wasm`, or with what `read(simd)` gets. Once: who asks again waits for the first. */
export const start = (options = {}, read) => {
  const { simd = hasSimd(), wasm } = options;
  started ??= Promise.resolve(wasm ?? read(simd))
    .then((source) => init({ module_or_path: source }))
    .then(
      () => nameTheFreed(),
      (error) => {
        started = undefined;
        throw new Error(`glissando could not be started: ${error.message ?? error}`, { cause: error });
      },
    );
  return started;
};
