// A world that moves: lifts, doors, triggers, characters among each other.

import type { StageEvent } from 'glissando';
import { describe, expect, it } from 'vitest';
import { BUILDS, floor, open, type Package } from './package';

const TICK = 1 / 60;

/** A closed box, metres. */
const box = ([x, y, z]: number[], [a, b, c]: number[]) => ({
  positions: new Float32Array([-1, 1].flatMap((i) => [-1, 1].flatMap((j) => [-1, 1].flatMap((k) => [x! + i * a!, y! + j * b!, z! + k * c!])))),
  indices: new Uint32Array([
    ...[0, 1, 3, 0, 3, 2, 4, 6, 7, 4, 7, 5, 0, 4, 5, 0, 5, 1],
    ...[2, 3, 7, 2, 7, 6, 0, 2, 6, 0, 6, 4, 1, 5, 7, 1, 7, 3],
  ]),
});

const mesh = (glissando: Package, at: number[], half: number[]) => {
  const { positions, indices } = box(at, half);
  return new glissando.Mesh(positions, indices);
};

/** A floor, and a slab of a lift at the origin whose top rests a centimetre above it. */
const hall = (glissando: Package) => {
  const world = new glissando.World();
  const { positions, indices } = floor(20);
  world.addMesh(positions, indices);
  const lift = world.add(mesh(glissando, [0, -0.49, 0], [1.5, 0.5, 1.5]));
  return { stage: new glissando.Stage(world), lift };
};

const run = (stage: InstanceType<Package['Stage']>, ticks: number) => {
  const events: StageEvent[] = [];
  for (let tick = 0; tick < ticks; tick += 1) events.push(...stage.tick(TICK).events);
  return events;
};

