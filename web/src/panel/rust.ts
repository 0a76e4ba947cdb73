// Settings as Rust: what differs from the defaults.

import { cosDegrees, type AllSettings } from 'glissando';
import { defaults, degrees } from './settings';

/** A number as Rust writes it. */
const float = (value: number | string): string => {
  if (typeof value === 'string') return 'f64::INFINITY';
  const text = String(value);
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
};

const list = (values: readonly number[]): string => values.map(float).join(', ');
const vector = (values: readonly number[]): string => `DVec3::new(${list(values)})`;
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** `accelerationOfX` as Rust names it. */
const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Lines for the numbers of a group that differ. */
const differing = (own: Record<string, number | string>, usual: Record<string, number | string>): string[] =>
  Object.entries(own).flatMap(([name, value]) => (isSame(value, usual[name]) ? [] : [`${snake(name)}: ${float(value)}`]));

const group = (type: string, fields: string[], count: number): string =>
  fields.length === count ? `${type} { ${fields.join(', ')} }` : `${type} { ${fields.join(', ')}, ..${type}::default() }`;

/** Whether a cosine is that of the degrees that people write, to the last bit. */
const isOfDegrees = (cosine: number): boolean => cosDegrees(degrees(cosine)) === cosine;

const ground = (own: AllSettings['ground'], usual: AllSettings['ground']): string => {
  const { cosClimb, cosSlip, ...lengths } = own;
  if (!isOfDegrees(cosClimb) || !isOfDegrees(cosSlip)) return group('GroundSettings', differing(own, usual), 4);
  const { cosClimb: _climb, cosSlip: _slip, ...usualLengths } = usual;
  const fields = differing(lengths, usualLengths);
  const made = fields.length > 0 ? group('GroundSettings', fields, 4) : 'GroundSettings::default()';
  if (cosClimb === usual.cosClimb && cosSlip === usual.cosSlip) return made;
  return `${made}.with_slopes_degrees(${float(degrees(cosClimb))}, ${float(degrees(cosSlip))})`;
};

const inherit = (own: AllSettings['inherit']): string =>
  typeof own === 'string' ? `Inherit::${own[0]!.toUpperCase()}${own.slice(1)}` : `Inherit::Capped(${float(own.capped)})`;

/** One field of the whole, if it differs. */
const fieldOf = (name: keyof AllSettings, own: AllSettings, usual: AllSettings): string | undefined => {
  if (isSame(own[name], usual[name])) return undefined;
  switch (name) {
    case 'body':
      return `BodyShape::${own.body[0]!.toUpperCase()}${own.body.slice(1)}`;
    case 'radii':
    case 'crouchRadii':
    case 'up':
    case 'gravity':
      return vector(own[name]);
    case 'rounding':
      return float(own.rounding);
    case 'rotation':
      return `DQuat::from_xyzw(${list(own.rotation)})`;
    case 'skin':
      return `Some(${float(own.skin!)})`;
    case 'filter':
      return `Filter { mask: ${own.filter.mask} }`;
    case 'ground':
      return ground(own.ground, usual.ground);
    case 'pace':
      return group('AccelerationSettings', differing(own.pace, usual.pace), 4);
    case 'jump':
      return group('JumpSettings', differing(own.jump, usual.jump), 3);
    case 'inherit':
      return inherit(own.inherit);
    case 'soft':
      return `SoftSettings { layers: ${own.soft.layers}, push_speed: ${float(own.soft.pushSpeed)} }`;
  }
};

/** An expression of type `glissando::Settings`; its names are those of `glissando::character` and of the library's root. */
export const asRust = (own: AllSettings): string => {
  const usual = defaults();
  const names = Object.keys(usual) as (keyof AllSettings)[];
  const lines = names.flatMap((name) => {
    const value = fieldOf(name, own, usual);
    return value === undefined ? [] : [`    ${snake(name)}: ${value},\n`];
  });
  return lines.length === 0 ? 'Settings::default()\n' : `Settings {\n${lines.join('')}    ..Settings::default()\n}\n`;
};
