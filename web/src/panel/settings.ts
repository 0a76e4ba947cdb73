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

/** Another shape of the body: a capsule is as deep as wide, and at least as high; a cylinder is as deep as
 * wide; the edges of either and of a box are no rounder than the body is thick. */
export const shapeBody = (settings: AllSettings, body: AllSettings['body']): void => {
  settings.body = body;
  for (const key of ['radii', 'crouchRadii'] as const) {
    const [x, y] = settings[key];
    if (body === 'capsule') settings[key] = [x, Math.max(x, y), x];
    if (body === 'cylinder') settings[key] = [x, y, x];
    if (body === 'box' || body === 'cylinder') settings.rounding = Math.min(settings.rounding, ...settings[key]);
  }
};
