// A level from an address, with the files that belong to it.

import type { LevelFile } from 'glissando';

/** Most bytes of a level and its files together. */
const MOST = 512 << 20;

/** The bytes at an address; nothing if there are none. */
const get = async (url: URL): Promise<Uint8Array | undefined> => {
  const response = await fetch(url);
  // Some hosts answer with a page of theirs where there is no file.
  const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false;
  if (!response.ok || isPage) return undefined;
  return new Uint8Array(await response.arrayBuffer());
};

/** What may lie beside a level, where no list says what does. */
const guesses = (name: string, bytes: Uint8Array): string[] => {
  const stem = name.replace(/\.[^.]*$/, '');
  const names = [`${stem}.entities.json`, `${stem}.movers.glb`, 'manifest.json'];
  if (!name.toLowerCase().endsWith('.gltf')) return names;
  try {
    const { buffers = [] } = JSON.parse(new TextDecoder().decode(bytes)) as { buffers?: { uri?: string }[] };
    const uris = buffers.flatMap(({ uri }) => (uri && !uri.startsWith('data:') ? [uri] : []));
    return [...uris, ...names];
  } catch {
    // The loader says better what is wrong with it.
    return names;
  }
};

/** The names in `files.json` beside a level, if there is one. */
const listed = async (base: URL): Promise<string[] | undefined> => {
  const list = await get(new URL('files.json', base));
  if (list === undefined) return undefined;
  const names: unknown = JSON.parse(new TextDecoder().decode(list));
  return Array.isArray(names) && names.every((name) => typeof name === 'string') ? names : undefined;
};

/** The level first, then what belongs to it. */
export const fetchLevel = async (address: string): Promise<LevelFile[]> => {
  const url = new URL(address, document.baseURI);
  const base = new URL('.', url);
  const name = decodeURIComponent(url.pathname.slice(base.pathname.length));
  const bytes = await get(url);
  if (bytes === undefined) throw new Error(`${address}: there is no such file; see ?level= in the address of this page`);
  const files = [{ name, bytes }];
  const others = (await listed(base)) ?? guesses(name, bytes);
  for (const other of others.filter((other) => other !== name)) {
    const found = await get(new URL(other, base));
    if (found) files.push({ name: decodeURIComponent(other), bytes: found });
  }
  const size = files.reduce((sum, file) => sum + file.bytes.length, 0);
  if (size > MOST) throw new Error(`${address}: ${size} bytes, more than the accepted ${MOST}`);
  return files;
};
