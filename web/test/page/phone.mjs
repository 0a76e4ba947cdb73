// Fingers on a small screen.

import assert from 'node:assert/strict';
import { picture, put, state, ticks } from './browser.mjs';

export const phone = [
  {
    name: 'a finger on the left walks, one on the right looks, a button jumps',
    viewport: { width: 390, height: 780 },
    hasTouch: true,
    isMobile: true,
    test: async (page) => {
      await put(page, [16.5, 1, 6], Math.PI / 2);
      const before = await state(page);
      const fingers = await page.context().newCDPSession(page);
      const touch = (type, ...points) =>
        fingers.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y, id]) => ({ x, y, id })) });
      await touch('touchStart', [90, 450, 1]);
      await touch('touchMove', [90, 380, 1]);
      await ticks(page, 30);
      await picture(page, 'phone');
      await touch('touchEnd');
      const walked = await state(page);
      assert(walked.position[0] < before.position[0] - 1, `walked to ${walked.position}`);
      await ticks(page, 30);
      await touch('touchStart', [330, 350, 2]);
      await touch('touchMove', [230, 350, 2]);
      await touch('touchEnd');
      const yaw = await page.evaluate(() => window.glissando.session().view(0, 0) && window.glissando.session().controls.yaw);
      await ticks(page, 1);
      const turned = await page.evaluate(() => window.glissando.session().controls.yaw);
      assert(Math.abs(turned - yaw) > 0.3, `turned from ${yaw} to ${turned}`);
      await touch('touchStart', [90, 450, 1]);
      await touch('touchMove', [90, 380, 1]);
      await touch('touchEnd');
      const held = () => page.evaluate(() => window.glissando.session().controls);
      await ticks(page, 1);
      assert((await held()).forward > 0.9, 'a flick shorter than a tick is a step');
      await ticks(page, 1);
      assert.equal((await held()).forward, 0);
      const box = await page.getByRole('button', { name: 'Jump' }).boundingBox();
      await touch('touchStart', [box.x + box.width / 2, box.y + box.height / 2, 3]);
      await touch('touchEnd');
      await ticks(page, 10);
      assert.equal((await state(page)).ground, 'airborne', 'a tap shorter than a tick jumps');
      assert.equal((await held()).jump, false);
      await page.getByRole('button', { name: 'Help' }).click();
      await page.getByRole('button', { name: 'Fly', exact: true }).click();
      await ticks(page, 1);
      assert.equal((await held()).fly, true, 'what has no finger has a button');
      await picture(page, 'help');
    },
  },
];
