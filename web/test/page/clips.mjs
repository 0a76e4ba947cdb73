// A bug as a link.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { hold, messages, print, ready, state, ticks } from './browser.mjs';

export const clips = [
  {
    name: 'a link opens at the same tick with the same bits, and so does a file',
    permissions: ['clipboard-read', 'clipboard-write'],
    test: async (page) => {
      await hold(page, ['ArrowUp'], 60);
      await hold(page, ['ArrowLeft', 'ArrowUp', 'a'], 17);
      await page.keyboard.down('Shift');
      await ticks(page, 3);
      assert.equal(await page.evaluate(() => window.glissando.session().speed), 10);
      const [{ tick }, bits] = [await state(page), await print(page)];
      await page.getByRole('button', { name: 'Share' }).click();
      await page.getByRole('button', { name: 'Copy link' }).click();
      await page.waitForFunction(() => window.glissando.messages().some((text) => text.includes('copied')));
      const link = await page.evaluate(() => navigator.clipboard.readText());
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save clip' }).click();
      const clip = readFileSync(await (await saved).path());
      await page.keyboard.up('Shift');

      const check = async (what) => {
        const now = await state(page);
        assert.deepEqual([now.tick, now.isPaused, await print(page)], [tick, true, bits], what);
        assert.equal(await page.evaluate(() => window.glissando.session().speed), 5, 'hurrying is not kept');
      };
      await page.goto('about:blank');
      await page.goto(link);
      await ready(page);
      await check('the link');
      assert.match((await messages(page)).join(), /paused at tick/);
      await page.keyboard.press(',');
      assert.equal((await state(page)).tick, tick - 1);

      await page.goto(link.split('#')[0]);
      await ready(page);
      await page.setInputFiles('input[type=file]', { name: 'bug.json', mimeType: 'application/json', buffer: clip });
      await page.waitForFunction((tick) => window.glissando.session().tick === tick, tick);
      await check('the file');
      // One who flies in the clip flies on.
      await page.keyboard.press('f');
      await ticks(page, 5);
      await page.getByRole('button', { name: 'Share' }).click();
      const flown = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save clip' }).click();
      await page.setInputFiles('input[type=file]', await (await flown).path());
      await page.waitForFunction(() => window.glissando.messages().filter((text) => text.includes('paused at tick')).length === 2);
      await ticks(page, 1);
      assert.equal(await page.evaluate(() => window.glissando.session().controls.fly), true);
    },
  },
  {
    name: 'the whole walk is saved as the program records it',
    test: async (page) => {
      await hold(page, ['ArrowUp'], 30);
      await page.getByRole('button', { name: 'Share' }).click();
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save the whole walk' }).click();
      const lines = readFileSync(await (await saved).path(), 'utf8').trim().split('\n');
      assert(lines.length >= 30, `${lines.length} lines`);
      for (const line of lines) JSON.parse(line);
    },
  },
  {
    name: 'a damaged link is told, and the scene of the address is there all the same',
    query: '?scene=lifts#clip=AAAA',
    test: async (page) => {
      assert.match((await messages(page)).join(), /damaged|cut off/);
      assert.equal((await state(page)).name, 'lifts');
    },
  },
];