describe.each(BUILDS)('$name', ({ simd }) => {
  it('gives settings back that no character has, and keeps the last ones for saved states', async () => {
    const glissando = await open(simd);
    const { stage } = hall(glissando);
    const hero = stage.addCharacter(new glissando.Config(), [0, 0.02, 0]);
    const saved = stage.save();
    const set = (from: number, count: number) => {
      for (let k = from; k < from + count; k += 1) stage.setConfig(hero, new glissando.Config({ jump: { speed: 1 + k / 1000 } }));
    };
    set(0, 200);
    stage.restore(saved);
    expect(stage.save()).toEqual(saved);
    // A state that is restored again and again stays good.
    for (let k = 1; k < 5; k += 1) {
      set(200 * k, 200);
      stage.restore(saved);
    }
    set(1000, 300);
    expect(() => stage.restore(saved)).toThrow(/are not on this stage/);
    run(stage, 1);
  });

  it('is asked by a world of the moment, which does not follow', async () => {
    const glissando = await open(simd);
    const { stage, lift } = hall(glissando);
    const mover = stage.addMover(lift, { linear: [0, 1, 0] });
    const worlds = [0, 30, 60].map((ticks) => {
      run(stage, ticks);
      return stage.worldNow();
    });
    const down = (world: InstanceType<Package['World']>) => world.ray([0.3, 5, 0.2], [0, -10, 0]);
    const heights = worlds.map((world) => down(world)?.point[1]);
    [0.01, 0.51, 1.51].forEach((height, k) => expect(heights[k]).toBeCloseTo(height, 9));
    expect(worlds.map((world) => down(world)?.body)).toEqual([lift, lift, lift]);
    expect(worlds[0]!.rayHits([0.3, 5, 0.2], [0, -10, 0]).map(({ body }) => body === lift)).toEqual([true, false, true]);
    worlds.forEach((world) => world.free());
    expect(stage.mover(mover)).toBeDefined();
  });

  it('carries a character on a lift, and draws both between two ticks', async () => {
    const glissando = await open(simd);
    const { stage, lift } = hall(glissando);
    const mover = stage.addMover(lift, { path: [{ time: 0 }, { time: 2, translation: [0, 3, 0] }], ends: 'call', wait: 1 });
    const hero = stage.addCharacter(new glissando.Config(), [0, 0.02, 0]);
    run(stage, 10);
    const { position } = stage.character(hero);
    stage.open(mover);
    const report = stage.tick(TICK);
    expect(report.characters).toMatchObject([{ character: hero, outcome: 'carried', stop: 'done', isHeld: false }]);
    run(stage, 59);
    const risen = stage.character(hero);
    expect(risen.support).toBe(lift);
    expect(risen.position[1] - position[1]).toBeCloseTo(1.5, 2);
    expect(stage.mover(mover).translation[1]).toBeCloseTo(1.5, 9);
    // Half of a tick of 25 mm ago.
    expect(stage.pose(lift, 0.5)[10]).toBeCloseTo(1.5 - 0.0125, 9);
    expect(stage.positions(0.5)[1]).toBeCloseTo(risen.position[1] - 0.0125, 6);
    expect(stage.positions()).toEqual(new Float64Array(risen.position));
    expect(stage.ticks).toBe(70);
  });

  it('draws a character that was added or teleported since the last tick where it is', async () => {
    const glissando = await open(simd);
    const { stage } = hall(glissando);
    const config = new glissando.Config();
    const [first, second] = [stage.addCharacter(config, [0, 5, 0]), stage.addCharacter(config, [2, 5, 0])];
    run(stage, 10);
    stage.removeCharacter(first);
    // It takes the place of the one that is gone, which had a place in the last tick.
    const third = stage.addCharacter(config, [4, 7, 0]);
    stage.teleport(second, [-2, 6, 0]);
    const now = [second, third].map((character) => [...stage.character(character).position]);
    expect(stage.characters).toEqual([second, third]);
    for (const share of [0, 0.5, 1]) expect([...stage.positions(share)]).toEqual(now.flat());
    stage.tick(TICK);
    const [before, after] = [now[1]![1]!, stage.character(third).position[1]!];
    expect(after).toBeLessThan(before);
    expect(stage.positions(0)[4]).toBe(before);
    expect(stage.positions(0.5)[4]).toBeCloseTo((before + after) / 2, 12);
  });

  it('carries and crushes bodies of every shape', async () => {
    const glissando = await open(simd);
    for (const body of ['ellipsoid', 'capsule', 'box', 'cylinder'] as const) {
      const { stage, lift } = hall(glissando);
      const press = stage.add(mesh(glissando, [0, 5, 0], [1, 0.5, 1]));
      const mover = stage.addMover(lift, { path: [{ time: 0 }, { time: 2, translation: [0, 4, 0] }], ends: 'call', wait: 1 });
      const hero = stage.addCharacter(new glissando.Config({ body }), [0, 0.02, 0]);
      run(stage, 10);
      const height = stage.character(hero).position[1];
      stage.open(mover);
      run(stage, 30);
      expect(stage.character(hero).position[1] - height).toBeCloseTo(1, 2);
      const events = run(stage, 90);
      expect(events.find((event) => event.type === 'squeezed')).toMatchObject({ character: hero, isCrushed: true });
      expect(stage.pose(press)[10]).toBe(0);
    }
  });

  it('gives way or crushes as the policy says', async () => {
    const glissando = await open(simd);
    for (const [policy, outcome] of [['stop', 'blocked'], ['reverse', 'blocked'], ['push', 'crushed']] as const) {
      const { stage } = hall(glissando);
      const press = stage.add(mesh(glissando, [0, 4, 0], [1, 0.5, 1]));
      stage.addMover(press, { path: [{ time: 0 }, { time: 1, translation: [0, -3.4, 0] }], policy });
      const hero = stage.addCharacter(new glissando.Config(), [0, 0.02, 0]);
      const outcomes = new Set<string>();
      let squeezed: StageEvent | undefined;
      for (let tick = 0; tick < 60; tick += 1) {
        const report = stage.tick(TICK);
        outcomes.add(report.characters[0]!.outcome);
        squeezed ??= report.events.find((event) => event.type === 'squeezed');
      }
      expect([...outcomes]).toContain(outcome);
      expect(squeezed).toMatchObject({ character: hero, isCrushed: policy === 'push' });
      expect(stage.character(hero).isCrushed).toBe(policy === 'push');
    }
  });

  it('reports triggers and other characters', async () => {
    const glissando = await open(simd);
    const { stage } = hall(glissando);
    const zone = stage.addTrigger(mesh(glissando, [4, 1, 0], [0.5, 1, 1]), { kind: 'volumeByCentre' });
    const config = new glissando.Config();
    const [left, right] = [stage.addCharacter(config, [2, 0, 0]), stage.addCharacter(config, [7, 0, 0], { mass: 200 })];
    stage.setInput(left, { wish: [3, 0, 0] });
    const events = run(stage, 150);
    const of = (type: string) => events.filter((event) => event.type === type);
    expect(of('entered')).toMatchObject([{ character: left, trigger: zone }]);
    expect(of('left')).toMatchObject([{ character: left, trigger: zone }]);
    expect(of('touched').some((event) => event.character === left && 'other' in event && event.other === right)).toBe(true);
    const [a, b] = [stage.character(left).position[0], stage.character(right).position[0]];
    expect(b - a).toBeGreaterThan(0.8);
    expect(stage.character(left).touching).toContainEqual({ other: right });
    stage.removeCharacter(right);
    expect(stage.characters).toEqual([left]);
    expect(() => stage.character(right)).toThrow(/character 1 .*is not on this stage/);
    stage.removeTrigger(zone);
    expect(() => stage.removeTrigger(zone)).toThrow(/trigger 0 .*is not in this set/);
  });

  it('goes back and again with the same bits', async () => {
    const glissando = await open(simd);
    const { stage, lift } = hall(glissando);
    stage.addMover(lift, { linear: [0, 0.5, 0], angular: [0, 1, 0] });
    const config = new glissando.Config();
    const heroes = [-1, 0, 1].map((x) => stage.addCharacter(config, [x, 0.02, 0.5]));
    for (const hero of heroes) stage.setInput(hero, { wish: [0.5, 0, 0.25] });
    run(stage, 20);
    const saved = stage.save();
    run(stage, 40);
    const end = stage.save();
    stage.restore(saved);
    expect(stage.ticks).toBe(20);
    run(stage, 40);
    expect(stage.save()).toEqual(end);
    for (const wrong of [new Uint8Array(), new Uint8Array([7]), saved.slice(0, 30), new Uint8Array([...saved, 0])]) {
      expect(() => stage.restore(wrong)).toThrow(/the saved bytes/);
      expect(stage.save()).toEqual(end);
    }
  });

  it('refuses by name, and changes nothing', async () => {
    const glissando = await open(simd);
    const { stage, lift } = hall(glissando);
    const mover = stage.addMover(lift, {});
    const hero = stage.addCharacter(new glissando.Config(), [5, 0, 0]);
    const any = (value: unknown) => value as never;
    const before = stage.save();
    const refusals: [() => unknown, RegExp][] = [
      [() => stage.tick(Number.NaN), /dt is NaN/],
      [() => stage.tick(-1), /dt is -1/],
      [() => stage.remove(lift), /body 1 .*moved by mover 0/],
      [() => stage.addMover(lift, { linear: [1, 0, 0] }), /moved by mover 0/],
      [() => stage.addMover(any(77), {}), /body 77 is not in this world/],
      [() => stage.addMover(lift, any({ speed: 3 })), /options\.speed is not known: there are pivot/],
      [() => stage.addMover(lift, { path: any([{ time: 'now' }]) }), /options\.path\[0\]\.time is "now"/],
      [() => stage.addMover(lift, { path: [{ time: 0 }], linear: [1, 0, 0] }), /a path and velocities/],
      [() => stage.addMover(lift, { ends: any('round') , path: [{ time: 0 }] }), /'loop', 'pingPong' or 'call'/],
      [() => stage.open(any(9)), /mover 9 is not on this stage/],
      [() => stage.addTrigger(mesh(glissando, [0, 0, 0], [1, 1, 1]), { kind: any('box') }), /'surface', 'volumeByBody'/],
      [() => stage.addCharacter(new glissando.Config(), [NaN, 0, 0]), /feet is \(NaN, 0, 0\)/],
      [() => stage.addCharacter(new glissando.Config(), [0, 9, 0], { mass: 0 }), /options\.mass is 0/],
      [() => stage.setInput(hero, { wish: any('north') }), /input\.wish is "north"/],
      [() => stage.positions(2), /share is 2/],
    ];
    for (const [call, words] of refusals) expect(call).toThrow(words);
    const { positions, indices } = floor(1);
    const open3 = new glissando.Mesh(positions, indices);
    expect(() => stage.addTrigger(open3)).toThrow(/is open/);
    expect(stage.save()).toEqual(before);
    stage.setTarget(mover, { translation: [0, 0.1, 0] });
    stage.tick(TICK);
    expect(stage.mover(mover).translation[1]).toBeCloseTo(0.1, 12);
    stage.removeMover(mover);
    expect(() => stage.mover(mover)).toThrow(/mover 0 is not on this stage/);
    expect(stage.pose(lift)[10]).toBeCloseTo(0.1, 12);
  });
});
