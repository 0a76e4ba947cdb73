/** A scene that is a part of the package. */
export interface SceneEntry {
  /** What it is asked for by. */
  name: string;
  /** What a list calls it. */
  title: string;
  /** What there is to see and to do. */
  about: string;
  /** Under which heading a list puts it. */
  group: string;
}

/** How a walk is set up. */
export interface WalkOptions {
  /** Where to start: a marker's name or number, or the body's centre as `"x,y,z"`. Default: the first spawn. */
  spawn?: string;
  /** Ticks a second. Default: the scene's, else 60. */
  hz?: number;
  /** Which way the autopilot goes, where chance decides. Default 0. */
  seed?: number;
  /** Whether the autopilot goes by chance where the scene has a script too. Default: no. */
  wanders?: boolean;
}

/** How level files are read. */
export interface LevelOptions extends WalkOptions {
  /** Metres per unit of the file. Default: the manifest's, else 1. */
  unit?: number;
  /** The axis of the file that points up. Default: the manifest's, else z for STL and y for the others. */
  up?: 'y' | 'z';
  /** Leaves out what moves and is touched. */
  still?: boolean;
}

/** A file by its name without folders. */
export interface LevelFile {
  name: string;
  bytes: Uint8Array;
}

/** What is held. All default to nothing. */
export interface Controls {
  /** -1 (back) to 1. */
  forward?: number;
  /** -1 (left) to 1. */
  right?: number;
  /** -1 (down) to 1, for one who flies. */
  up?: number;
  jump?: boolean;
  crouch?: boolean;
  fly?: boolean;
  /** Where the eyes look: radians about up, counter-clockwise seen from above; 0 is -Z where Y is up. */
  yaw?: number;
  /** And above the level, radians. */
  pitch?: number;
}

/** The directions of a view. */
export interface ViewDirections {
  forward: Vector;
  ahead: Vector;
  right: Vector;
  up: Vector;
}

/** A body to be drawn: triangles of the mesh as they are in its own space. */
export interface BodyShape {
  /** Its place in the list of bodies. */
  index: number;
  name: string;
  /** Nine numbers a triangle, metres of the mesh. */
  positions: Float32Array;
  /** A material for each triangle: a place in `materials`. */
  triangleMaterials: Uint16Array;
  /** The names of the materials. */
  materials: string[];
  /** Twelve numbers: three columns, then the translation. */
  pose: Float64Array;
  /** Whether it moves: then `Places.poses` has its pose. */
  isMover: boolean;
}

/** Where everything is at the moment, between two ticks. Copies: they stay as they are. */
export interface Places {
  /**
   * Eight numbers for each character: its centre, half its extents along its own axes, the radius of its round
   * edges (of a capsule its radius, 0 of an ellipsoid), metres; and 1 for a cylinder, else 0. The hand's is the first.
   */
  characters: Float64Array;
  /** Four numbers for each ball: centre and radius, metres. */
  balls: Float64Array;
  /** Twelve numbers for each body that moves, in the order of the list of bodies. */
  poses: Float64Array;
}

/** Something that is passed through. */
export interface TriggerShape {
  name: string;
  /** Nine numbers a triangle, metres of the world. */
  positions: Float32Array;
  isPickUp: boolean;
  isGone: boolean;
}

/** Something that touches the character. */
export interface SessionTouch {
  name: string;
  normal: Vector;
  /** Impulse per mass in the tick, m/s. */
  load: number;
}

/** How the hand's character is after the last tick. */
export interface SessionStatus {
  tick: number;
  /** Seconds. */
  time: number;
  position: Vector;
  velocity: Vector;
  /** m/s along the level, and up. */
  speed: [number, number];
  ground: 'standing' | 'steep' | 'airborne';
  /** Degrees. */
  slope?: number;
  support?: string;
  outcome: 'unaffected' | 'carried' | 'pushed' | 'blocked' | 'crushed';
  isCrouching: boolean;
  health?: number;
  touches: SessionTouch[];
  inside: string[];
  subSteps: number;
  stop: string;
  /** The last move, a sentence for each sub-step. */
  trace: string[];
  /** Metres to the nearest surface, within one. */
  clearance?: number;
  /** Of a tick of all characters: the median of the last 60. */
  microseconds: number;
  /** Characters, and bodies that move. */
  counts: [number, number];
  /** Seconds that were left out because the machine did not keep up. */
  lost: number;
}

/** Something that happened. */
export interface News {
  time: number;
  name: string;
  words: string;
}

/** What of the overlay is wanted. */
export interface Layers {
  body?: boolean;
  triangles?: boolean;
  contacts?: boolean;
  steps?: boolean;
  velocity?: boolean;
  triggers?: boolean;
}

/** Lines and triangles, relative to a point of the world. */
export interface Overlay {
  origin: Vector;
  /** Six numbers a line, metres. */
  lines: Float32Array;
  /** Four numbers a line: red, green, blue, opacity. */
  lineColours: Float32Array;
  /** Nine numbers a triangle, metres. */
  triangles: Float32Array;
  /** Four numbers a triangle. */
  triangleColours: Float32Array;
}

/** A part of a session that opens at the same tick anywhere. */
export interface ClipTexts {
  /** For a file. */
  json: string;
  /** For a link, after `#`. */
  fragment: string;
}

/** How far a check is. */
export interface CheckProgress {
  /** The ground map by rows of cells; the moves by places; the findings, whose steps are not counted. */
  stage: 'ground' | 'moves' | 'findings';
  /** Steps of the stage: of the moves at most about so many. */
  steps: number;
  /** Steps that are done. */
  done: number;
  /** The places that are new on the map of what is reached: three numbers each, the feet, metres. */
  reached: Float32Array;
}

/** Something wrong with a level. */
export interface CheckFinding {
  /** In snake case, as in the data of `glissando check`. */
  kind: string;
  /** The kind in a few words. */
  title: string;
  /** Notes may be meant. */
  severity: 'error' | 'warning' | 'note';
  /** A point at the character's feet, metres. */
  at: Vector;
  /** How many places of the map it is about. */
  places: number;
  /** Why, in a sentence. */
  reason: string;
  /** A recording of a walk that shows it, for `Session.open` and `glissando replay`, if there is one. */
  clip?: string;
}

/** What a check found. */
export interface LevelCheck {
  /** The worst first. */
  findings: CheckFinding[];
  summary: {
    /** Edge of a cell of the ground map, metres. */
    cell: number;
    /** Ticks a second. */
    hz: number;
    /** Places of the ground map. */
    places: number;
    /** Places that were found by walking besides. */
    found: number;
    /** Places that the spawns reach, of both. */
    reached: number;
    /** Share of the ground map's places that is reached. */
    share: number;
    floors: number;
    moves: number;
    /** Whether a limit was reached, so that only a part was tried somewhere. */
    isThinned: boolean;
  };
}
