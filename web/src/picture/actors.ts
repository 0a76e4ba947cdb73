// Characters and balls.

import type { Places, Session } from 'glissando';
import {
  CapsuleGeometry,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshLambertMaterial,
  Quaternion,
  SphereGeometry,
  Vector3,
} from 'three';
import { colourOfMany, HERO } from './palette';

/** Numbers of a character in `Places`, and of a ball. */
const [CHARACTER, BALL] = [7, 4];

/** More than so many are drawn with fewer triangles. */
const MANY = 60;

/** The band across the front by which one sees where it looks. */
const visor = (): Mesh => {
  const geometry = new SphereGeometry(1.02, 20, 6, 1.5 * Math.PI - 1.1, 2.2, 0.92, 0.36);
  return new Mesh(geometry, new MeshLambertMaterial({ color: 0x27303b }));
};

export class Actors {
  readonly group = new Group();
  private readonly body = new Mesh<SphereGeometry | CapsuleGeometry, MeshLambertMaterial>(
    new SphereGeometry(1, 40, 28),
    new MeshLambertMaterial({ color: HERO }),
  );
  /** Half the height of the cylindrical part of the hero's body, in radii; 0 for an ellipsoid. */
  private core = 0;
  private readonly visor = visor();
  private readonly hero = new Group();
  private others?: InstancedMesh;
  private balls?: InstancedMesh;

  constructor() {
    this.body.castShadow = true;
    this.body.material.transparent = true;
    this.hero.add(this.body, this.visor);
    this.group.add(this.hero);
  }

  /** Who is steered: turned by `rotation`, which looks where it goes. Nearer than a metre to the eye it fades away. */
  place(places: Places, rotation: Quaternion, eye: number): void {
    const [x, y, z, a, b, c, half] = places.characters as unknown as number[];
    this.hero.position.set(x!, y!, z!);
    this.hero.scale.set(a!, b! - half!, c!);
    this.shape(half! / a!);
    this.hero.quaternion.copy(rotation);
    const opacity = Math.min(1, Math.max(0, (eye - 0.7) / 0.9));
    this.body.material.opacity = opacity;
    this.body.material.colorWrite = opacity > 0;
    this.body.material.depthWrite = opacity > 0.5;
    this.visor.visible = opacity > 0.5;
    this.others = this.many(this.others, places.characters.subarray(CHARACTER), CHARACTER);
    this.balls = this.many(this.balls, places.balls, BALL);
  }

  dispose(): void {
    for (const mesh of [this.others, this.balls]) mesh?.dispose();
  }

  /** The hero's body with a core that long; its visor is about the upper end. */
  private shape(core: number): void {
    if (core === this.core) return;
    this.core = core;
    this.body.geometry.dispose();
    this.body.geometry = core > 0 ? new CapsuleGeometry(1, 2 * core, 14, 40) : new SphereGeometry(1, 40, 28);
    this.visor.position.y = core;
  }

  /** So many ellipsoids or spheres, at their places; of capsules the ellipsoid of the same extents. */
  private many(mesh: InstancedMesh | undefined, numbers: Float64Array, width: number): InstancedMesh | undefined {
    const count = numbers.length / width;
    if (count === 0) return mesh;
    const drawn = mesh?.count === count ? mesh : this.made(mesh, count);
    const matrix = new Matrix4();
    for (let index = 0; index < count; index += 1) {
      const [x, y, z, a, b = a, c = a] = numbers.subarray(index * width, (index + 1) * width) as unknown as number[];
      matrix.makeScale(a!, b!, c!).setPosition(x!, y!, z!);
      drawn.setMatrixAt(index, matrix);
    }
    drawn.instanceMatrix.needsUpdate = true;
    return drawn;
  }

  private made(old: InstancedMesh | undefined, count: number): InstancedMesh {
    if (old) this.group.remove(old.removeFromParent());
    old?.dispose();
    const round = count > MANY ? new SphereGeometry(1, 12, 8) : new SphereGeometry(1, 28, 20);
    const mesh = new InstancedMesh(round, new MeshLambertMaterial(), count);
    for (let index = 0; index < count; index += 1) mesh.setColorAt(index, colourOfMany(index));
    mesh.castShadow = true;
    mesh.receiveShadow = true;
    mesh.frustumCulled = false;
    this.group.add(mesh);
    return mesh;
  }
}

/** How the body of a session is turned: by its settings, and about its own axis to where it looks. */
export const bodyRotation = (session: Session, yaw: number): Quaternion => {
  const { rotation = [0, 0, 0, 1], radii = [1, 1, 1] } = session.settings;
  const [x, y, z, w] = [...rotation] as [number, number, number, number];
  const [a, , c] = [...radii] as [number, number, number];
  const own = new Quaternion(x, y, z, w);
  // One that is not round is shown as it is.
  return a === c ? own.multiply(new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), yaw)) : own;
};
