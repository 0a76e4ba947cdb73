// The address of the page, what is fetched for it, and what dropped files are.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addressOf, wanted } from '../src/start/address';
import { fetchLevel, get } from '../src/start/fetched';
import { receive } from '../src/start/files';

const at = (search: string) => ({ search, hash: '' });

test('what cannot be used is a fault, and the rest counts', () => {
  const { options, faults, scene } = wanted(at('?scene=pool&seed=-1&hz=120&unit=0&up=z&spawn=roof'));
  expect(options).toEqual({ hz: 120, up: 'z', spawn: 'roof' });
  expect(scene).toBe('pool');
  expect(faults.map((fault) => fault.split(' ')[0])).toEqual(['seed', 'unit']);
  for (const seed of ['abc', '1.5', '1e99', 'NaN']) expect(wanted(at(`?seed=${seed}`)).faults, seed).toHaveLength(1);
  expect(wanted(at('?seed=4294967295'))).toMatchObject({ options: { seed: 4294967295 }, faults: [] });
});

test('a scene of the list keeps of the address what is for scenes', () => {
  const search = '?level=level/a.glb&spawn=roof&unit=2&up=z&files&seed=7&hz=30&wanders&autopilot&best';
  expect(addressOf('lifts', at(search))).toBe('?scene=lifts&seed=7&hz=30&wanders=&autopilot=&best=');
  expect(addressOf('lifts', at('?scene=pool&seed=-1'))).toBe('?scene=lifts');
});

test('a list is looked for where there is one, files by name where they are named', () => {
  for (const [search, beside] of [
    ['?level=a.glb', []],
    ['?level=level/a.glb', 'listed'],
    ['?level=a.glb&files', 'listed'],
    ['?level=level/a.gltf&files=a.bin,manifest.json', ['a.bin', 'manifest.json']],
  ] as const) {
    expect(wanted(at(search)).beside, search).toEqual(beside);
  }
});

const bytes = (length: number) => new Uint8Array(length);
const stopped = vi.fn();

/** An answer of so many bytes in pieces of ten. */
const answer = (length: number, headers: Record<string, string> = {}) => {
  let left = length;
  const body = new ReadableStream({
    pull(to) {
      to.enqueue(bytes(10));
      left -= 10;
      if (left <= 0) to.close();
    },
    cancel: stopped,
  });
  return new Response(body, { headers });
};

const answers = (by: Record<string, () => Response>) =>
  vi.stubGlobal('fetch', async (url: URL) => {
    const found = by[url.pathname];
    if (found === undefined) throw new TypeError('Failed to fetch');
    return found();
  });

beforeEach(() => vi.stubGlobal('document', { baseURI: 'http://here/page/' }));
afterEach(() => {
  vi.unstubAllGlobals();
  stopped.mockClear();
});

test('what is too large is not read to its end', async () => {
  answers({ '/long': () => answer(1e6), '/said': () => answer(20, { 'content-length': '1000' }), '/good': () => answer(100) });
  const file = (name: string) => get(new URL(`http://here/${name}`), name, 100);
  await expect(file('said')).rejects.toThrow(/^said: .*512 MiB/);
  await expect(file('long')).rejects.toThrow(/^long: .*512 MiB/);
  expect(stopped).toHaveBeenCalledOnce();
  expect(await file('good')).toHaveLength(100);
});

test('hosts that cannot be had are named, and foreign ones are not asked', async () => {
  const asked = vi.fn();
  vi.stubGlobal('fetch', async (url: URL) => asked(url) ?? Promise.reject(new TypeError('Failed to fetch')));
  await expect(fetchLevel('a.glb', [])).rejects.toThrow('a.glb: it cannot be fetched from here (Failed to fetch)');
  for (const address of ['http://there/a.glb', '//there/a.glb', 'data:,x']) {
    await expect(fetchLevel(address, []), address).rejects.toThrow(/from where this page is/);
  }
  expect(asked).toHaveBeenCalledOnce();
  answers({ '/page/a.glb': () => answer(10), '/page/files.json': () => new Response('["//there/b.glb"]') });
  for (const beside of ['listed', ['//there/b.glb']] as ('listed' | string[])[]) {
    await expect(fetchLevel('a.glb', beside), String(beside)).rejects.toThrow(/from where this page is/);
  }
});

test('what belongs to a level comes with it, by its own name', async () => {
  const text = (content: string) => () => new Response(content);
  answers({
    '/page/a%20b.gltf': text('{"buffers":[{"uri":"x%20y.bin"},{"uri":"data:,"}]}'),
    '/page/x%20y.bin': text('123'),
    '/page/50%25.json': text('{}'),
    '/page/files.json': text('["a b.gltf", "x y.bin", "50%.json"]'),
    '/page/b/files.json': text('{"not": "a list"}'),
    '/page/b/c.obj': text('v 0 0 0'),
  });
  const names = async (address: string, beside: 'listed' | string[]) => (await fetchLevel(address, beside)).map(({ name }) => name);
  expect(await names('a%20b.gltf', [])).toEqual(['a b.gltf', 'x y.bin']);
  expect(await names('a%20b.gltf', 'listed')).toEqual(['a b.gltf', 'x y.bin', '50%.json']);
  expect(await names('a%20b.gltf', ['50%.json'])).toEqual(['a b.gltf', 'x y.bin', '50%.json']);
  await expect(fetchLevel('b/c.obj', 'listed')).rejects.toThrow('b/files.json: it must be a list');
});

test('clips and recordings are told from levels by how they begin', async () => {
  const file = (name: string, text: string) => new File([text], name);
  for (const text of ['{"glissando":"clip"}', '{\n  "glissando" : "clip"\n}', ' {"glissando":"recording","version":3}\n{"tick":0}']) {
    expect(await receive([file('kept.json', text)]), text).toEqual({ files: [], clip: text, others: [] });
  }
  const { files, clip } = await receive([file('a.obj', 'v 0 0 0'), file('manifest.json', '{"levels":[]}')]);
  expect([files.map(({ name }) => name), clip]).toEqual([['a.obj', 'manifest.json'], undefined]);
  const [first, second] = ['{"glissando":"clip","version":1}', '{"glissando":"clip","version":2}'];
  const two = await receive([file('1.json', first), file('2.json', second)]);
  expect(two, 'the first counts').toEqual({ files: [], clip: first, others: ['2.json'] });
});
