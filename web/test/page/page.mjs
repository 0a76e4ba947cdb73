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

/** Who used a knob walks on with the keys, and stops where they are let go. */
const keysAreFree = async (page) => {
  const held = async () => {
    await ticks(page, 1);
    return page.evaluate(() => window.glissando.session().controls);
  };
  await page.keyboard.down('w');
  await page.locator('.panel').getByText('what the mover sees').click();
  assert.equal((await held()).forward, 1);
  await page.keyboard.up('w');
  assert.equal((await held()).forward, 0, 'let go while a box has the focus');
  await page.locator('.panel').getByText('triggers').click();
  await page.keyboard.press('o');
  assert.equal((await state(page)).isOverlaid, false, 'switched on by the box, off by the key');
  await page.getByRole('button', { name: 'Person', exact: true }).click();
  await page.keyboard.down(' ');
  assert.equal((await held()).jump, true, 'no button takes the key');
  await page.keyboard.up(' ');
  const field = page.locator('.lil-controller', { hasText: /^step height/ }).locator('input');
  await field.focus();
  await page.keyboard.press('w');
  assert.equal((await held()).forward, 0, 'who writes a number does not walk');
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.settings').isHidden(), true);
  await page.getByRole('button', { name: 'Settings' }).click();
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
    name: 'what cannot be drawn or done is told once, and the page goes on',
    test: async (page) => {
      const count = async (words) => (await messages(page)).filter((text) => text.includes(words)).length;
      const broken = (name) =>
        page.evaluate((name) => {
          window.glissando.session()[name] = () => {
            throw new Error(`${name} is broken`);
          };
        }, name);
      await broken('places');
      await page.evaluate(() => (window.glissando.running = true));
      const { tick } = await state(page);
      await page.waitForFunction((tick) => window.glissando.session().tick > tick + 10, tick);
      assert.equal(await count('places is broken'), 1);
      await page.evaluate(() => {
        delete window.glissando.session().places;
        window.glissando.running = false;
      });
      await broken('step');
      await page.keyboard.press('.');
      await page.getByRole('button', { name: '›' }).click();
      assert.equal(await count('step is broken'), 2);
      await page.evaluate(() => delete window.glissando.session().step);
      await ticks(page, 1);
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
      const before = await page.evaluate(() => window.glissando.rust());
      await keysAreFree(page);
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
      // Back to before all of this.
      await page.evaluate(() => {
        const slider = document.querySelector('.time input');
        slider.value = slider.min;
        slider.dispatchEvent(new Event('input'));
      });
      assert.equal(await page.evaluate(() => window.glissando.rust()), before);
      assert.equal(await page.locator('.lil-controller', { hasText: /^speed, m\/s/ }).locator('input').inputValue(), '5');
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
      const keys = await page.$$eval('.help dt, .help dd', (cells) => cells.map((cell) => cell.textContent).join(' '));
      for (const key of ['N ', 'Backspace', '- and +']) assert(keys.includes(key), `${key} is in: ${keys}`);
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
