"""Worlds: made, loaded, changed, pickled; questions in batches."""

import multiprocessing
import pickle
import shutil
from pathlib import Path
from types import MappingProxyType

import numpy as np
import pytest
from conftest import ROOT, box

import glissando
from glissando import Shape, World


def test_a_ray_through_a_floor_says_where_and_what(floor):
    hits = floor.rays([0.5, 5, 0.25], [[0, -10, 0], [0, 10, 0]])
    assert hits.hit.tolist() == [True, False]
    assert hits.fraction.tolist() == [0.5, 1.0] and hits.distance.tolist() == [5.0, np.inf]
    assert hits.point[0].tolist() == [0.5, 0, 0.25] and hits.normal[0].tolist() == [0, 1, 0]
    assert hits.body.tolist() == [floor.bodies[0], glissando.NO_BODY]
    assert (len(hits), hits.triangle.dtype, hits.material.dtype) == (2, np.uint32, np.uint16)


def test_all_hits_of_rays_come_ray_by_ray_and_nearest_first(floor):
    origins = [[0.5, 5, 0.25], [0.5, 0.5, 0.25], [3.5, -5, 0.25]]
    hits = floor.ray_hits(origins, [[0, -10, 0], [0, 10, 0], [0, 10, 0]])
    assert hits.ray.tolist() == [0, 0, 2, 2] and (len(hits), hits.ray.dtype) == (4, np.int64)
    assert hits.distance.tolist() == [5, 6, 4, 5] and hits.fraction.tolist() == [0.5, 0.6, 0.4, 0.5]
    assert hits.point[:, 1].tolist() == [0, -1, -1, 0] and hits.normal[:, 1].tolist() == [1, 1, -1, -1]
    assert set(hits.body.tolist()) == {floor.bodies[0]} and len(set(hits.triangle.tolist())) == 2
    assert repr(hits) == "RayHits(4)" and len(floor.ray_hits(origins, [0, 1e-3, 0])) == 0
    assert len(floor.ray_hits(origins, [0, -10, 0], mask=0)) == 0


def test_the_first_of_all_hits_is_the_hit_of_the_ray(courtyard):
    random = np.random.default_rng(4)
    origins, by = random.uniform([-2, 0, -4], [14, 3, 4], (3000, 3)), random.normal(size=(3000, 3)) * 9
    first, hits = courtyard.rays(origins, by), courtyard.ray_hits(origins, by, threads=2)
    rays, at = np.unique(hits.ray, return_index=True)
    assert rays.tolist() == np.flatnonzero(first.hit).tolist() and len(hits) > 1.2 * len(rays) > 1000
    for name in ("fraction", "distance", "point", "normal", "body", "triangle", "material"):
        assert getattr(hits, name)[at].tobytes() == getattr(first, name)[rays].tobytes()
    assert (np.diff(hits.fraction)[np.diff(hits.ray) == 0] >= 0).all()


@pytest.mark.parametrize(
    ("shape", "reach"),
    [
        (Shape.sphere(0.5), 0.5),
        (Shape.ellipsoid([0.4, 0.9, 0.4]), 0.9),
        (Shape.capsule(0.3, 0.8), 0.8),
        (Shape.box([0.3, 0.7, 0.2]), 0.7),
        (Shape.cylinder(0.3, 0.6), 0.6),
    ],
)
def test_every_shape_is_swept_measured_and_found_inside(floor, shape, reach):
    down = floor.sweeps(shape, [[0.1, 5, 0.2], [3, 5, 3]], [0, -10, 0], skin=0.01)
    np.testing.assert_allclose(down.distance, 5 - reach - 0.01, atol=0.03)
    near = floor.clearances(shape, [[0, 2, 0], [0, 50, 0]], most=10)
    np.testing.assert_allclose(near.distance, [2 - reach, np.inf], atol=1e-9)
    inside = floor.overlaps(shape, [[0, reach - 0.1, 0], [0, 5, 0]])
    assert inside.hit.tolist() == [True, False]
    np.testing.assert_allclose(inside.depth, [0.1, 0], atol=1e-9)
    again = pickle.loads(pickle.dumps(shape))
    assert again == shape and again.kind == shape.kind


def test_line_of_sight_is_what_rays_say(courtyard):
    random = np.random.default_rng(1)
    a, b = random.uniform([-2, 0, -4], [14, 3, 4], (2, 5000, 3))
    seen = courtyard.line_of_sight(a, b)
    assert (seen == ~courtyard.rays(a, b - a).hit).all() and 500 < seen.sum() < 4500


