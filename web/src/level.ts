// A level as plain arrays: a floor, a stair, a ramp and some blocks.

import type { Vector } from 'glissando';

export interface Level {
  positions: Float32Array;
  indices: Uint32Array;
}

/** Makes a level out of boxes. */
class Boxes {
  private readonly positions: number[] = [];
  private readonly indices: number[] = [];

  /** A box between two opposite corners, metres; its top is higher by `rise` where z is least. */
  add(a: Vector, b: Vector, rise = 0): void {
    const first = this.positions.length / 3;
    const [x0, y0, z0] = a.map((metres, axis) => Math.min(metres, b[axis]!)) as Vector;
    const [x1, y1, z1] = a.map((metres, axis) => Math.max(metres, b[axis]!)) as Vector;
    this.positions.push(x0, y0, z0, x0, y0, z1, x1, y0, z1, x1, y0, z0);
    this.positions.push(x0, y1 + rise, z0, x0, y1, z1, x1, y1, z1, x1, y1 + rise, z0);
    const quads = [[4, 5, 6, 7], [3, 2, 1, 0], [0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7]];
    for (const [a, b, c, d] of quads.map((quad) => quad.map((corner) => first + corner))) {
      this.indices.push(a!, b!, c!, a!, c!, d!);
    }
  }

  done(): Level {
    return { positions: new Float32Array(this.positions), indices: new Uint32Array(this.indices) };
  }
}

export const yard = (): Level => {
  const boxes = new Boxes();
  boxes.add([-12, -1, -12], [12, 0, 12]);
  for (let step = 0; step < 8; step += 1) boxes.add([-3, 0, -4 - step * 0.5], [0, 0.25 * (step + 1), -4.5 - step * 0.5]);
  boxes.add([-6, 0, -10], [3, 2, -8]);
  boxes.add([3, 0, -4], [6, 0.01, -10], 2);
  boxes.add([5, 0, 2], [7, 1.2, 5]);
  boxes.add([-8, 0, 1], [-5, 0.35, 6]);
  return boxes.done();
};
