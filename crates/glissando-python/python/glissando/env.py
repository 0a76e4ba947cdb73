"""Gymnasium environments: a character walks to a goal on a level.

`WalkVectorEnv` moves any number of characters by one call a step; `WalkEnv` is one of them as a single `gymnasium.Env`. What an
agent sees are rays around it, its velocity, and where the goal is; what it does is a wanted velocity and, optionally, a jump.

    import glissando.env

    envs = glissando.env.WalkVectorEnv(256, seed=1)
    observations, infos = envs.reset()
    observations, rewards, terminations, truncations, infos = envs.step(envs.action_space.sample())

The package `gymnasium` is needed: `pip install glissando[gym]`.
"""

from __future__ import annotations

from importlib.util import find_spec
from os import PathLike
from typing import Any

if find_spec("gymnasium") is None:
    raise ModuleNotFoundError("glissando.env needs the package gymnasium: pip install glissando[gym]")

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from . import Batch, World, level

#: The goal in the level of the package: at the far end, behind a terrace that only the stairs lead up to.
COURTYARD_GOAL = (13.0, 0.0, 2.5)

Floats = NDArray[np.float32]


class Walk:
    """The task, for any number of characters: places, observations, rewards. Both environments are thin wrappers of it."""

    def __init__(
        self,
        count: int,
        path: str | PathLike[str] | None = None,
        *,
        goal: ArrayLike | None = None,
        starts: ArrayLike | None = None,
        rays: int = 16,
        reach: float = 8.0,
        speed: float = 4.0,
        dt: float = 1 / 60,
        ticks_per_step: int = 6,
        max_steps: int = 200,
        goal_radius: float = 1.0,
        threads: int | None = None,
    ) -> None:
        """`path` is a level file, left out the courtyard of the package; `starts` (n, 3) left out are its spawns."""
        self.world = World.load(level() if path is None else path)
        if goal is None:
            if path is not None:
                raise ValueError("goal is left out: another level than that of the package needs one, shape (3,)")
            goal = COURTYARD_GOAL
        self.goal = np.asarray(goal, dtype=np.float64)
        self.starts = np.asarray(self.world.spawns if starts is None else starts, dtype=np.float64)
        if self.goal.shape != (3,):
            raise ValueError(f"goal has shape {self.goal.shape}: it must be (3,)")
        if self.starts.ndim != 2 or self.starts.shape[1] != 3 or len(self.starts) == 0:
            raise ValueError(f"starts has shape {self.starts.shape}: it must be (n, 3) with at least one row")
        if not (rays >= 1 and max_steps >= 1 and ticks_per_step >= 1 and reach > 0 and speed > 0 and goal_radius > 0):
            raise ValueError("rays, max_steps, ticks_per_step, reach, speed and goal_radius must be more than 0")
        self.batch = Batch(self.world, count, feet=self.starts[0], threads=threads)
        self.threads, self.reach, self.speed = threads, reach, speed
        self.dt, self.ticks_per_step, self.max_steps, self.goal_radius = dt, ticks_per_step, max_steps, goal_radius
        angles = np.arange(rays) * (2 * np.pi / rays)
        # Half of them at the height of the knees, where steps are seen, half at that of the eyes.
        down = np.where(np.arange(rays) % 2 == 0, -0.25, 0.0)
        self.directions = np.stack([np.cos(angles), down, np.sin(angles)], axis=1)
        self.steps = np.zeros(count, dtype=np.int64)
        self.distances = np.zeros(count)
        size = rays + 3 + 1 + 4
        self.observation_space = spaces.Box(-1.0, 1.0, (size,), np.float32)
        self.action_space = spaces.Box(-1.0, 1.0, (3,), np.float32)

    def begin(self, rows: NDArray[np.intp], random: np.random.Generator) -> None:
        """Puts these characters at a start each, up to half a metre aside."""
        feet = self.starts[random.integers(len(self.starts), size=len(rows))].copy()
        feet[:, [0, 2]] += random.uniform(-0.5, 0.5, (len(rows), 2))
        self.batch.reset(rows, feet)
        self.steps[rows] = 0
        self.distances[rows] = self.distance()[rows]

    def distance(self) -> NDArray[np.float64]:
        """Horizontal metres to the goal."""
        away: NDArray[np.float64] = np.hypot(*(self.batch.position - self.goal)[:, [0, 2]].T)
        return away

    def act(self, actions: ArrayLike) -> tuple[Floats, NDArray[np.bool_], NDArray[np.bool_]]:
        """Rewards, terminations and truncations of a step: metres that each came nearer, 10 for the goal."""
        actions = np.clip(np.asarray(actions, dtype=np.float64).reshape(-1, 3), -1, 1)
        wishes = np.zeros_like(actions)
        wishes[:, [0, 2]] = actions[:, :2]
        # A diagonal is not faster.
        wishes *= self.speed / np.maximum(1, np.hypot(wishes[:, 0], wishes[:, 2]))[:, None]
        buttons = (actions[:, 2] > 0.5).astype(np.uint8)
        for _ in range(self.ticks_per_step):
            self.batch.step(wishes, self.dt, buttons)
        self.steps += 1
        distances = self.distance()
        arrived = distances < self.goal_radius
        rewards = (self.distances - distances - 0.01 + 10 * arrived).astype(np.float32)
        self.distances = distances
        return rewards, arrived, (self.steps >= self.max_steps) & ~arrived

    def observe(self) -> Floats:
        """Fractions of rays, velocity, whether it stands, the way to the goal and its distance; all within -1 to 1."""
        batch, rays = self.batch, len(self.directions)
        count = len(batch)
        origins = np.repeat(batch.position, rays, axis=0)
        by = np.tile(self.directions * self.reach, (count, 1))
        seen = self.world.rays(origins, by, threads=self.threads).fraction.reshape(count, rays)
        way = self.goal - batch.position
        away = np.linalg.norm(way, axis=1, keepdims=True)
        parts = [seen, batch.velocity / (2 * self.speed), batch.grounded[:, None], way / np.maximum(away, 1e-6), away / 20]
        seen_by_all: Floats = np.clip(np.concatenate(parts, axis=1), -1, 1).astype(np.float32)
        return seen_by_all


