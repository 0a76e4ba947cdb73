// What the hands want, by keys, mouse and fingers together.

import type { Controls } from 'glissando';
import { Gaze } from './gaze';
import { Keys } from './keys';
import type { Command } from './meaning';
import { Touch } from './touch';

/** Radians a second that the cursor keys turn. */
const TURN_SPEED = 2.4;

const within = (value: number): number => Math.min(1, Math.max(-1, value));

export class Hand {
  readonly gaze = new Gaze();
  /** Whether it flies. */
  isFlying = false;
  private readonly keys: Keys;
  private readonly touch: Touch;

  constructor(canvas: HTMLCanvasElement, order: (command: Command) => void) {
    this.keys = new Keys(window, order);
    this.touch = new Touch(canvas, this.gaze, () => order('use'));
    this.gaze.listen(canvas);
  }

  get isHurrying(): boolean {
    return this.keys.grip().hurry;
  }

  get isRewinding(): boolean {
    return this.keys.grip().rewind;
  }

  /** The cursor keys turn for so many seconds. */
  turn(seconds: number): void {
    this.gaze.turn(this.keys.grip().turn * TURN_SPEED * seconds, 0);
  }

  /** A tick has had what was tapped: what is not down any more is held no longer. */
  taken(): void {
    this.keys.taken();
    this.touch.taken();
  }

  controls(): Controls {
    const grip = this.keys.grip();
    const [jump, crouch] = [grip.jump || this.touch.isHeld('jump'), grip.crouch || this.touch.isHeld('crouch')];
    const { yaw, pitch } = this.gaze;
    return {
      forward: within(grip.forward + this.touch.forward),
      right: within(grip.right + this.touch.right),
      up: Number(jump) - Number(crouch),
      jump,
      crouch,
      fly: this.isFlying,
      yaw,
      pitch,
    };
  }
}
