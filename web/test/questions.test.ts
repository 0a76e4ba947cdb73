// Questions with answers that are known, and batches that give the same ones.

import { describe, expect, it } from 'vitest';
import { BUILDS, floor, open, room } from './package';

describe.each(BUILDS)('$name', ({ simd }) => {
  it('answers rays, sweeps, overlaps and clearances as geometry says', async () => {
    const glissando = await open(simd);
    const { world, body } = room(glissando);
    expect(world.ray([1, 4, 2], [0, -8, 0])).toMatchObject({
      fraction: 0.5,
      distance: 4,
      point: [1, 0, 2],
      normal: [0, 1, 0],
      body,
    });
    expect(world.ray([1, 4, 2], [0, -3, 0])).toBeUndefined();
    expect(world.isBlockedBetween([0, 1, 0], [0, -1, 0])).toBe(true);
    expect(world.isBlockedBetween([0, 1, 0], [5, 1, 0])).toBe(false);

    expect(world.sweep(1, [0, 5, 0], [0, -8, 0])?.fraction).toBeCloseTo(0.5, 12);
    expect(world.sweep([0.5, 2, 0.5], [0, 5, 0], [0, -6, 0])?.fraction).toBeCloseTo(0.5, 12);
    expect(world.sweep(1, [0, 5, 0], [0, -8, 0], { skin: 0.5 })?.distance).toBeCloseTo(3.5, 12);
    expect(world.sweep({ x: 0.5, y: 2, z: 0.5 }, [0, 5, 0], [0, -6, 0])?.fraction).toBeCloseTo(0.5, 12);
    // Turned by a quarter about z, the long axis lies along x.
    const rotation = [0, 0, Math.SQRT1_2, Math.SQRT1_2];
    expect(world.sweep([0.5, 2, 0.5], [0, 5, 0], [0, -6, 0], { rotation })?.distance).toBeCloseTo(4.5, 12);
    const capsule = { body: 'capsule' } as const;
    expect(world.sweep([0.5, 2, 0.5], [0, 5, 0], [0, -6, 0], capsule)?.distance).toBeCloseTo(3, 12);
    expect(world.sweep([0.5, 2, 0.5], [0, 5, 0], [0, -6, 0], { ...capsule, rotation })?.distance).toBeCloseTo(4.5, 12);
    expect(world.clearance([0.5, 2, 0.5], [3, 3, 1], 10, capsule)?.distance).toBeCloseTo(1, 12);
    expect(world.overlap([0.5, 2, 0.5], [3, 1.75, 1], 0, capsule)).toHaveLength(1);

    expect(world.overlap(1, [3, 0.75, 1])).toMatchObject([{ body, triangle: 1, gap: -0.25 }]);
    expect(world.overlap(1, [3, 1.5, 1])).toEqual([]);
    expect(world.overlap(1, [3, 1.5, 1], 0.5)).toHaveLength(1);
    expect(world.clearance(1, [3, 3, 1], 10)).toMatchObject({ distance: 2, point: [3, 0, 1], body });
    expect(world.clearance(1, [3, 3, 1], 1)).toBeUndefined();
    expect(world.clearance(1, [3, 3, 1], Infinity)?.distance).toBe(2);
  });

  it('places one mesh many times, by any kind of pose, on layers', async () => {
    const glissando = await open(simd);
    const { positions, indices } = floor(1);
    const mesh = new glissando.Mesh(positions, indices);
    expect(mesh.triangleCount).toBe(2);
    expect(mesh.report.openEdges).toHaveLength(4);
    expect(mesh.report.isClosed).toBe(false);
    const world = new glissando.World();
    expect(world.bounds).toBeUndefined();
    const high = world.add(mesh, { pose: { position: [0, 3, 0], scale: { x: 2, y: 1, z: 2 } } });
    const low = world.add(mesh, { pose: [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, -1, 0], layers: 2, material: 7 });
    expect([world.bodyCount, world.triangleCount]).toEqual([2, 4]);
    // Rounded outward.
    expect(world.bounds?.min.map(Math.round)).toEqual([-2, -1, -2]);
    expect(world.bounds?.max.map(Math.round)).toEqual([2, 3, 2]);
    expect(world.ray([0.5, 9, 0.5], [0, -20, 0])?.body).toBe(high);
    expect(world.ray([0.5, 9, 0.5], [0, -20, 0], { mask: 2 })).toMatchObject({ body: low, bodyMaterial: 7 });
    world.setPose(high, new Float32Array([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 6, 0, 1]));
    expect(world.ray([0.5, 9, 0.5], [0, -20, 0])?.distance).toBe(3);
    expect(Array.from(world.pose(high)).slice(9)).toEqual([0, 6, 0]);
    world.remove(high);
    expect([world.has(high), world.has(low)]).toEqual([false, true]);
    expect(world.ray([0.5, 9, 0.5], [0, -20, 0])?.body).toBe(low);
    expect(world.add(mesh)).not.toBe(high);
  });

  it('answers a batch as it answers one by one, to the bit', async () => {
    const glissando = await open(simd);
    const { world } = room(glissando);
    world.add(new glissando.Mesh(...Object.values(floor(3)) as [Float32Array, Uint32Array]), {
      pose: { position: [1, 2, 1], rotation: [0.3, 0.2, 0.1, 0.9] },
    });
    const count = 500;
    const batch = new glissando.Batch(count);
    const around = (k: number) => ((k * 7919) % 1000) / 100 - 5;
    for (let k = 0; k < 3 * count; k += 1) {
      batch.origins[k] = around(k);
      batch.translations[k] = around(k + 13) * 2;
    }
    const vectors = (all: Float64Array, k: number) => Array.from(all.subarray(3 * k, 3 * k + 3));
    const compare = (ask: (from: number[], by: number[]) => ReturnType<typeof world.ray>) => {
      let met = 0;
      for (let k = 0; k < count; k += 1) {
        const hit = ask(vectors(batch.origins, k), vectors(batch.translations, k));
        met += batch.hits[k] ?? 0;
        expect(batch.hits[k]).toBe(hit ? 1 : 0);
        expect(batch.fractions[k]).toBe(hit?.fraction ?? 1);
        expect(vectors(batch.points, k)).toEqual(hit?.point ?? [0, 0, 0]);
        expect(vectors(batch.normals, k)).toEqual(hit?.normal ?? [0, 0, 0]);
        if (hit) expect([batch.bodies[k], batch.triangles[k]]).toEqual([hit.body, hit.triangle]);
      }
      expect(met).toBeGreaterThan(count / 10);
      expect(met).toBeLessThan(count);
    };
    world.rays(batch);
    compare((from, by) => world.ray(from, by));
    world.sweeps([0.3, 0.5, 0.3], batch, { skin: 0.01 });
    compare((from, by) => world.sweep([0.3, 0.5, 0.3], from, by, { skin: 0.01 }));
    batch.hits.fill(9);
    world.rays(batch, { count: 3 });
    expect([batch.hits[2], batch.hits[3]].map((hit) => hit === 9)).toEqual([false, true]);
  });

  it('moves many as it moves them one by one, to the bit', async () => {
    const glissando = await open(simd);
    const { world } = room(glissando);
    const config = new glissando.Config();
    const feet = new Float64Array(300).map((_, k) => (k % 3 === 1 ? 0.5 : ((k * 31) % 160) / 10 - 8));
    const walkers = new glissando.Walkers(config, feet, { events: true });
    const heroes = Array.from({ length: 100 }, (_, k) => new glissando.Character(config, feet.subarray(3 * k, 3 * k + 3)));
    const landed = new Set<number>();
    for (let tick = 0; tick < 60; tick += 1) {
      const [wishes, buttons] = [walkers.wishes, walkers.buttons];
      for (let k = 0; k < 100; k += 1) {
        wishes.set([(k % 7) - 3, 0, (k % 5) - 2], 3 * k);
        buttons[k] = (tick + k) % 20 === 0 ? 1 : 0;
      }
      expect(walkers.step(world, 1 / 60)).toBe(0);
      for (const event of walkers.events()) if (event.type === 'landed') landed.add(event.walker);
      heroes.forEach((hero, k) =>
        hero.step(world, { wish: [(k % 7) - 3, 0, (k % 5) - 2], jump: (tick + k) % 20 === 0 }, 1 / 60),
      );
    }
    expect(Array.from(walkers.positions)).toEqual(heroes.flatMap((hero) => hero.position));
    expect(Array.from(walkers.velocities)).toEqual(heroes.flatMap((hero) => hero.velocity));
    expect(Array.from(walkers.grounds, (g) => ['standing', 'steep', 'airborne'][g])).toEqual(heroes.map((h) => h.ground));
    expect(landed.size).toBeGreaterThan(90);

    const saved = walkers.save();
    walkers.teleport(3, [1, 2, 3]);
    expect(Array.from(walkers.positions.subarray(9, 12))).toEqual([1, 2, 3]);
    walkers.launch(4, [0, 6, 0]);
    expect(walkers.grounds[4]).toBe(2);
    expect(Array.from(walkers.velocities.subarray(12, 15))).toEqual([0, 6, 0]);
    walkers.wishes[0] = NaN;
    expect(walkers.step(world, 1 / 60)).toBe(1);
    expect(walkers.refused()[0]).toMatchObject({ walker: 0, message: expect.stringContaining('wish') });
    walkers.restore(saved);
    expect(Array.from(walkers.positions)).toEqual(heroes.flatMap((hero) => hero.position));
  });
});