class WalkVectorEnv(VectorEnv[Floats, Floats, Floats]):
    """`num_envs` characters that walk to a goal, each an episode of its own; all are moved by one call.

    Keyword arguments are those of `Walk`. An episode that has ended begins again in the next step (`AutoresetMode.NEXT_STEP`).
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}

    def __init__(self, num_envs: int, path: str | PathLike[str] | None = None, *, seed: int | None = None, **walk: Any) -> None:
        self.walk = Walk(num_envs, path, **walk)
        self.num_envs = num_envs
        self.single_observation_space = self.walk.observation_space
        self.single_action_space = self.walk.action_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._random = np.random.default_rng(seed)
        self._ended = np.zeros(num_envs, dtype=np.bool_)

    def reset(self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None) -> tuple[Floats, dict[str, Any]]:
        """Begins all episodes. A seed makes everything that follows the same."""
        if seed is not None:
            self._random = np.random.default_rng(seed)  # type: ignore[arg-type]
        self.walk.begin(np.arange(self.num_envs), self._random)
        self._ended[:] = False
        return self.walk.observe(), {}

    def step(self, actions: Floats) -> tuple[Floats, Floats, NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:  # type: ignore[override]
        """One step of each episode; of one that has ended, its next beginning, without a reward."""
        begun = self._ended
        rewards, terminations, truncations = self.walk.act(actions)
        if begun.any():
            self.walk.begin(np.flatnonzero(begun), self._random)
            rewards[begun], terminations[begun], truncations[begun] = 0, False, False
        self._ended = terminations | truncations
        return self.walk.observe(), rewards, terminations, truncations, {"distance": self.walk.distances.copy()}


class WalkEnv(gymnasium.Env[Floats, Floats]):
    """One character that walks to a goal. Keyword arguments are those of `Walk`."""

    metadata: dict[str, Any] = {"render_modes": []}

    def __init__(self, path: str | PathLike[str] | None = None, **walk: Any) -> None:
        self.walk = Walk(1, path, **walk)
        self.observation_space = self.walk.observation_space
        self.action_space = self.walk.action_space

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Floats, dict[str, Any]]:
        """Begins an episode. A seed makes everything that follows the same."""
        super().reset(seed=seed)
        self.walk.begin(np.arange(1), self.np_random)
        return self.walk.observe()[0], {}

    def step(self, action: Floats) -> tuple[Floats, float, bool, bool, dict[str, Any]]:
        """One step."""
        rewards, terminations, truncations = self.walk.act(action)
        distance = float(self.walk.distances[0])
        return self.walk.observe()[0], float(rewards[0]), bool(terminations[0]), bool(truncations[0]), {"distance": distance}


gymnasium.register("glissando/Walk-v0", entry_point="glissando.env:WalkEnv", vector_entry_point="glissando.env:WalkVectorEnv")
