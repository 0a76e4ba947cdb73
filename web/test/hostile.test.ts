// Sessions in hostile hands: every argument gets every kind of value that it is not for. Each is refused by an Error that
// helps, and the session walks on as its twin does that nobody harmed.

import type { Session } from 'glissando';
import { beforeAll, describe, expect, it } from 'vitest';
import { open, type Package } from './package';

let glissando: Package;
beforeAll(async () => {
  glissando = await open();
});

const any = (value: unknown) => value as never;

const round: unknown[] = [];
round.push(round);
const revoked = Proxy.revocable({}, {});
revoked.revoke();
class Liar extends Uint8Array {
  override get length(): number {
    throw new RangeError('mine');
  }
}

/** Values that are right for next to nothing. */
const VALUES: Record<string, unknown> = {
  undefined: undefined,
  null: null,
  NaN: NaN,
  huge: 1e30,
  negative: -1e30,
  fraction: 0.5,
  text: 'text',
  'an empty text': '',
  truth: true,
  bigint: 7n,
  symbol: Symbol('mine'),
  'an empty object': {},
  'an empty list': [],
  'a round list': round,
  'a list of NaN': [NaN, 0, 0],
  'a far place': [1e30, 0, 0],
  'a list of texts': ['1', '2', '3'],
  'a length': { length: 1e9 },
  function: () => 1,
  'a revoked proxy': revoked.proxy,
  'a false array': Object.create(Uint8Array.prototype),
  'an array that lies': new Liar(3),
  'a throwing proxy': new Proxy({}, { ownKeys: () => { throw new RangeError('mine'); }, get: () => { throw new RangeError('mine'); } }),
  'a throwing number': { valueOf: () => { throw new RangeError('mine'); } },
  'a throwing text': { toString: () => { throw new RangeError('mine'); } },
  'a throwing tag': { get [Symbol.toStringTag]() { throw new RangeError('mine'); } },
};

/** What a call may end with: never a trap, never a lock. */
const refused = (call: () => unknown, name: string, words = /./) => {
  let thrown: unknown;
  try {
    call();
  } catch (error) {
    thrown = error;
  }
  expect(thrown, name).toBeInstanceOf(Error);
  expect(thrown, name).not.toBeInstanceOf(WebAssembly.RuntimeError);
  expect((thrown as Error).message, name).not.toMatch(/recursive use|unreachable|is not a function|undefined or null/);
  expect((thrown as Error).message, name).toMatch(words);
};

