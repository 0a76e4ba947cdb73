// Characters and balls.

import type { Places, Session } from 'glissando';
import {
  type BufferGeometry,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshLambertMaterial,
  Quaternion,
  SphereGeometry,
  Vector3,
} from 'three';
import { bodyGeometry, type BodyLook, type Extents } from './bodies';
import { colourOfMany, HERO } from './palette';

/** Numbers of a character in `Places`, and of a ball. */
const [CHARACTER, BALL] = [8, 4];

const BALL_LOOK: BodyLook = { half: [1, 1, 1], rounding: 0, isRound: false };

/** More than so many are drawn with fewer triangles. */
const MANY = 60;

const [FINE, COARSE] = [
  [10, 14],
  [3, 4],
] as const;

/** The band across the front by which one sees where it looks. */
const visor = (): Mesh => {
  const geometry = new SphereGeometry(1.02, 20, 6, 1.5 * Math.PI - 1.1, 2.2, 0.92, 0.36);
  return new Mesh(geometry, new MeshLambertMaterial({ color: 0x27303b }));
};

export class Actors {
  readonly group = new Group();
  private readonly body = new Mesh<BufferGeometry, MeshLambertMaterial>(
    new SphereGeometry(1),
    new MeshLambertMaterial({ color: HERO }),
  );
  /** What the hero's body was made for. */
  private shape = '';
  private readonly visor = visor();
  private readonly hero = new Group();
  /** The other characters, those of one shape together. */
  private readonly others = new Map<string, InstancedMesh>();
  private balls?: InstancedMesh;

  constructor() {
    this.body.castShadow = true;
    this.body.material.transparent = true;
    this.hero.add(this.body, this.visor);
    this.group.add(this.hero);
  }

  /** Who is steered: turned by `rotation`, which looks where it goes. Nearer than a metre to the eye it fades away. */
  place(places: Places, rotation: Quaternion, eye: number): void {
    const [hero, ...others] = characters(places);
    this.hero.position.set(...hero!.centre);
    this.reshape(hero!);
    this.hero.quaternion.copy(rotation);
    const opacity = Math.min(1, Math.max(0, (eye - 0.7) / 0.9));
    this.body.material.opacity = opacity;
    this.body.material.colorWrite = opacity > 0;
    this.body.material.depthWrite = opacity > 0.5;
    this.visor.visible = opacity > 0.5;
    this.placeOthers(others);
    this.placeBalls(places.balls);
  }

  dispose(): void {
    for (const mesh of [...this.others.values(), this.balls]) mesh?.dispose();
  }

  /** The hero's body; the visor is about its round upper end. */
  private reshape({ look, shape }: Character): void {
    if (shape === this.shape) return;
    this.shape = shape;
    this.body.geometry.dispose();
    this.body.geometry = bodyGeometry(look, FINE);
    const { half, rounding } = look;
    this.visor.scale.set(half[0], rounding > 0 ? Math.max(rounding, half[1] / 3) : half[1], half[2]);
    this.visor.position.y = half[1] - this.visor.scale.y;
  }

  private placeOthers(characters: Character[]): void {
    const byShape = new Map<string, Character[]>();
    for (const character of characters) byShape.set(character.shape, [...(byShape.get(character.shape) ?? []), character]);
    for (const [shape, mesh] of this.others) if (mesh.count !== byShape.get(shape)?.length) this.remove(shape, mesh);
    const fineness = characters.length > MANY ? COARSE : FINE;
    for (const [shape, alike] of byShape) {
      const mesh =
        this.others.get(shape) ?? this.made(bodyGeometry(alike[0]!.look, fineness), alike.map(({ index }) => index));
      this.others.set(shape, mesh);
      alike.forEach(({ centre }, index) => mesh.setMatrixAt(index, new Matrix4().setPosition(...centre)));
      mesh.instanceMatrix.needsUpdate = true;
    }
  }

  private placeBalls(numbers: Float64Array): void {
    const count = numbers.length / BALL;
    if (count === 0) return;
    if (this.balls?.count !== count) {
      this.balls?.removeFromParent().dispose();
      this.balls = this.made(bodyGeometry(BALL_LOOK, count > MANY ? COARSE : FINE), [...Array(count).keys()]);
    }
    for (let index = 0; index < count; index += 1) {
      const [x, y, z, r] = numbers.subarray(index * BALL, (index + 1) * BALL) as unknown as number[];
      this.balls.setMatrixAt(index, new Matrix4().makeScale(r!, r!, r!).setPosition(x!, y!, z!));
    }
    this.balls.instanceMatrix.needsUpdate = true;
  }

  private remove(shape: string, mesh: InstancedMesh): void {
    mesh.removeFromParent().geometry.dispose();
    mesh.dispose();
    this.others.delete(shape);
  }

  /** One mesh for many bodies, each with the colour of its number. */
  private made(geometry: BufferGeometry, numbers: number[]): InstancedMesh {
    const mesh = new InstancedMesh(geometry, new MeshLambertMaterial(), numbers.length);
    numbers.forEach((number, index) => mesh.setColorAt(index, colourOfMany(number)));
    mesh.castShadow = true;
    mesh.receiveShadow = true;
    mesh.frustumCulled = false;
    this.group.add(mesh);
    return mesh;
  }
}

interface Character {
  /** Among the others. */
  index: number;
  centre: [number, number, number];
  look: BodyLook;
  /** The same text for the same shape. */
  shape: string;
}

/** The first is the hero. */
const characters = ({ characters: numbers }: Places): Character[] =>
  Array.from({ length: numbers.length / CHARACTER }, (_, place) => {
    const [x, y, z, a, b, c, rounding, round] = numbers.subarray(place * CHARACTER) as unknown as Tuple8;
    const look = { half: [a, b, c] as Extents, rounding, isRound: round === 1 };
    return { index: place - 1, centre: [x, y, z], look, shape: [a, b, c, rounding, round].join(' ') };
  });

type Tuple8 = [number, number, number, number, number, number, number, number];

/** How the body of a session is turned: by its settings, and about its own axis to where it looks. */
export const bodyRotation = (session: Session, yaw: number): Quaternion => {
  const { rotation = [0, 0, 0, 1], radii = [1, 1, 1] } = session.settings;
  const [x, y, z, w] = [...rotation] as [number, number, number, number];
  const [a, , c] = [...radii] as [number, number, number];
  const own = new Quaternion(x, y, z, w);
  // One that is not round is shown as it is.
  return a === c ? own.multiply(new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), yaw)) : own;
};
