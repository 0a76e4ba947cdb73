// The settings of a character, all of them.

import { Config, type Rate, type Settings } from 'glissando';

type Three = [number, number, number];

/** As a session tells them. */
export interface AllSettings {
  radii: Three;
  crouchRadii: Three;
  rotation: [number, number, number, number];
  up: Three;
  gravity: Three;
  skin?: number;
  filter: { mask: number };
  ground: { cosClimb: number; cosSlip: number; stepHeight: number; snapDistance: number };
  pace: { acceleration: Rate; friction: Rate; airAcceleration: Rate; flyAcceleration: Rate };
  jump: { speed: number; coyoteTime: number; bufferTime: number };
  inherit: 'full' | 'horizontal' | 'none' | { capped: number };
  soft: { layers: number; pushSpeed: number };
}

/** A copy that may be changed. */
export const copied = (settings: Settings): AllSettings => structuredClone(settings) as AllSettings;

/** The library's defaults. */
export const defaults = (): AllSettings => {
  const config = new Config();
  const settings = copied(config.settings);
  config.free();
  return settings;
};

/** Degrees of a cosine, as people write them. */
export const degrees = (cosine: number): number => Number(((Math.acos(cosine) * 180) / Math.PI).toFixed(6));
