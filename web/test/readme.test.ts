// The example of the package's README: it runs, and `tsc` looks at its types afterwards.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';

it('the example of the README runs', async () => {
  const readme = readFileSync(new URL('../../crates/glissando-wasm/npm/README.md', import.meta.url), 'utf8');
  const example = /```ts\n([^]*?)```/.exec(readme)?.[1];
  mkdirSync(new URL('out/', import.meta.url), { recursive: true });
  writeFileSync(new URL('out/readme.ts', import.meta.url), `${example}\nexport {};\n`);
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const name = './out/readme.ts';
  await import(/* @vite-ignore */ name);
  expect(log.mock.calls.map(([first]) => first).slice(0, -1)).toEqual(['landed', 'jumped']);
  expect(log.mock.calls.at(-1)?.[1]).toBe(true);
});
