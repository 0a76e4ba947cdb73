// The page itself: it starts, draws, shows every scene, has its knobs, and says what it lacks.

import assert from 'node:assert/strict';
import { messages, picture, state, ticks } from './browser.mjs';

const noWebGl = () => {
  const own = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
    return kind.startsWith('webgl') ? null : own.call(this, kind, ...rest);
  };
};

const message = async (page) => {
  await page.waitForFunction(() => document.querySelector('#message').textContent.includes('could not start'));
  return page.textContent('#message');
};

export const page = [
  {
    name: 'starts, draws, and walks at once',
    test: async (page) => {
      const after = await page.evaluate(() => window.glissando.readyAfter);
      console.log(`        the first picture after ${(after / 1000).toFixed(1)} s`);
      await page.evaluate(() => (window.glissando.running = true));
      const { tick } = await state(page);
      await page.waitForFunction((tick) => window.glissando.session().tick > tick + 5, tick);
      await picture(page, 'start');
    },
  },
  {
    name: 'shows every scene of the list',
    test: async (page) => {
      await page.getByRole('button', { name: 'Scenes' }).click();
      const names = await page.$$eval('.scene', (rows) => rows.map((row) => row.dataset.scene));
      assert(names.length >= 8 && names[0] === 'tour', names.join(', '));
      await page.locator('[data-scene="lifts"]').click();
      assert.equal(await page.locator('.scenes').isHidden(), true);
      for (const name of names.slice(1)) {
        const now = await page.evaluate((name) => {
          document.querySelector(`[data-scene="${name}"]`).click();
          window.glissando.ticks(2);
          return window.glissando.state();
        }, name);
        assert.equal(now.name, name);
        assert.equal(now.tick, 2);
      }
      assert.match(page.url(), new RegExp(`scene=${names.at(-1)}`));
      assert.deepEqual(await messages(page), []);
    },
  },
  {
    name: 'a thousand walkers are drawn',
    query: '?scene=crowd',
    test: async (page) => {
      await ticks(page, 10);
      assert.equal((await state(page)).counts[0], 1000);
      await picture(page, 'crowd');
    },
  },
  {
    name: 'every knob is there, presets are taken, what cannot be used is told, and it is all copied as Rust',
    test: async (page) => {
      await page.getByRole('button', { name: 'Settings' }).click();
      await page.getByRole('button', { name: 'Giant', exact: true }).click();
      await ticks(page, 1);
      assert.match(await page.evaluate(() => window.glissando.rust()), /radii: DVec3::new\(1\.0, 2\.25, 1\.0\)/);
      const speed = page.locator('.lil-controller', { hasText: /^speed, m\/s/ }).locator('input');
      await speed.fill('12');
      await speed.press('Enter');
      await page.getByText('+Z is up').evaluate((button) => button.click());
      await ticks(page, 1);
      assert.equal(await page.evaluate(() => window.glissando.session().settings.jump.speed), 12);
      assert.deepEqual(await page.evaluate(() => [...window.glissando.session().settings.up]), [0, 0, 1]);
      await ticks(page, 30);
      await picture(page, 'settings');
    },
    viewport: { width: 1000, height: 700 },
  },
  {
    name: 'keys in a field are not steps',
    test: async (page) => {
      await page.getByRole('button', { name: 'Share' }).click();
      await page.getByLabel('A link or a clip').fill('');
      await page.getByLabel('A link or a clip').press('p');
      assert.equal((await state(page)).isPaused, false);
      await page.keyboard.press('Escape');
    },
  },
  {
    name: 'says that there is no WebGL',
    isReady: false,
    prepare: (page) => page.addInitScript(noWebGl),
    test: async (page) => assert.match(await message(page), /no WebGL 2.*glissando walk/),
  },
  {
    name: 'says that the wasm file is missing',
    isReady: false,
    prepare: (page) => page.route('**/*.wasm', (route) => route.fulfill({ status: 404, body: 'not found' })),
    test: async (page) => assert.match(await message(page), /glissando could not be started/),
  },
];
