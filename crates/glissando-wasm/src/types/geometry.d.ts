/** Three numbers x, y, z. */
export type Vector = [number, number, number];

/** Anything with three numbers: a list, a typed array, or an object as `THREE.Vector3`. */
export type VectorLike = ArrayLike<number> | { readonly x: number; readonly y: number; readonly z: number };

/** A rotation as a unit quaternion x, y, z, w: a list, or an object as `THREE.Quaternion`. */
export type RotationLike =
  | ArrayLike<number>
  | { readonly x: number; readonly y: number; readonly z: number; readonly w: number };

/**
 * A sphere's radius, or half the extents of a body along its own axes: the radii of an ellipsoid; metres. Of a capsule x and
 * z, its radius, are equal, and y is half its whole height.
 */
export type Radii = number | VectorLike;

/**
 * Where a body is: any invertible affine map, world from mesh.
 *
 * Twelve numbers (three columns of the matrix, then the translation in metres), sixteen (`THREE.Matrix4.elements`), or its
 * parts: scale first, then rotation, then position.
 */
export type Pose = ArrayLike<number> | { position?: VectorLike; rotation?: RotationLike; scale?: VectorLike };

declare const bodyHandle: unique symbol;
/** The handle of a body in a world. Once the body is removed it is dead for ever, and refused. */
export type BodyHandle = number & { readonly [bodyHandle]: true };

/** A box along the axes, metres. */
export interface Bounds {
  min: Vector;
  max: Vector;
}

/** How triangles are made fit. */
export interface MeshOptions {
  /** A material id for each triangle. Default 0 for all. */
  materials?: Uint16Array;
  /** Vertices this close become one, metres. Default 0: equal positions only. */
  weldDistance?: number;
  /** Materials whose triangles let through what comes from behind. Default none. */
  oneSided?: Uint16Array;
  /** Materials of one-way platforms: they hold only what lies wholly before their front. Default none. */
  oneWay?: Uint16Array;
}

/** How a mesh is placed. */
export interface PlaceOptions {
  /** Where. Default as it is. */
  pose?: Pose;
  /** The layers that it is on, a bit each. Default 1. */
  layers?: number;
  /** Material id of the whole body. Default 0. */
  material?: number;
  /** Which materials of the mesh are conveyor belts. Default none. */
  conveyors?: Conveyor[];
  /** How materials of the mesh change the pace of a character that stands on them: ice, mud. Default none. */
  tractions?: Traction[];
}

/** A material that carries the characters of a stage which stand on it. */
export interface Conveyor {
  /** Material id of the triangles. A list names each at most once. */
  material: number;
  /** Velocity of the belt in m/s, along the body's own axes. */
  velocity: VectorLike;
}

/** Factors of a character's settings and wish for as long as it stands on a material, 0 to 1000 each. Default 1. */
export interface Traction {
  /** Material id of the triangles. A list names each at most once. */
  material: number;
  /** Of the wished velocity. */
  speed?: number;
  /** Of `pace.acceleration`. */
  acceleration?: number;
  /** Of `pace.friction`. */
  friction?: number;
}

/** An edge worth a look. */
export interface MeshEdge {
  /** One end, metres of the mesh. */
  from: Vector;
  /** The other end. */
  to: Vector;
  /** The lowest triangle that uses it. */
  triangle: number;
}

/** What was repaired or is worth a look in a mesh; indices of the arrays that it was made of. */
export interface MeshReport {
  vertexCount: number;
  triangleCount: number;
  /** Square metres. */
  area: number;
  /** Whether every edge has two triangles, wound alike: the surface has an inside. */
  isClosed: boolean;
  /** Vertices that took the position of another one. */
  welded: Uint32Array;
  /** Vertices that no triangle uses. */
  unused: Uint32Array;
  /** Triangles without area: they collide as edges. */
  degenerate: Uint32Array;
  /** Triangles too thin for their numbers: they collide as edges. */
  slivers: Uint32Array;
  /** Edges of one triangle only: rims and holes. */
  openEdges: MeshEdge[];
  /** Edges of three or more triangles. */
  crowdedEdges: MeshEdge[];
  /** Edges whose two triangles are wound against each other. */
  twistedEdges: MeshEdge[];
}
