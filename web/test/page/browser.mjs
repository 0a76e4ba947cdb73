// The page in a real Chromium, without a window: started, watched for errors, looked at.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { serve } from './serve.mjs';

const DIST = fileURLToPath(new URL('../../dist', import.meta.url));
const OUT = fileURLToPath(new URL('../out', import.meta.url));

/** How long anything may take, milliseconds: the pictures are drawn by the processor. */
const PATIENCE = 60_000;

// Never --disable-gpu: it takes WebGL away, and with it all that is to be seen.
const FLAGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
];

/** Starts the browser and serves the built page, with more files by their paths. */
export const start = async (more = {}) => {
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
  assert(existsSync(executablePath), `there is no browser at ${executablePath}: install chromium, or set CHROMIUM`);
  assert(existsSync(`${DIST}/index.html`), 'there is no page in web/dist: run `npx vite build`');
  const server = await serve(DIST, more);
  const browser = await chromium.launch({ executablePath, args: FLAGS, headless: true });
  const close = async () => {
    await browser.close();
    server.close();
  };
  return { address: server.address, browser, close };
};

/** Opens the page, runs `test(page, address)`, and fails on anything that the console calls an error.
 *
 * Time stands still in it: `window.glissando.ticks` lets it go on. `isReady` is false for a page that cannot start. */
export const withPage = async ({ address, browser }, test, options = {}) => {
  const { query = '', viewport = { width: 640, height: 400 }, prepare, isReady = true, ...context } = options;
  const own = await browser.newContext({ viewport, ...context });
  const errors = [];
  try {
    const page = await own.newPage();
    page.setDefaultTimeout(PATIENCE);
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('requestfailed', (request) => errors.push(`${request.url()} failed: ${request.failure()?.errorText}`));
    await prepare?.(page);
    await page.goto(address + query);
    if (isReady) await ready(page, errors);
    await test(page, address);
    if (isReady) assert.deepEqual(errors, [], 'the console has errors');
  } finally {
    await own.close();
  }
};

/** Waits for the first picture, and stops the clock. */
export const ready = async (page, errors = []) => {
  await page.waitForFunction(() => window.glissando?.ready === true).catch(async (error) => {
    const message = await page.textContent('#message').catch(() => '');
    throw new Error(`the page did not become ready: ${message} ${errors.join('; ') || error.message}`);
  });
  await page.evaluate(() => (window.glissando.running = false));
};

/** Keeps a picture of the page in web/test/out, and checks that something is drawn on it. */
export const picture = async (page, name) => {
  mkdirSync(OUT, { recursive: true });
  await page.screenshot({ path: `${OUT}/${name}.png` });
  const colours = await page.evaluate(() => {
    const canvas = document.querySelector('canvas');
    const small = Object.assign(document.createElement('canvas'), { width: 64, height: 64 });
    const context = small.getContext('2d');
    context.drawImage(canvas, 0, 0, 64, 64);
    const pixels = new Uint32Array(context.getImageData(0, 0, 64, 64).data.buffer);
    return new Set(pixels).size;
  });
  assert(colours > 50, `the picture ${name} has ${colours} colours: nothing is drawn`);
  return colours;
};

/** What the test hook tells. */
export const state = (page) => page.evaluate(() => window.glissando.state());
export const ticks = (page, count) => page.evaluate((count) => window.glissando.ticks(count), count);
export const news = (page) => page.evaluate(() => window.glissando.news().map(({ name }) => name));
export const messages = (page) => page.evaluate(() => window.glissando.messages());
export const print = (page) => page.evaluate(() => window.glissando.stateHash());

/** Puts the character somewhere, at rest and looking along `yaw`, and lets it come down. */
export const put = async (page, place, yaw) => {
  await page.evaluate(
    ([place, yaw]) => {
      window.glissando.put(place);
      window.glissando.look(yaw, -0.25);
      window.glissando.ticks(20);
      window.glissando.news();
    },
    [place, yaw],
  );
};

/** Holds keys for so many ticks. */
export const hold = async (page, keys, count) => {
  for (const key of keys) await page.keyboard.down(key);
  await ticks(page, count);
  for (const key of keys) await page.keyboard.up(key);
};
