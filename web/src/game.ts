// One character in one level, tick by tick. Knows nothing of pictures.

import { Character, Config, World, type Vector } from 'glissando';
import type { Keys } from './keys';
import { yard, type Level } from './level';

/** Seconds. */
export const TICK = 1 / 60;

/** Metres per second. */
const SPEED = 5;

export class Game {
  readonly level: Level = yard();
  readonly hero: Character;
  ticks = 0;
  private readonly world = new World();

  constructor(private readonly keys: Keys) {
    this.world.addMesh(this.level.positions, this.level.indices);
    this.hero = new Character(new Config(), [0, 0, 4]);
  }

  tick(): void {
    const [right, ahead] = this.keys.way();
    const wish: Vector = [right * SPEED, 0, -ahead * SPEED];
    this.hero.step(this.world, { wish, jump: this.keys.jump(), crouch: this.keys.crouch() }, TICK);
    this.ticks += 1;
    if (this.hero.position[1] < -20) this.hero.teleport([0, 2, 4]);
  }

  /** Where it is and how, in a line. */
  told(): string {
    const [x, y, z] = this.hero.position.map((metres) => metres.toFixed(2));
    return `${this.hero.ground} at ${x}, ${y}, ${z} m · cursor keys walk, a or space jumps, c crouches`;
  }
}
