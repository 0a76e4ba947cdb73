// The camera: behind the character, never in a wall, or at its eyes.

import type { Session, Vector, ViewDirections } from 'glissando';
import { PerspectiveCamera, Vector3 } from 'three';

/** Metres behind. */
const FAR_BEHIND = 4.6;

/** How high above the centre the eyes are, as a part of the upright radius; and what one looks over from behind. */
const [EYES, OVER] = [0.72, 1.25];

/** A change of height of the feet in a frame that is a step, as a part of the upright radius; and of how much of it
 * is left after a second: stairs are no shocks. */
const [STEP, LEFT] = [0.04, 1e-5];

/** How fast it goes back to its distance, 1/s. */
const EASE = 6;

export class Camera {
  readonly eye = new PerspectiveCamera(65, 1, 0.05, 2000);
  isFirstPerson = false;
  /** Metres from the eyes of who walks. */
  distance = FAR_BEHIND;
  private height = 0;
  private lag = 0;

  /** For a picture of this width in heights: an upright one is seen wider. */
  fit(aspect: number): void {
    Object.assign(this.eye, { aspect, fov: aspect < 1 ? 82 : 65 });
    this.eye.updateProjectionMatrix();
  }

  /** Begins anew: no gliding from where it was. */
  reset(): void {
    [this.lag, this.distance] = [0, FAR_BEHIND];
    this.height = Number.NaN;
  }

  /** Looks along a view at who is at `centre` with these radii, after so many seconds more. */
  follow(session: Session, view: ViewDirections, centre: Vector, radii: Vector, seconds: number): void {
    const [up, forward] = [new Vector3(...view.up), new Vector3(...view.forward)];
    const size = radii[1];
    const high = this.isFirstPerson ? size * EYES : session.viewDistance(centre, view.up, size * OVER);
    const head = new Vector3(...centre).addScaledVector(up, high + this.smoothed(centre, up, size, seconds));
    const most = this.isFirstPerson ? 0 : FAR_BEHIND * Math.max(0.5, size / 0.9);
    const room = most > 0 ? session.viewDistance(head.toArray(), forward.clone().negate().toArray(), most) : 0;
    const eased = this.distance + (most - this.distance) * (1 - Math.exp(-EASE * seconds));
    this.distance = Math.min(room, this.isFirstPerson ? 0 : eased);
    this.eye.up.copy(up);
    this.eye.position.copy(head).addScaledVector(forward, -this.distance);
    this.eye.lookAt(head.addScaledVector(forward, 10));
    this.eye.updateMatrixWorld();
  }

  /** How far it is behind in height, so that steps are a glide. */
  private smoothed(centre: Vector, up: Vector3, size: number, seconds: number): number {
    const height = up.dot(new Vector3(...centre));
    const change = height - this.height;
    this.height = height;
    if (Math.abs(change) > size * STEP && Math.abs(change) < size * 0.6) this.lag -= change;
    this.lag = Math.max(-0.4 * size, Math.min(0.25 * size, this.lag * LEFT ** seconds));
    return this.lag;
  }
}
