"""Bad input is refused with an exception that names the argument and says what to do; nothing crashes or changes."""

import itertools
from types import MappingProxyType

import numpy as np
import pytest
from conftest import box

import glissando
from glissando import Batch, Config, Shape, Stage, World

DT = 1 / 60
NAN = float("nan")


@pytest.mark.parametrize(
    ("error", "words", "call"),
    [
        (ValueError, r"origins has shape \(2, 2\): it must be \(n, 3\)", lambda w: w.rays(np.zeros((2, 2)), [0, 1, 0])),
        (ValueError, r"origins has shape \(2, 3\) and translations has shape \(4, 3\)", lambda w: w.rays(np.zeros((2, 3)), np.zeros((4, 3)))),
        (ValueError, r"origins\[1\] is \(0, NaN, 0\): every component must be a finite", lambda w: w.rays([[0, 1, 0], [0, NAN, 0]], [0, 1, 0])),
        (ValueError, r"translations\[0\] is \(inf, 0, 0\)", lambda w: w.rays([0, 1, 0], [np.inf, 0, 0])),
        (ValueError, r"translations\[700\] is \(inf", lambda w: w.rays([0, 1, 0], np.where(np.arange(2000)[:, None] >= 700, np.inf, 1) * np.ones(3), threads=2)),
        (ValueError, r"origins\[0\] is 1e30: it must lie between", lambda w: w.rays([1e30, 0, 0], [0, 1, 0])),
        (ValueError, r"origins\[1\] is \(0, NaN, 0\)", lambda w: w.ray_hits([[0, 1, 0], [0, NAN, 0]], [0, 1, 0])),
        (ValueError, r"targets\[0\] is \(NaN", lambda w: w.line_of_sight([0, 1, 0], [NAN, 0, 0])),
        (ValueError, r"at\[2\] is \(NaN", lambda w: w.overlaps(Shape.sphere(1), [[0, 1, 0], [0, 1, 0], [NAN, 0, 0]])),
        (ValueError, "most is -1", lambda w: w.clearances(Shape.sphere(1), [0, 5, 0], most=-1)),
        (TypeError, "origins has dtype complex128: it must be float64", lambda w: w.rays(np.zeros((2, 3), complex), [0, 1, 0])),
        (TypeError, "origins has dtype bool", lambda w: w.rays(np.zeros((2, 3), bool), [0, 1, 0])),
        (TypeError, "origins has dtype <U1", lambda w: w.rays([["a", "b", "c"]], [0, 1, 0])),
        (TypeError, "origins has dtype object", lambda w: w.rays(np.array([[None, 1, 2]]), [0, 1, 0])),
        (TypeError, "origins is no array and cannot be made one", lambda w: w.rays([[1, 2], [3]], [0, 1, 0])),
        (TypeError, "mask must be a whole number, got float", lambda w: w.rays([0, 1, 0], [0, 1, 0], mask=1.5)),
        (ValueError, "mask is -1: it must lie between 0 and 4294967295", lambda w: w.rays([0, 1, 0], [0, 1, 0], mask=-1)),
        (ValueError, "threads is 0: it must lie between 1 and 1024", lambda w: w.rays([0, 1, 0], [0, 1, 0], threads=0)),
        (ValueError, "threads is 100000", lambda w: w.rays([0, 1, 0], [0, 1, 0], threads=100_000)),
        (ValueError, "skin is 5", lambda w: w.sweeps(Shape.sphere(1), [0, 5, 0], [0, 1, 0], skin=5)),
        (TypeError, "shape", lambda w: w.sweeps(1.0, [0, 5, 0], [0, 1, 0])),
        (ValueError, "not in this world", lambda w: w.remove(12345)),
        (ValueError, "body is -1", lambda w: w.remove(-1)),
        (TypeError, "body must be a whole number, got str", lambda w: w.remove("floor")),
        (ValueError, r"pose has shape \(2, 2\): it must be \(4, 4\) or \(3, 4\)", lambda w: w.set_pose(0, np.eye(2))),
        (ValueError, "the last row of pose", lambda w: w.set_pose(0, np.ones((4, 4)))),
        (ValueError, "flattens or skews space", lambda w: w.set_pose(0, np.diag([1, 0, 1, 1]))),
        (TypeError, "conveyors must be a dict, got list", lambda w: w.insert(*box([0, 0, 0], [1, 1, 1]), conveyors=[1])),
        (ValueError, "a material id in conveyors is 70000: it must lie between 0 and 65535", lambda w: w.insert(*box([0, 0, 0], [1, 1, 1]), conveyors={70_000: [0, 0, 0]})),
        (ValueError, r"conveyors\[3\] has shape \(2,\): it must be \(3,\)", lambda w: w.insert(*box([0, 0, 0], [1, 1, 1]), conveyors={3: [0, 0]})),
        (ValueError, r"conveyors\[3\]: velocity of a conveyor is \(NaN", lambda w: w.insert(*box([0, 0, 0], [1, 1, 1]), conveyors={3: [NAN, 0, 0]})),
        (ValueError, r"tractions\[4\] has 'grip': it may have 'speed', 'acceleration' and 'friction'", lambda w: w.insert(*box([0, 0, 0], [1, 1, 1]), tractions={4: {"grip": 1}})),
        (TypeError, r"tractions\[4\]\['speed'\] must be a number, got str", lambda w: w.insert(*box([0, 0, 0], [1, 1, 1]), tractions={4: {"speed": "fast"}})),
        (ValueError, r"tractions\[4\]: friction of a traction is -1", lambda w: w.insert(*box([0, 0, 0], [1, 1, 1]), tractions={4: {"friction": -1}})),
        (TypeError, r"tractions\[4\] must be a dict, got float", lambda w: w.insert(*box([0, 0, 0], [1, 1, 1]), tractions={4: 0.5})),
        (ValueError, "saved bytes are empty", lambda w: World.from_bytes(b"")),
        (ValueError, "saved bytes have format 1: here format 201", lambda w: World.from_bytes(b"\x01ab")),
        (ValueError, "broken or cut off", lambda w: World.from_bytes(w.to_bytes()[:-3])),
        (FileNotFoundError, "nowhere.glb: is not there", lambda w: World.load("nowhere.glb")),
        (ValueError, "up is 'x': it must be 'y' or 'z'", lambda w: World.load(glissando.level(), up="x")),
        (glissando.LevelError, "the unit in the options", lambda w: World.load(glissando.level(), unit=0)),
    ],
)
def test_worlds_refuse_by_name(floor, error, words, call):
    with pytest.raises(error, match=words):
        call(floor)


