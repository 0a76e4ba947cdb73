// The map of a check: a tile on every place that is reached, more with every report.

import type { Vector } from 'glissando';
import { BufferAttribute, BufferGeometry, DoubleSide, Mesh, MeshBasicMaterial } from 'three';

/** How large a tile is, as a part of the distance of two places. */
const SHARE = 0.8;

/** Metres over the floor. */
const RAISED = 0.06;

/** Corners of a tile around its middle, and the triangles of it. */
const CORNERS = [
  [-1, -1],
  [-1, 1],
  [1, 1],
  [1, -1],
] as const;
const FACES = [0, 1, 2, 0, 2, 3];

export class Reached {
  readonly mesh = new Mesh(
    new BufferGeometry(),
    new MeshBasicMaterial({ color: 0x2fb7ff, transparent: true, opacity: 0.5, side: DoubleSide, depthWrite: false }),
  );
  /** How many places it has. */
  count = 0;
  private room = 0;
  private size = 0;
  private origin: Vector = [0, 0, 0];

  constructor() {
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 5;
    this.mesh.visible = false;
  }

  /** An empty map of places at this distance, near this point; metres. */
  begin(distance: number, origin: Vector): void {
    this.clear();
    [this.size, this.origin] = [(distance * SHARE) / 2, origin];
    this.mesh.position.set(...origin);
  }

  clear(): void {
    this.mesh.geometry.dispose();
    this.mesh.geometry = new BufferGeometry();
    this.mesh.visible = false;
    [this.count, this.room] = [0, 0];
  }

  /** More places: three numbers each, the feet. */
  add(feet: Float32Array): void {
    const more = feet.length / 3;
    if (more === 0) return;
    if (this.count + more > this.room) this.grow(this.count + more);
    const positions = this.mesh.geometry.getAttribute('position') as BufferAttribute;
    const [x0, y0, z0] = this.origin;
    for (let index = 0; index < more; index += 1) {
      const [x, y, z] = [feet[3 * index]! - x0, feet[3 * index + 1]! - y0 + RAISED, feet[3 * index + 2]! - z0];
      CORNERS.forEach(([a, b], corner) => {
        positions.setXYZ(4 * (this.count + index) + corner, x + a * this.size, y, z + b * this.size);
      });
    }
    positions.addUpdateRange(12 * this.count, 12 * more);
    positions.needsUpdate = true;
    this.count += more;
    this.mesh.geometry.setDrawRange(0, FACES.length * this.count);
    this.mesh.visible = true;
  }

  /** Room for at least so many places; those that are there stay. */
  private grow(least: number): void {
    this.room = Math.max(least, 2 * this.room, 1024);
    const positions = new Float32Array(12 * this.room);
    const faces = new Uint32Array(FACES.length * this.room);
    for (let tile = 0; tile < this.room; tile += 1) {
      FACES.forEach((corner, index) => (faces[FACES.length * tile + index] = 4 * tile + corner));
    }
    const old = this.mesh.geometry.getAttribute('position') as BufferAttribute | undefined;
    if (old) positions.set(old.array.subarray(0, 12 * this.count) as Float32Array);
    this.mesh.geometry.dispose();
    this.mesh.geometry = new BufferGeometry();
    this.mesh.geometry.setAttribute('position', new BufferAttribute(positions, 3));
    this.mesh.geometry.setIndex(new BufferAttribute(faces, 1));
  }
}
