// What the address asks for, what it cannot ask for, and the way back.

import assert from 'node:assert/strict';
import { messages, state, ticks } from './browser.mjs';
import { OBJ } from './levels.mjs';

/** What lies beside the page. */
export const served = {
  'level/room.obj': OBJ,
  'level/100%.obj': OBJ,
  'level/files.json': JSON.stringify(['room.obj', '100%.obj']),
  'alone/room.obj': OBJ,
  'broken/room.obj': OBJ,
  'broken/files.json': '["room.obj"',
};

/** Goes to another address of the page without loading it anew. */
const go = (page, query) =>
  page.evaluate((query) => {
    history.pushState(null, '', query);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, query);

const said = async (page, words) => {
  await page.waitForFunction((words) => window.glissando.messages().some((text) => text.includes(words)), words);
  await page.evaluate(() => document.querySelectorAll('.toast').forEach((toast) => toast.remove()));
};

const named = (page, name) => page.waitForFunction((name) => window.glissando.session().name === name, name);

export const addresses = [
  {
    name: 'what cannot be used in an address is told and left out, and does not go on to other scenes',
    query: '?scene=doors&seed=abc&hz=-5&spawn=nope&up=x&autopilot',
    test: async (page) => {
      const texts = (await messages(page)).join('\n');
      for (const words of [/seed is abc/, /hz is -5/, /nope/, /up is x/]) assert.match(texts, words);
      assert.equal((await state(page)).name, 'doors');
      await page.getByRole('button', { name: 'Scenes' }).click();
      await page.locator('[data-scene="lifts"]').click();
      await named(page, 'lifts');
      assert.match(page.url(), /\?scene=lifts&autopilot=$/);
      assert.equal(await page.evaluate(() => window.glissando.session().isOnAutopilot), true);
      await go(page, '?seed=-1');
      await said(page, 'seed is -1');
      await named(page, 'tour');
      assert.equal(await page.evaluate(() => window.glissando.session().isOnAutopilot), false);
      await page.goBack();
      await named(page, 'lifts');
      assert.equal(await page.evaluate(() => window.glissando.session().isOnAutopilot), true);
      await page.goBack();
      await named(page, 'doors');
    },
  },
  {
    name: 'a level at an address is walked in, and nothing is asked for that is not there',
    query: '?level=alone/room.obj',
    test: async (page) => {
      assert.equal((await state(page)).name, 'room');
      await ticks(page, 60);
      assert.equal((await state(page)).ground, 'standing');
      const asked = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await go(page, '?level=level/100%2525.obj');
      await named(page, '100%');
      assert.deepEqual(asked, ['/level/100%25.obj', '/level/files.json', '/level/room.obj']);
      await go(page, '?level=alone/room.obj&unit=0.5&spawn=typo');
      await said(page, 'Left out: spawn');
      const widest = () => {
        const { positions, pose } = window.glissando.session().bodies()[0];
        return Math.max(...positions) * pose[0];
      };
      assert.equal(await page.evaluate(widest), 5, 'the unit counts all the same');
      await go(page, '?level=level/100%2525.obj');
      await named(page, '100%');
      for (const [query, words] of [
        ['?level=https://example.com/a.glb', 'https://example.com/a.glb: levels are fetched from where this page is'],
        ['?level=broken/room.obj&files', 'broken/files.json: it must be a list'],
        ['?level=alone/100%25.obj', '100%.obj: this is no name'],
      ]) {
        await go(page, query);
        await said(page, words);
      }
      assert.equal((await state(page)).name, '100%', 'what cannot be fetched leaves all as it is');
      let answer;
      await page.route('**/late.obj', (route) => (answer = () => route.fulfill({ body: OBJ })));
      await go(page, '?level=alone/late.obj');
      await go(page, '?scene=pool');
      await named(page, 'pool');
      const answered = page.waitForResponse('**/late.obj');
      answer();
      await (await answered).finished();
      // Long enough for a page that would open it.
      await page.waitForTimeout(300);
      assert.equal((await state(page)).name, 'pool', 'what comes late is not opened');
      await page.route('**/gone.obj', (route) => route.fulfill({ contentType: 'text/html', body: 'a page' }));
      await go(page, '?level=alone/gone.obj');
      await said(page, 'alone/gone.obj: there is no such file');
      assert(!asked.some((path) => path.includes('example')), asked.join());
    },
  },
];
