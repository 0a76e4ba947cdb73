"""Worlds that several tests use."""

import os
from pathlib import Path

import numpy as np
import pytest

import glissando

ROOT = Path(__file__).resolve().parents[3]


def box(low, high):
    """The vertices and faces of a box, fronts outside."""
    low, high = np.asarray(low, dtype=float), np.asarray(high, dtype=float)
    corners = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)])
    faces = np.array(
        [[0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1], [2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4], [1, 5, 7], [1, 7, 3]]
    )
    return low + corners * (high - low), faces


@pytest.fixture
def floor():
    """A floor, twenty metres square, its top at y = 0."""
    return glissando.World.from_arrays(*box([-10, -1, -10], [10, 0, 10]))


@pytest.fixture(scope="session")
def courtyard():
    return glissando.World.load(glissando.level())


@pytest.fixture(scope="session")
def levels():
    """The folder of the level collection. Without it the test fails; GLISSANDO_LEVELS=none leaves it out."""
    folder = os.environ.get("GLISSANDO_LEVELS", str(ROOT.parent / "shared/levels"))
    if folder == "none":
        pytest.skip("GLISSANDO_LEVELS=none")
    path = Path(folder)
    if not path.is_absolute():
        path = ROOT / path
    assert path.is_dir(), f"there is no level collection at {path}: set GLISSANDO_LEVELS to its folder, or to none"
    return path


@pytest.fixture(scope="session")
def program():
    """The program: GLISSANDO, or the release build of this repository. Without it the test fails."""
    path = Path(os.environ.get("GLISSANDO", ROOT / "target/release/glissando"))
    assert path.is_file(), f"there is no program at {path}: cargo build --release -p glissando-cli, or set GLISSANDO to its path"
    return path.resolve()
