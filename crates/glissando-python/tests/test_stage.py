"""Stages: movers, triggers, characters that meet, everything saved and restored."""

import os
import pickle
import signal

import numpy as np
import pytest
from conftest import ROOT, box

import glissando
from glissando import Event, Outcome, Stage, World

DT = 1 / 60


@pytest.fixture
def lift(floor):
    stage = Stage(floor)
    body = stage.insert(*box([-1, 0, -1], [1, 0.2, 1]))
    mover = stage.add_mover(body, path=[(0, [0, 0, 0]), (2, [0, 3, 0])])
    rider = stage.add_character([0, 0.2, 0])
    return stage, body, mover, rider


def test_a_lift_carries_its_rider(lift):
    stage, body, mover, rider = lift
    assert stage.outcome.tolist() == [Outcome.UNAFFECTED]
    for _ in range(100):
        stage.step([0, 0, 0], DT)
    assert stage.outcome.tolist() == [Outcome.CARRIED] and stage.grounded.all()
    assert stage.support(rider) == body
    height = stage.pose(body)[1, 3]
    assert height == pytest.approx(2.5, abs=0.01) and stage.mover(mover)["translation"][1] == height
    assert stage.position[0, 1] == pytest.approx(height + 0.2 + 0.9, abs=0.02)
    below = stage.world_now().rays([0, 9, 0], [0, -9, 0])
    assert below.body.tolist() == [body] and below.point[0, 1] == pytest.approx(height + 0.2, abs=1e-6)


def test_a_belt_carries_and_mud_slows():
    stage = Stage(World())
    vertices, faces = box([-20, -1, -20], [20, 0, 20])
    belt = stage.insert(vertices, faces, materials=np.full(12, 7), conveyors={7: [1.5, 0, 0]})
    stage.insert(*box([-20, -1, 20], [20, 0, 60]), tractions={0: {"speed": 0.25}})
    stage.add_character([0, 0, 0])
    stage.add_character([0, 0, 40])
    before = stage.position.copy()
    for _ in range(120):
        stage.step([[0, 0, 0], [4, 0, 0]], DT)
    carried, slowed = (stage.position - before)[:, 0]
    assert carried == pytest.approx(3, abs=0.2) and stage.outcome[0] == Outcome.CARRIED
    assert slowed == pytest.approx(2, abs=0.2)
    assert stage.world_now().insert(*box([0, 5, 0], [1, 6, 1])) > belt


def test_what_is_restored_goes_on_with_the_same_bits(lift):
    stage, *_ = lift
    stage.add_character([3, 0, 0], mass=40)

    def go():
        seen = []
        for tick in range(150):
            stage.step([[np.sin(tick / 9), 0, 1], [-2, 0, 0]], DT, [tick % 70 == 0, 0])
            seen.append(stage.position.tobytes() + stage.velocity.tobytes() + stage.outcome.tobytes())
        return seen

    for _ in range(20):
        stage.step([0, 0, 0], DT)
    saved = stage.save()
    expected = go()
    stage.restore(saved)
    assert not stage.event_list() and not stage.events.any()
    assert stage.ticks == 20 and go() == expected


def test_a_restored_stage_has_the_outcome_of_nothing(floor):
    stage = Stage(floor)
    stage.add_character([0, 0, 0])
    stage.step([1, 0, 0], DT)
    assert stage.outcome.tolist() == [Outcome.UNAFFECTED]
    stage.restore(stage.save())
    assert stage.outcome.tolist() == [Outcome.UNAFFECTED]


def test_triggers_are_entered_and_left(floor):
    stage = Stage(floor)
    zone = stage.add_trigger(*box([2, 0, -1], [3, 2, 1]))
    walker = stage.add_character([0, 0, 0])
    kinds, was_inside = [], False
    for _ in range(120):
        stage.step([3, 0, 0], DT)
        kinds += [event["kind"] for event in stage.event_list() if event.get("trigger") == zone]
        was_inside |= stage.inside(walker) == [zone]
        if "entered" in [event["kind"] for event in stage.event_list()]:
            assert stage.events[0] & Event.ENTERED
    assert kinds == ["entered", "left"] and was_inside
    stage.remove_trigger(zone)
    with pytest.raises(ValueError, match="not in this set"):
        stage.remove_trigger(zone)


def test_characters_do_not_enter_each_other(floor):
    stage = Stage(floor)
    for x in (-2.0, 2.0):
        stage.add_character([x, 0, 0])
    least = np.inf
    for _ in range(240):
        stage.step(np.stack([-stage.position[:, 0], [0, 0], [0, 0]], 1), DT)
        least = min(least, np.linalg.norm(stage.position[0] - stage.position[1]))
    assert 0.79 < least < 1


