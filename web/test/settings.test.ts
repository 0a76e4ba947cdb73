// The page's "Copy as Rust". What it gives is compiled by a native test, crates/glissando-play/tests/copied_settings.rs.

import { readFileSync } from 'node:fs';
import { Config, load } from 'glissando';
import { beforeAll, expect, test } from 'vitest';
import { FIELDS } from '../src/panel/fields';
import { PRESETS } from '../src/panel/presets';
import { asRust } from '../src/panel/rust';
import { defaults } from '../src/panel/settings';
import { turnUp } from '../src/panel/upright';

beforeAll(() => load());

test('nothing but the defaults is one word', () => {
  expect(asRust(defaults())).toBe('Settings::default()\n');
});

test('whatever can be changed is told as Rust', () => {
  const settings = defaults();
  settings.radii = [0.5, 1, 0.5];
  settings.crouchRadii = [0.5, 0.6, 0.5];
  settings.skin = 0.004;
  turnUp(settings, [0, 0, 1]);
  settings.filter.mask = 5;
  const field = (name: string, value: number) => FIELDS.find((field) => field.name === name)!.write(settings, value);
  field('climbs up to, °', 50);
  field('holds up to, °', 60);
  field('step height, m', 0.3);
  field('ground, m/s²', 200);
  field('in the air, m/s²', 12.5);
  Object.assign(settings.jump, { speed: 6, coyoteTime: 0.1, bufferTime: 0.15 });
  settings.inherit = { capped: 4 };
  settings.soft = { layers: 2, pushSpeed: 3 };
  expect(asRust(settings)).toBe(readFileSync(new URL('copied.rs', import.meta.url), 'utf8'));
});

test('a cosine that is of no round angle is told to the last bit', () => {
  const settings = defaults();
  settings.ground.cosClimb = 0.7;
  settings.ground.cosSlip = 0.7;
  expect(asRust(settings)).toContain('ground: GroundSettings { cos_climb: 0.7, cos_slip: 0.7, ..GroundSettings::default() },');
});

test('every preset and every end of every knob can be used', () => {
  for (const [name, preset] of Object.entries(PRESETS)) {
    expect(() => new Config(preset().settings), name).not.toThrow();
  }
  for (const field of FIELDS.filter(({ group }) => group !== 'Up')) {
    for (const value of [field.least, field.most]) {
      const settings = defaults();
      field.write(settings, value);
      expect(() => new Config(settings), `${field.group}: ${field.name} = ${value}`).not.toThrow();
      expect(field.read(settings)).toBeCloseTo(value, 3);
    }
  }
});
