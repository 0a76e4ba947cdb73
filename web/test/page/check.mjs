// The check of a level in the page: the map grows, findings have rows and pins, a click opens the walk.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { messages, picture, state } from './browser.mjs';

const file = (name) => readFileSync(fileURLToPath(new URL(`../../../crates/glissando-check/tests/level/${name}`, import.meta.url)));
const ROOM = file('room.obj');
const KINDS = file('room.findings.jsonl').toString().trim().split('\n').map((line) => JSON.parse(line));

const drop = (page, name, buffer) => page.setInputFiles('input[type=file]', { name, mimeType: 'application/octet-stream', buffer });
const open = async (page, name, buffer) => {
  await drop(page, `${name}.obj`, buffer);
  await page.waitForFunction((name) => window.glissando.session().name === name, name);
};
const press = (page, name) => page.locator('.check').getByRole('button', { name, exact: true }).click();
const status = (page) => page.textContent('.check .progress');
const done = (page) => page.waitForFunction(() => /reached, \d+ %/.test(document.querySelector('.check .progress').textContent));
const reached = (page) => page.evaluate(() => window.glissando.reached());

export const check = [
  {
    name: 'a dropped level is checked: its places are on the map, findings have rows and pins, and a click opens the walk',
    viewport: { width: 1000, height: 700 },
    test: async (page) => {
      await open(page, 'room', ROOM);
      await page.locator('.menu button', { hasText: 'Check' }).click();
      await press(page, 'Check');
      await done(page);
      const summary = await status(page);
      console.log(`        ${summary}`);
      // A fast machine checks this room between two looks at it: the map that grows is the next test's.
      assert.equal(await reached(page), Number(/([\d,]+) places reached/.exec(summary)[1].replaceAll(',', '')), 'all that is reached is on the map');
      const rows = await page.$$eval('.check li', (rows) => rows.map((row) => row.querySelector('span').textContent));
      assert.deepEqual(rows, KINDS.map(({ reason }) => reason));
      await page.evaluate(() => window.glissando.look(0.8, -0.5));
      await page.evaluate(() => window.glissando.ticks(1));
      await picture(page, 'check');

      await page.locator('.finding').first().click();
      await page.waitForFunction(() => window.glissando.state().isPaused);
      const opened = await state(page);
      assert.deepEqual([opened.name, opened.tick], ['room', 0]);
      assert.match((await messages(page)).join(), /walk of a finding, paused at its start/);
      assert.equal(await page.locator('.check li').count(), KINDS.length, 'the findings stay');
      const end = await page.evaluate(() => {
        const { latest } = window.glissando.session();
        window.glissando.ticks(latest);
        return window.glissando.session().position;
      });
      assert(end[1] < -1, `it fell out, to ${end}`);

      // A pin does what its row does.
      await page.evaluate(() => window.glissando.session().goTo(0));
      await page.evaluate(() => window.glissando.ticks(0));
      const pins = page.locator('.pin:visible');
      assert((await pins.count()) > 0, 'no pin is in sight');
      await page.evaluate(() => (window.glissando.session().isPaused = false));
      await picture(page, 'check-clip');
      await pins.last().click();
      await page.waitForFunction(() => window.glissando.state().isPaused);
    },
  },
  {
    name: 'a scene is checked and its map grows, a check is stopped, and another level ends it',
    query: '?scene=doors',
    test: async (page) => {
      await page.locator('.menu button', { hasText: 'Check' }).click();
      await press(page, 'Check');
      await page.waitForFunction(() => window.glissando.reached() > 0);
      await press(page, 'Stop');
      assert.match(await status(page), /^Stopped after .* places reached/);
      await press(page, 'Check');
      await page.waitForFunction(() => window.glissando.reached() > 0);
      await open(page, 'room', ROOM);
      assert.deepEqual([await reached(page), await page.locator('.check .progress').isHidden()], [0, true]);
      await page.goBack();
      await page.waitForFunction(() => window.glissando.session().name === 'doors');
      await press(page, 'Check');
      await done(page);
      console.log(`        ${await status(page)}`);
      const rows = page.locator('.finding:visible');
      if ((await rows.count()) > 0) {
        await rows.first().click();
        await page.waitForFunction(() => window.glissando.messages().some((text) => /walk of a finding|No walk shows/.test(text)));
      }
    },
  },
  {
    name: 'what cannot be checked is told, and the page goes on',
    test: async (page) => {
      // 100 km across: too many cells.
      const wide = 'v -50000 0 -50000\nv -50000 0 50000\nv 50000 0 50000\nv 50000 0 -50000\nf 1 2 3 4\n';
      await open(page, 'wide', Buffer.from(wide));
      await page.locator('.menu button', { hasText: 'Check' }).click();
      await press(page, 'Check');
      await page.waitForFunction(() => window.glissando.messages().some((text) => text.includes('the check: the level has')));
      assert.equal(await page.locator('.check').getByRole('button', { name: 'Check', exact: true }).count(), 1);
      const { tick } = await state(page);
      await page.evaluate(() => window.glissando.ticks(1));
      assert.equal((await state(page)).tick, tick + 1);
    },
  },
];
