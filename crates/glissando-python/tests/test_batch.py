"""Batches: the same bits one by one and on threads; arrays that stay; saved and restored."""

import pickle
import threading

import numpy as np
import pytest
from conftest import box

import glissando
from glissando import Batch, Config, Event, Ground, World

DT = 1 / 60


def wishes(n, tick):
    """Wishes and buttons that depend on the row and the tick alone."""
    rows = np.arange(n)
    turn = (rows * 7 + tick // 20 * 13) % 64 / 32 * np.pi
    actions = np.stack([4 * np.cos(turn), np.zeros(n), 4 * np.sin(turn)], axis=1)
    return actions, ((rows + tick) % 40 == 0) | 2 * ((rows + tick // 50) % 9 == 0)


def walk(batch, ticks=200):
    states = []
    for tick in range(ticks):
        batch.step(*wishes(len(batch), tick)[:1], DT, wishes(len(batch), tick)[1])
        arrays = (batch.position, batch.velocity, batch.normal, batch.ground, batch.grounded, batch.crouching, batch.events)
        states.append(b"".join(array.tobytes() for array in arrays))
    return states


def test_ice_is_slow_to_leave():
    world = World()
    world.insert(*box([-50, -1, -50], [50, 0, 50]), materials=np.arange(12), tractions={m: {"acceleration": 0.02, "friction": 0.02} for m in range(12)})
    world.insert(*box([-50, -1, 50], [50, 0, 150]))
    batch = Batch(world, 2, feet=[[0, 0, 0], [0, 0, 100]])
    for _ in range(30):
        batch.step([4, 0, 0], DT)
    on_ice, on_floor = batch.velocity[:, 0]
    assert on_floor == pytest.approx(4, abs=0.01) and 0.1 < on_ice < 2


def test_a_batch_begins_at_the_spawns_and_stands_after_a_second(courtyard):
    batch = Batch(courtyard, 3)
    for _ in range(60):
        batch.step([0, 0, 0], DT)
    assert batch.grounded.all() and (batch.ground == Ground.STANDING).all()
    assert batch.normal.tolist() == [[0, 1, 0]] * 3
    assert (len(batch), batch.threads, batch.world) == (3, 1, courtyard)


@pytest.mark.parametrize("threads", [2, 7])
def test_the_bits_are_the_same_on_any_number_of_threads(courtyard, threads):
    assert walk(Batch(courtyard, 300)) == walk(Batch(courtyard, 300, threads=threads))


def test_the_bits_are_the_same_one_by_one(courtyard):
    many = Batch(courtyard, 5)
    ones = [Batch(courtyard, 1) for _ in range(5)]
    for tick in range(200):
        actions, buttons = wishes(5, tick)
        many.step(actions, DT, buttons)
        for row, one in enumerate(ones):
            one.step(actions[row], DT, buttons[row : row + 1])
            assert one.position.tobytes() == many.position[row].tobytes()


def test_the_arrays_are_the_same_ones_from_the_start_to_the_end(courtyard):
    batch = Batch(courtyard, 10)
    kept = batch.position
    before = kept.copy()
    batch.step([1, 0, 0], DT)
    assert batch.position is kept and (kept != before).any()


def test_float32_and_strides_and_lists_are_taken_exactly(courtyard):
    actions = wishes(50, 3)[0].astype(np.float32)
    wide = np.zeros((50, 6), np.float32)
    wide[:, ::2] = actions
    results = []
    for given in (actions, actions.astype(float), wide[:, ::2], np.asfortranarray(actions), actions.tolist(), actions.astype(">f4")):
        batch = Batch(courtyard, 50)
        batch.step(given, DT)
        results.append(batch.velocity.tobytes())
    assert len(set(results)) == 1


def test_what_is_restored_goes_on_with_the_same_bits(courtyard):
    batch = Batch(courtyard, 40)
    walk(batch, 50)
    saved = batch.save()
    expected = walk(batch, 50)
    batch.restore(saved)
    assert walk(batch, 50) == expected
    other = Batch(courtyard, 40, threads=2)
    other.restore(saved)
    assert other.save() == saved and walk(other, 50) == expected


def test_events_are_bits_and_dictionaries(courtyard):
    batch = Batch(courtyard, 2, feet=[[0, 2, -2], [0, 0, 2]])
    kinds = set()
    for _ in range(120):
        batch.step([3, 0, 0], DT)
        for event in batch.event_list():
            kinds.add((event["character"], event["kind"]))
            assert batch.events[event["character"]] & Event[event["kind"].upper()]
            if event["kind"] == "landed":
                assert event["speed"] > 4 and event["normal"] == (0, 1, 0) and event["body"] in courtyard.bodies
    assert {(0, "landed"), (0, "stepped_up"), (1, "hit_wall")} <= kinds


def test_the_names_of_python_are_those_of_the_library():
    from glissando import _glissando as native

    assert [event.name.lower() for event in Event] == native.EVENT_NAMES
    assert [event.value for event in Event] == [1 << bit for bit in range(len(Event))]
    assert [ground.name.lower() for ground in Ground] == native.GROUND_NAMES
    assert [outcome.name.lower() for outcome in glissando.Outcome] == native.OUTCOME_NAMES


def test_some_of_them_begin_again(courtyard):
    batch = Batch(courtyard, 4)
    walk(batch, 60)
    kept = batch.position[[0, 2]].copy()
    batch.reset([1, 3], courtyard.spawns[0])
    fresh = Batch(courtyard, 1).position[0]
    assert (batch.position[[1, 3]] == fresh).all() and (batch.position[[0, 2]] == kept).all()
    batch.reset(np.array([True, False, False, False]), [[5, 2, 3]])
    assert batch.position[0, 0] == 5
    batch.set_velocity([2], [0, 9, 0])
    assert batch.velocity[2].tolist() == [0, 9, 0]
    batch.reset([], np.zeros((0, 3)))


def test_a_launch_throws_and_a_velocity_on_the_ground_does_not(courtyard):
    batch = Batch(courtyard, 2)
    for _ in range(60):
        batch.step([0, 0, 0], DT)
    assert batch.grounded.all()
    batch.set_velocity([0], [0, 9, 0])
    batch.launch([1], [0, 9, 0])
    assert batch.velocity.tolist() == [[0, 9, 0], [0, 9, 0]] and batch.grounded.tolist() == [True, False]
    batch.step([0, 0, 0], DT)
    assert batch.velocity[0, 1] == 0 and batch.velocity[1, 1] == pytest.approx(9 - 9.81 * DT)


def test_settings_are_keywords_and_can_be_pickled(courtyard):
    config = Config(body="capsule", radii=[0.3, 0.8, 0.3], crouch_radii=[0.3, 0.4, 0.3], step_height=0, inherit=3.5, skin=0.01)
    assert pickle.loads(pickle.dumps(config)) == config == Config(**config.settings) != Config()
    assert config.settings["inherit"] == 3.5 and Config(inherit="none").settings["inherit"] == "none"
    batch = Batch(courtyard, 2, config=[config, Config()], feet=[0, 0, -2])
    for _ in range(200):
        batch.step([3, 0, 0], DT)
    # Without steps the stairs are a wall.
    assert batch.position[0, 0] < 3 < 5 < batch.position[1, 0]
    assert glissando.cos_degrees(60) == pytest.approx(0.5)


def test_empty_batches_step(courtyard):
    batch = Batch(courtyard, 0)
    batch.step(np.zeros((0, 3)), DT)
    assert batch.position.shape == (0, 3) and batch.events.shape == (0,) and batch.event_list() == []
    batch.restore(batch.save())


def test_a_pickled_batch_goes_on_with_the_same_bits(courtyard):
    for configs in (None, [Config(), Config(body="capsule"), Config(step_height=0.1)]):
        batch = Batch(courtyard, 3, config=configs, threads=2)
        walk(batch, 20)
        copy = pickle.loads(pickle.dumps(batch))
        assert (copy.threads, len(copy), copy.world.hash) == (2, 3, courtyard.hash)
        assert copy.position.tobytes() == batch.position.tobytes() and walk(copy, 50) == walk(batch, 50)


def test_another_thread_is_refused_while_a_step_runs_and_reads_arrays_that_it_has(courtyard):
    batch = Batch(courtyard, 20_000)
    position, refused = batch.position, set()
    stepping = threading.Thread(target=lambda: [batch.step([1, 0, 0], DT) for _ in range(5)])
    stepping.start()
    while stepping.is_alive():
        assert np.isfinite(position[-1]).all()
        try:
            len(batch)
        except RuntimeError as error:
            refused.add(str(error))
    assert refused == {"Already mutably borrowed"} and batch.position is position
