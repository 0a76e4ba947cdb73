// One's own levels: dropped or chosen; clips of them; and files that are none.

import assert from 'node:assert/strict';
import { hold, messages, picture, print, put, ready, state, ticks } from './browser.mjs';
import { obj, OBJ } from './levels.mjs';

const bytes = (text) => Buffer.from(text);
const glb = Buffer.concat([bytes('glTF'), Buffer.from(new Uint32Array([2, 9999, 500, 0x4e4f534a]).buffer), bytes('{"as')]);

/** Files that are no levels, and what is said about them. */
const HOSTILE = [
  ['empty.glb', Buffer.alloc(0), /empty\.glb/],
  ['short.glb', glb, /short\.glb/],
  ['text.glb', bytes('this is no level at all, but a letter'), /text\.glb/],
  ['nan.obj', bytes('v nan 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n'), /nan\.obj/],
  ['far.obj', bytes('v 1e300 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n'), /far\.obj/],
  ['short.stl', bytes('solid'), /short\.stl/],
  ['notes.txt', bytes('hello'), /notes\.txt/],
  ['clip.json', bytes('{"glissando":"clip","version":3,"origin":'), /clip/],
  ['other.json', bytes('{"some": "thing"}'), /other\.json/],
  ['a.movers.glb', glb, /moves in a level: drop it together with a\.glb/],
  ['a.gltf', bytes('{"asset":{"version":"2.0"},"buffers":[{"uri":"a%20b.bin","byteLength":4}]}'), /a\.gltf needs a%20b\.bin/],
  [`${'n'.repeat(180)}.obj`, bytes('v 1 2\n'), /n…n/],
];

const choose = (page, files) =>
  page.setInputFiles(
    'input[type=file]',
    files.map(([name, buffer]) => ({ name, mimeType: 'application/octet-stream', buffer })),
  );

/** Drops a file as a hand would. */
const drop = (page, name, text) =>
  page.evaluate(
    ([name, text]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], name));
      for (const type of ['dragenter', 'dragover', 'drop']) {
        document.querySelector('#view').dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
      }
    },
    [name, text],
  );

