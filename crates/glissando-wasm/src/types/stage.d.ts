declare const characterHandle: unique symbol;
/** The handle of a character on a stage. Once the character is removed it is dead for ever, and refused. */
export type CharacterHandle = number & { readonly [characterHandle]: true };

declare const moverHandle: unique symbol;
/** The handle of a mover on a stage. */
export type MoverHandle = number & { readonly [moverHandle]: true };

declare const triggerHandle: unique symbol;
/** The handle of a trigger on a stage. */
export type TriggerHandle = number & { readonly [triggerHandle]: true };

declare const ballHandle: unique symbol;
/** The handle of a ball on a stage. */
export type BallHandle = number & { readonly [ballHandle]: true };

/** A character among others. */
export interface CharacterOptions {
  /** kg. Default 80. */
  mass?: number;
  /** The force it pushes others with, newtons. Default 600. */
  strength?: number;
  /** The layers that it is on for other characters, a bit each. Default 1. */
  layers?: number;
}

/** How far something is from its rest (metres), and how it is turned about its pivot. */
export interface Offset {
  translation?: VectorLike;
  rotation?: RotationLike;
}

/** A place at a time, in seconds from the start of the path. */
export interface PathKey extends Offset {
  time: number;
}

/** How a body moves. */
export interface MoverOptions {
  /** What the body turns about, in the world, at rest. Default the origin. */
  pivot?: VectorLike;
  /** For ever, m/s. */
  linear?: VectorLike;
  /** For ever, axis times radians per second. */
  angular?: VectorLike;
  /** Along keys in order of time, the first at time 0. */
  path?: PathKey[];
  /** At the ends of a path, refused without one. Default `'pingPong'`. A `'call'` rests until `open`, waits at the end, goes back. */
  ends?: 'loop' | 'pingPong' | 'call';
  /** Seconds that a `'call'` waits at the end, refused without `'call'`. Default for ever, until `close`. */
  wait?: number;
  /** When a character in the way cannot give way. Default `'push'`: it goes on, and the character is crushed. */
  policy?: 'push' | 'stop' | 'reverse';
}

/** A mover as it is. */
export interface MoverPose {
  translation: Vector;
  rotation: [number, number, number, number];
  /** Seconds on its path. */
  clock: number;
  /** 1 forth, -1 back, 0 at rest. */
  rate: number;
}

/** How a trigger counts, and where it is. */
export interface TriggerOptions {
  /** Default `'volumeByBody'`: in while any part of the body touches or is inside the closed mesh. */
  kind?: 'surface' | 'volumeByBody' | 'volumeByCentre';
  pose?: Pose;
  /** The layers that it is on, a bit each. Default 1. */
  layers?: number;
  /** The mover that it rides on. Default none. */
  mover?: MoverHandle;
}

/** A new ball. */
export interface BallOptions {
  /** m/s. Default none. */
  velocity?: VectorLike;
  /** kg; infinite for a ball whose motion never changes. Default 1. */
  mass?: number;
  /** The share of the speed that is returned, 0 to 1; of two that meet the smaller counts. Default 1. */
  restitution?: number;
}

/** What changes of a ball. */
export interface BallChange {
  /** Centre, metres. */
  position?: VectorLike;
  /** m/s. */
  velocity?: VectorLike;
}

/** A ball, as it is. */
export interface BallState {
  /** Centre, metres. */
  position: Vector;
  /** m/s. */
  velocity: Vector;
  /** Metres. */
  radius: number;
}

/** The rules that all balls follow. */
export interface BallRules {
  /** m/s². Default none: a table seen from above. */
  gravity?: VectorLike;
  /** Restitution of walls, 0 to 1. Default 1. */
  wallRestitution?: number;
  /** Restitution of characters, 0 to 1. Default 0.2. */
  characterRestitution?: number;
  /** Of a ball that rolls on a surface, m/s². Default 0. */
  rollingDeceleration?: number;
  /** With gravity, a ball that lands slower stays down, m/s. Default 0.1. */
  restSpeed?: number;
  /** An axis without motion. Default none. */
  flat?: 'x' | 'y' | 'z';
  /** Impacts at the same moment. Default `'simultaneous'`; `'sequential'` lets an impact run through a row of balls. */
  order?: 'simultaneous' | 'sequential';
  /** The layers whose bodies are walls, a bit each. Default all. */
  mask?: number;
}

/** An impact of a ball: with a body, a character (`other`) or another ball. */
export interface BallImpact {
  ball: BallHandle;
  body?: BodyHandle;
  other?: CharacterHandle;
  otherBall?: BallHandle;
  /** Seconds since the start of the tick. */
  time: number;
  /** The touched point, metres. */
  point: Vector;
  /** Unit, towards the ball. */
  normal: Vector;
  /** N s. */
  impulse: number;
  /** Speed of approach along the normal, m/s. */
  approach: number;
}

/** The owner of a surface: one of the three. */
export interface OwnerOf {
  body?: BodyHandle;
  /** Another character. */
  other?: CharacterHandle;
  ball?: BallHandle;
}

/** A character on a stage, as it is. */
export interface CharacterState {
  /** Centre of the ellipsoid, metres. */
  position: Vector;
  /** m/s; while standing, relative to the ground. */
  velocity: Vector;
  ground: Ground;
  /** The body that it is on. */
  support: BodyHandle | undefined;
  isCrouching: boolean;
  /** Squeezed by a mover that does not give way; it moves again when it is free. */
  isCrushed: boolean;
  /** The triggers that it is in. */
  inside: TriggerHandle[];
  touching: OwnerOf[];
}

/** What the moving world did to a character, the gravest first. */
export type Outcome = 'crushed' | 'blocked' | 'pushed' | 'carried' | 'unaffected';

/** Something that happened on a stage. */
export type StageEvent = { character: CharacterHandle } & (
  | GameEvent
  | (Moment &
      (
        | ({ type: 'touchBegan'; /** m/s. */ speed: number; /** Impulse per mass, m/s. */ load: number } & OwnerOf)
        | ({ type: 'touchEnded' } & OwnerOf)
        | { type: 'entered' | 'left'; trigger: TriggerHandle }
        | { type: 'crossed'; trigger: TriggerHandle; fromFront: boolean }
        | { type: 'touched'; other: CharacterHandle; normal: Vector; speed: number; load: number }
        | { type: 'pushedBy'; other: CharacterHandle }
        | { type: 'overlaps'; other: CharacterHandle; /** Metres. */ depth: number }
        | { type: 'hitByBall'; ball: BallHandle; /** N s. */ impulse: number; /** m/s. */ speed: number }
        | { type: 'squeezed'; isCrushed: boolean; by: OwnerOf | undefined; against: OwnerOf | undefined }
      ))
);

/** A tick of a stage. */
export interface StageReport {
  /** In order of time. */
  events: StageEvent[];
  /** In the order of `characters`. */
  characters: {
    character: CharacterHandle;
    outcome: Outcome;
    /** How far the world and its own move took it, metres. */
    moved: Vector;
    /** How its own move ended; `undefined` if it made none. */
    stop: Stop | undefined;
    /** Its own move was undone. */
    isHeld: boolean;
  }[];
  /** Of flying balls in order of time, then the pushes by characters. */
  impacts: BallImpact[];
  /** Whether all pushes went to the ends of their chains. */
  isSettled: boolean;
}
