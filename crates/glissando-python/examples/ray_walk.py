"""Millions of agent steps on Ray: as tasks, or on actors that walk on from saved states.

    python ray_walk.py --workers 2                     # starts Ray on this machine
    python ray_walk.py --address auto --shards 512     # on a cluster; glissando must be installed there, or see --wheel

The result has the same bytes for any number of workers. A worker that dies loses nothing: its shard is walked again, or goes on
from its last saved state. `--die-once FILE` shows it: one worker kills itself in the middle of its work.
"""

import os
import signal
import time
from pathlib import Path

import numpy as np
import ray
import shard

import glissando


def die_once(marker):
    """Kills this process, the first time."""
    if marker:
        try:
            os.close(os.open(marker, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            return
        os.kill(os.getpid(), signal.SIGKILL)


@ray.remote(num_cpus=1, max_retries=5)
def walk_task(world, index, shards, given, marker):
    """A shard from its start to its end."""
    if index == shards // 2 and marker:
        # Some work is lost, and done again elsewhere.
        shard.walk_shard(world, index, shards, given.agents, given.ticks // 2, given.seed)
        die_once(marker)
    return shard.walk_shard(world, index, shards, given.agents, given.ticks, given.seed)


@ray.remote(num_cpus=1, max_restarts=-1, max_task_retries=-1)
class Walker:
    """Walks on from saved states: whatever it keeps can be lost."""

    def __init__(self, world):
        self.world = world

    def advance(self, first, last, progress, ticks, seed, marker):
        batch, digests = shard.begin(self.world, first, last)
        landings = np.zeros(last - first, np.uint32)
        if progress is not None:
            saved, digests, landings = progress[0], progress[1].copy(), progress[2].copy()
            batch.restore(saved)
        shard.advance(batch, digests, landings, first, ticks, seed)
        if first > 0 and ticks.start > 0:
            die_once(marker)
        return (batch.save(), digests, landings), shard.results(batch, digests, landings)


def with_tasks(world, given):
    """All shards as tasks."""
    tasks = [walk_task.remote(world, index, given.shards, given, given.die_once) for index in range(given.shards)]
    return np.concatenate(ray.get(tasks))


def with_actors(world, given):
    """All shards on a few actors, in pieces of ticks; progress is kept in Ray's object store."""
    walkers = [Walker.remote(world) for _ in range(given.workers or int(ray.cluster_resources()["CPU"]))]
    found = []
    for index in range(given.shards):
        first, last = shard.part(index, given.shards, given.agents)
        walker, progress, result = walkers[index % len(walkers)], None, None
        for from_tick in range(0, given.ticks, given.piece):
            ticks = range(from_tick, min(from_tick + given.piece, given.ticks))
            call = walker.advance.options(num_returns=2)
            progress, result = call.remote(first, last, progress, ticks, given.seed, given.die_once)
        found.append(result)
    return np.concatenate(ray.get(found))


def main():
    parser = shard.options(__doc__.splitlines()[0])
    parser.add_argument("--shards", type=int, default=16)
    parser.add_argument("--workers", type=int, help="of a local Ray, and the number of actors")
    parser.add_argument("--address", help="of a cluster: auto, or ray://host:10001")
    parser.add_argument("--wheel", help="a wheel of glissando that Ray installs on its workers")
    parser.add_argument("--actors", action="store_true", help="actors instead of tasks")
    parser.add_argument("--piece", type=int, default=200, help="ticks that an actor walks at once")
    parser.add_argument("--die-once", metavar="FILE")
    given = parser.parse_args()
    here = str(Path(__file__).resolve().parent)
    environment = {"pip": [given.wheel]} if given.wheel else {}
    if given.address:
        ray.init(given.address, runtime_env={"working_dir": here, **environment}, log_to_driver=False)
    else:
        # Ray's own choice of a Python for the workers would be another one under `uv run`.
        ray.init(num_cpus=given.workers, include_dashboard=False, log_to_driver=False, runtime_env={"env_vars": {"PYTHONPATH": here}})
    began = time.perf_counter()
    # Workers on other machines need not have the file: the world goes to them once, as bytes.
    world = ray.put(glissando.World.load(given.level, pickled="bytes"))
    found = (with_actors if given.actors else with_tasks)(world, given)
    seconds = time.perf_counter() - began
    steps = given.agents * given.ticks
    print(f"{steps / 1e6:.2f} million agent steps in {seconds:.1f} s: {steps / seconds / 1e6:.2f} million a second")
    print(shard.summary(found))
    ray.shutdown()


if __name__ == "__main__":
    main()
