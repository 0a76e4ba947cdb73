// The page: built into dist, to be put anywhere (all paths are relative).

import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

export default defineConfig({
  base: './',
  resolve: { alias: { glissando: fileURLToPath(new URL('./pkg/index.js', import.meta.url)) } },
  build: { target: 'es2022', assetsInlineLimit: 0, chunkSizeWarningLimit: 700 },
});
