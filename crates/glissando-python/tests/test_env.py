"""The Gymnasium environments keep Gymnasium's rules, with the same bits for the same seed."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from glissando.env import WalkEnv, WalkVectorEnv


@pytest.mark.filterwarnings("error")
def test_the_single_environment_passes_the_checker():
    check_env(WalkEnv(), skip_render_check=True)
    env = gymnasium.make("glissando/Walk-v0", max_steps=5)
    env.reset(seed=1)
    ends = [env.step(env.action_space.sample())[3] for _ in range(5)]
    assert ends == [False] * 4 + [True]


def roll(envs, steps, seed):
    envs.action_space.seed(seed)
    observations, infos = envs.reset(seed=seed)
    assert observations in envs.observation_space and infos == {}
    seen = [observations.tobytes()]
    for _ in range(steps):
        results = envs.step(envs.action_space.sample())
        observations, rewards, terminations, truncations, _ = results
        assert observations in envs.observation_space
        assert rewards.shape == terminations.shape == truncations.shape == (envs.num_envs,)
        assert (rewards.dtype, terminations.dtype) == (np.float32, np.bool_) and np.isfinite(rewards).all()
        seen.append(b"".join(array.tobytes() for array in results[:4]))
    return seen


def test_the_vector_environment_keeps_the_rules_and_its_seed():
    first = roll(WalkVectorEnv(16, max_steps=10), 40, 5)
    assert roll(WalkVectorEnv(16, max_steps=10, threads=2), 40, 5) == first
    assert roll(WalkVectorEnv(16, max_steps=10), 40, 6) != first
    made = gymnasium.make_vec("glissando/Walk-v0", num_envs=16, max_steps=10)
    assert roll(made.unwrapped, 40, 5) == first


def test_an_ended_episode_begins_again_in_the_next_step():
    envs = WalkVectorEnv(3, max_steps=4, seed=2)
    envs.reset()
    truncated = []
    for _ in range(10):
        *_, rewards, terminations, truncations, _ = envs.step(np.ones((3, 3), np.float32))
        truncated.append(bool(truncations.all()))
        if len(truncated) in (5, 10):
            assert (rewards == 0).all()
    assert truncated == [False, False, False, True, False] * 2
    recorded = gymnasium.wrappers.vector.RecordEpisodeStatistics(envs)
    recorded.reset(seed=3)
    for _ in range(4):
        *_, infos = recorded.step(np.zeros((3, 3), np.float32))
    assert (infos["episode"]["l"] == 4).all()


def test_the_goal_ends_an_episode_with_a_reward():
    envs = WalkVectorEnv(2, starts=[[12.0, 0, 2.5]], goal_radius=0.9, seed=1)
    envs.reset()
    for _ in range(10):
        _, rewards, terminations, *_ = envs.step(np.array([[1, 0, 0]] * 2, np.float32))
        if terminations.any():
            break
    assert (rewards[terminations] > 9).all() and terminations.any()


def test_a_level_of_the_collection_is_walked(levels):
    path = levels / "oa_dm2.glb"
    envs = WalkVectorEnv(64, path, goal=[0, 0, 0], threads=2, seed=4)
    assert len(roll(envs, 30, 4)) == 31
    with pytest.raises(ValueError, match="goal is left out"):
        WalkVectorEnv(2, path)
    with pytest.raises(ValueError, match=r"goal has shape \(2,\)"):
        WalkVectorEnv(2, path, goal=[0, 0])
