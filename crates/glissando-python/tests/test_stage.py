"""Stages: movers, triggers, characters that meet, everything saved and restored."""

import numpy as np
import pytest
from conftest import box

import glissando
from glissando import Event, Outcome, Stage

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
    assert not stage.event_list() and not stage.events.any() and not stage.outcome.any()
    assert stage.ticks == 20 and go() == expected


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