def test_doors_open_when_called_and_targets_are_followed(floor):
    stage = Stage(floor)
    door = stage.insert(*box([4, 0, -1], [4.2, 2, 1]))
    mover = stage.add_mover(door, path=[(0, [0, 0, 0]), (0.5, [0, 0, 2])], ends="call", wait=0.2, policy="reverse")
    stage.step(np.zeros((0, 3)), DT)
    assert stage.mover(mover)["rate"] == 0
    stage.open(mover)
    for _ in range(31):
        stage.step(np.zeros((0, 3)), DT)
    assert stage.pose(door)[2, 3] == 2
    stage.close(mover)
    stage.remove_mover(mover)
    moved = stage.add_mover(door)
    stage.set_target(moved, [0, 0.1, 0])
    stage.step(np.zeros((0, 3)), DT)
    assert stage.pose(door)[1, 3] == pytest.approx(0.1)
    turning = stage.insert(*box([-5, 0, -5], [-4, 0.2, -4]))
    assert stage.mover(stage.add_mover(turning, angular=[0, 1, 0], pivot=[-4.5, 0, -4.5]))["rate"] == 1


def test_a_body_on_other_layers_lets_characters_through(floor):
    stage = Stage(floor)
    shelf = stage.insert(*box([-2, 2, -2], [2, 2.5, 2]))
    stage.add_character([0, 2.6, 0], config=glissando.Config(mask=1))
    stage.set_layers(shelf, 2)
    for _ in range(60):
        stage.step(np.zeros((1, 3)), 1 / 60)
    assert stage.position[0, 1] < 2
    with pytest.raises(ValueError, match="layers"):
        stage.set_layers(shelf, -1)


def test_arrays_follow_the_characters_that_come_and_go(floor):
    stage = Stage(floor)
    a, b = stage.add_character([0, 0, 0]), stage.add_character([3, 0, 0])
    assert stage.characters.tolist() == [a, b] and (stage.row(a), stage.row(b)) == (0, 1)
    stage.remove_character(a)
    assert stage.position.shape == (1, 3) and stage.position[stage.row(b), 0] == 3
    with pytest.raises(ValueError, match="character 0 is not on this stage"):
        stage.teleport(a, [0, 0, 0])
    stage.teleport(b, [1, 5, 0])
    stage.set_velocity(b, [0, 1, 0])
    stage.set_config(b, glissando.Config(gravity=[0, 0, 0]))
    stage.step([0, 0, 0], DT)
    assert stage.position[0, 1] > 5 and len(stage) == 1


def test_a_launch_throws_and_a_velocity_on_the_ground_does_not(floor):
    stage = Stage(floor)
    thrown, other = stage.add_character([0, 0, 0]), stage.add_character([3, 0, 0])
    wait = np.zeros((2, 3))
    for _ in range(10):
        stage.step(wait, DT)
    assert stage.grounded.all()
    stage.launch(thrown, [0, 6, 0])
    stage.set_velocity(other, [0, 6, 0])
    stage.step(wait, DT)
    assert stage.grounded.tolist() == [False, True]
    assert stage.velocity[:, 1].tolist() == [pytest.approx(6 - 9.81 * DT), 0]


def test_settings_that_no_character_has_are_given_back(floor):
    def speed(k):
        return glissando.Config(jump_speed=1 + k / 1000)

    stage = Stage(floor)
    hero, other = stage.add_character([0, 0, 0], config=speed(0)), stage.add_character([3, 0, 0])
    saved, start = stage.save(), len(pickle.dumps(stage))
    for k in range(1, 200):
        stage.set_config(hero, speed(k))
    stage.set_config(other, speed(199))
    full = stage.save()
    stage.restore(saved)
    assert stage.save() == saved
    for episode in range(5):  # a state that is restored again and again stays good
        stage.restore(saved)
        for k in range(200):
            stage.set_config(hero, speed(1000 * episode + k))
    assert len(pickle.dumps(stage)) < start + 300 * 1200
    copy = pickle.loads(pickle.dumps(stage))
    for one in (stage, copy):
        with pytest.raises(ValueError, match="settings are no longer kept"):
            one.restore(full)
        one.restore(saved)
        one.step([1, 0, 0], DT, [1, 1])
    assert copy.save() == stage.save()
    for k in range(2000):
        stage.remove_character(int(stage.characters[-1]))
        stage.add_character([3, 0, 0], config=speed(k))
    assert len(pickle.dumps(stage)) < start + 300 * 1200
    with pytest.raises(ValueError, match="settings are no longer kept"):
        stage.restore(copy.save())


