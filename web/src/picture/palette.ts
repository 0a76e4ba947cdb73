// Colours by the names of materials: the same name looks the same in every level.

import { Color } from 'three';

const NAMED: Readonly<Record<string, number>> = {
  ground: 0xa9b8a4,
  seams: 0x9fb4c4,
  slivers: 0x86a0b5,
  wall: 0xd6c2a1,
  stairs: 0xe0a868,
  ledge: 0xc3b1cf,
  ramp: 0x8fc0b2,
  low: 0xcf9a94,
  steep: 0xc46c50,
  pad: 0x9b74d8,
  lift: 0xe6bb4a,
  table: 0x52a8ad,
  train: 0xd8693f,
  door: 0x8c6248,
  press: 0xa8433f,
};

const OTHERS = [
  0xb7c0a8, 0xcbb79c, 0x9db3c9, 0xc9a2a0, 0x94bdb0, 0xbcaed0, 0xd9b27c, 0xa5b37e, 0xc79f7b, 0x8fa7a9,
];

/** Of who is steered, and of what is shown of it. */
export const HERO = 0xff8a3c;

/** Where slopes are shown: walked on, slipped from slowly, not held at all, and what is above one. */
export const SLOPES = { walked: 0x7fc48b, slipped: 0xe8b95a, steep: 0xd9705c, above: 0x8d8fb0 };

/** The colour of a material. */
export const colourOf = (material: string): Color => {
  const named = NAMED[material];
  if (named !== undefined) return new Color(named);
  let sum = 0;
  for (const letter of material) sum = (sum * 31 + letter.codePointAt(0)!) >>> 0;
  return new Color(OTHERS[sum % OTHERS.length]);
};

/** A colour for one of many: all different, all equally bright. */
export const colourOfMany = (index: number): Color =>
  new Color().setHSL((index * 0.618034) % 1, 0.45, 0.55 + 0.12 * Math.sin(index * 2.1));
