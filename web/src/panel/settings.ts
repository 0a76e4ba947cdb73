// The settings of a character, all of them.

import { type AllSettings, Config } from 'glissando';

/** A copy that may be changed. */
export const copied = (settings: AllSettings): AllSettings => structuredClone(settings);

/** The library's defaults. */
export const defaults = (): AllSettings => {
  const config = new Config();
  const settings = copied(config.settings);
  config.free();
  return settings;
};

/** Degrees of a cosine, as people write them. */
export const degrees = (cosine: number): number => Number(((Math.acos(cosine) * 180) / Math.PI).toFixed(6));