def test_files_are_refused(tmp_path):
    folder = tmp_path / "folder.glb"
    folder.mkdir()
    with pytest.raises(OSError, match="is not a regular file"):
        World.load(folder)
    with pytest.raises(glissando.LevelError, match="unknown extension"):
        World.load(tmp_path / "level.fbx")
    broken = tmp_path / "broken.glb"
    broken.write_bytes(b"glTF but not really")
    with pytest.raises(glissando.LevelError, match="broken.glb"):
        World.load(broken)


@pytest.mark.parametrize(
    ("error", "words", "arguments", "more"),
    [
        (ValueError, r"vertices has shape \(3,\): it must be \(n, 3\)", ([0, 1, 2], [[0, 1, 2]]), {}),
        (ValueError, r"faces has shape \(1, 4\): it must be \(n, 3\)", (np.eye(3), [[0, 1, 2, 0]]), {}),
        (TypeError, "faces has dtype float64: it must be an integer type", (np.eye(3), [[0.0, 1, 2]]), {}),
        (ValueError, r"faces\[0, 1\] is -1: it must lie between", (np.eye(3), [[0, -1, 2]]), {}),
        (ValueError, "7", (np.eye(3), [[0, 1, 7]]), {}),
        (ValueError, "vertex", ([[NAN, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]]), {}),
        (ValueError, "vertex", ([[1e30, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]]), {}),
        (ValueError, "vertex", ([[1e300, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]]), {}),
        (ValueError, r"materials has shape \(2,\) and faces has shape \(1, 3\)", (np.eye(3), [[0, 1, 2]]), {"materials": [1, 2]}),
        (ValueError, r"materials\[0\] is 70000", (np.eye(3), [[0, 1, 2]]), {"materials": [70000]}),
        (ValueError, "weld", (np.eye(3), [[0, 1, 2]]), {"weld_distance": -1.0}),
        (TypeError, "vertices has dtype object", (None, [[0, 1, 2]]), {}),
    ],
)
def test_meshes_refuse_by_name(error, words, arguments, more):
    with pytest.raises(error, match=words):
        World.from_arrays(*arguments, **more)


