// What is drawn of bodies.

import type { BodyShape } from 'glissando';
import { expect, test } from 'vitest';
import { bodyGeometry, type BodyLook } from '../src/picture/bodies';
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

test('the surface of a body is closed, faces out, and is as large as the body', () => {
  const cases: [BodyLook, number, number][] = [
    [{ half: [0.4, 0.9, 0.4], rounding: 0, isRound: false }, 0.55, 0.604],
    [{ half: [0.5, 1, 0.5], rounding: 0.5, isRound: false }, 1.2, 1.31],
    [{ half: [0.5, 1, 0.25], rounding: 0.02, isRound: false }, 0.98, 1],
    [{ half: [0.5, 1, 0.5], rounding: 0.02, isRound: true }, 1.53, 1.571],
  ];
  for (const [look, least, most] of cases) {
    const geometry = bodyGeometry(look, [6, 8]);
    const { half } = look;
    const [points, normals] = ['position', 'normal'].map((name) => geometry.getAttribute(name)!) as [Points, Points];
    const at = (of: Points, corner: number) => [of.getX(corner), of.getY(corner), of.getZ(corner)] as const;
    const order = [...geometry.getIndex()!.array];
    let volume = 0;
    for (let first = 0; first < order.length; first += 3) {
      const [a, b, c] = order.slice(first, first + 3).map((corner) => at(points, corner)) as [Triple, Triple, Triple];
      const across = cross(minus(b, a), minus(c, a));
      if (dot(across, across) > 1e-18) {
        expect(dot(across, a)).toBeGreaterThan(0);
        expect(dot(across, at(normals, order[first]!))).toBeGreaterThan(0);
      }
      volume += dot(a, cross(b, c)) / 6;
    }
    expect(volume).toBeGreaterThan(least);
    expect(volume).toBeLessThan(most);
    geometry.computeBoundingBox();
    const { x, y, z } = geometry.boundingBox!.max;
    [x, y, z].forEach((reach, axis) => expect(reach).toBeCloseTo(half[axis]!, 6));
  }
});

type Triple = readonly [number, number, number];
type Points = ReturnType<ReturnType<typeof bodyGeometry>['getAttribute']>;

const minus = (a: Triple, b: Triple): Triple => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Triple, b: Triple): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Triple, b: Triple): Triple => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
