// Small screens and fingers: nothing lies over what is needed.

import assert from 'node:assert/strict';
import { ticks } from './browser.mjs';

const SIZES = [
  [640, 400],
  [480, 300],
  [320, 480],
  [390, 844],
  [844, 390],
];

const DRAWERS = ['Scenes', 'Settings', 'Check', 'Share', 'Help'];

/** Pairs of these parts of the page that overlap, and those that are not wholly on the screen. */
const clashes = (page, parts) =>
  page.evaluate((parts) => {
    // A title is as wide as its letters.
    const boxOf = (part) => {
      const range = document.createRange();
      const found = document.querySelector(part);
      range.selectNodeContents(found);
      return (part === 'h1' ? range : found).getBoundingClientRect();
    };
    const boxes = parts.map((part) => [part, boxOf(part)]);
    const found = boxes
      .filter(([, box]) => box.width > 0 && (box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight))
      .map(([part]) => `${part} sticks out`);
    boxes.forEach(([a, one], index) => {
      for (const [b, other] of boxes.slice(index + 1)) {
        const [wide, high] = [
          Math.min(one.right, other.right) - Math.max(one.left, other.left),
          Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top),
        ];
        if (wide > 1 && high > 1) found.push(`${a} lies over ${b}`);
      }
    });
    return found;
  }, parts);

const opened = async (page, name) => {
  const box = `.${name.toLowerCase()}`;
  await page.locator('.menu button', { hasText: name }).tap();
  assert.equal(await page.locator('.touch').isHidden(), true, 'fingers mean the drawer');
  assert.deepEqual(await clashes(page, [box, '.time']), [], name);
  const isOnTop = await page.locator(`${box} > .close`).evaluate((close) => {
    const { x, y, width, height } = close.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2) === close;
  });
  assert(isOnTop, `${name} can be closed`);
  await page.locator(`${box} > .close`).tap();
  assert.equal(await page.locator(box).isHidden(), true);
  assert.equal(await page.locator('.touch').isHidden(), false);
};

export const small = [
  {
    name: 'on small screens nothing lies over what is needed',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    test: async (page) => {
      await page.keyboard.press('o');
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        await ticks(page, 1);
        const size = `${width} x ${height}`;
        const parts = ['header', '.menu', '.time'];
        assert.deepEqual(await clashes(page, [...parts, '.touch']), [], size);
        assert.deepEqual(await clashes(page, ['.time .pause', '.time input', '.time output', '.time select']), [], size);
        assert.deepEqual(await clashes(page, ['h1', '.auto']), [], size);
        const line = await page.locator('.time output').evaluate((clock) => clock.getBoundingClientRect().height);
        assert(line < 26, `${size}: the clock has ${line} pixels`);
        for (const name of DRAWERS) await opened(page, name);
        await page.keyboard.press('p');
        assert.deepEqual(await clashes(page, [...parts, '.story']), [], `${size}: the story`);
        await page.evaluate(() => (document.querySelector('.gauge .rest').textContent = 'carried, '.repeat(12)));
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        assert.deepEqual(await clashes(page, ['header', '.story']), [], `${size}: the story below a high head`);
        await page.keyboard.press('p');
      }
    },
  },
];