def test_empty_arrays_are_worlds_and_questions(floor):
    with pytest.raises(ValueError, match="no triangles: a mesh needs at least one"):
        World.from_arrays(np.zeros((0, 3)), np.zeros((0, 3), int))
    empty = World()
    assert not empty.rays([0, 1, 0], np.eye(3)).hit.any()
    nothing = np.zeros((0, 3))
    assert len(floor.rays(nothing, nothing)) == 0 and floor.rays(nothing, [0, 1, 0]).point.shape == (0, 3)
    assert len(floor.line_of_sight(nothing, nothing, threads=2)) == 0
    assert len(floor.ray_hits(nothing, nothing)) == 0 and floor.ray_hits(nothing, [0, 1, 0], threads=2).point.shape == (0, 3)
    assert len(floor.sweeps(Shape.sphere(1), nothing, nothing)) == len(floor.overlaps(Shape.sphere(1), nothing)) == 0
    Batch(empty, 2, feet=[0, 0, 0]).step([1, 0, 0], DT)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Shape.sphere(0),
        lambda: Shape.sphere(-1),
        lambda: Shape.sphere(NAN),
        lambda: Shape.sphere(1e30),
        lambda: Shape.ellipsoid([0.4, 0, 0.4]),
        lambda: Shape.ellipsoid([0.4, np.inf, 0.4]),
        lambda: Shape.ellipsoid([0.4, 0.9]),
        lambda: Shape.ellipsoid([1, 1, 1], [0, 0, 0, 0]),
        lambda: Shape.ellipsoid([1, 1, 1], [0, 0, 1]),
        lambda: Shape.capsule(0.5, 0.4),
        lambda: Shape.box([1, 1, 1], rounding=2),
        lambda: Shape.box([1, 1, 1], rounding=NAN),
        lambda: Shape.cylinder(0, 1),
        lambda: Config(radii=[0, 0.9, 0.4]),
        lambda: Config(radii=[NAN, 0.9, 0.4]),
        lambda: Config(up=[0, 0, 0]),
        lambda: Config(body="cone"),
        lambda: Config(step_height=-1),
        lambda: Config(cos_climb=2),
        lambda: Config(acceleration=NAN),
        lambda: Config(inherit="half"),
        lambda: Config(mask=2**32),
        lambda: Config(gravity=[0, 1e30, 0]),
        lambda: glissando.cos_degrees(181),
    ],
)
def test_shapes_and_settings_refuse_by_name(make):
    with pytest.raises(ValueError, match="it must|must be|must lie|condition|length|rounding|radius"):
        make()


def test_unknown_settings_are_refused_by_python():
    with pytest.raises(TypeError, match="step_hight"):
        Config(step_hight=1)
    with pytest.raises(TypeError, match="radii has dtype"):
        Config(radii="wide")