def test_a_ball_bounces_is_kicked_and_reports_both(floor):
    stage = Stage(floor)
    stage.set_ball_rules(gravity=[0, -9.81, 0], wall_restitution=0.5)
    ball, heavy = stage.add_ball([0, 2, 0], 0.25, mass=0.4), stage.add_ball([5, 0.25, 0], 0.25, mass=np.inf)
    kicker = stage.add_character([-3, 0, 0])
    assert stage.balls.tolist() == [ball, heavy] and stage.ball_position.shape == (2, 3)
    met, hit = [], False
    for _ in range(240):
        stage.step([2, 0, 0], DT)
        met += stage.impact_list()
        hit |= bool(stage.events[0] & Event.HIT_BY_BALL)
    first = met[0]
    assert first["ball"] == ball and first["body"] == floor.bodies[0] and first["normal"] == (0, 1, 0)
    assert first["approach"] == pytest.approx(np.sqrt(2 * 9.81 * 1.75), rel=0.02) and 0 < first["time"] <= DT
    assert any(impact.get("other") == kicker for impact in met) and stage.ball_position[0, 0] > 0.5
    saved, seen = stage.save(), stage.ball_position.tobytes()
    stage.set_ball(ball, velocity=[0, 3, 0], position=[0, 5, 0])
    assert stage.ball_velocity[0].tolist() == [0, 3, 0]
    stage.remove_ball(heavy)
    assert stage.balls.tolist() == [ball]
    stage.restore(saved)
    assert stage.ball_position.tobytes() == seen
    with pytest.raises(ValueError, match="no mechanisms|must be"):
        stage.restore(b"")


