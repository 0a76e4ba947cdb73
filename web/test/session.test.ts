// A session: every method and every property once, with what is right for it.

import type { Session } from 'glissando';
import { beforeAll, describe, expect, it } from 'vitest';
import { open, type Package } from './package';

let glissando: Package;
beforeAll(async () => {
  glissando = await open();
});

const tour = () => glissando.Session.scene('tour');
const file = (name: string, text: string) => ({ name, bytes: new TextEncoder().encode(text) });
const FLOOR = file('flat.obj', 'o plate\nv -9 0 -9\nv -9 0 9\nv 9 0 9\nv 9 0 -9\nf 1 2 3\nf 1 3 4\n');

/** What the tests below ask for; whoever adds a method adds a test. */
const NAMES = [
  ...['advance', 'bodies', 'check', 'clip', 'controls', 'dt', 'earliest', 'free', 'goTo', 'isOnAutopilot', 'isPaused'],
  ...['isRepeating', 'isSame', 'latest', 'name', 'news', 'overlay', 'pace', 'places', 'position'],
  ...['put', 'putBack', 'recording', 'run', 'setAutopilot', 'setControls', 'settings', 'speed', 'stateHash', 'status', 'step'],
  ...['tick', 'title', 'triggerShapes', 'useNear', 'view', 'viewDistance', 'warnings'],
];

it('has no method that is not tested here', () => {
  const own = (of: object) => Object.getOwnPropertyNames(of).filter((name) => !name.startsWith('__')).sort();
  expect(own(glissando.Session.prototype).filter((name) => name !== 'constructor')).toEqual(NAMES);
  const statics = own(glissando.Session).filter((name) => !['length', 'name', 'prototype'].includes(name));
  expect(statics).toEqual(['clipName', 'level', 'open', 'scene', 'scenes']);
});

describe('starts', () => {
  it('with a scene, by its name', () => {
    const scenes = glissando.Session.scenes();
    expect(scenes.find(({ name }) => name === 'doors')).toMatchObject({ title: 'Doors', about: expect.any(String), group: expect.any(String) });
    const session = glissando.Session.scene('doors', { hz: 30, seed: 3, wanders: true, spawn: '1,2,3' });
    expect([session.name, session.title, session.tick, session.isSame]).toEqual(['doors', 'Doors', 0, true]);
    expect([session.dt, session.position, session.warnings()]).toEqual([1 / 30, [1, 2, 3], []]);
  });

  it('with a level out of files', () => {
    const session = glissando.Session.level([file('notes.txt', 'none'), FLOOR], { spawn: '0,2,0', unit: 2, up: 'y', still: true });
    expect([session.name, session.title]).toEqual(['flat', 'flat']);
    session.run(60);
    expect(session.status()).toMatchObject({ ground: 'standing', tick: 60, counts: [1, 0] });
    const { positions, pose } = session.bodies()[0]!;
    expect(Math.max(...positions) * pose[0]!).toBe(18);
  });

  it('with what was kept of another one, at its bits', () => {
    const session = glissando.Session.level([FLOOR], { spawn: '0,2,0' });
    session.setControls({ forward: 1, yaw: 1 });
    session.run(70);
    const { json, fragment } = session.clip();
    expect(glissando.Session.clipName(fragment)).toEqual({ name: 'flat', isScene: false });
    const recording = new TextDecoder().decode(session.recording());
    for (const text of [json, fragment, `https://example.org/#${fragment}`, recording]) {
      const opened = glissando.Session.open(text, [FLOOR]);
      expect([opened.isSame, opened.tick, opened.isPaused]).toEqual([true, 70, true]);
      expect([opened.stateHash(), opened.position]).toEqual([session.stateHash(), session.position]);
    }
    const scene = tour();
    scene.run(5);
    expect(glissando.Session.open(scene.clip().json)).toMatchObject({ title: 'The tour', tick: 5 });
  });
});

describe('goes on and back', () => {
  it('tick by tick, and the same way again', () => {
    const session = tour();
    session.setControls({ forward: 1, right: 0.5 });
    session.step();
    session.run(99);
    const [hash, position] = [session.stateHash(), session.position];
    expect(hash).toMatch(/^[0-9a-f]{16}$/);
    expect([session.tick, session.earliest, session.latest, session.isRepeating]).toEqual([100, 0, 100, false]);
    expect(session.goTo(40)).toBe(40);
    expect([session.tick, session.latest, session.isRepeating]).toEqual([40, 100, true]);
    expect(session.stateHash()).not.toBe(hash);
    expect(session.goTo(1000)).toBe(100);
    expect([session.stateHash(), session.position]).toEqual([hash, position]);
  });

  it('with the clock, slower or not at all', () => {
    const session = tour();
    expect(session.advance(0.055)).toBe(3);
    session.pace = 0.1;
    expect([session.pace, session.advance(0.055)]).toEqual([0.1, 0]);
    session.isPaused = true;
    expect([session.isPaused, session.advance(10), session.tick]).toEqual([true, 0, 3]);
    session.isPaused = false;
    session.pace = 1;
    expect(session.advance(0.055)).toBeGreaterThan(1);
  });

  it('into a recording of everything', () => {
    const session = tour();
    session.run(10);
    const short = session.recording().length;
    session.run(10);
    expect(session.recording().length).toBeGreaterThan(short);
    session.free();
    expect(() => session.tick).toThrow(/this Session was freed/);
  });
});

