/** An acceleration in m/s², or at once. */
export type Rate = number | 'instant';

/** The settings of a character. What is left out has its default. */
export interface Settings {
  /** Shape of the body. Default an ellipsoid. A capsule and a cylinder are along the body's own y axis; a box
   * and a cylinder have rounded edges. */
  body?: 'ellipsoid' | 'capsule' | 'box' | 'cylinder';
  /**
   * Radii along the body's own axes, metres: of another shape, half its width, height and depth. Default 0.4, 0.9,
   * 0.4: a person of 1.8 m.
   */
  radii?: VectorLike & Iterable<number>;
  /** Radii when crouching, metres. Default 0.4, 0.5, 0.4. */
  crouchRadii?: VectorLike & Iterable<number>;
  /** Radius that rounds the edges of a box or a cylinder, metres, from 0.001. Default 0.02. Other shapes ignore it. */
  rounding?: number;
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

/** All settings of a character, as they are told. */
export interface AllSettings {
  body: 'ellipsoid' | 'capsule' | 'box' | 'cylinder';
  radii: Vector;
  crouchRadii: Vector;
  rounding: number;
  rotation: [x: number, y: number, z: number, w: number];
  /** Of length one. */
  up: Vector;
  gravity: Vector;
  /** Left out if it was: then it is a hundredth of the smallest radius. */
  skin?: number;
  filter: { mask: number };
  ground: { cosClimb: number; cosSlip: number; stepHeight: number; snapDistance: number };
  pace: { acceleration: Rate; friction: Rate; airAcceleration: Rate; flyAcceleration: Rate };
  jump: { speed: number; coyoteTime: number; bufferTime: number };
  inherit: 'full' | 'horizontal' | 'none' | { capped: number };
  soft: { layers: number; pushSpeed: number };
}
