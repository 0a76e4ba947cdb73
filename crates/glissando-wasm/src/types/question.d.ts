/** Which bodies a question is for. */
export interface MaskOptions {
  /** Layers, a bit each: a body answers if it is on one of them. Default all. */
  mask?: number;
}

/** The same with the shape of the body and its orientation. */
export interface ShapeOptions extends MaskOptions {
  /** Default an ellipsoid. A capsule and a cylinder are along the body's own y axis. */
  body?: 'ellipsoid' | 'capsule' | 'box' | 'cylinder';
  /** Radius that rounds the edges of a box or a cylinder, metres. Default 0.02. */
  rounding?: number;
  /** Orientation of the body. Default none. */
  rotation?: RotationLike;
}

/** The same for a sweep. */
export interface SweepOptions extends ShapeOptions {
  /** Room that is kept to every surface, metres, 0 to the smallest radius. Default 0. */
  skin?: number;
}

/** The same for a batch. */
export interface BatchOptions extends MaskOptions {
  /** How many questions are asked, from the first. Default all. */
  count?: number;
}

/** Which triangle of which body. */
export interface Surface {
  body: BodyHandle;
  /** Index of the triangle in the arrays that its mesh was made of. */
  triangle: number;
  /** Material id of the triangle. */
  material: number;
  /** Material id of the body. */
  bodyMaterial: number;
}

/** Which part of a triangle was touched. */
export type Feature = 'face' | 'edge' | 'vertex';

/** A first touch. */
export interface Hit extends Surface {
  /** How much of the translation was possible, 0 to 1. */
  fraction: number;
  /** The same in metres. */
  distance: number;
  /** The touched point of the surface, metres. */
  point: Vector;
  /** Unit, out of the surface towards the mover. */
  normal: Vector;
  /** Unit normal of the triangle itself, on the mover's side. */
  faceNormal: Vector;
  /** How deep the shape was in already at the start, metres along `normal`; else 0. */
  depth: number;
  feature: Feature;
}

/** A surface near a resting ellipsoid. */
export interface Contact extends Surface {
  /** Metres along `normal` to the ellipsoid; negative for overlap. */
  gap: number;
  point: Vector;
  /** Unit, out of the surface towards the ellipsoid's centre. */
  normal: Vector;
  /** Unit normal of the triangle itself, on the ellipsoid's side. */
  faceNormal: Vector;
  feature: Feature;
}

/** The nearest surface to a resting ellipsoid. */
export interface Clearance extends Surface {
  /** Metres from the ellipsoid's surface; negative for overlap. */
  distance: number;
  /** The closest point of the triangle, metres. */
  point: Vector;
  /** Unit, from `point` to the ellipsoid. */
  normal: Vector;
  feature: Feature;
}