export const files = [
  {
    name: 'what cannot be opened while the first level is on its way does not stop that one',
    test: async (page, address) => {
      let answer;
      await page.route('**/alone/slow.obj', (route) => (answer = () => route.fulfill({ body: OBJ })));
      await page.goto(`${address}?level=alone/slow.obj`, { waitUntil: 'commit' });
      await page.waitForFunction(() => window.glissando !== undefined);
      await page.keyboard.press('p');
      await drop(page, 'notes.txt', 'hello');
      await page.waitForFunction(() => window.glissando.messages().some((text) => text.includes('notes.txt')));
      await answer();
      await ready(page);
      assert.equal((await state(page)).name, 'slow');
      assert(!(await messages(page)).join().includes('undefined'), 'keys mean nothing before there is a walk');
    },
  },
  {
    name: 'a dropped level is walked in',
    test: async (page) => {
      await drop(page, 'room.obj', OBJ);
      await page.waitForFunction(() => window.glissando.session().name === 'room');
      await ticks(page, 60);
      const before = await state(page);
      assert.equal(before.ground, 'standing');
      await page.evaluate(() => window.glissando.look(0, 0));
      await hold(page, ['ArrowUp'], 30);
      const after = await state(page);
      assert(after.position[2] < before.position[2] - 1, `walked from ${before.position} to ${after.position}`);
      await picture(page, 'dropped');
    },
  },
  {
    name: 'a clip of a dropped level waits for it in a fresh page, and opens at the same tick with the same bits',
    permissions: ['clipboard-read', 'clipboard-write'],
    test: async (page) => {
      await drop(page, 'room.obj', OBJ);
      await page.waitForFunction(() => window.glissando.session().name === 'room');
      await page.evaluate(() => window.glissando.look(0, 0));
      await hold(page, ['ArrowUp'], 70);
      const [{ tick }, bits] = [await state(page), await print(page)];
      await page.getByRole('button', { name: 'Share' }).click();
      await page.getByRole('button', { name: 'Copy link' }).click();
      await page.waitForFunction(() => window.glissando.messages().some((text) => text.includes('copied')));
      const link = await page.evaluate(() => navigator.clipboard.readText());
      await page.goto('about:blank');
      await page.goto(link);
      await ready(page);
      assert.match((await messages(page)).join(), /clip is of room: drop/);
      assert.equal((await state(page)).name, 'tour');
      // What is no level at all does not end the waiting.
      await drop(page, 'notes.txt', 'hello');
      await page.waitForFunction(() => window.glissando.messages().some((text) => text.includes('notes.txt')));
      await drop(page, 'room.obj', OBJ);
      await page.waitForFunction((tick) => window.glissando.session().tick === tick, tick);
      assert.deepEqual([(await state(page)).name, await print(page)], ['room', bits]);
      // It is open: the same file is a level again, and the same clip needs no file.
      await drop(page, 'room.obj', OBJ);
      await page.waitForFunction(() => window.glissando.session().tick === 0);
      const paste = async () => {
        await page.getByRole('button', { name: 'Share' }).click();
        await page.getByLabel('A link or a clip').focus();
        await page.keyboard.press('Control+V');
      };
      await paste();
      await page.waitForFunction((tick) => window.glissando.session().tick === tick, tick);
      assert.equal(await print(page), bits);
      // Another file of that name is a level, whatever a clip waits for.
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Scenes' }).click();
      await page.locator('[data-scene="lifts"]').click();
      await paste();
      await page.waitForFunction(() => window.glissando.messages().some((text) => text.includes('clip is of room: drop')));
      await drop(page, 'room.obj', obj(2));
      await page.waitForFunction(() => window.glissando.session().name === 'room');
      assert.match((await messages(page)).join(), /not the level that was walked/);
      // And back to what was dropped before.
      await page.goBack();
      await page.waitForFunction(() => window.glissando.session().name === 'lifts');
      await page.goBack();
      await page.waitForFunction(() => window.glissando.session().name === 'room');
      const widest = await page.evaluate(() => Math.max(...window.glissando.session().bodies()[0].positions));
      assert.equal(widest, 10, 'the level of before, not the last one');
    },
  },
  {
    name: 'two levels, one of another unit, and a fall without an end: what is to be done is told',
    test: async (page) => {
      const count = async (words) => (await messages(page)).filter((text) => text.includes(words)).length;
      await choose(page, [['room.obj', bytes(OBJ)], ['hall.obj', bytes(OBJ)]]);
      await page.waitForFunction(() => window.glissando.messages().some((text) => text.includes('This is room.obj. hall.obj')));
      assert.equal((await state(page)).name, 'room');

      for (let fall = 1; fall <= 2; fall += 1) {
        await put(page, [0, -150, 0], 0);
        await ticks(page, 1);
        await ticks(page, 1);
        assert.equal(await count('nothing below any more'), fall);
        await page.keyboard.press('t');
        await ticks(page, 60);
        assert.equal((await state(page)).ground, 'standing');
      }

      await choose(page, [['large.obj', bytes(obj(100))]]);
      await page.waitForFunction(() => window.glissando.session().name === 'large');
      const large = () =>
        page.evaluate(() => {
          const bodies = window.glissando.session().bodies();
          return Math.max(...bodies.flatMap(({ positions, pose }) => [...positions].map((c) => c * pose[0])));
        });
      assert.equal(await large(), 1000);
      assert.equal(await count('this level is 2000 m large'), 1);
      await page.getByRole('button', { name: 'centimetres' }).click();
      assert.equal(await large(), 10);
      assert.equal((await state(page)).name, 'large');
    },
  },
  {
    name: 'files that are no levels are told by name, and the walk goes on',
    test: async (page) => {
      for (const [name, content, said] of HOSTILE) {
        const count = (await messages(page)).length;
        await choose(page, [[name, content]]);
        await page.waitForFunction(([name, count]) => window.glissando.messages().length !== count || window.glissando.messages().at(-1)?.includes(name), [name, count]);
        const text = (await messages(page)).at(-1);
        console.log(`        ${text.slice(0, 160)}`);
        assert.match(text, said);
        assert(!/\d{20}|\S{80}/.test(text), text);
        assert(text.length > 15 && !/panick|unreachable|undefined|\[object/.test(text), text);
        const { tick } = await state(page);
        await ticks(page, 1);
        const now = await state(page);
        assert.deepEqual([now.name, now.tick], ['tour', tick + 1]);
      }
    },
  },
];
