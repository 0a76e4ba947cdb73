// Triangles of the session as triangles of the picture.

import type { BodyShape, Vector } from 'glissando';
import { BufferAttribute, BufferGeometry, Color } from 'three';
import { colourOf, SLOPES } from './palette';

/** How triangles get their colours. */
export interface Paint {
  /** By slope instead of by material. */
  slopes: boolean;
  /** Unit. */
  up: Vector;
  /** Cosines of the steepest slope that is walked up, and that holds. */
  climb: number;
  slip: number;
}

/** What is drawn at once: positions relative to a point, and which triangles have which material. */
export interface Patch {
  positions: Float32Array;
  /** A name for each triangle. */
  materials: string[];
  /** For each corner how far back it is drawn, in steps too small to be seen: what lies in one plane would flicker. */
  steps?: Float32Array;
}

/** Neighbours in the list of bodies are so many different steps back. */
const STEPS = 4;

/** Twelve numbers, and what they do to a mesh. */
const placed = (positions: Float32Array, pose: Float64Array, origin: Vector): Float32Array => {
  const made = new Float32Array(positions.length);
  for (let at = 0; at < positions.length; at += 3) {
    for (let axis = 0; axis < 3; axis += 1) {
      made[at + axis] =
        pose[axis]! * positions[at]! +
        pose[3 + axis]! * positions[at + 1]! +
        pose[6 + axis]! * positions[at + 2]! +
        (pose[9 + axis]! - origin[axis]!);
    }
  }
  return made;
};

const named = ({ triangleMaterials, materials }: BodyShape): string[] =>
  Array.from(triangleMaterials, (material) => materials[material] ?? '');

/** All bodies that stand still as one. */
export const merged = (bodies: BodyShape[], origin: Vector): Patch => {
  const parts = bodies.map((body) => placed(body.positions, body.pose, origin));
  const positions = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  const steps = new Float32Array(positions.length / 3);
  let at = 0;
  parts.forEach((part, index) => {
    positions.set(part, at);
    steps.fill(index % STEPS, at / 3, (at + part.length) / 3);
    at += part.length;
  });
  return { positions, materials: bodies.flatMap(named), steps };
};

/** A body that moves, in its own space. */
export const alone = (body: BodyShape): Patch => ({ positions: body.positions, materials: named(body) });

/** A normal for each triangle, and no colours yet. */
export const geometryOf = ({ positions, steps }: Patch): BufferGeometry => {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setAttribute('color', new BufferAttribute(new Float32Array(positions.length), 3));
  if (steps) geometry.setAttribute('stepsBack', new BufferAttribute(steps, 1));
  geometry.computeVertexNormals();
  return geometry;
};

const bySlope = (cosine: number, { climb, slip }: Paint): number => {
  if (cosine >= climb) return SLOPES.walked;
  if (cosine >= slip) return SLOPES.slipped;
  return cosine > -0.01 ? SLOPES.steep : SLOPES.above;
};

/** Gives each triangle its colour. */
export const paint = (geometry: BufferGeometry, { materials }: Patch, how: Paint): void => {
  const [normals, colours] = [geometry.getAttribute('normal'), geometry.getAttribute('color') as BufferAttribute];
  const known = new Map<string | number, Color>();
  const colour = (key: string | number): Color => {
    let found = known.get(key);
    if (found === undefined) known.set(key, (found = typeof key === 'number' ? new Color(key) : colourOf(key)));
    return found;
  };
  materials.forEach((material, triangle) => {
    const at = triangle * 3;
    const cosine = normals.getX(at) * how.up[0] + normals.getY(at) * how.up[1] + normals.getZ(at) * how.up[2];
    const { r, g, b } = colour(how.slopes ? bySlope(cosine, how) : material);
    for (let corner = 0; corner < 3; corner += 1) colours.setXYZ(at + corner, r, g, b);
  });
  colours.needsUpdate = true;
};
