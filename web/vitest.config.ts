// Tests of the package under Node.

import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { alias: { glissando: fileURLToPath(new URL('./pkg/node.js', import.meta.url)) } },
  test: { include: ['test/*.test.ts'], testTimeout: 60_000 },
});
