// The knobs: each number of the settings with its unit and its range.

import { cosDegrees, type AllSettings, type Rate } from 'glissando';
import { Euler, MathUtils, Quaternion } from 'three';
import { degrees, shapeBody } from './settings';

export interface Field {
  group: string;
  name: string;
  least: number;
  most: number;
  step: number;
  read(settings: AllSettings): number;
  write(settings: AllSettings, value: number): void;
}

/** A rate of this much and more is shown as this, and is at once. */
const AT_ONCE = 200;

const shown = (rate: Rate): number => (rate === 'instant' ? AT_ONCE : Math.min(rate, AT_ONCE));
const meant = (value: number): Rate => (value >= AT_ONCE ? 'instant' : value);

const axes = (group: string, key: 'radii' | 'crouchRadii' | 'up' | 'gravity', unit: string, range: [number, number]) =>
  ['x', 'y', 'z'].map((axis, index): Field => ({
    group,
    name: `${axis}${unit}`,
    least: range[0],
    most: range[1],
    step: 0.01,
    read: (settings) => settings[key][index]!,
    write: (settings, value) => {
      // A capsule has one width: x and z are the same knob.
      const isWidth = index === 2 && settings.body === 'capsule' && key !== 'up' && key !== 'gravity';
      settings[key][isWidth ? 0 : index] = value;
      shapeBody(settings, settings.body);
    },
  }));

const rate = (key: keyof AllSettings['pace'], name: string): Field => ({
  group: `Pace (${AT_ONCE}: at once)`,
  name: `${name}, m/s²`,
  least: 0,
  most: AT_ONCE,
  step: 1,
  read: ({ pace }) => shown(pace[key]),
  write: ({ pace }, value) => (pace[key] = meant(value)),
});

const jump = (key: keyof AllSettings['jump'], name: string, most: number): Field => ({
  group: 'Jump',
  name,
  least: 0,
  most,
  step: 0.01,
  read: (settings) => settings.jump[key],
  write: (settings, value) => (settings.jump[key] = value),
});

const length = (key: 'stepHeight' | 'snapDistance', name: string): Field => ({
  group: 'Ground',
  name,
  least: 0,
  most: 2,
  step: 0.01,
  read: ({ ground }) => ground[key],
  write: ({ ground }, value) => (ground[key] = value),
});

const slopes: Field[] = [
  {
    group: 'Ground',
    name: 'climbs up to, °',
    least: 0,
    most: 90,
    step: 0.5,
    read: ({ ground }) => degrees(ground.cosClimb),
    // What is climbed holds too.
    write: ({ ground }, value) => {
      ground.cosClimb = Math.max(0, cosDegrees(value));
      ground.cosSlip = Math.min(ground.cosSlip, ground.cosClimb);
    },
  },
  {
    group: 'Ground',
    name: 'holds up to, °',
    least: 0,
    most: 90,
    step: 0.5,
    read: ({ ground }) => degrees(ground.cosSlip),
    write: ({ ground }, value) => {
      ground.cosSlip = Math.max(0, cosDegrees(value));
      ground.cosClimb = Math.max(ground.cosSlip, ground.cosClimb);
    },
  },
];

const skin: Field = {
  group: 'Body',
  name: 'skin, mm',
  least: 0.4,
  most: 50,
  step: 0.1,
  read: ({ skin, radii }) => Number(((skin ?? Math.min(...radii) / 100) * 1000).toFixed(3)),
  write: (settings, value) => (settings.skin = value / 1000),
};

/** Counts for a box alone. */
const rounding: Field = {
  group: 'Body',
  name: 'round edges of a box, mm',
  least: 1,
  most: 500,
  step: 1,
  read: (settings) => Number((settings.rounding * 1000).toFixed(3)),
  write: (settings, value) => {
    settings.rounding = value / 1000;
    shapeBody(settings, settings.body);
  },
};

/** How the body is turned, degrees to either side: about its own y first, then its x, then its z. Further there are
 * other numbers for the same. */
const TURNS = { x: 90, y: 179, z: 179 };

const turned: Field[] = (['x', 'y', 'z'] as const).map((axis) => {
  const angles = ({ rotation }: AllSettings) => new Euler().setFromQuaternion(new Quaternion(...rotation), 'YXZ');
  return {
    group: 'Body',
    name: `turned about ${axis}, °`,
    least: -TURNS[axis],
    most: TURNS[axis],
    step: 1,
    read: (settings) => Number(MathUtils.radToDeg(angles(settings)[axis]).toFixed(3)),
    write: (settings, value) => {
      const euler = angles(settings);
      euler[axis] = MathUtils.degToRad(value);
      const [x, y, z, w] = new Quaternion().setFromEuler(euler).toArray();
      settings.rotation = [x, y, z, w];
    },
  };
});

/** Layers are bits of a number of 32. */
const ALL_LAYERS = 0xffffffff;

const layers = (group: string, read: Field['read'], write: Field['write']): Field => ({
  group,
  name: 'layers (bits)',
  least: 0,
  most: ALL_LAYERS,
  step: 1,
  read,
  write: (settings, value) => write(settings, Math.round(value)),
});

const softly: Field[] = [
  layers('Soft obstacles', ({ soft }) => soft.layers, ({ soft }, value) => (soft.layers = value)),
  {
    group: 'Soft obstacles',
    name: 'push, m/s',
    least: 0,
    most: 20,
    step: 0.1,
    read: ({ soft }) => soft.pushSpeed,
    write: ({ soft }, value) => (soft.pushSpeed = value),
  },
];

export const FIELDS: readonly Field[] = [
  ...axes('Body', 'radii', ' radius, m', [0.05, 4]),
  skin,
  rounding,
  ...turned,
  ...axes('Body when crouching', 'crouchRadii', ' radius, m', [0.05, 4]),
  ...slopes,
  length('stepHeight', 'step height, m'),
  length('snapDistance', 'snap down, m'),
  rate('acceleration', 'ground'),
  rate('friction', 'to rest'),
  rate('airAcceleration', 'in the air'),
  rate('flyAcceleration', 'flying'),
  jump('speed', 'speed, m/s', 20),
  jump('coyoteTime', 'coyote time, s', 0.5),
  jump('bufferTime', 'buffer time, s', 0.5),
  ...axes('Gravity, m/s²', 'gravity', '', [-30, 30]),
  ...axes('Up', 'up', '', [-1, 1]),
  layers('What is met', ({ filter }) => filter.mask, ({ filter }, value) => (filter.mask = value)),
  ...softly,
];
