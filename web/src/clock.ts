// How time goes by in the page: on with the clock, tick by tick, and back, with what the hand holds.

import type { Session } from 'glissando';
import type { Hand } from './hand/hand';

/** How much faster one goes who is in a hurry. */
const HURRY = 2;

export class Clock {
  /** Metres per second of who holds a key. */
  speed = 5;
  /** Ticks that are still to be gone back. */
  private owed = 0;

  constructor(
    private readonly session: () => Session,
    private readonly hand: Hand,
  ) {}

  /** So many seconds go by, on or back. */
  pass(seconds: number): void {
    this.hand.turn(seconds);
    if (this.hand.isRewinding) return this.rewind(seconds);
    const session = this.session();
    // What is tapped while time stands still is for no tick.
    if (session.isPaused) this.hand.taken();
    this.hold();
    if (session.advance(seconds) > 0) this.hand.taken();
  }

  /** One tick, paused or not. */
  tick(): void {
    this.hand.turn(this.session().dt);
    this.hold();
    this.session().step();
    this.hand.taken();
  }

  /** So many ticks on, or back; then time stands still. */
  move(ticks: number): void {
    const session = this.session();
    session.isPaused = true;
    if (ticks < 0) return this.goTo(session.tick + ticks);
    this.hold();
    for (let tick = 0; tick < ticks; tick += 1) session.step();
    if (ticks > 0) this.hand.taken();
  }

  /** To a tick that is known, and stands still there. */
  goTo(tick: number, isPaused = true): void {
    const session = this.session();
    this.hand.taken();
    // What is held now is no change when time goes on from there.
    this.hold();
    session.goTo(Math.max(0, tick));
    session.isPaused = isPaused;
  }

  /** What the hand holds, for the next tick. */
  private hold(): void {
    const session = this.session();
    const speed = this.speed * (this.hand.isHurrying ? HURRY : 1);
    if (session.speed !== speed) session.speed = speed;
    session.setControls(this.hand.controls());
  }

  private rewind(seconds: number): void {
    const session = this.session();
    this.owed += seconds / session.dt;
    const ticks = Math.floor(this.owed);
    this.owed -= ticks;
    if (ticks > 0) this.goTo(session.tick - ticks, session.isPaused);
  }
}
