// The surface of a body: a sphere whose octants are moved apart, and flat or straight parts that join them.

import { BufferAttribute, BufferGeometry } from 'three';

/** Metres along the body's own axes. */
export type Extents = readonly [number, number, number];

/** Strips of a quarter turn around, and rings from the pole to the equator. */
export type Fineness = readonly [strips: number, rings: number];

/** The signs of x and z in the four quarters, in the order of the strips. */
const QUARTERS = [
  [1, 1],
  [1, -1],
  [-1, -1],
  [-1, 1],
] as const;

/** Centre-to-surface distances `half`; edges of the radius `rounding`, or an ellipsoid where that is 0. */
export const bodyGeometry = (half: Extents, rounding: number, fineness: Fineness): BufferGeometry => {
  const radii = rounding > 0 ? ([rounding, rounding, rounding] as const) : half;
  const core = half.map((extent, axis) => Math.max(0, extent - radii[axis]!));
  const positions: number[] = [];
  const normals: number[] = [];
  for (const { at, octant } of corners(fineness)) {
    positions.push(...at.map((value, axis) => value * radii[axis]! + octant[axis]! * core[axis]!));
    const across = at.map((value, axis) => value / radii[axis]!);
    const length = Math.hypot(...across);
    normals.push(...across.map((value) => value / length));
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(positions), 3));
  geometry.setAttribute('normal', new BufferAttribute(new Float32Array(normals), 3));
  geometry.setIndex(faces(fineness));
  return geometry;
};

interface Corner {
  /** On the unit sphere. */
  at: number[];
  octant: number[];
}

/** The corners of the unit sphere, ring by ring; those between two octants are in both. */
const corners = ([strips, rings]: Fineness): Corner[] => {
  const list: Corner[] = [];
  for (let row = 0; row < 2 * (rings + 1); row += 1) {
    const half = Math.floor(row / (rings + 1));
    const polar = (Math.PI / 2) * (half + (row % (rings + 1)) / rings);
    QUARTERS.forEach(([right, front], quarter) => {
      for (let strip = 0; strip <= strips; strip += 1) {
        const around = (Math.PI / 2) * (quarter + strip / strips);
        const at = [Math.sin(polar) * Math.sin(around), Math.cos(polar), Math.sin(polar) * Math.cos(around)];
        list.push({ at, octant: [right, 1 - 2 * half, front] });
      }
    });
  }
  return list;
};

/** Triangles, counter-clockwise as seen from outside; some have no area where no octants are apart. */
const faces = ([strips, rings]: Fineness): number[] => {
  const [columns, rows] = [4 * (strips + 1), 2 * (rings + 1)];
  const list: number[] = [];
  for (let row = 0; row < rows - 1; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const next = (column + 1) % columns;
      const [a, d] = [row * columns + column, row * columns + next];
      list.push(a, a + columns, d + columns, a, d + columns, d);
    }
  }
  const [p, q, r, s] = [0, 1, 2, 3].map((quarter) => quarter * (strips + 1)) as [number, number, number, number];
  const below = (rows - 1) * columns;
  list.push(p, q, r, p, r, s, ...[p, r, q, p, s, r].map((corner) => below + corner));
  return list;
};
