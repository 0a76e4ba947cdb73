// The surface of a body: a sphere whose octants are moved apart, or outward for a cylinder, and flat or straight parts
// that join them.

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

/** What a body looks like: centre-to-surface distances, the radius of its edges (0 for an ellipsoid), a cylinder or not. */
export interface BodyLook {
  half: Extents;
  rounding: number;
  isRound: boolean;
}

export const bodyGeometry = ({ half, rounding, isRound }: BodyLook, fineness: Fineness): BufferGeometry => {
  const radii = rounding > 0 ? ([rounding, rounding, rounding] as const) : half;
  const core = half.map((extent, axis) => Math.max(0, extent - radii[axis]!));
  const positions: number[] = [];
  const normals: number[] = [];
  for (const { at, octant, outward } of corners(fineness)) {
    const way = isRound ? [outward[0]!, octant[1]!, outward[1]!] : octant;
    positions.push(...at.map((value, axis) => value * radii[axis]! + way[axis]! * core[axis]!));
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
  /** The direction from the Y axis, x and z: at the poles too. */
  outward: number[];
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
        list.push({ at, octant: [right, 1 - 2 * half, front], outward: [Math.sin(around), Math.cos(around)] });
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
  // The ends: of a box the strips of a quarter meet in a corner.
  const below = (rows - 1) * columns;
  for (let column = 1; column < columns - 1; column += 1) {
    list.push(0, column, column + 1, below, below + column + 1, below + column);
  }
  return list;
};
