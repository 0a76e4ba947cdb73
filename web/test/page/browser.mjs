// A page in a real Chromium, without a window: started, watched for errors, looked at.

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

/** Opens the built page, runs `test(page)`, and fails on anything that the console calls an error. */
export const withPage = async (test, { query = '', viewport = { width: 800, height: 500 } } = {}) => {
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
  assert(existsSync(executablePath), `there is no browser at ${executablePath}: install chromium, or set CHROMIUM`);
  assert(existsSync(`${DIST}/index.html`), 'there is no page in web/dist: run `npx vite build`');
  const server = await serve(DIST);
  const browser = await chromium.launch({ executablePath, args: FLAGS, headless: true });
  const errors = [];
  try {
    const page = await browser.newPage({ viewport });
    page.setDefaultTimeout(PATIENCE);
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('requestfailed', (request) => errors.push(`${request.url()} failed: ${request.failure()?.errorText}`));
    await page.goto(server.address + query);
    await page.waitForFunction(() => window.glissando?.ready === true).catch((error) => {
      throw new Error(`the page did not become ready: ${errors.join('; ') || error.message}`);
    });
    await test(page);
    assert.deepEqual(errors, [], 'the console has errors');
  } finally {
    await browser.close();
    server.close();
  }
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
