// What is drawn of bodies.

import type { BodyShape } from 'glissando';
import { expect, test } from 'vitest';
import { merged } from '../src/picture/triangles';

const body = (index: number): BodyShape => ({
  index,
  name: '',
  positions: new Float32Array(9),
  triangleMaterials: new Uint16Array(1),
  materials: [''],
  pose: new Float64Array([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]),
  isMover: false,
});

test('neighbours are drawn different steps back: in one place they would flicker', () => {
  const { steps } = merged([body(0), body(1), body(2)], [0, 0, 0]);
  expect([...steps!]).toEqual([0, 0, 0, 1, 1, 1, 2, 2, 2]);
});
