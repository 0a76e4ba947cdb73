// Bodies and worlds to begin with.

import { cosDegrees, type AllSettings } from 'glissando';
import { defaults } from './settings';

export interface Preset {
  settings: AllSettings;
  /** m/s. */
  speed: number;
}

/** The default with some changes. */
const made = (speed: number, change: (settings: AllSettings) => void): Preset => {
  const settings = defaults();
  change(settings);
  return { settings, speed };
};

/** All sizes of a body times so much; what it jumps stays in proportion. */
const sized = (settings: AllSettings, times: number): void => {
  const scale = (value: number) => Number((value * times).toFixed(4));
  settings.radii = settings.radii.map(scale) as AllSettings['radii'];
  settings.crouchRadii = settings.crouchRadii.map(scale) as AllSettings['radii'];
  settings.ground.stepHeight = scale(settings.ground.stepHeight);
  settings.ground.snapDistance = scale(settings.ground.snapDistance);
  settings.jump.speed = Number((settings.jump.speed * Math.sqrt(times)).toFixed(4));
};

export const PRESETS: Readonly<Record<string, () => Preset>> = {
  Person: () => made(5, () => undefined),
  Child: () => made(3.5, (settings) => sized(settings, 0.6)),
  Giant: () => made(10, (settings) => sized(settings, 2.5)),
  Moon: () => made(4, (settings) => (settings.gravity = [0, -1.62, 0])),
  Ball: () =>
    made(5, (settings) => {
      settings.radii = [0.5, 0.5, 0.5];
      settings.crouchRadii = [0.3, 0.3, 0.3];
    }),
  // Units of 1/32 m and its rules: 320 a second, gravity 800, jumps of 270, slopes up to a cosine of 0.7, steps of 18.
  'As in Quake': () =>
    made(10, (settings) => {
      settings.radii = [0.5, 0.875, 0.5];
      settings.gravity = [0, -25, 0];
      Object.assign(settings.ground, { cosClimb: 0.7, cosSlip: 0.7, stepHeight: 0.5625, snapDistance: 0.5625 });
      Object.assign(settings.pace, { acceleration: 100, friction: 60, airAcceleration: 10 });
      settings.jump.speed = 8.4375;
    }),
  // Starts and stops at once, keeps its way in the air, and knows no steps.
  'As in NW3D': () =>
    made(6, (settings) => {
      Object.assign(settings.ground, { stepHeight: 0, cosClimb: cosDegrees(45), cosSlip: cosDegrees(45) });
      Object.assign(settings.pace, { acceleration: 'instant', friction: 'instant', airAcceleration: 'instant' });
    }),
};
