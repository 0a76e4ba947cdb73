// Characters: walking, jumping, what is told, saving.

import type { Character, GameEvent, Traction, World } from 'glissando';
import { describe, expect, it } from 'vitest';
import { BUILDS, floor, open, room } from './package';

const TICK = 1 / 60;

const walk = (hero: Character, world: World, ticks: number, jumpAt = -1) => {
  const events: GameEvent[] = [];
  for (let tick = 0; tick < ticks; tick += 1) {
    const report = hero.step(world, { wish: [3, 0, 0], jump: tick === jumpAt }, TICK);
    events.push(...report.events);
  }
  return events;
};

describe.each(BUILDS)('$name', ({ simd }) => {
  it('walks on a floor at the speed that is wished', async () => {
    const glissando = await open(simd);
    const { world, body } = room(glissando);
    const hero = new glissando.Character(new glissando.Config(), [-5, 0, 0]);
    expect(hero.ground).toBe('airborne');
    const events = walk(hero, world, 120);
    // It was put down at rest, and has not come down.
    expect(events).toEqual([]);
    expect(hero.ground).toBe('standing');
    expect(hero.support).toBe(body);
    expect(hero.velocity[0]).toBe(3);
    expect(hero.position[0]).toBeGreaterThan(0.5);
    expect(hero.position[0]).toBeLessThan(1);
    // The skin is a hundredth of each radius here.
    expect(hero.position[1]).toBeCloseTo(0.909, 9);
    const { contacts, stop } = hero.step(world, {}, TICK);
    expect(stop).toBe('done');
    expect(contacts).toHaveLength(1);
    expect(contacts[0]).toMatchObject({ body, triangle: 1, normal: [0, 1, 0], feature: 'face' });
    expect(contacts[0]?.load).toBeCloseTo(9.81 * TICK, 9);
    expect(hero.path()).toHaveLength(8);
  });

  it('takes the geometries of three.js as they are: short indices, and none', async () => {
    const glissando = await open(simd);
    const { positions, indices } = floor(10);
    const unshared = new Float32Array(Array.from(indices).flatMap((index) => Array.from(positions.subarray(3 * index, 3 * index + 3))));
    const points = (...mesh: [Float32Array, (Uint32Array | Uint16Array | null)?]) => {
      const world = new glissando.World();
      world.addMesh(...mesh);
      expect(new glissando.Mesh(...mesh).triangleCount).toBe(2);
      return [1, -1].map((x) => world.ray([x, 1, 2], [0, -2, 0]));
    };
    const expected = points(positions, indices);
    expect(expected[0]?.point).toEqual([1, 0, 2]);
    expect(points(positions, new Uint16Array(indices))).toEqual(expected);
    expect(points(unshared, null)).toEqual(expected);
    expect(points(unshared)).toEqual(expected);
    expect(() => points(positions)).toThrow(/indices has 4 numbers: it must have three/);
  });

  it('is slower on mud, glides on ice, and the same on a stage', async () => {
    const glissando = await open(simd);
    const { positions, indices } = floor(20);
    const speeds = (tractions: Traction[]) => {
      const world = new glissando.World();
      const mesh = new glissando.Mesh(positions, indices, { materials: new Uint16Array(2).fill(3) });
      world.add(mesh, { tractions });
      const hero = new glissando.Character(new glissando.Config(), [-5, 0, 0]);
      walk(hero, world, 60);
      const walking = hero.velocity[0];
      for (let tick = 0; tick < 30; tick += 1) hero.step(world, {}, TICK);
      const stage = new glissando.Stage(new glissando.World());
      stage.add(mesh, { tractions });
      const other = stage.addCharacter(new glissando.Config(), [-5, 0, 0]);
      stage.setInput(other, { wish: [3, 0, 0] });
      for (let tick = 0; tick < 60; tick += 1) stage.tick(TICK);
      expect(stage.character(other).velocity[0]).toBe(walking);
      return [walking, hero.velocity[0]];
    };
    expect(speeds([])).toEqual([3, 0]);
    expect(speeds([{ material: 3, speed: 0.25 }])).toEqual([0.75, 0]);
    expect(speeds([{ material: 4, speed: 0.25 }])).toEqual([3, 0]);
    // Friction of 40 m/s² takes 0.02 * 40 * 0.5 = 0.4 m/s in half a second.
    const [walking, gliding] = speeds([{ material: 3, friction: 0.02 }]);
    expect(walking).toBe(3);
    expect(gliding).toBeCloseTo(2.6, 9);
  });

  it('is carried by a belt of a stage, and falls through a body that goes to another layer', async () => {
    const glissando = await open(simd);
    const { positions, indices } = floor(20);
    const stage = new glissando.Stage(new glissando.World());
    const belt = stage.add(new glissando.Mesh(positions, indices), { conveyors: [{ material: 0, velocity: [1.5, 0, 0] }] });
    const hero = stage.addCharacter(new glissando.Config(), [-5, 0, 0]);
    const afterTicks = (count: number) => {
      for (let tick = 0; tick < count; tick += 1) stage.tick(TICK);
      return stage.character(hero).position[0];
    };
    // Friction takes the first ticks to bring it to the speed of the belt.
    const from = afterTicks(30);
    expect(afterTicks(60) - from).toBeCloseTo(1.5, 6);
    const ray = () => stage.worldNow().ray([1, 1, 2], [0, -2, 0], { mask: 1 }) !== undefined;
    expect(ray()).toBe(true);
    stage.setLayers(belt, 2);
    expect(ray()).toBe(false);
    const world = new glissando.World();
    const body = world.addMesh(positions, indices);
    expect(world.ray([1, 1, 2], [0, -2, 0], { mask: 1 })).toBeDefined();
    world.setLayers(body, 6);
    expect(world.ray([1, 1, 2], [0, -2, 0], { mask: 1 })).toBeUndefined();
    expect(world.ray([1, 1, 2], [0, -2, 0], { mask: 4 })).toBeDefined();
    // What JavaScript makes of bits has a sign.
    for (const [layers, mask] of [[~0, 1], [1 << 31, 1 << 31], [~2, ~1]] as const) {
      world.setLayers(body, layers);
      expect(world.ray([1, 1, 2], [0, -2, 0], { mask })).toBeDefined();
      expect(world.ray([1, 1, 2], [0, -2, 0], { mask: ~layers >>> 0 })).toBeUndefined();
    }
    for (const wrong of [-(2 ** 31) - 1, -1.5, 1.5, 2 ** 32, NaN]) expect(() => world.setLayers(body, wrong)).toThrow('layers');
    world.remove(body);
    expect(() => world.setLayers(body, 1)).toThrow('is not in this world');
  });

  it('is drawn on the way of the last tick, and not on that of a teleport', async () => {
    const glissando = await open(simd);
    const { world } = room(glissando);
    const hero = new glissando.Character(new glissando.Config(), [-5, 0, 0]);
    walk(hero, world, 60);
    const before = hero.position;
    hero.step(world, { wish: [3, 0, 0] }, TICK);
    expect(hero.positionAt(0)).toEqual(before);
    expect(hero.positionAt(1)).toEqual(hero.position);
    expect(hero.positionAt(0.5)[0]).toBeCloseTo(before[0] + 1.5 * TICK, 9);
    hero.teleport([5, 2, 0]);
    expect(hero.positionAt(0.5)).toEqual([5, 2, 0]);
    for (const wrong of [NaN, -0.1, 1.5]) expect(() => hero.positionAt(wrong)).toThrow('share');
  });

  it('is thrown by a launch, and not by a velocity that is written on the ground', async () => {
    const glissando = await open(simd);
    const { world } = room(glissando);
    const heights = [true, false].map((isLaunch) => {
      const hero = new glissando.Character(new glissando.Config(), [-5, 0, 0]);
      walk(hero, world, 10);
      const before = hero.position[1]!;
      if (isLaunch) hero.launch([0, 4, 0]);
      else hero.velocity = [0, 4, 0];
      walk(hero, world, 12);
      return hero.position[1]! - before;
    });
    expect(heights[0]).toBeCloseTo(4 * 0.2 - 0.5 * 9.81 * 0.04, 9);
    expect(heights[1]).toBeCloseTo(0, 9);
  });

  it('jumps as high as physics says, and lands as fast', async () => {
    const glissando = await open(simd);
    const { world } = room(glissando);
    const hero = new glissando.Character(new glissando.Config({ jump: { speed: 4 } }), [-5, 0, 0]);
    walk(hero, world, 10);
    const events = walk(hero, world, 60, 0);
    expect(events.map((event) => event.type)).toEqual(['jumped', 'landed']);
    const landed = events[1];
    if (landed?.type !== 'landed') throw new Error('did not land');
    expect(landed.speed).toBeCloseTo(4, 9);
    expect(landed.energyPerMass).toBeCloseTo(8, 8);
  });

  it('crouches, flies, and takes another config', async () => {
    const glissando = await open(simd);
    const { world } = room(glissando);
    const hero = new glissando.Character(new glissando.Config(), { x: 0, y: 0, z: 0 });
    hero.step(world, { crouch: true }, TICK);
    expect(hero.isCrouching).toBe(true);
    expect(hero.radii).toEqual([0.4, 0.5, 0.4]);
    for (let tick = 0; tick < 60; tick += 1) hero.step(world, { wish: [0, 2, 0], fly: true }, TICK);
    expect(hero.velocity).toEqual([0, 2, 0]);
    hero.setConfig(new glissando.Config({ gravity: [0, 0, 0], pace: { airAcceleration: 0 } }));
    const height = hero.position[1];
    hero.step(world, {}, 0.5);
    expect(hero.position[1]).toBeCloseTo(height + 1, 9);
  });

  it('goes on to the bit from what was saved', async () => {
    const glissando = await open(simd);
    const { world } = room(glissando);
    const hero = new glissando.Character(new glissando.Config(), [-5, 0, 0]);
    walk(hero, world, 33, 20);
    const saved = hero.save();
    const later = () => {
      walk(hero, world, 60);
      return [...hero.position, ...hero.velocity];
    };
    const first = later();
    hero.restore(saved);
    expect(later()).toEqual(first);
  });
});

it('settings come back whole, with names of JavaScript', async () => {
  const { Config, cosDegrees } = await open();
  expect(cosDegrees(60)).toBeCloseTo(0.5, 15);
  const config = new Config({
    radii: new Float64Array([0.3, 0.8, 0.3]),
    up: [0, 2, 0],
    ground: { cosClimb: cosDegrees(60), cosSlip: cosDegrees(60) },
    pace: { acceleration: 'instant', friction: Infinity },
    inherit: { capped: 4 },
    skin: undefined,
  });
  expect(config.settings).toMatchObject({
    radii: [0.3, 0.8, 0.3],
    crouchRadii: [0.4, 0.5, 0.4],
    up: [0, 1, 0],
    filter: { mask: 0xffffffff },
    ground: { cosClimb: cosDegrees(60), stepHeight: 0.4, snapDistance: 0.4 },
    pace: { acceleration: 'instant', friction: 'instant', airAcceleration: 8 },
    inherit: { capped: 4 },
  });
  expect(new Config(config.settings).settings).toEqual(config.settings);
});
