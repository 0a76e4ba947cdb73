"""Learns to walk to the goal of the courtyard, by an evolution strategy in numpy: two minutes on two cores.

Half of the episodes begin before the stairs, half before a wall of the terrace that no step climbs: there the straight way
leads nowhere, and the policy has to find the stairs by its rays. Each generation is one call of the environment a step for all
candidates together. Salimans et al., "Evolution strategies as a scalable alternative to reinforcement learning", 2017.

    python learn.py [--generations 50] [--threads 2] [--seed 1]
"""

import argparse
import time

import numpy as np

from glissando.env import WalkVectorEnv

STARTS = [[0.0, 0.0, -2.0], [0.0, 0.0, 2.5]]
PAIRS, EPISODES, HIDDEN = 32, 8, 12


def scores(envs, policies, steps, seed):
    """The mean reward and the share of arrivals of each policy, over as many episodes as it has rows of the environment."""
    observations, _ = envs.reset(seed=seed)
    each = envs.num_envs // len(policies)
    inputs = observations.shape[1]
    first = policies[:, : inputs * HIDDEN].reshape(-1, inputs, HIDDEN)
    last = policies[:, inputs * HIDDEN :].reshape(-1, HIDDEN, 2)
    rewards, arrived, is_over = np.zeros(envs.num_envs), np.zeros(envs.num_envs, bool), np.zeros(envs.num_envs, bool)
    for _ in range(steps):
        seen = observations.reshape(len(policies), each, inputs)
        wishes = np.tanh(np.tanh(seen @ first) @ last).reshape(-1, 2)
        actions = np.concatenate([wishes, np.zeros((len(wishes), 1))], axis=1).astype(np.float32)
        observations, gained, terminations, truncations, _ = envs.step(actions)
        rewards += np.where(is_over, 0, gained)
        arrived |= terminations & ~is_over
        is_over |= terminations | truncations
    return rewards.reshape(-1, each).mean(axis=1), arrived.reshape(-1, each).mean(axis=1)


def learn(generations, threads, seed, steps=100):
    """Prints the learning curve; returns the share of arrivals in the first and in the last generation."""
    random = np.random.default_rng(seed)
    envs = WalkVectorEnv(2 * PAIRS * EPISODES, starts=STARTS, max_steps=steps, threads=threads)
    size = (envs.single_observation_space.shape[0] + 2) * HIDDEN
    policy, momentum, shares = random.normal(size=size) * 0.1, np.zeros(size), []
    began, ticks = time.perf_counter(), 0
    for generation in range(generations):
        noise = random.normal(size=(PAIRS, size))
        candidates = policy + 0.1 * np.concatenate([noise, -noise])
        rewards, arrived = scores(envs, candidates, steps, seed=int(random.integers(2**31)))
        # Ranks, not rewards: one lucky candidate must not decide alone.
        ranks = rewards.argsort().argsort() / (len(rewards) - 1) - 0.5
        gradient = (ranks[:PAIRS] - ranks[PAIRS:]) @ noise / PAIRS
        momentum = 0.8 * momentum + gradient
        policy = policy + 0.15 * momentum
        shares.append(arrived.mean())
        ticks += envs.num_envs * steps * envs.walk.ticks_per_step
        seconds = time.perf_counter() - began
        bar = "#" * round(40 * shares[-1])
        print(f"generation {generation:3d}  {seconds:6.1f} s  reward {rewards.mean():7.2f}  arrived {shares[-1]:4.0%} {bar}", flush=True)
    print(f"{ticks / 1e6:.1f} million character ticks, {ticks / (time.perf_counter() - began) / 1e6:.2f} million a second")
    return shares[0], shares[-1]


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--generations", type=int, default=50)
    options.add_argument("--threads", type=int, default=2)
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    learn(chosen.generations, chosen.threads, chosen.seed)
