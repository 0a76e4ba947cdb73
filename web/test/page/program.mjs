// The page and the program together: what the program serves is the page, and what one of them keeps the other opens.
//
// node test/page/program.mjs PROGRAM

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { hold, start, state, withPage } from './browser.mjs';

const DIST = fileURLToPath(new URL('../../dist', import.meta.url));
const program = process.argv[2];
assert(program, 'name the program: node test/page/program.mjs PROGRAM');

/** Runs the program to its end; what it wrote. An exit code that is not 0 throws. */
const run = (...words) => execFileSync(program, words, { encoding: 'utf8', cwd: folder });

/** Serves the page that the program has in itself. */
const served = async () => {
  const child = spawn(program, ['serve', '--no-open', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const line = await new Promise((done, fail) => {
    child.stdout.once('data', (text) => done(String(text)));
    child.once('exit', (code) => fail(new Error(`${program} serve ended with ${code}`)));
  });
  return { child, address: /http:\S+/.exec(line)[0] };
};

const fetched = (address, coding) =>
  new Promise((done, fail) => {
    request(address, { headers: { 'accept-encoding': coding } }, (response) => {
      const parts = [];
      response.on('data', (part) => parts.push(part));
      response.on('end', () => done({ headers: response.headers, body: Buffer.concat(parts) }));
    })
      .on('error', fail)
      .end();
  });

/** Every file of the page comes as it was built, packed or not. */
const checkFiles = async (address) => {
  const paths = readdirSync(DIST, { recursive: true })
    .map(String)
    .filter((path) => statSync(join(DIST, path)).isFile() && !path.endsWith('.br') && !path.startsWith('.'));
  assert(paths.length > 3, `${paths.length} files in web/dist`);
  for (const path of paths) {
    const wanted = readFileSync(join(DIST, path));
    const url = new URL(path, address);
    const plain = await fetched(url, 'identity');
    assert.equal(plain.headers['content-encoding'], undefined, path);
    assert(plain.body.equals(wanted), `${path} is another file: build the program after the page`);
    const packed = await fetched(url, 'gzip, br');
    assert.equal(packed.headers['content-encoding'], 'br', path);
    assert(brotliDecompressSync(packed.body).equals(wanted), `${path}, packed`);
  }
  return paths.length;
};

/** What the page keeps, the program walks again to the same bits. */
const checkKept = async (page, address) => {
  await hold(page, ['ArrowUp', 'ArrowLeft'], 40);
  const kept = await page.evaluate(() => {
    const session = window.glissando.session();
    return { ...session.clip(), recording: new TextDecoder().decode(session.recording()) };
  });
  for (const [name, text] of [['a.clip.json', kept.json], ['a.rec', kept.recording]]) {
    writeFileSync(join(folder, name), text);
    assert.match(run('replay', name), /the same/, name);
  }
  assert.match(run('replay', `${address}#${kept.fragment}`), /the same/, 'the link');
};

/** What the program keeps, the page opens at its end. */
const checkOpened = async (page) => {
  run('walk', '--scene', 'pool', '--wander', '--seed', '3', '--seconds', '2', '--record', 'pool.rec');
  await page.setInputFiles('input[type=file]', join(folder, 'pool.rec'));
  await page.waitForFunction(() => window.glissando.session().name === 'pool');
  const now = await state(page);
  const isSame = await page.evaluate(() => window.glissando.session().isSame);
  assert.deepEqual([now.tick, now.isPaused, isSame], [120, true, true]);
};

const folder = mkdtempSync(join(tmpdir(), 'glissando-'));
const [world, { child, address }] = [await start(), await served()];
try {
  const count = await checkFiles(address);
  await withPage({ ...world, address }, async (page) => {
    await checkKept(page, address);
    await checkOpened(page);
  });
  console.log(`ok      the program serves all ${count} files of the page; each opens what the other kept`);
} finally {
  child.kill();
  await world.close();
  rmSync(folder, { recursive: true });
}
