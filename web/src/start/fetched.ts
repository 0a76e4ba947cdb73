// A level from an address, with the files that belong to it.

import type { LevelFile } from 'glissando';
import type { Beside } from './address';
import { partsOf } from './level';

/** Most bytes of a level and its files together. */
const MOST = 512 << 20;

/** What says what lies beside a level. */
const LIST = 'files.json';

/** A part of an address as a name. */
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error(`${text}: this is no name in an address; a % in a name is written %25`);
  }
};

/** The bytes of an answer, at most so many: the rest is not even read. */
const read = async (response: Response, name: string, most: number): Promise<Uint8Array> => {
  const tooLarge = () => new Error(`${name}: with what belongs to it, it has more than the accepted ${MOST >> 20} MiB`);
  if (Number(response.headers.get('content-length') ?? 0) > most) throw tooLarge();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = response.body!.getReader();
  for (let { value, done } = await reader.read(); !done; { value, done } = await reader.read()) {
    parts.push(value!);
    size += value!.length;
    if (size <= most) continue;
    await reader.cancel();
    throw tooLarge();
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
};

/** Where a file is, by its address relative to `base`. Other hosts are not asked: a link could make who follows it
 * visit them. */
const placeOf = (address: string, base: string | URL): URL => {
  const place = URL.canParse(address, base) ? new URL(address, base) : undefined;
  if (place?.origin === new URL(document.baseURI).origin) return place;
  throw new Error(`${address}: levels are fetched from where this page is, not from elsewhere; drop the files here instead`);
};

/** The bytes at an address; nothing if there are none. */
export const get = async (url: URL, name: string, most = MOST): Promise<Uint8Array | undefined> => {
  const response = await fetch(url).catch((error: unknown) => {
    throw new Error(`${name}: it cannot be fetched from ${url.host} (${error instanceof Error ? error.message : String(error)})`);
  });
  // Some hosts answer with a page of theirs where there is no file.
  const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false;
  return response.ok && !isPage ? read(response, name, most) : undefined;
};

/** The names in the list beside a level; none if there is no list. */
const listed = async (base: URL, folder: string): Promise<string[]> => {
  const list = await get(new URL(LIST, base), folder + LIST);
  if (list === undefined) return [];
  try {
    const names: unknown = JSON.parse(new TextDecoder().decode(list));
    if (Array.isArray(names) && names.every((name) => typeof name === 'string')) return names;
  } catch {
    // Said below.
  }
  throw new Error(`${folder}${LIST}: it must be a list of names of files, as ["hall.glb", "hall.movers.glb"]`);
};

/** A name as a part of an address. */
const escaped = (name: string): string => name.split('/').map(encodeURIComponent).join('/');

/** The level first, then what belongs to it. Nothing is asked for that nobody named. */
export const fetchLevel = async (address: string, beside: Beside): Promise<LevelFile[]> => {
  const url = placeOf(address, document.baseURI);
  const base = new URL('.', url);
  const folder = address.slice(0, address.lastIndexOf('/') + 1);
  let left = MOST;
  const files: LevelFile[] = [];
  const add = async (place: URL, name: string, path: string): Promise<void> => {
    if (files.some((file) => file.name === name)) return;
    const bytes = await get(place, path, left);
    if (bytes === undefined) throw new Error(`${path}: there is no such file; see ?level= in the address of this page`);
    left -= bytes.length;
    files.push({ name, bytes });
  };
  await add(url, decoded(url.pathname.slice(base.pathname.length)), address);
  for (const part of partsOf(files[0]!)) await add(placeOf(part, base), decoded(part), folder + part);
  const names = beside === 'listed' ? await listed(base, folder) : beside;
  for (const name of names) await add(placeOf(escaped(name), base), name, folder + name);
  return files;
};