@pytest.mark.parametrize("threads", [2, 7])
def test_answers_are_the_same_bits_on_any_number_of_threads(courtyard, threads):
    random = np.random.default_rng(2)
    origins = random.uniform([-2, 0.5, -4], [14, 3, 4], (3000, 3))
    by = random.normal(size=(3000, 3)) * 5
    shape = Shape.capsule(0.3, 0.8)
    for ask in (
        lambda **more: courtyard.rays(origins, by, **more),
        lambda **more: courtyard.ray_hits(origins, by, **more),
        lambda **more: courtyard.sweeps(shape, origins, by, **more),
        lambda **more: courtyard.overlaps(shape, origins, **more),
        lambda **more: courtyard.clearances(shape, origins, **more),
    ):
        one, many = ask(), ask(threads=threads)
        for name in ("point", "normal", "body", "triangle", "material", "ray" if hasattr(one, "ray") else "hit"):
            assert getattr(one, name).tobytes() == getattr(many, name).tobytes()
    assert (courtyard.line_of_sight(origins, by) == courtyard.line_of_sight(origins, by, threads=threads)).all()


def test_bodies_come_move_and_go():
    world = World()
    assert (world.bounds, world.triangle_count, len(world.bodies)) == (None, 0, 0)
    pose = np.eye(4)
    pose[:3, 3] = [0, 3, 0]
    body = world.insert(*box([-1, -1, -1], [1, 1, 1]), pose=pose, layers=2)
    assert world.rays([0, 9, 0], [0, -9, 0]).distance.tolist() == [5]
    assert world.rays([0, 9, 0], [0, -9, 0], mask=1).hit.tolist() == [False]
    pose[:3, 3] = [0, 4, 0]
    world.set_pose(body, pose[:3])
    assert world.rays([0, 9, 0], [0, -9, 0]).distance.tolist() == [4]
    assert (world.pose(body) == pose).all()
    world.set_layers(body, 1)
    assert world.rays([0, 9, 0], [0, -9, 0], mask=1).hit.tolist() == [True]
    world.remove(body)
    with pytest.raises(ValueError, match="body 0 is not in this world"):
        world.set_pose(body, pose)
    assert world.insert(*box([-1, -1, -1], [1, 1, 1])) != body


def test_a_level_in_memory_is_the_level_of_the_file(courtyard):
    path = Path(glissando.level())
    files = {file.name: file.read_bytes() for file in path.parent.iterdir() if file.is_file()}
    world = World.from_files(files, path.name)
    assert (world.hash, world.spawn_names, world.config) == (courtyard.hash, courtyard.spawn_names, courtyard.config)
    again = pickle.loads(pickle.dumps(world))
    assert (again.hash, again.spawns.tolist()) == (world.hash, world.spawns.tolist())
    floor = b"v -5 1 -5\nv -5 1 5\nv 5 1 5\nv 5 1 -5\nf 1 2 3\nf 1 3 4\n"
    flat = World.from_files({"floor.obj": bytearray(floor)}, "any folder/floor.obj", unit=2)
    assert flat.rays([1, 3, 2], [0, -9, 0]).point[0, 1] == 2
    with pytest.raises(FileNotFoundError, match="nowhere.glb: is not there"):
        World.from_files(files, "nowhere.glb")
    with pytest.raises(glissando.LevelError, match="broken.glb"):
        World.from_files({"broken.glb": b"glTF?"}, "broken.glb")
    with pytest.raises(TypeError, match="files must map str to bytes or bytearray, got str and str"):
        World.from_files({"floor.obj": "v 0 0 0"}, "floor.obj")
    with pytest.raises(TypeError, match="files must be a dict, got list"):
        World.from_files([("floor.obj", floor)], "floor.obj")
    assert World.from_files(MappingProxyType({"floor.obj": floor}), "floor.obj").triangle_count == 2


def test_a_loaded_level_knows_its_spawns_and_settings(courtyard):
    assert courtyard.spawn_names == ["spawn west"] and courtyard.spawns.tolist() == [[0, 0, -2]]
    assert courtyard.notes == ["1 of 13 instances are not solid: their names or extras say so"]
    assert courtyard.config == glissando.Config() and courtyard.spawn_yaws.shape == (1,)


