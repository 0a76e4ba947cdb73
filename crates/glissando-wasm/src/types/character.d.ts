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
export interface LoadedContact extends Contact {
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
    | { type: 'leftGround' | 'jumped' }
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
  contacts: LoadedContact[];
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
