// Whatever is handed in: an Error with words that help, never a panic, and the package goes on working.

import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { floor, open, room, type Package } from './package';

let glissando: Package;
beforeAll(async () => {
  glissando = await open();
});

// What TypeScript would not let pass, and people without it do pass.
const any = (value: unknown) => value as never;

const { positions, indices } = floor(10);

describe('what cannot be used is named', () => {
  const cases: [string, () => unknown, RegExp][] = [
    ['no positions', () => new glissando.Mesh(any(undefined), indices), /^positions is undefined: it must be a Float32Array$/],
    ['plain positions', () => new glissando.Mesh(any([0, 0, 0]), indices), /positions is a list of 3: it must be a Float32Array/],
    ['half a vertex', () => new glissando.Mesh(new Float32Array(4), indices), /positions has 4 numbers: it must have three/],
    ['half a triangle', () => new glissando.Mesh(positions, new Uint32Array(4)), /indices has 4 numbers: it must have three/],
    ['no triangles', () => new glissando.Mesh(positions, new Uint32Array(0)), /no triangles/],
    ['no such vertex', () => new glissando.Mesh(positions, new Uint32Array([0, 1, 9])), /9/],
    ['NaN', () => new glissando.Mesh(positions.map(() => NaN), indices), /NaN|finite/],
    ['too far', () => new glissando.Mesh(positions.map(() => 1e30), indices), /1e30|1000000000000000/],
    ['materials', () => new glissando.Mesh(positions, indices, { materials: new Uint16Array(1) }), /material/],
    ['weld distance', () => new glissando.Mesh(positions, indices, { weldDistance: -1 }), /-1/],
    ['misspelt', () => new glissando.Mesh(positions, indices, any({ weld: 1 })), /options.weld is not known: there are .*weldDistance/],
    ['flat pose', () => room(glissando).world.addMesh(positions, indices, { pose: { scale: [1, 0, 1] } }), /pose flattens/],
    ['text as pose', () => room(glissando).world.addMesh(positions, indices, { pose: any('here') }), /pose is "here"/],
    ['short pose', () => room(glissando).world.addMesh(positions, indices, { pose: [1, 2] }), /pose is a list of 2: it must be .*12/],
    ['no affine', () => room(glissando).world.addMesh(positions, indices, { pose: new Array(16).fill(1) }), /last row of pose is 1: it must be 0/],
    ['no rotation', () => room(glissando).world.addMesh(positions, indices, { pose: { rotation: [0, 0, 0, 0] } }), /rotation/],
    ['layers', () => room(glissando).world.addMesh(positions, indices, { layers: 0.5 }), /options.layers is 0.5: it must be a whole number from 0 to 4294967295/],
    ['traction without material', () => room(glissando).world.addMesh(positions, indices, { tractions: [any({ speed: 0.5 })] }), /options.tractions\[0\].material is missing: it must be a material id/],
    ['negative traction', () => room(glissando).world.addMesh(positions, indices, { tractions: [{ material: 0, speed: -1 }] }), /options.tractions\[0\]: speed of a traction is -1: it must lie between 0 and 1000/],
    ['two tractions', () => room(glissando).world.addMesh(positions, indices, { tractions: [{ material: 7 }, { material: 7 }] }), /options.tractions\[1\].material is 7, which an entry before it has/],
    ['misspelt traction', () => room(glissando).world.addMesh(positions, indices, { tractions: [any({ material: 0, grip: 1 })] }), /options.tractions\[0\].grip is not known: there are material, speed, acceleration, friction/],
    ['conveyor without velocity', () => room(glissando).world.addMesh(positions, indices, { conveyors: [any({ material: 3 })] }), /options.conveyors\[0\].velocity is missing: it must be a vector/],
    ['conveyor of NaN', () => room(glissando).world.addMesh(positions, indices, { conveyors: [{ material: 3, velocity: [0, NaN, 0] }] }), /options.conveyors\[0\]: velocity of a conveyor is \(0, NaN, 0\)/],
    ['conveyor of axes', () => room(glissando).world.addMesh(positions, indices, { conveyors: [{ material: 3, velocity: { x: 0, y: 1e30, z: 0 } }] }), /options.conveyors\[0\]: velocity of a conveyor is 1e30/],
    ['tiny handle', () => room(glissando).world.remove(any(5e-324)), /body is 5e-324: it must be a handle/],
    ['infinite mask', () => room(glissando).world.ray([0, 0, 0], [1, 0, 0], { mask: Infinity }), /options.mask is Infinity: it must be a whole number/],
    ['two conveyors', () => room(glissando).world.addMesh(positions, indices, { conveyors: [{ material: 3, velocity: [0, 0, 0] }, { material: 3, velocity: [0, 0, 0] }] }), /options.conveyors\[1\].material is 3, which an entry before it has/],
    ['no list of tractions', () => room(glissando).world.addMesh(positions, indices, { tractions: any({}) }), /options.tractions is an object: it must be a list of tractions/],
    ['no ray', () => room(glissando).world.ray(any(null), [0, 0, 0]), /from is null: it must be a list of 3 numbers/],
    ['long ray', () => room(glissando).world.ray([0, 0, 0], [1e30, 0, 0]), /1e30: it must lie between/],
    ['NaN in a ray', () => room(glissando).world.ray([0, NaN, 0], [0, 0, 0]), /from is \(0, NaN, 0\)/],
    ['text in a ray', () => room(glissando).world.ray([0, any('1'), 0], [0, 0, 0]), /from\[1\] is "1": it must be a number/],
    ['empty body', () => room(glissando).world.sweep([0, 1, 1], [0, 0, 0], [0, 0, 0]), /radi/],
    ['no body', () => room(glissando).world.sweep(any({}), [0, 0, 0], [0, 0, 0]), /radii is an object: it must be a radius/],
    ['thick skin', () => room(glissando).world.sweep(1, [0, 0, 0], [0, 1, 0], { skin: 2 }), /skin is 2: it must lie between 0 and 1/],
    ['a skin for a ray', () => room(glissando).world.ray([0, 0, 0], [0, 1, 0], any({ skin: 0.1 })), /options.skin is not known: there are mask/],
    ['a turn of a ray', () => room(glissando).world.isBlockedBetween([0, 0, 0], [0, 1, 0], any({ rotation: [0, 0, 0, 1] })), /options.rotation is not known/],
    ['another body', () => room(glissando).world.clearance(1, [0, 3, 0], 9, any({ body: 'cone' })), /options.body is "cone": it must be "ellipsoid", "capsule", "box" or "cylinder"/],
    ['a flat capsule', () => room(glissando).world.clearance([1, 0.5, 1], [0, 3, 0], 9, { body: 'capsule' }), /radii of the capsule are/],
    ['a skin at rest', () => room(glissando).world.clearance(1, [0, 3, 0], 9, any({ skin: 0.1 })), /options.skin is not known/],
    ['a skin for rays', () => room(glissando).world.rays(new glissando.Batch(1), any({ skin: 0.1 })), /options.skin is not known: there are count/],
    ['half a body', () => room(glissando).world.sweep(any({ x: 1, y: 2 }), [0, 0, 0], [0, 0, 0]), /radii\["z"\] is undefined: it must be a number/],
    ['mask', () => room(glissando).world.ray([0, 0, 0], [0, 1, 0], { mask: 0.5 }), /options.mask is 0.5/],
    ['negative distance', () => room(glissando).world.overlap(1, [0, 0, 0], -1), /distance is -1/],
    ['NaN clearance', () => room(glissando).world.clearance(1, [0, 0, 0], NaN), /most is NaN/],
    ['number of questions', () => new glissando.Batch(1e12), /count is 1000000000000: it must be a whole number/],
    ['no number', () => new glissando.Batch(any('ten')), /count is "ten"/],
    ['settings', () => new glissando.Config({ ground: { stepHeight: -1 } }), /^stepHeight is -1: it must lie between 0/],
    ['misspelt setting', () => new glissando.Config({ ground: any({ stepHight: 1 }) }), /settings.ground.stepHight is not known: there are cosClimb, cosSlip, stepHeight/],
    ['text as setting', () => new glissando.Config({ ground: { stepHeight: any('high') } }), /settings.ground.stepHeight is "high": it must be a number/],
    ['number as group', () => new glissando.Config({ ground: any(3) }), /settings.ground is 3: it must be an object/],
    ['no settings', () => new glissando.Config(any(null)), /settings is null/],
    ['two radii', () => new glissando.Config({ radii: any([1, 2]) }), /settings.radii is a list of 2: it must be a list of 3 numbers/],
    ['null as setting', () => new glissando.Config({ skin: any(null) }), /settings.skin is null: it must be a number/],
    ['bigint as setting', () => new glissando.Config({ skin: any(1n) }), /settings.skin is a bigint: it must be a number/],
    ['mask of bits', () => new glissando.Config({ filter: { mask: 0.5 } }), /settings.filter.mask is 0.5: it must be a whole number/],
    ['word as rate', () => new glissando.Config({ pace: { friction: any('soon') } }), /settings.pace.friction is "soon": it must be a number or "instant"/],
    ['word of platforms', () => new glissando.Config({ inherit: any('half') }), /settings.inherit is "half": it must be "full", "horizontal", "none" or/],
    ['nothing capped', () => new glissando.Config({ inherit: any({}) }), /settings.inherit is an object: it must be "full"/],
    ['NaN degrees', () => glissando.cosDegrees(NaN), /degrees is NaN: it must be a number from 0 to 180/],
    ['too many degrees', () => glissando.cosDegrees(181), /degrees is 181: it must be/],
    ['text as degrees', () => glissando.cosDegrees(any('45')), /degrees is "45": it must be a number/],
    ['feet', () => new glissando.Character(new glissando.Config(), [0, 1e30, 0]), /feet is 1e30: it must lie between/],
    ['places of many', () => new glissando.Walkers(new glissando.Config(), new Float64Array(4)), /feet has 4 numbers/],
    ['NaN place', () => new glissando.Walkers(new glissando.Config(), new Float64Array(3).fill(NaN)), /feet is \(NaN/],
  ];
  it.each(cases)('%s', (_, call, words) => {
    expect(call).toThrow(words);
    expect(call).toThrow(Error);
  });
});

describe('characters', () => {
  const hero = () => new glissando.Character(new glissando.Config(), [0, 0, 0]);
  it.each<[string, unknown, unknown, RegExp]>([
    ['NaN wish', { wish: [NaN, 0, 0] }, 0.1, /wish is \(NaN, 0, 0\)/],
    ['huge wish', { wish: [1e30, 0, 0] }, 0.1, /wish is 1e30/],
    ['short wish', { wish: [1, 0] }, 0.1, /input.wish is a list of 2: it must be a list of 3 numbers/],
    ['button', { jump: 1 }, 0.1, /input.jump is 1: it must be true or false/],
    ['misspelt', { jumping: true }, 0.1, /input.jumping is not known: there are wish, jump, crouch, fly/],
    ['long tick', {}, 11, /dt is 11: it must lie between 0 and 10/],
    ['negative tick', {}, -1, /dt is -1/],
    ['no tick', {}, undefined, /dt is undefined: it must be a number/],
    ['NaN tick', {}, NaN, /dt is NaN/],
  ])('%s, and stay where they are', (_, input, dt, words) => {
    const [{ world }, walker] = [room(glissando), hero()];
    const before = walker.save();
    expect(() => walker.step(world, any(input), any(dt))).toThrow(words);
    expect(walker.save()).toEqual(before);
    walker.step(world, {}, 0.1);
  });

  it('broken bytes are refused, or their numbers are', () => {
    const [{ world }, walker] = [room(glissando), hero()];
    const saved = walker.save();
    for (const bytes of [new Uint8Array(0), saved.subarray(0, 20), new Uint8Array([9, ...saved])]) {
      expect(() => walker.restore(bytes)).toThrow(/saved bytes/);
    }
    expect(() => walker.restore(any('saved'))).toThrow(/saved is "saved": it must be a Uint8Array/);
    for (let at = 0; at < saved.length; at += 1) {
      const bytes = saved.slice();
      bytes[at] = ~bytes[at]!;
      try {
        walker.restore(bytes);
        walker.step(world, { wish: [1, 0, 0] }, 0.1);
      } catch (error) {
        expect(error).not.toBeInstanceOf(WebAssembly.RuntimeError);
      }
    }
    walker.restore(saved);
    expect(walker.save()).toEqual(saved);
  });
});

it('ends and waits of a mover are refused where they have no effect', () => {
  const { world, body } = room(glissando);
  const stage = new glissando.Stage(world);
  const path = [{ time: 0 }, { time: 1, translation: [0, 1, 0] as const }];
  const words = "options.ends needs a path, and options.wait needs ends: 'call'";
  for (const options of [{ ends: 'call' }, { ends: 'loop', linear: [0, 1, 0] }, { wait: 2 }, { path, wait: 2 }, { path, ends: 'loop', wait: 2 }]) {
    expect(() => stage.addMover(body, any(options))).toThrow(words);
  }
  expect(() => stage.addMover(body, any({ ends: 'xxx' }))).toThrow(/options.ends is "xxx": it must be 'loop', 'pingPong' or 'call'/);
  stage.addMover(body, any({ path, ends: 'call', wait: 2 }));
});

it('a handle that is dead stays dead, and says so', () => {
  const { world, body } = room(glissando);
  world.remove(body);
  const words = /body 0 is not in this world: it was removed/;
  expect(() => world.remove(body)).toThrow(words);
  expect(() => world.setPose(body, {})).toThrow(words);
  expect(() => world.pose(body)).toThrow(words);
  for (const wrong of [-1, 0.5, NaN, 2 ** 60, 'body', undefined]) {
    expect(() => world.remove(any(wrong))).toThrow(/it must be a handle that add or addMesh returned/);
    expect(world.has(any(wrong))).toBe(false);
  }
});

it('a question of a batch is named by its number, and nothing counts as met', () => {
  const { world } = room(glissando);
  const batch = new glissando.Batch(3);
  batch.origins.set([0, 1, 0, 0, 1, 0, 0, 1, NaN]);
  batch.translations.set([0, -2, 0, 0, -2, 0, 0, -2, 0]);
  expect(() => world.rays(batch)).toThrow(/question 2: from is \(0, 1, NaN\)/);
  expect(Array.from(batch.hits)).toEqual([0, 0, 0]);
  expect(() => world.rays(batch, { count: 4 })).toThrow(/options.count is 4: it must be a whole number from 0 to 3/);
  world.rays(batch, { count: 2 });
  expect(Array.from(batch.hits)).toEqual([1, 1, 0]);
});

it('exceptions of what is handed in come back as they are, and leave nothing locked', () => {
  const { world } = room(glissando);
  const hero = new glissando.Character(new glissando.Config(), [0, 0, 0]);
  const trap = new Proxy({}, { get: () => { throw new RangeError('mine'); }, ownKeys: () => { throw new RangeError('mine'); } });
  expect(() => hero.step(world, any(trap), 0.1)).toThrow(new RangeError('mine'));
  expect(() => world.ray(any(trap), [0, 0, 0])).toThrow(new RangeError('mine'));
  expect(() => new glissando.Config(any(trap))).toThrow(new RangeError('mine'));
  const nosy = { get wish() { hero.teleport([1, 1, 1]); return [0, 0, 0]; } };
  expect(() => hero.step(world, nosy, 0.1)).toThrow(/recursive|borrow|alias/);
  hero.step(world, { wish: [1, 0, 0] }, 0.1);
  hero.teleport([1, 1, 1]);
});

it('a wrong class and a freed object are refused', () => {
  const { world } = room(glissando);
  const hero = new glissando.Character(new glissando.Config(), [0, 0, 0]);
  expect(() => hero.step(any({}), {}, 0.1)).toThrow(Error);
  hero.free();
  expect(() => hero.step(world, {}, 0.1)).toThrow(Error);
});

// No call may have ended in a trap: the package still does what it should.
afterEach(() => {
  const { world } = room(glissando);
  expect(world.ray([0, 1, 0], [0, -2, 0])?.fraction).toBe(0.5);
});