def test_a_refused_step_names_the_row_and_changes_nothing(courtyard):
    batch = Batch(courtyard, 40, threads=2)
    for _ in range(5):
        batch.step([1, 0, 0], DT)
    saved, seen = batch.save(), batch.position.tobytes()
    bad = np.ones((40, 3))
    bad[17, 1] = NAN
    cases = [
        (ValueError, r"actions\[17\] is \(1, NaN, 1\)", (bad, DT)),
        (ValueError, r"actions\[0\] is", ([1e30, 0, 0], DT)),
        (ValueError, r"actions has shape \(39, 3\): it must be \(40, 3\)", (bad[:39], DT)),
        (ValueError, r"actions has shape \(40, 4\)", (np.ones((40, 4)), DT)),
        (TypeError, "actions has dtype", (np.ones((40, 3), object), DT)),
        (ValueError, "dt is NaN|dt is nan|dt", ([1, 0, 0], NAN)),
        (ValueError, "dt is -1", ([1, 0, 0], -1.0)),
        (ValueError, "dt is 11", ([1, 0, 0], 11)),
        (TypeError, "dt", ([1, 0, 0], "long")),
        (ValueError, r"buttons has shape \(3,\): it must be \(40,\)", ([1, 0, 0], DT, [1, 2, 3])),
        (ValueError, r"buttons\[0\] is 9: it must lie between 0 and 7", ([1, 0, 0], DT, [9] * 40)),
        (TypeError, "buttons has dtype float64", ([1, 0, 0], DT, [0.5] * 40)),
    ]
    for error, words, arguments in cases:
        with pytest.raises(error, match=words):
            batch.step(*arguments)
        assert batch.save() == saved and batch.position.tobytes() == seen
    batch.step([1, 0, 0], DT)


def test_batches_refuse_by_name(courtyard, floor):
    with pytest.raises(ValueError, match="feet is left out, and the world has no spawns"):
        Batch(floor, 2)
    with pytest.raises(ValueError, match=r"feet has shape \(3, 3\): it must be \(2, 3\)"):
        Batch(floor, 2, feet=np.zeros((3, 3)))
    with pytest.raises(ValueError, match=r"feet\[1\] is \(0, NaN, 0\)"):
        Batch(floor, 2, feet=[[0, 0, 0], [0, NAN, 0]])
    for n in (-1, 2**30, 10**30):
        with pytest.raises(ValueError, match=f"n is {n}: it must lie between 0 and"):
            Batch(courtyard, n)
    for n in (1.0, True, "2", None):
        with pytest.raises(TypeError, match="n must be a whole number"):
            Batch(courtyard, n)
    with pytest.raises(TypeError, match="config must be a Config"):
        Batch(courtyard, 2, config={"radii": 1})
    with pytest.raises(ValueError, match="config has another number of entries"):
        Batch(courtyard, 3, config=[Config()] * 2)
    with pytest.raises(TypeError, match="world"):
        Batch("courtyard", 2)
    batch = Batch(courtyard, 3)
    for rows, words in (([3], r"rows\[0\] is 3"), ([-1], r"rows\[0\] is -1"), ([True], r"rows has shape \(1,\)"), ([[0]], "rows has shape")):
        with pytest.raises(ValueError, match=words):
            batch.reset(rows, [0, 0, 0])
    with pytest.raises(TypeError, match="rows is no array and cannot be made one"):
        batch.launch([[1], [2, 0]], [0, 1, 0])
    with pytest.raises(ValueError, match=r"feet has shape \(2, 3\): it must be \(1, 3\)"):
        batch.reset([1], np.zeros((2, 3)))
    with pytest.raises(ValueError, match=r"velocity\[0\] is \(0.0, NaN, 0.0\): every component must lie between -1e9 and 1e9"):
        batch.set_velocity([1], [0, NAN, 0])
    with pytest.raises(ValueError, match="those of 3 characters: they must be of 2"):
        Batch(courtyard, 2).restore(batch.save())
    with pytest.raises(ValueError, match="here format 1 is read"):
        batch.restore(courtyard.to_bytes())


