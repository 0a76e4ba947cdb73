export * from './glissando.js';

/** How the package is started. */
export interface LoadOptions {
  /** Which of the two files: with SIMD or without. Default: with, where the engine has it. The bits are the same. */
  simd?: boolean;
  /** The file itself, where it cannot be fetched from beside the package. */
  wasm?: BufferSource | WebAssembly.Module | Response | URL | string;
}

/** Starts the package: wait for it before anything else. Later calls wait for the first. */
export function load(options?: LoadOptions): Promise<void>;

/** Whether this engine has SIMD, so that the faster of the two files is used. */
export function hasSimd(): boolean;
