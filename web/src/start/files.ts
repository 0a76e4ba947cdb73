// Files that were dropped or chosen.

import type { LevelFile } from 'glissando';

/** What the file of a clip begins with, and that of a recording: it is opened as a clip is. */
const KEPT = /^\s*\{\s*"glissando"\s*:\s*"(clip|recording)"/;

/** What came in: level files, the text of the first clip or recording, and the names of the other ones. */
export interface Received {
  files: LevelFile[];
  clip?: string;
  others: string[];
}

const bytesOf = async (file: File): Promise<Uint8Array> => {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    throw new Error(`${file.name}: it cannot be read; a folder's files must be dropped themselves`);
  }
};

export const receive = async (files: File[]): Promise<Received> => {
  if (files.length === 0) throw new Error('no file came; drop a level (.glb, .gltf, .obj, .stl) or a clip (.json)');
  const received: Received = { files: [], others: [] };
  for (const file of files) {
    const bytes = await bytesOf(file);
    if (!KEPT.test(new TextDecoder().decode(bytes.subarray(0, 64)))) received.files.push({ name: file.name, bytes });
    else if (received.clip === undefined) received.clip = new TextDecoder().decode(bytes);
    else received.others.push(file.name);
  }
  return received;
};