def test_arrays_that_were_changed_in_place_are_refused_before_anything_happens(courtyard):
    def read_only(batch):
        batch.position.flags.writeable = False

    def other_type(batch):
        batch.position.dtype = np.int64

    def other_shape(batch):
        batch.position.shape = (6,)

    for change in (read_only, other_type, other_shape):
        batch = Batch(courtyard, 2)
        saved = batch.save()
        try:
            change(batch)
        except AttributeError:  # a numpy without this way of changing an array
            continue
        with pytest.raises(ValueError, match="the array position was changed in place"):
            batch.step([1, 0, 0], DT)
        assert batch.save() == saved


def test_no_saved_bytes_do_harm(courtyard):
    batch = Batch(courtyard, 2)
    saved = batch.save()
    for place, flip in itertools.product(range(len(saved)), (1, 0x80, 0xFF)):
        broken = bytearray(saved)
        broken[place] ^= flip
        other = Batch(courtyard, 2)
        try:
            other.restore(bytes(broken))
            other.step([1, 0, 0], DT)
        except ValueError:
            pass


def test_stages_refuse_by_name(floor):
    stage = Stage(floor)
    body, hero = int(floor.bodies[0]), stage.add_character([0, 0, 0])
    saved = stage.save()
    cases = [
        (ValueError, r"^actions\[0\] is \(NaN, 0, 0\)", lambda: stage.step([NAN, 0, 0], DT)),
        (ValueError, "^dt is 0", lambda: stage.step([0, 0, 0], 0)),
        (ValueError, "^dt is NaN", lambda: stage.step([0, 0, 0], NAN)),
        (ValueError, "radius is 0", lambda: stage.add_ball([0, 5, 0], 0)),
        (ValueError, r"position is \(0, NaN, 0\)", lambda: stage.add_ball([0, NAN, 0], 1)),
        (ValueError, "restitution is 2", lambda: stage.add_ball([0, 5, 0], 1, restitution=2)),
        (ValueError, "ball 9 is not on this stage", lambda: stage.set_ball(9, position=[0, 0, 0])),
        (ValueError, "flat is 'w'", lambda: stage.set_ball_rules(flat="w")),
        (ValueError, "wall restitution is -1|wall_restitution is -1", lambda: stage.set_ball_rules(wall_restitution=-1)),
        (ValueError, "threads is 0", lambda: Stage(floor, threads=0)),
        (ValueError, "longest is 0", lambda: Stage.load(glissando.level(), longest=0)),
        (ValueError, r"actions has shape \(2, 3\): it must be \(1, 3\)", lambda: stage.step(np.zeros((2, 3)), DT)),
        (ValueError, r"feet has shape \(2,\): it must be \(3,\)", lambda: stage.add_character([0, 0])),
        (ValueError, "mass is 0", lambda: stage.add_character([0, 0, 0], mass=0)),
        (ValueError, "strength is", lambda: stage.add_character([0, 0, 0], strength=NAN)),
        (ValueError, "character 5 is not on this stage", lambda: stage.remove_character(5)),
        (ValueError, "mover 3 is not on this stage", lambda: stage.open(3)),
        (ValueError, "not in this world", lambda: stage.add_mover(77)),
        (ValueError, "a path or velocities", lambda: stage.add_mover(body, path=[(0, [0, 0, 0])], linear=[0, 1, 0])),
        (ValueError, "ends is 'round'", lambda: stage.add_mover(body, path=[(0, [0, 0, 0]), (1, [0, 1, 0])], ends="round")),
        (TypeError, "path must be a list of keys", lambda: stage.add_mover(body, path=[1, 2])),
        (ValueError, r"path\[0\]\[1\] has shape", lambda: stage.add_mover(body, path=[(0, [0, 0])])),
        (ValueError, "policy is 'crush'", lambda: stage.add_mover(body, policy="crush")),
        (ValueError, "kind is 'cloud'", lambda: stage.add_trigger(*box([0, 0, 0], [1, 1, 1]), kind="cloud")),
        (ValueError, "mesh of a volume trigger is open", lambda: stage.add_trigger(np.eye(3), [[0, 1, 2]])),
        (ValueError, "broken or cut off", lambda: stage.restore(saved[:-2])),
        (ValueError, "to is", lambda: stage.teleport(hero, [NAN, 0, 0])),
        (TypeError, "config", lambda: stage.set_config(hero, None)),
    ]
    for error, words, call in cases:
        with pytest.raises(error, match=words):
            call()
        assert stage.save() == saved


