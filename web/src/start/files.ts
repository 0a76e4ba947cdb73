// Files that were dropped or chosen.

import type { LevelFile } from 'glissando';

/** What the file of a clip begins with, and that of a recording: it is opened as a clip is. */
const KEPT = ['{"clip":', '{"record":'];

/** What came in: level files, and the text of a clip or a recording if one was among them. */
export interface Received {
  files: LevelFile[];
  clip?: string;
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
  const received: Received = { files: [] };
  for (const file of files) {
    const bytes = await bytesOf(file);
    const begin = new TextDecoder().decode(bytes.subarray(0, 64)).trimStart();
    if (KEPT.some((mark) => begin.startsWith(mark))) received.clip = new TextDecoder().decode(bytes);
    else received.files.push({ name: file.name, bytes });
  }
  return received;
};