def test_the_level_of_the_package_is_that_of_the_tree():
    example = ROOT / "crates/glissando-level/examples/courtyard.gltf"
    assert glissando.level().read_bytes() == example.read_bytes()
    with pytest.raises(ValueError, match="no level 'castle'"):
        glissando.level("castle")


def test_a_world_is_pickled_as_path_and_hash_or_as_bytes(tmp_path):
    path = tmp_path / "yard.gltf"
    shutil.copy(glissando.level(), path)
    by_path, by_bytes = World.load(path), World.load(path, pickled="bytes")
    small, large = pickle.dumps(by_path), pickle.dumps(by_bytes)
    assert len(small) < 400 < len(large)
    for pickled in (small, large):
        again = pickle.loads(pickled)
        assert again.hash == by_path.hash and again.spawns.tolist() == by_path.spawns.tolist()
        assert again.spawn_names == by_path.spawn_names and again.config == by_path.config
    path.write_text(path.read_text().replace("-2.25", "-2.5"))
    with pytest.raises(ValueError, match="yard.gltf has changed since the world was pickled"):
        pickle.loads(small)
    path.unlink()
    with pytest.raises(FileNotFoundError, match="yard.gltf"):
        pickle.loads(small)
    assert pickle.loads(large).hash == by_bytes.hash


def test_a_changed_world_is_pickled_as_bytes_with_its_handles(courtyard):
    world = World.from_bytes(courtyard.to_bytes())
    assert world.hash == courtyard.hash
    gone, kept = (int(body) for body in world.bodies[:2])
    world.remove(gone)
    again = pickle.loads(pickle.dumps(world))
    assert again.hash == world.hash != courtyard.hash and again.bodies.tolist() == world.bodies.tolist()
    new = [each.insert(*box([0, 0, 0], [1, 1, 1])) for each in (world, again)]
    assert new[0] == new[1] != gone and kept in again.bodies


def rays_of(world):
    return world.rays([0, 1, 0], np.eye(3) * 9, threads=2).point.tobytes()


def test_a_world_goes_to_forked_and_spawned_processes(courtyard):
    expected = rays_of(courtyard)  # a pool of threads is there before the fork
    for method in ("fork", "spawn"):
        with multiprocessing.get_context(method).Pool(2) as pool:
            assert pool.map_async(rays_of, [courtyard, courtyard]).get(60) == [expected] * 2


def build_in_child(_):
    return World.from_arrays(*box([-10, -1, -10], [10, 0, 10]), threads=2).hash


def test_a_forked_process_builds_worlds_after_its_parent_did(floor):
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map_async(build_in_child, range(4)).get(60) == [floor.hash] * 4


def test_questions_go_on_while_another_thread_changes_the_world(courtyard):
    import threading

    world = World.from_bytes(courtyard.to_bytes())
    random = np.random.default_rng(3)
    by = random.normal(size=(20000, 3)) * 5
    expected, failed = courtyard.rays([0, 1, 0], by).point.tobytes(), []

    def ask():
        try:
            for _ in range(5):
                assert world.rays([0, 1, 0], by).point.tobytes() == expected
        except BaseException as error:  # noqa: BLE001
            failed.append(error)

    threads = [threading.Thread(target=ask) for _ in range(3)]
    [thread.start() for thread in threads]
    for _ in range(200):
        far = np.eye(4)
        far[:3, 3] = 1000
        world.remove(world.insert(*box([0, 0, 0], [1, 1, 1]), pose=far))
    [thread.join() for thread in threads]
    assert not failed


def test_triangles_are_those_of_the_bodies_in_their_places(courtyard):
    triangles = courtyard.triangles()
    assert triangles.shape == (courtyard.triangle_count, 3, 3) and World().triangles().shape == (0, 3, 3)
    flat = triangles.reshape(-1, 3)
    np.testing.assert_allclose([flat.min(axis=0), flat.max(axis=0)], courtyard.bounds, atol=1e-5)
    assert World().triangles(mask=1).dtype == np.float64


def test_other_threads_of_python_go_on_during_a_call(courtyard):
    import threading

    by = np.random.default_rng(4).normal(size=(300_000, 3)) * 5
    courtyard.rays([0, 1, 0], by[:10])
    counted, is_done = 0, threading.Event()

    def ask():
        courtyard.rays([0, 1, 0], by)
        is_done.set()

    asking = threading.Thread(target=ask)
    asking.start()
    while not is_done.wait(0.002):
        counted += 1
    asking.join()
    assert counted > 10
