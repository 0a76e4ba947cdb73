"""Agent steps a second beside rapier3d's Python package, on one core, in one run, on the same level.

    pip install rapier3d && python against_rapier.py [LEVEL.glb ...]

Both move the same capsules from the same starts by the same wishes. glissando makes a whole tick by one call for all (gravity, steps, slopes,
events); rapier3d's `move_shape` is one call for each character, with steps up and snapping, and gravity is added in Python. rapier3d's
own overhead of Python is part of the figure: there is no other way to call it. The medians of alternating rounds are compared.
"""

import argparse
import os
import statistics
import time

import numpy as np

import glissando

DT, RADIUS, HALF_HEIGHT, SPEED, STEP = 1 / 60, 0.4, 0.9, 4.0, 0.4
TURN = 30


def wishes(count, tick):
    """Headings that change every half second, the same for both."""
    angles = np.random.default_rng(tick // TURN).uniform(0, 2 * np.pi, count)
    return SPEED * np.stack([np.cos(angles), 0 * angles, np.sin(angles)], axis=1)


def with_glissando(world, starts, threads=1):
    config = glissando.Config(body="capsule", radii=[RADIUS, HALF_HEIGHT, RADIUS], crouch_radii=[RADIUS, 0.5, RADIUS], step_height=STEP)
    batch = glissando.Batch(world, len(starts), config=config, feet=starts, threads=threads)

    def run(ticks):
        for tick in ticks:
            batch.step(wishes(len(starts), tick), DT)
        return batch.position

    return run


def with_rapier(world, starts):
    import rapier3d as rapier

    triangles = world.triangles()
    vertices = triangles.reshape(-1, 3).astype(np.float32)
    faces = np.arange(len(vertices), dtype=np.uint32).reshape(-1, 3)
    physics = rapier.PhysicsWorld()
    physics.add_collider(rapier.Collider.trimesh(vertices, faces))
    physics.step()
    physics.update_query_pipeline()
    queries = physics.query_pipeline
    controller = rapier.KinematicCharacterController(
        offset=rapier.CharacterLength.absolute(0.004),
        autostep=rapier.CharacterAutostep(max_height=rapier.CharacterLength.absolute(STEP), min_width=rapier.CharacterLength.absolute(0.1), include_dynamic_bodies=False),
        snap_to_ground=rapier.CharacterLength.absolute(STEP),
    )
    shape = rapier.SharedShape.capsule_y(HALF_HEIGHT - RADIUS, RADIUS)
    positions = [(float(x), float(y) + HALF_HEIGHT + 0.004, float(z)) for x, y, z in starts]
    falling = [0.0] * len(starts)

    def run(ticks):
        for tick in ticks:
            for row, (wish_x, _, wish_z) in enumerate(wishes(len(starts), tick).tolist()):
                speed = falling[row] - 9.81 * DT
                x, y, z = positions[row]
                moved = controller.move_shape(DT, None, None, queries, shape, rapier.Isometry3(translation=(x, y, z)), (wish_x * DT, speed * DT, wish_z * DT))
                by = moved.translation
                positions[row] = (x + by.x, y + by.y, z + by.z)
                falling[row] = 0.0 if moved.grounded else speed
        return np.array(positions)

    return run


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("levels", nargs="*", default=[str(glissando.level())])
    parser.add_argument("--agents", type=int, default=200)
    parser.add_argument("--ticks", type=int, default=60, help="of a round")
    parser.add_argument("--rounds", type=int, default=7)
    given = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    for path in given.levels:
        world = glissando.World.load(path)
        random = np.random.default_rng(1)
        starts = world.spawns[np.arange(given.agents) % len(world.spawns)]
        starts[:, [0, 2]] += random.uniform(-0.3, 0.3, (given.agents, 2))
        runs = {"glissando": with_glissando(world, starts), "rapier3d": with_rapier(world, starts)}
        rates, gone = {name: [] for name in runs}, {}
        for turn in range(given.rounds + 1):
            for name, run in runs.items():
                began = time.perf_counter()
                places = run(range(turn * given.ticks, (turn + 1) * given.ticks))
                seconds = time.perf_counter() - began
                assert np.isfinite(places).all()
                gone[name] = float(np.linalg.norm(places - starts, axis=1).mean())
                if turn > 0:  # the first warms up
                    rates[name].append(given.agents * given.ticks / seconds)
        medians = {name: statistics.median(found) for name, found in rates.items()}
        print(f"{path}: {world.triangle_count} triangles, {given.agents} agents")
        for name, median in medians.items():
            print(f"  {name:10} {median:12,.0f} agent steps a second ({min(rates[name]):,.0f} to {max(rates[name]):,.0f}), {gone[name]:.1f} m from their starts")
        print(f"  ratio {medians['glissando'] / medians['rapier3d']:.1f}")


if __name__ == "__main__":
    main()
