// Where one looks at first: at the middle of the level.

import type { Session, Vector } from 'glissando';

/** Radians: a little down. */
const PITCH = -0.22;

const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** Where a character looks that looks at a point, a little down: radians. */
export const facing = (session: Session, middle: Vector): { yaw: number; pitch: number } => {
  const { ahead, right } = session.view(0, 0);
  const [x, y, z] = session.status().position;
  const way: Vector = [middle[0] - x, middle[1] - y, middle[2] - z];
  const [forward, aside] = [dot(way, ahead), dot(way, right)];
  const isThere = Math.hypot(forward, aside) < 1;
  return { yaw: isThere ? 0 : Math.atan2(-aside, forward), pitch: PITCH };
};