describe('obeys the hand', () => {
  it('that holds keys, or lets it go by itself', () => {
    const session = tour();
    const held = { forward: 1, right: -0.5, up: 0.25, jump: true, crouch: false, fly: true, yaw: 0.5, pitch: -0.25 };
    session.setControls(held);
    expect(session.controls).toEqual(held);
    session.setControls({});
    session.setAutopilot(true);
    expect(session.isOnAutopilot).toBe(true);
    session.setAutopilot(false);
    expect(session.isOnAutopilot).toBe(false);
  });

  it('that goes as fast as it may', () => {
    const far = (speed: number) => {
      const session = glissando.Session.scene('floor');
      session.speed = speed;
      session.setControls({ forward: 1 });
      const from = session.position[2];
      session.run(60);
      expect(session.speed).toBe(speed);
      return Math.abs(session.position[2] - from);
    };
    expect(far(4) / far(2)).toBeCloseTo(2, 0);
  });

  it('that makes it something else, and puts it somewhere', () => {
    const session = glissando.Session.scene('floor');
    const start = session.position;
    session.settings = { radii: [0.3, 0.6, 0.3], jump: { speed: 7 } };
    session.put([1, 5, 2]);
    session.step();
    expect(session.settings).toMatchObject({ radii: [0.3, 0.6, 0.3], jump: { speed: 7 }, skin: undefined });
    expect(session.position[0]).toBe(1);
    expect(session.position[1]).toBeCloseTo(5, 1);
    session.putBack();
    session.step();
    expect(session.position[0]).toBe(start[0]);
  });

  it('that opens doors', () => {
    const session = glissando.Session.scene('doors');
    expect(session.useNear()).toBe(0);
    session.put([-9, 0.92, 2.5]);
    session.step();
    expect(session.useNear()).toBe(1);
    const poses = session.places().poses;
    session.run(60);
    expect(session.places().poses).not.toEqual(poses);
  });
});

describe('shows', () => {
  it('bodies and where they are, in arrays that stay as they are', () => {
    const session = tour();
    const bodies = session.bodies();
    expect(bodies.every(({ positions, triangleMaterials }) => positions.length === 9 * triangleMaterials.length)).toBe(true);
    const places = session.places();
    expect(places.poses.length).toBe(12 * bodies.filter(({ isMover }) => isMover).length);
    expect([...places.characters.subarray(0, 6)]).toEqual([...session.position, 0.4, 0.9, 0.4]);
    const kept = structuredClone(places);
    session.run(30);
    expect(places).toEqual(kept);
    expect(session.places().characters).not.toEqual(kept.characters);
    session.free();
    for (const name of ['tour', 'pool']) glissando.Session.scene(name).places();
    expect(places).toEqual(kept);
  });

  it('balls, and what is passed through', () => {
    expect(glissando.Session.scene('pool').places().balls.length % 4).toBe(0);
    expect(glissando.Session.scene('pool').places().balls.length).toBeGreaterThan(0);
    const prop = glissando.Session.scene('doors').triggerShapes()[0];
    expect(prop).toMatchObject({ name: 'barrier', isPickUp: false, isGone: false });
    expect(prop!.positions.length % 9).toBe(0);
  });

  it('where eyes look, and how far a camera can go', () => {
    const session = glissando.Session.scene('doors');
    expect(session.view(0, 0)).toEqual({ forward: [0, 0, -1], ahead: [0, 0, -1], right: [1, 0, 0], up: [0, 1, 0] });
    expect(session.viewDistance([-13, 0.92, 0], [0, -2, 0], 9)).toBeCloseTo(0.77, 9);
    expect(session.viewDistance([-13, 0.92, 0], [0, 1, 0], 9)).toBe(9);
  });

  it('how it is, what happened, and the overlay', () => {
    const session: Session = tour();
    session.run(60);
    expect(session.status()).toMatchObject({ tick: 60, time: 1, ground: 'standing', outcome: 'unaffected', isCrouching: false });
    expect(session.status().touches).toHaveLength(1);
    expect(session.news()).toMatchObject([{ name: 'landed', words: expect.stringContaining('m/s') }]);
    expect(session.news()).toEqual([]);
    const none = session.overlay({});
    expect([none.lines.length, none.triangles.length]).toEqual([0, 0]);
    const { lines, lineColours, triangles, triangleColours } = session.overlay({ body: true, contacts: true, triangles: true });
    expect([lines.length / 6, triangles.length / 9]).toEqual([lineColours.length / 4, triangleColours.length / 4]);
    expect(lines.length).toBeGreaterThan(0);
  });
});
