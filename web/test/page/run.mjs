// The page in a browser: it starts, draws, and walks when keys are pressed.

import assert from 'node:assert/strict';
import { picture, withPage } from './browser.mjs';

const hero = (page) =>
  page.evaluate(() => {
    const { hero } = window.glissando.game;
    return { position: hero.position, ground: hero.ground };
  });

const tests = {
  'draws the level and who walks in it': async (page) => {
    await picture(page, 'start');
  },

  'walks ahead and up the stairs while a key is down': async (page) => {
    await page.evaluate(() => (window.glissando.running = false));
    await page.evaluate(() => window.glissando.advance(30));
    const before = await hero(page);
    assert.equal(before.ground, 'standing');
    await page.keyboard.down('ArrowLeft');
    await page.evaluate(() => window.glissando.advance(18));
    await page.keyboard.up('ArrowLeft');
    await page.keyboard.down('ArrowUp');
    await page.evaluate(() => window.glissando.advance(170));
    await page.keyboard.up('ArrowUp');
    const after = await hero(page);
    assert(after.position[0] < before.position[0] - 1, 'went left');
    assert(after.position[1] > before.position[1] + 1.9, `is up the stairs, at ${after.position}`);
    await picture(page, 'stairs');
  },

  'jumps with a': async (page) => {
    await page.evaluate(() => (window.glissando.running = false));
    await page.evaluate(() => window.glissando.advance(30));
    const before = await hero(page);
    await page.keyboard.down('a');
    await page.evaluate(() => window.glissando.advance(20));
    await page.keyboard.up('a');
    const after = await hero(page);
    assert.equal(after.ground, 'airborne');
    assert(after.position[1] > before.position[1] + 0.8, `is in the air, at ${after.position}`);
  },
};

let failed = 0;
for (const [name, test] of Object.entries(tests)) {
  try {
    await withPage(test);
    console.log(`ok      ${name}`);
  } catch (error) {
    failed += 1;
    console.error(`FAILED  ${name}\n${error.stack}`);
  }
}
console.log(`${Object.keys(tests).length - failed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
