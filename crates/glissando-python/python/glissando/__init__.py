"""Moves characters through 3D triangle worlds: exact sweeps, rays and sliding over numpy arrays.

    import numpy as np, glissando

    world = glissando.World.load("level.glb")
    batch = glissando.Batch(world, 1000)            # at the level's spawns
    for _ in range(60):
        batch.step(np.array([3.0, 0.0, 0.0]), 1 / 60)  # wanted velocities, m/s
    print(batch.position[0], batch.grounded.mean())

`World` answers questions in batches, `Batch` moves thousands of characters that do not meet each other, `Stage` a world with
movers, triggers and characters that push each other. Metres, seconds, right-handed, y up. The same bits on every machine and
on any number of threads. `glissando.env` has Gymnasium environments.
"""

from ._flags import Event, Ground, Outcome
from ._glissando import (
    NO_BODY,
    Batch,
    Clearances,
    Config,
    Hits,
    LevelError,
    Overlaps,
    RayHits,
    Shape,
    Stage,
    World,
    __version__,
    cos_degrees,
)
from ._levels import level

__all__ = [
    "NO_BODY",
    "Batch",
    "Clearances",
    "Config",
    "Event",
    "Ground",
    "Hits",
    "LevelError",
    "Outcome",
    "Overlaps",
    "RayHits",
    "Shape",
    "Stage",
    "World",
    "__version__",
    "cos_degrees",
    "level",
]