/** Every place for a value, and the values above that are right there. */
type Call = [name: string, call: (session: Session, value: never) => unknown, right: string[]];
const NOTHING = ['undefined', 'null', 'an empty object'];
const CALLS: Call[] = [
  ['setAutopilot', (session, value) => session.setAutopilot(value), ['truth']],
  ['setControls', (session, value) => session.setControls(value), NOTHING],
  ...['forward', 'right', 'up'].map((name): Call => [name, (session, value) => session.setControls({ [name]: value }), ['undefined', 'fraction']]),
  ...['yaw', 'pitch'].map((name): Call => [name, (session, value) => session.setControls({ [name]: value }), ['undefined', 'fraction']]),
  ...['jump', 'crouch', 'fly'].map((name): Call => [name, (session, value) => session.setControls({ [name]: value }), ['undefined', 'truth']]),
  ['yaw of the view', (session, value) => session.view(value, 0), ['fraction']],
  ['pitch of the view', (session, value) => session.view(0, value), ['fraction']],
  ['start of the view', (session, value) => session.viewDistance(value, [0, 1, 0], 1), []],
  ['direction of the view', (session, value) => session.viewDistance([0, 5, 0], value, 1), []],
  ['length of the view', (session, value) => session.viewDistance([0, 5, 0], [0, 1, 0], value), ['fraction']],
  ['advance', (session, value) => session.advance(value), ['fraction']],
  ['run', (session, value) => session.run(value), []],
  ['goTo', (session, value) => session.goTo(value), []],
  ['isPaused', (session, value) => (session.isPaused = value), ['truth']],
  ['pace', (session, value) => (session.pace = value), ['fraction']],
  ['speed', (session, value) => (session.speed = value), ['fraction']],
  ['settings', (session, value) => (session.settings = value), ['undefined', 'an empty object']],
  ['radii', (session, value) => (session.settings = { radii: value }), ['undefined']],
  ['radius', (session, value) => (session.settings = { radii: [value, 1, 1] }), ['fraction']],
  ['up', (session, value) => (session.settings = { up: value }), ['undefined', 'a far place']],
  ['rotation', (session, value) => (session.settings = { rotation: value }), ['undefined']],
  ['gravity', (session, value) => (session.settings = { gravity: value }), ['undefined']],
  ['skin', (session, value) => (session.settings = { skin: value }), ['undefined']],
  ['mask', (session, value) => (session.settings = { filter: { mask: value } }), ['undefined']],
  ['ground', (session, value) => (session.settings = { ground: value }), ['undefined', 'an empty object']],
  ['stepHeight', (session, value) => (session.settings = { ground: { stepHeight: value } }), ['undefined', 'fraction']],
  ['friction', (session, value) => (session.settings = { pace: { friction: value } }), ['undefined', 'fraction', 'huge']],
  ['jump speed', (session, value) => (session.settings = { jump: { speed: value } }), ['undefined', 'fraction']],
  ['inherit', (session, value) => (session.settings = { inherit: value }), ['undefined']],
  ['capped', (session, value) => (session.settings = { inherit: { capped: value } }), ['fraction']],
  ['pushSpeed', (session, value) => (session.settings = { soft: { pushSpeed: value } }), ['undefined', 'fraction']],
  ['put', (session, value) => session.put(value), []],
  ['report of a check', (session, value) => session.check(value), ['function']],
  ['files of a check', (session, value) => session.check(() => {}, value), ['undefined', 'an empty list']],
  ['overlay', (session, value) => session.overlay(value), NOTHING],
  ['body of the overlay', (session, value) => session.overlay({ body: value }), ['undefined', 'truth']],
];

describe('what a session cannot use it refuses, and walks on like its twin', () => {
  it.each(CALLS)('%s', (name, call, right) => {
    const [played, twin] = [0, 1].map(() => {
      const session = glissando.Session.scene('pool');
      session.setControls({ forward: 1, yaw: 0.3 });
      session.run(20);
      return session;
    }) as [Session, Session];
    for (const [kind, value] of Object.entries(VALUES).filter(([kind]) => !right.includes(kind))) {
      refused(() => call(played, any(value)), `${name} = ${kind}`);
      played.step();
      twin.step();
      expect(played.stateHash(), `${name} = ${kind}`).toBe(twin.stateHash());
    }
    expect(played.controls).toEqual(twin.controls);
    expect([played.isPaused, played.pace, played.speed, played.settings]).toEqual([twin.isPaused, twin.pace, twin.speed, twin.settings]);
    expect(played.recording()).toEqual(twin.recording());
  });
});

/** The same of what starts a session. */
const STARTS: [name: string, call: (value: never) => unknown, right: string[], words: RegExp][] = [
  ['scene', (value) => glissando.Session.scene(value), [], /name is .*: it must be a text|scene/],
  ['options', (value) => glissando.Session.scene('pool', value), NOTHING, /options|mine|revoked|incompatible receiver/],
  ['hz', (value) => glissando.Session.scene('pool', { hz: value }), ['undefined', 'fraction'], /hz is /],
  ['seed', (value) => glissando.Session.scene('pool', { seed: value }), ['undefined'], /options.seed is /],
  ['wanders', (value) => glissando.Session.scene('pool', { wanders: value }), ['undefined', 'truth'], /options.wanders is /],
  ['spawn', (value) => glissando.Session.scene('pool', { spawn: value }), ['undefined'], /spawn/],
  ['open', (value) => glissando.Session.open(value), [], /clip/],
  ['clipName', (value) => glissando.Session.clipName(value), [], /clip/],
  ['files', (value) => glissando.Session.level(value), [], /files|revoked/],
  ['file', (value) => glissando.Session.level([value]), [], /files\[0\]|mine|revoked/],
  ['name of a file', (value) => glissando.Session.level([{ name: value, bytes: new Uint8Array(1) }]), [], /files\[0\].name is|none of the files/],
  ['bytes of a file', (value) => glissando.Session.level([{ name: 'a.obj', bytes: value }]), [], /files\[0\].bytes is|mine/],
  ['unit', (value) => glissando.Session.level([{ name: 'a.obj', bytes: new Uint8Array(1) }], { unit: value }), [], /unit|a.obj/],
  ['up', (value) => glissando.Session.level([{ name: 'a.obj', bytes: new Uint8Array(1) }], { up: value }), [], /options.up|a.obj/],
];

