// What the mover sees: the lines and triangles of the session, drawn over the world; fainter where they are behind it.

import type { Overlay as Drawing } from 'glissando';
import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
} from 'three';

/** The colour of a line or triangle at each of its corners. */
const atCorners = (colours: Float32Array, corners: number): Float32Array => {
  const made = new Float32Array(colours.length * corners);
  for (let at = 0; at < colours.length; at += 4) {
    for (let corner = 0; corner < corners; corner += 1) made.set(colours.subarray(at, at + 4), (at * corners) + corner * 4);
  }
  return made;
};

const fill = (geometry: BufferGeometry, positions: Float32Array, colours: Float32Array): void => {
  geometry.dispose();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setAttribute('color', new BufferAttribute(colours, 4));
  geometry.computeBoundingSphere();
};

export class Overlay {
  readonly group = new Group();
  private readonly lines = new BufferGeometry();
  private readonly triangles = new BufferGeometry();

  constructor() {
    const line = { vertexColors: true, transparent: true };
    const behind = new LineBasicMaterial({ ...line, opacity: 0.35, depthTest: false });
    const before = new LineBasicMaterial(line);
    const face = new MeshBasicMaterial({ ...line, side: DoubleSide, depthWrite: false });
    this.group.add(new Mesh(this.triangles, face));
    for (const material of [behind, before]) this.group.add(new LineSegments(this.lines, material));
    this.group.children.forEach((child, index) => (child.renderOrder = 10 + index));
    this.group.visible = false;
  }

  show(drawing: Drawing | undefined): void {
    this.group.visible = drawing !== undefined;
    if (drawing === undefined) return;
    fill(this.lines, drawing.lines.slice(), atCorners(drawing.lineColours, 2));
    fill(this.triangles, drawing.triangles.slice(), atCorners(drawing.triangleColours, 3));
    this.group.position.set(...drawing.origin);
  }
}