def crowd(threads):
    """Forty characters and a lift among them."""
    stage = Stage(World.from_arrays(*box([-10, -1, -10], [10, 0, 10])), threads=threads)
    stage.add_mover(stage.insert(*box([-1, 0, -1], [1, 0.2, 1])), path=[(0, [0, 0, 0]), (1, [0, 2, 0])])
    for row in range(40):
        stage.add_character([row % 8 - 4, 0.3, row // 8 - 2])
    return stage


def walk(stage, ticks):
    seen = []
    for tick in range(ticks):
        turn = np.arange(40) * 0.7 + tick / 20
        stage.step(2 * np.stack([np.cos(turn), 0 * turn, np.sin(turn)], 1), DT, ((np.arange(40) + tick) % 50 == 0).astype(np.uint8))
        seen.append(stage.position.tobytes() + stage.velocity.tobytes() + stage.events.tobytes())
    return seen


def test_the_bits_are_the_same_on_any_number_of_threads():
    expected = walk(crowd(None), 90)
    for threads in (2, 3):
        stage = crowd(threads)
        assert stage.threads == threads and walk(stage, 90) == expected


def test_a_pickled_stage_goes_on_with_the_same_bits_and_handles():
    stage = crowd(2)
    stage.remove_character(int(stage.characters[7]))
    seventh = stage.add_character([0, 3, 0], config=glissando.Config(body="capsule"))
    gone = stage.add_mover(stage.insert(*box([5, 0, 5], [6, 1, 6])), linear=[0, 0.1, 0])
    zone = stage.add_trigger(*box([-9, 0, -9], [9, 9, 9]), mover=gone)
    stage.add_ball([0, 5, 0], 0.2)
    stage.set_ball_rules(gravity=[0, -5, 0])
    walk(stage, 30)
    stage.remove_mover(gone)
    copy = pickle.loads(pickle.dumps(stage))
    assert copy.save() == stage.save() and copy.position.tobytes() == stage.position.tobytes()
    assert (copy.threads, copy.ticks, len(copy)) == (2, 30, 40) and copy.inside(seventh) == [zone]
    assert walk(copy, 60) == walk(stage, 60) and copy.save() == stage.save()
    for one in (copy, stage):
        one.set_config(seventh, glissando.Config(body="capsule"))
    assert copy.insert(*box([0, 0, 0], [1, 1, 1])) == stage.insert(*box([0, 0, 0], [1, 1, 1]))
    assert copy.add_mover(int(copy.world_now().bodies[-1])) == stage.add_mover(int(stage.world_now().bodies[-1]))
    with pytest.raises(ValueError, match="is not on this stage"):
        copy.open(gone)


def test_no_pickled_bytes_do_harm():
    make, (setup, *rest) = crowd(None).__reduce__()
    refused = 0
    for place in range(0, len(setup), 7):
        broken = bytearray(setup)
        broken[place] ^= 0xFF
        try:
            make(bytes(broken), *rest).step([0, 0, 0], DT)
        except ValueError:
            refused += 1
    assert refused > 10


def test_a_forked_process_can_insert_and_step():
    """More bodies than one thread would build a tree over by itself: no pool that a fork leaves without threads."""
    stage, batch_world = Stage(World()), World()
    cube = box([0, 0, 0], [0.5, 0.5, 0.5])
    for k in range(4300):
        pose = np.eye(4)
        pose[:3, 3] = [k % 66, 0, k // 66]
        stage.insert(*cube, pose=pose)
        batch_world.insert(*cube, pose=pose)
    stage.add_character([0, 1, 0])
    stage.step([1, 0, 0], DT)
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        signal.alarm(60)
        for k in range(400):
            stage.insert(*cube)
            batch_world.insert(*cube)
        stage.step([1, 0, 0], DT)
        batch_world.rays([0, 5, 0], [0, -9, 0])
        os.write(writer, stage.position.tobytes())
        os._exit(0)
    os.close(writer)
    assert os.waitpid(child, 0)[1] == 0 and len(os.read(reader, 100)) == 24
    os.close(reader)


def test_a_level_with_mechanisms_is_at_work(levels):
    path = levels / "doom_e1m1.glb"
    stage = Stage.load(path)
    assert len(stage.movers) > 3 and len(stage.spawns) > 0 and (stage.health == 100).all()
    for feet in stage.spawns[:2]:
        stage.add_character(feet)
    for mover, _ in stage.movers:
        stage.open(mover)
    kinds = set()
    for _ in range(400):
        stage.step([0, 0, 0], DT)
        kinds |= {incident["kind"] for incident in stage.incident_list()}
    assert "arrived" in kinds and stage.health.tolist() == [100, 100]
    copy = pickle.loads(pickle.dumps(stage))
    for one in (stage, copy):
        for _ in range(60):
            one.step([1, 0, 1], DT)
    assert copy.save() == stage.save() and copy.incident_list() == stage.incident_list()
    with pytest.raises(ValueError, match="restore them into one that Stage.load made"):
        Stage(World()).restore(stage.save())


def mechanisms(threads):
    """A lift with a zone and a jump pad, a character on each."""
    stage = Stage.load(ROOT / "crates/glissando-c/tests/c/mechanisms.gltf", threads=threads)
    stage.add_character([4, 0.2, 0])
    stage.add_character([-4, 0.2, 0])
    return stage


def test_a_lift_is_called_and_a_pad_launches_on_any_number_of_threads():
    ends = []
    for threads in (1, 2):
        stage, seen = mechanisms(threads), []
        for _ in range(200):
            stage.step([0, 0, 0], DT)
            seen += stage.incident_list()
        ends.append((stage.save(), seen))
    assert ends[0] == ends[1]
    lift, jumper = stage.movers[0], int(stage.characters[1])
    assert lift[1] == "lift" and any(one["kind"] == "arrived" and one["mover"] == lift[0] for one in seen)
    assert any(one["kind"] == "launched" and one["character"] == jumper and one["launch"] == (0, 8, 0) for one in seen)


def test_mechanisms_are_restored_and_pickled():
    stage = mechanisms(1)
    saved = stage.save()
    ends = []
    for one in (stage, pickle.loads(pickle.dumps(stage)), stage):
        one.restore(saved)
        for _ in range(150):
            one.step([0.1, 0, 0], DT)
        ends.append((one.save(), one.incident_list(), one.health.tolist()))
    assert ends[0] == ends[1] == ends[2] and ends[0][0] != saved
    for cut in range(len(saved)):
        with pytest.raises(ValueError, match="saved bytes"):
            stage.restore(saved[:cut])


def test_many_characters_are_added_removed_and_moved_one_by_one(floor):
    stage = Stage(floor)
    handles = [stage.add_character((float(k), 0.0, 0.0)) for k in range(50)]
    for handle in handles[::3]:
        stage.remove_character(handle)
    kept = [k for k in range(50) if k % 3]
    assert stage.position.shape == (len(kept), 3)
    assert np.array_equal(stage.position[:, 0], np.array(kept, dtype=float))
    position, velocity = stage.position, stage.velocity
    stage.teleport(handles[kept[7]], (5.0, 9.0, 2.0))
    stage.launch(handles[kept[8]], (0.0, 4.0, 0.0))
    assert position is stage.position and velocity is stage.velocity
    assert position[7].tolist() == [5.0, 9.0, 2.0] and velocity[8].tolist() == [0.0, 4.0, 0.0]
    other = pickle.loads(pickle.dumps(stage))
    for name in ["position", "velocity", "normal", "grounded", "ground", "crouching", "outcome", "events"]:
        assert np.array_equal(getattr(stage, name), getattr(other, name)), name