def test_a_place_or_velocity_that_no_step_accepts_is_refused_at_once(floor):
    stage = Stage(floor)
    hero, mover = stage.add_character([0, 0, 0]), stage.add_mover(stage.insert(*box([5, 0, 5], [6, 1, 6])))
    saved = stage.save()
    cases = [
        (r"^translation is \(NaN, 0, 0\)", lambda: stage.set_target(mover, [NAN, 0, 0])),
        ("1e12", lambda: stage.set_target(mover, [1e12, 0, 0])),
        ("NaN", lambda: stage.set_target(mover, [0, 0, 0], [NAN, 0, 0, 1])),
        ("quarter turn", lambda: stage.set_target(mover, [0, 0, 0], [0, 1, 0, 0])),
        ("^to is 1e12: it must lie between", lambda: stage.teleport(hero, [1e12, 0, 0])),
        ("^velocity is 1e300: it must lie between", lambda: stage.set_velocity(hero, [1e300, 0, 0])),
        ("^velocity is 1e300: it must lie between", lambda: stage.launch(hero, [1e300, 0, 0])),
    ]
    for words, call in cases:
        with pytest.raises(ValueError, match=words):
            call()
        assert stage.save() == saved
    with pytest.raises(ValueError, match=r"velocity\[1\] is \(1e300, 0.0, 0.0\)"):
        Batch(floor, 2, feet=[0, 0, 0]).set_velocity([0, 1], [[0, 0, 0], [1e300, 0, 0]])
    stage.set_target(mover, [0, 0.1, 0])
    stage.step([0, 0, 0], DT)


def test_ends_and_wait_without_an_effect_are_refused(floor):
    stage = Stage(floor)
    body, path = int(floor.bodies[0]), [(0, [0, 0, 0]), (1, [0, 1, 0])]
    cases = [
        ("ends is given without a path", {"ends": "call"}),
        ("ends is given without a path", {"ends": "loop", "linear": [0, 1, 0]}),
        ("ends is 'xxx': it must be", {"ends": "xxx"}),
        ("wait is given without a path", {"wait": 2.0}),
        ("wait is 2: only a mover with ends='call' waits", {"path": path, "wait": 2.0}),
        ("wait is 2: only", {"path": path, "ends": "loop", "wait": 2.0}),
        ("wait is NaN|wait", {"path": path, "ends": "call", "wait": NAN}),
    ]
    for words, options in cases:
        with pytest.raises(ValueError, match=words):
            stage.add_mover(body, **options)
    stage.add_mover(body, path=path, ends="call", wait=2.0)


def test_a_dictionary_that_changes_while_it_is_read_counts_as_it_was():
    """It was a panic."""
    belts, factors = {}, {}

    class Velocity:
        def __array__(self, *_, **__):
            belts.clear()
            return np.array([1.0, 0, 0])

    class Factor:
        def __float__(self):
            factors["nonsense"] = 1.0
            return 0.5

    belts |= {1: Velocity(), 2: [0, 0, 1]}
    factors |= {"speed": Factor(), "friction": 0.5}
    world = World()
    world.insert(*box([0, 0, 0], [1, 1, 1]), conveyors=belts, tractions=MappingProxyType({4: factors}))
    plain = World()
    plain.insert(*box([0, 0, 0], [1, 1, 1]), conveyors={1: [1, 0, 0], 2: [0, 0, 1]}, tractions={4: {"speed": 0.5, "friction": 0.5}})
    assert world.to_bytes() == plain.to_bytes()


