// All tests of the page in a browser, one after another in one Chromium. An argument runs those whose names have it.

import { addresses, served } from './addresses.mjs';
import { start, withPage } from './browser.mjs';
import { check } from './check.mjs';
import { clips } from './clips.mjs';
import { files } from './files.mjs';
import { page } from './page.mjs';
import { phone } from './phone.mjs';
import { small } from './small.mjs';
import { time } from './time.mjs';
import { walks } from './walks.mjs';

const wanted = process.argv[2] ?? '';
const tests = [...page, ...walks, ...time, ...clips, ...addresses, ...files, ...check, ...phone, ...small].filter(({ name }) => name.includes(wanted));

const begun = performance.now();
const world = await start(served);
let failed = 0;
for (const { name, test, ...options } of tests) {
  const from = performance.now();
  const seconds = () => `${((performance.now() - from) / 1000).toFixed(1)} s`;
  try {
    await withPage(world, test, options);
    console.log(`ok      ${name} (${seconds()})`);
  } catch (error) {
    failed += 1;
    console.error(`FAILED  ${name} (${seconds()})\n${error.stack}`);
  }
}
await world.close();
console.log(`${tests.length - failed} passed, ${failed} failed, ${((performance.now() - begun) / 1000).toFixed(0)} s`);
process.exit(failed || tests.length === 0 ? 1 : 0);
