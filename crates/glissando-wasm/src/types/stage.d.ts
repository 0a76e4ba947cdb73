declare const characterHandle: unique symbol;
/** The handle of a character on a stage. Once the character is removed it is dead for ever, and refused. */
export type CharacterHandle = number & { readonly [characterHandle]: true };

declare const moverHandle: unique symbol;
/** The handle of a mover on a stage. */
export type MoverHandle = number & { readonly [moverHandle]: true };

declare const triggerHandle: unique symbol;
/** The handle of a trigger on a stage. */
export type TriggerHandle = number & { readonly [triggerHandle]: true };

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

/** The owner of a surface: one of the three. */
export interface OwnerOf {
  body?: BodyHandle;
  /** Another character. */
  other?: CharacterHandle;
  ball?: number;
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
        | { type: 'hitByBall'; ball: number; /** N s. */ impulse: number; /** m/s. */ speed: number }
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
  /** Whether all pushes went to the ends of their chains. */
  isSettled: boolean;
}