def test_a_number_of_too_many_digits_is_refused_in_words(capfd):
    """Python cannot write it: a second exception was printed."""
    with pytest.raises(ValueError, match="body is a number of too many digits: it must lie between 0"):
        World().remove(10**5000)
    assert capfd.readouterr().err == ""


def test_no_hostile_call_escapes_as_anything_but_an_exception(courtyard):
    """Every function with everything that is wrong: an ordinary exception, or an answer."""
    values = [None, True, -1, 0, 1.5, NAN, 1e30, 10**40, "x", b"x", [], [[]], {}, np.eye(3), np.full((2, 3), NAN), np.zeros(0), np.array(3), object()]
    stage = Stage(courtyard)
    stage.add_character([0, 0, 0])
    batch = Batch(courtyard, 2)
    functions = [courtyard.rays, courtyard.line_of_sight, World.from_arrays, batch.step, batch.reset, batch.set_velocity, batch.launch, stage.step]
    functions += [stage.set_target, stage.teleport, stage.launch, stage.insert, stage.add_trigger, Batch, Shape.capsule, stage.set_pose]
    calls = 0
    for function in functions:
        for arguments in itertools.product(values, repeat=2):
            try:
                function(*arguments)
            except (ValueError, TypeError, OverflowError):
                pass
            calls += 1
    for function in (batch.restore, stage.restore, World.from_bytes, World.load, stage.add_character, stage.add_mover, Stage, Shape.box, stage.open):
        for value in values:
            try:
                function(value)
            except (ValueError, TypeError, OverflowError, OSError):
                pass
            calls += 1
    assert calls > 4000


def test_any_byte_but_zero_is_true_in_a_mask(courtyard):
    batch = Batch(courtyard, 3)
    batch.step([1, 0, 0], DT)
    moved = batch.position.copy()
    batch.reset(np.array([2, 0, 255], np.uint8).view(np.bool_), [0, 5, 0])
    assert (batch.position[1] == moved[1]).all() and (batch.position[0] == batch.position[2]).all()
    assert batch.position[0, 1] > 5


def test_no_materials_are_not_as_many_as_faces():
    with pytest.raises(ValueError, match="materials has shape"):
        World.from_arrays(np.eye(3), [[0, 1, 2]], materials=[])


def test_a_refused_step_of_a_stage_names_the_row_and_changes_nothing(floor):
    stage = Stage(floor)
    for x in range(5):
        stage.add_character([x, 0, 0])
    saved, bad = stage.save(), np.zeros((5, 3))
    bad[3, 2] = np.inf
    with pytest.raises(ValueError, match=r"^actions\[3\] is \(0, 0, inf\)"):
        stage.step(bad, DT)
    assert stage.save() == saved
    # A way that only a longer step allows.
    stage.set_target(stage.add_mover(int(floor.bodies[0])), [0, 1e8, 0])
    with pytest.raises(ValueError, match="take a longer dt"):
        stage.step([0, 0, 0], DT)


def test_errors_name_functions_as_they_are_called_here(floor):
    stage = Stage(floor)
    body = int(floor.bodies[0])
    stage.add_mover(body)
    with pytest.raises(ValueError, match=r"remove that mover first \(Stage\.remove_mover\)") as refused:
        stage.remove(body)
    assert "::" not in str(refused.value)
    saved = Stage(floor).save()
    with pytest.raises(ValueError, match=r"number of mover states \(Stage\.add_mover ") as refused:
        stage.restore(saved)
    assert "::" not in str(refused.value)
