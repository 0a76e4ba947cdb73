// Texts of the page: messages stay short, and long links are told.

import { expect, test } from 'vitest';
import { linkHint } from '../src/hud/sharing';
import { listOf, short } from '../src/hud/wording';

test('numbers of hundreds of digits and endless names are shortened, all else stays', () => {
  const usual = 'hall.obj: line 12, v: 0.123456789012345 is out of range (1e300)';
  expect(short(usual)).toBe(usual);
  expect(short(`x is 1${'0'.repeat(300)}: too large`)).toBe('x is 1e300: too large');
  expect(short(`x is -15${'0'.repeat(30)}.5`)).toBe('x is -1.5e31');
  const name = `${'a'.repeat(100)}${'z'.repeat(100)}.glb`;
  expect(short(`${name}: is empty`)).toMatch(/^a{29}…z{24}\.glb: is empty$/);
  expect(short('no end '.repeat(1000)).length).toBeLessThan(601);
});

test('of many names the first ones are told', () => {
  expect(listOf(['a', 'b', 'c'])).toBe('a, b, c');
  expect(listOf(['a', 'b', 'c', 'd', 'e'])).toBe('a, b, c and 2 more');
});

test('a link that many programs cut off is told', () => {
  expect(linkHint('x'.repeat(30_000))).toBe('');
  expect(linkHint('x'.repeat(30_001))).toContain('Save clip');
});
