// The page: built into dist, to be put anywhere (all paths are relative), each file beside itself packed with brotli.

import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

const pack = promisify(brotliCompress);

/** Writes NAME.br beside every file, for servers that hand it out so: ours does. */
const packed = (): Plugin => ({
  name: 'packed',
  apply: 'build',
  async writeBundle({ dir }, bundle) {
    await Promise.all(
      Object.keys(bundle).map(async (name) => {
        const file = `${dir}/${name}`;
        await writeFile(`${file}.br`, await pack(await readFile(file)));
      }),
    );
  },
});

export default defineConfig({
  base: './',
  plugins: [packed()],
  resolve: { alias: { glissando: fileURLToPath(new URL('./pkg/index.js', import.meta.url)) } },
  build: { target: 'es2022', assetsInlineLimit: 0, chunkSizeWarningLimit: 700 },
});
