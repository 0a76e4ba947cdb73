// Balls of a stage: they bounce, meet, are kicked, saved and drawn.

import type { BallHandle } from 'glissando';
import { describe, expect, it } from 'vitest';
import { BUILDS, floor, open, type Package } from './package';

const TICK = 1 / 60;

const table = (glissando: Package) => {
  const world = new glissando.World();
  const { positions, indices } = floor(20);
  const body = world.addMesh(positions, indices);
  return { stage: new glissando.Stage(world), body };
};

describe.each(BUILDS)('$name', ({ simd }) => {
  it('falls, bounces on the floor with its restitution, and says so', async () => {
    const glissando = await open(simd);
    const { stage, body } = table(glissando);
    stage.setBallRules({ gravity: [0, -10, 0] });
    const ball = stage.addBall([0, 1.5, 0], 0.5, { mass: 2, restitution: 0.5 });
    expect(stage.balls).toEqual([ball]);
    const impacts = [];
    for (let tick = 0; tick < 30; tick += 1) impacts.push(...stage.tick(TICK).impacts);
    const [impact] = impacts;
    expect(impacts.length).toBe(1);
    expect(impact).toMatchObject({ ball, body, normal: [0, 1, 0] });
    // From a metre up: the square root of 20 m/s, and half of it back.
    expect(impact?.approach).toBeCloseTo(Math.sqrt(20), 2);
    expect(impact?.impulse).toBeCloseTo(2 * 1.5 * (impact?.approach ?? 0), 9);
    expect(stage.ball(ball).velocity[1]).toBeGreaterThan(0);
    expect(stage.ball(ball).radius).toBe(0.5);
  });

  it('passes an impact through a row, or shares it', async () => {
    const glissando = await open(simd);
    const speeds = (order: 'sequential' | 'simultaneous') => {
      const stage = new glissando.Stage(new glissando.World());
      stage.setBallRules({ order, flat: 'y' });
      const row = [0, 1, 2].map((x) => stage.addBall([x, 0, 0], 0.5));
      stage.addBall([-3, 0, 0], 0.5, { velocity: [6, 0, 0] });
      const impacts = [];
      for (let tick = 0; tick < 60; tick += 1) impacts.push(...stage.tick(TICK).impacts);
      expect(impacts.every((impact) => impact.otherBall !== undefined && impact.body === undefined)).toBe(true);
      return row.map((ball) => stage.ball(ball).velocity[0]);
    };
    expect(speeds('sequential')).toEqual([0, 0, 6]);
    const [first, , last] = speeds('simultaneous');
    expect(first).toBeGreaterThan(0.1);
    expect(last).toBeLessThan(6);
  });

  it('is kicked by a character, which says so', async () => {
    const glissando = await open(simd);
    const { stage } = table(glissando);
    stage.setBallRules({ gravity: [0, -9.81, 0] });
    const ball = stage.addBall([1.5, 0.3, 0], 0.3);
    const hero = stage.addCharacter(new glissando.Config(), [0, 0, 0]);
    stage.setInput(hero, { wish: [4, 0, 0] });
    const reports = Array.from({ length: 60 }, () => stage.tick(TICK));
    const hits = reports.flatMap((report) => report.events).filter((event) => event.type === 'hitByBall');
    expect(hits[0]).toMatchObject({ character: hero, ball });
    expect(reports.flatMap((report) => report.impacts).some((impact) => impact.other === hero)).toBe(true);
    expect(stage.ball(ball).velocity[0]).toBeGreaterThan(3);
  });

  it('is saved, restored, moved, drawn between two ticks, and taken away', async () => {
    const glissando = await open(simd);
    const { stage } = table(glissando);
    const ball = stage.addBall([0, 2, 0], 0.5, { velocity: [6, 0, 0] });
    const saved = stage.save();
    stage.tick(TICK);
    expect(Array.from(stage.ballPositions(0))).toEqual([0, 2, 0]);
    expect(stage.ballPositions(0.5)[0]).toBeCloseTo(0.05, 9);
    expect(Array.from(stage.ballPositions())).toEqual(stage.ball(ball).position);
    const once = stage.save();
    stage.restore(saved);
    expect(stage.ball(ball).position).toEqual([0, 2, 0]);
    stage.tick(TICK);
    expect(stage.save()).toEqual(once);
    stage.setBall(ball, { position: [3, 4, 5] });
    expect(Array.from(stage.ballPositions(0))).toEqual([3, 4, 5]);
    expect(stage.ball(ball)).toEqual({ position: [3, 4, 5], velocity: [6, 0, 0], radius: 0.5 });
    stage.setBall(ball, { velocity: [0, 0, 1] });
    expect(stage.ball(ball)).toEqual({ position: [3, 4, 5], velocity: [0, 0, 1], radius: 0.5 });
    const fixed = stage.addBall([9, 9, 9], 1, { mass: Infinity });
    stage.removeBall(ball);
    expect(stage.balls).toEqual([fixed]);
    for (const use of [() => stage.ball(ball), () => stage.removeBall(ball), () => stage.setBall(ball, {})]) expect(use).toThrow(/ball 0 is not on this stage/);
  });

  it('is refused by name', async () => {
    const glissando = await open(simd);
    const { stage } = table(glissando);
    const ball = stage.addBall([0, 2, 0], 0.5);
    const any = (value: unknown) => value as never;
    const before = stage.save();
    for (const [call, words] of [
      [() => stage.addBall([0, NaN, 0], 1), /position is \(0, NaN, 0\)/],
      [() => stage.addBall([0, 0, 0], 0), /radius is 0/],
      [() => stage.addBall([0, 0, 0], any('big')), /radius is "big": it must be a number/],
      [() => stage.addBall([0, 0, 0], 1, { mass: 0 }), /mass is 0/],
      [() => stage.addBall([0, 0, 0], 1, { mass: NaN }), /mass is NaN/],
      [() => stage.addBall([0, 0, 0], 1, { restitution: 2 }), /restitution is 2: it must lie between 0 and 1/],
      [() => stage.addBall([0, 0, 0], 1, any({ bounce: 1 })), /options.bounce is not known: there are velocity, mass, restitution/],
      [() => stage.setBall(ball, { velocity: [1e30, 0, 0] }), /velocity is 1e30/],
      [() => stage.setBallRules({ flat: any('w') }), /rules.flat is "w": it must be 'x', 'y' or 'z'/],
      [() => stage.setBallRules({ order: any('random') }), /rules.order is "random": it must be 'simultaneous' or 'sequential'/],
      [() => stage.setBallRules({ wallRestitution: -1 }), /wallRestitution is -1/],
      [() => stage.ball(any(1.5)), /ball is 1.5: it must be a handle that addBall returned/],
      [() => stage.ballPositions(2), /share is 2/],
      [() => stage.ball(77 as BallHandle), /ball 77 is not on this stage/],
    ] as const)
      expect(call).toThrow(words);
    expect(stage.save()).toEqual(before);
  });
});