describe('what starts no session is refused by name', () => {
  it.each(STARTS)('%s', (name, call, right, words) => {
    for (const [kind, value] of Object.entries(VALUES).filter(([kind]) => !right.includes(kind))) {
      refused(() => call(any(value)), `${name} = ${kind}`, words);
    }
    const session = glissando.Session.scene('pool');
    session.run(3);
    expect(session.tick).toBe(3);
  });
});

/** What is foreign in other classes' arguments leaves nothing locked there either. */
it('characters, walkers and worlds are as free afterwards as before', () => {
  const world = new glissando.World();
  const mesh = [new Float32Array([-9, 0, -9, -9, 0, 9, 9, 0, 9]), new Uint32Array([0, 1, 2])] as const;
  const body = world.addMesh(...mesh);
  const config = new glissando.Config();
  const hero = new glissando.Character(config, [-3, 0, 0]);
  const many = new glissando.Walkers(config, new Float64Array([-3, 0, 0]));
  const batch = new glissando.Batch(1);
  const calls: [string, (value: never) => unknown, string[]][] = [
    ['input', (value) => hero.step(world, value, 0.1), NOTHING],
    ['wish', (value) => hero.step(world, { wish: value }, 0.1), ['undefined']],
    ['dt', (value) => hero.step(world, {}, value), ['fraction']],
    ['teleport', (value) => hero.teleport(value), []],
    ['velocity', (value) => (hero.velocity = value), []],
    ['launch', (value) => hero.launch(value), []],
    ['launch of many', (value) => many.launch(value, [0, 0, 0]), []],
    ['restore', (value) => hero.restore(value), []],
    ['restore of many', (value) => many.restore(value), []],
    ['teleport of many', (value) => many.teleport(value, [0, 0, 0]), []],
    ['dt of many', (value) => many.step(world, value), ['fraction']],
    ['feet of many', (value) => new glissando.Walkers(config, value), []],
    ['positions', (value) => world.addMesh(value, mesh[1]), []],
    ['indices', (value) => world.addMesh(mesh[0], value), ['undefined', 'null']],
    ['materials', (value) => new glissando.Mesh(...mesh, { materials: value }), ['undefined']],
    ['pose', (value) => world.setPose(body, value), NOTHING],
    ['body', (value) => world.pose(value), []],
    ['options of rays', (value) => world.rays(batch, value), NOTHING],
    ['radii of sweeps', (value) => world.sweeps(value, batch), ['fraction']],
    ['count of a batch', (value) => new glissando.Batch(value), []],
    ['degrees', (value) => glissando.cosDegrees(value), ['fraction']],
  ];
  const before = [hero.save(), many.save()];
  for (const [name, call, right] of calls) {
    for (const [kind, value] of Object.entries(VALUES).filter(([kind]) => !right.includes(kind))) {
      refused(() => call(any(value)), `${name} = ${kind}`);
    }
  }
  expect([hero.save(), many.save()]).toEqual(before);
  hero.step(world, { wish: [1, 0, 0] }, 0.1);
  expect(many.step(world, 0.1)).toBe(0);
  world.setPose(body, {});
  world.rays(batch);
});
