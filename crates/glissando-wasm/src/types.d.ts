/** Three numbers x, y, z. */
export type Vector = [number, number, number];

/** Anything with three numbers: a list, a typed array, or an object as `THREE.Vector3`. */
export type VectorLike = ArrayLike<number> | { readonly x: number; readonly y: number; readonly z: number };

/** A rotation as a unit quaternion x, y, z, w: a list, or an object as `THREE.Quaternion`. */
export type RotationLike =
  | ArrayLike<number>
  | { readonly x: number; readonly y: number; readonly z: number; readonly w: number };

/** A sphere's radius, or an ellipsoid's three along its own axes; metres. */
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

/** Which bodies a question is for. */
export interface MaskOptions {
  /** Layers, a bit each: a body answers if it is on one of them. Default all. */
  mask?: number;
}

/** The same with how the ellipsoid is turned. */
export interface ShapeOptions extends MaskOptions {
  /** Orientation of the ellipsoid. Default none. */
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

/** An acceleration in m/s², or at once. */
export type Rate = number | 'instant';

/** The settings of a character. What is left out has its default. */
export interface Settings {
  /** Radii along the body's own axes, metres. Default 0.4, 0.9, 0.4: a person of 1.8 m. */
  radii?: VectorLike & Iterable<number>;
  /** Radii when crouching, metres. Default 0.4, 0.5, 0.4. */
  crouchRadii?: VectorLike & Iterable<number>;
  /** Orientation of the body, x, y, z, w. Default none. */
  rotation?: RotationLike & Iterable<number>;
  /** Where up is; any length but zero. Default +Y. */
  up?: VectorLike & Iterable<number>;
  /** Acceleration in the air, m/s². Default 9.81 down. */
  gravity?: VectorLike & Iterable<number>;
  /** Gap kept to surfaces, metres. Default a hundredth of the smallest radius. */
  skin?: number;
  /** Which bodies it meets. Default all. */
  filter?: { mask?: number };
  /** Slopes, steps and snapping. */
  ground?: {
    /** Cosine of the steepest slope that is walked up; see `cosDegrees`. Default that of 45°. */
    cosClimb?: number;
    /** Cosine of the steepest slope that one who stands does not slip from. Default that of 50°. */
    cosSlip?: number;
    /** Highest ledge that is stepped on, metres. Default 0.4; 0 turns steps off. */
    stepHeight?: number;
    /** Deepest drop that the feet follow down, metres. Default 0.4. */
    snapDistance?: number;
  };
  /** How fast velocity follows the wish, m/s². */
  pace?: {
    /** On the ground, towards a wish. Default 40. */
    acceleration?: Rate;
    /** On the ground, towards rest when there is no wish. Default 40. */
    friction?: Rate;
    /** In the air. Default 8; 0 is no air control. */
    airAcceleration?: Rate;
    /** When flying. Default 40. */
    flyAcceleration?: Rate;
  };
  /** Jumping. */
  jump?: {
    /** Speed along up at take-off, m/s. Default 5. */
    speed?: number;
    /** How long after leaving the ground a jump still counts, seconds. Default 0. */
    coyoteTime?: number;
    /** How long before landing a press is remembered, seconds. Default 0. */
    bufferTime?: number;
  };
  /** What is kept of the velocity of the ground that is left. Default `'full'`. */
  inherit?: 'full' | 'horizontal' | 'none' | { capped: number };
  /** What can be entered, and pushes out. Default nothing. */
  soft?: {
    /** The layers that are soft for this character, a bit each. */
    layers?: number;
    /** How fast soft obstacles push at most, m/s, 0 to 1000. Default 2. */
    pushSpeed?: number;
  };
}

/** What the player wants in a tick. What is left out is not wanted. */
export interface Input {
  /** Wanted velocity, m/s; on foot and in the air its part along up does not count. */
  wish?: VectorLike;
  jump?: boolean;
  crouch?: boolean;
  /** No gravity, no ground, the wish counts in all directions. */
  fly?: boolean;
}

/** How a character is held. */
export type Ground = 'standing' | 'steep' | 'airborne';

/** Why a tick ended: `'done'`, or what was lost. */
export type Stop = 'done' | 'blocked' | 'subSteps' | 'stuck';

/** A contact at the end of a tick. */
export interface HeldBy extends Contact {
  /** Impulse per mass that it gave along its normal in this tick, m/s. */
  load: number;
}

interface Moment {
  /** Seconds since the start of the tick. */
  time: number;
  /** Centre of the ellipsoid at that time, metres. */
  position: Vector;
  /** Velocity before the event changed it, m/s. */
  velocity: Vector;
}

interface Touch extends Surface {
  /** Speed into the surface, m/s. */
  speed: number;
  /** Unit normal of the contact. */
  normal: Vector;
}

/** Something that happened in a tick. */
export type GameEvent = Moment &
  (
    | ({ type: 'landed'; /** J/kg. */ energyPerMass: number } & Touch)
    | ({ type: 'hitWall' | 'hitCeiling' } & Touch)
    | { type: 'leftGround' | 'jumped' | 'other' }
    | ({ type: 'steppedUp'; /** Gain of height, metres. */ height: number } & Surface)
    | ({ type: 'pushedOut'; /** Metres. */ distance: number } & Surface)
    | { type: 'recovered'; /** Metres. */ distance: number; toSafePosition: boolean }
    | { type: 'stuck'; /** Metres along the deepest contact's normal. */ depth: number }
  );

/** What a tick was like. */
export interface Report {
  ground: Ground;
  stop: Stop;
  /** Sweeps and slides taken. */
  subSteps: number;
  /** In order of time. */
  events: GameEvent[];
  /** What is in contact at the end, nearest first. */
  contacts: HeldBy[];
}

/** What many walkers shall tell. */
export interface WalkersOptions {
  /** Whether events are kept. Default no: less to remember. */
  events?: boolean;
}

/** Something that happened to a walker. */
export type WalkerEvent = GameEvent & { walker: number };

/** A walker whose state or wish could not be used. */
export interface RefusedWalker {
  walker: number;
  message: string;
}
