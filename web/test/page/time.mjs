// Time: stopped, tick by tick, back and on again; and the same bits as everywhere.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { hold, picture, print, put, state, ticks } from './browser.mjs';

/** What `glissando walk --scene tour --wander --seed 7` comes to after 10 000 ticks; a native test reads it too. */
const text = (name) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8').trim();
const expected = text('tour.hash');

/** Tick, character and position on the way: compared first, they say where a run parts. */
const trace = text('tour.trace.txt')
  .split('\n')
  .map((line) => line.split(' ').map(Number));

export const time = [
  {
    name: 'stops, goes tick by tick, back, and on again to the same bits',
    test: async (page) => {
      await hold(page, ['ArrowUp'], 90);
      const [then, bits] = [await state(page), await print(page)];
      await page.keyboard.press('p');
      for (let press = 0; press < 3; press += 1) await page.keyboard.press(',');
      const back = await state(page);
      assert.equal(back.tick, then.tick - 3);
      assert.equal(back.isPaused, true);
      // Whoever only touches keys while time stands still changes nothing of what was walked.
      await page.evaluate(() => (window.glissando.running = true));
      for (const key of ['w', 'c', ' ']) {
        await page.keyboard.down(key);
        await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))));
        await page.keyboard.up(key);
      }
      await page.evaluate(() => (window.glissando.running = false));
      assert.equal(await page.evaluate(() => window.glissando.session().latest), then.tick);
      for (let press = 0; press < 3; press += 1) await page.keyboard.press('.');
      assert.equal((await state(page)).tick, then.tick);
      assert.equal(await print(page), bits);
      await page.keyboard.press('t');
      const { position, isPaused } = await state(page);
      assert(Math.abs(position[0] + 1.5) < 0.2 && isPaused, `T is to be seen at once, at ${position}`);
    },
  },
  {
    name: 'runs back while R is held, and slower',
    test: async (page) => {
      await ticks(page, 100);
      await page.keyboard.press('[');
      assert.equal(await page.evaluate(() => window.glissando.session().pace), 0.5);
      await page.keyboard.down('r');
      await page.evaluate(() => (window.glissando.running = true));
      await page.waitForFunction(() => window.glissando.session().tick < 90);
      await page.evaluate(() => (window.glissando.running = false));
      await page.keyboard.up('r');
    },
  },
  {
    name: 'shows what the mover sees, as pictures and as words',
    query: '?best',
    viewport: { width: 1280, height: 720 },
    test: async (page) => {
      await put(page, [16.2, 1, 5.6], 1.35);
      await hold(page, ['ArrowUp'], 36);
      await page.keyboard.press('p');
      await page.keyboard.press('o');
      await ticks(page, 0);
      assert.equal((await state(page)).isOverlaid, true);
      assert.match(await page.textContent('.story'), /Tick \d+: \d+ sweep/);
      await picture(page, 'overlay');
    },
  },
  {
    name: '10 000 ticks come to the same bits as the native program',
    query: '?scene=tour&seed=7&wanders&autopilot',
    test: async (page) => {
      const [from, positions, print] = await page.evaluate((ticks) => {
        const session = window.glissando.session();
        session.goTo(0);
        const from = session.tick;
        session.setAutopilot(true);
        const positions = ticks.map((tick) => {
          session.run(tick - session.tick);
          return [...session.position];
        });
        return [from, positions, session.stateHash()];
      }, trace.map(([tick]) => tick));
      assert.equal(from, 0);
      for (const [index, [tick, , ...position]] of trace.entries()) {
        assert.deepEqual(positions[index], position, `the first tick that differs: ${tick}`);
      }
      assert.equal(print, expected);
    },
  },
];
