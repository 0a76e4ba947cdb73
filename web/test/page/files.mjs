// One's own levels: dropped, chosen, by address; and files that are none.

import assert from 'node:assert/strict';
import { hold, messages, picture, state, ticks } from './browser.mjs';

/** A floor of 20 m, and a step of 30 cm across it. */
const OBJ = `o floor
usemtl ground
v -10 0 -10
v -10 0 10
v 10 0 10
v 10 0 -10
f 1 2 3 4
o step
usemtl stairs
v -10 0.3 -4
v -10 0.3 -2
v 10 0.3 -2
v 10 0.3 -4
v -10 0 -2
v 10 0 -2
f 5 6 7 8
f 6 9 10 7
`;

/** What lies beside the page. */
export const served = { 'level/room.obj': OBJ, 'level/files.json': JSON.stringify(['room.obj']) };

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
  ['clip.json', bytes('{"clip":1,"origin":'), /clip/],
  ['other.json', bytes('{"some": "thing"}'), /other\.json/],
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
    name: 'a level at an address is walked in',
    query: '?level=level/room.obj',
    test: async (page) => {
      assert.equal((await state(page)).name, 'room');
      await ticks(page, 60);
      assert.equal((await state(page)).ground, 'standing');
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
        assert(text.length > 15 && !/panick|unreachable|undefined|\[object/.test(text), text);
        const { tick } = await state(page);
        await ticks(page, 1);
        const now = await state(page);
        assert.deepEqual([now.name, now.tick], ['tour', tick + 1]);
      }
    },
  },
];
