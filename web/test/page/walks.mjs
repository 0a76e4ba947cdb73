// The tour on foot, by real keys.

import assert from 'node:assert/strict';
import { hold, news, picture, put, state, ticks } from './browser.mjs';

/** Radians: where the eyes look to go along x, and against it. */
const [EAST, WEST] = [-Math.PI / 2, Math.PI / 2];

export const walks = [
  {
    name: 'the cursor keys walk and turn, and climb the stairs',
    test: async (page) => {
      await put(page, [16.5, 1, 6], WEST);
      await hold(page, ['ArrowUp'], 75);
      const { position, ground } = await state(page);
      assert(position[0] < 11 && position[1] > 1.9, `is up the stairs, at ${position}`);
      assert.equal(ground, 'standing');
      assert((await news(page)).includes('stepped up'));
      await picture(page, 'stairs');
      await hold(page, ['ArrowRight'], 39);
      await hold(page, ['ArrowDown'], 20);
      const after = await state(page);
      assert(after.position[2] > position[2] + 0.5, `turned to -z and went back, from ${position} to ${after.position}`);
    },
  },
  {
    name: 'a jumps, and goes left once one walks with letters',
    test: async (page) => {
      await put(page, [16.5, 1, 6], WEST);
      const before = await state(page);
      await hold(page, ['a'], 15);
      const jumped = await state(page);
      assert.equal(jumped.ground, 'airborne');
      assert(jumped.position[1] > before.position[1] + 0.6, `is in the air, at ${jumped.position}`);
      await ticks(page, 60);
      await page.keyboard.press('a');
      await ticks(page, 5);
      assert.equal((await state(page)).ground, 'airborne', 'a tap shorter than a tick jumps');
      await ticks(page, 60);
      assert.equal((await state(page)).ground, 'standing', 'and jumps once');
      await hold(page, ['w'], 2);
      await hold(page, ['a'], 30);
      const after = await state(page);
      assert.equal(after.ground, 'standing');
      assert(after.position[2] > before.position[2] + 1, `went left, to ${after.position}`);
    },
  },
  {
    name: 'rides the lift',
    test: async (page) => {
      await put(page, [24, 1, 15], WEST);
      await hold(page, ['ArrowUp'], 28);
      assert.equal((await state(page)).support, 'lift');
      await page.keyboard.press('e');
      await ticks(page, 110);
      const up = await state(page);
      assert(up.position[1] > 2.7, `rode up to ${up.position}`);
      await picture(page, 'lift');
      await hold(page, ['ArrowUp'], 40);
      const { position, support } = await state(page);
      assert.equal(support, 'dock-lift', `stands at ${position}`);
    },
  },
  {
    name: 'opens the door',
    test: async (page) => {
      await put(page, [2, 3, 15], WEST);
      await hold(page, ['ArrowUp'], 60);
      const before = await state(page);
      assert(before.position[0] > 0.4, `the door is closed, at ${before.position}`);
      await page.keyboard.press('e');
      await ticks(page, 70);
      await picture(page, 'door');
      await hold(page, ['ArrowUp'], 45);
      const { position } = await state(page);
      assert(position[0] < -1, `went through the door, to ${position}`);
    },
  },
  {
    name: 'is thrown by the jump pad, and picks up the gem',
    test: async (page) => {
      await put(page, [-2.5, 1, 18.7], EAST);
      await hold(page, ['ArrowUp'], 45);
      const heard = [...(await news(page))];
      await ticks(page, 60);
      heard.push(...(await news(page)));
      assert(heard.includes('launched') && heard.includes('picked up'), heard.join(', '));
    },
  },
  {
    name: 'crouches, flies, hurries, and looks out of its own eyes',
    test: async (page) => {
      await put(page, [16.5, 1, 6], EAST);
      await hold(page, ['c'], 10);
      await ticks(page, 2);
      assert.equal((await state(page)).isCrouching, false, 'stands up again');
      await page.keyboard.down('c');
      await ticks(page, 5);
      assert.equal((await state(page)).isCrouching, true);
      await page.keyboard.up('c');
      await page.keyboard.press('f');
      await hold(page, ['Space'], 60);
      const { position } = await state(page);
      assert(position[1] > 3, `flies, at ${position}`);
      await page.keyboard.press('v');
      await ticks(page, 1);
      assert.equal((await state(page)).isFirstPerson, true);
      await page.keyboard.press('f');
      await ticks(page, 120);
      await hold(page, ['Shift', 'ArrowUp'], 40);
      assert((await state(page)).speed[0] > 7, 'runs twice as fast');
      await page.keyboard.press('t');
      await ticks(page, 1);
      assert(Math.abs((await state(page)).position[0] + 1.5) < 0.2, 'is back at the start');
    },
  },
];
