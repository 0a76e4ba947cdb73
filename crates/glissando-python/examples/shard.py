"""A part of a large walk as a pure function of (level, agents, ticks, seed, shard): for Ray, Slurm, Kubernetes and xargs.

Agent k does the same whatever shard it is in, so the merged result has the same bytes for any number of shards and workers.

    python shard.py --shard 3/64 --out out        # one part; a part that is there already is not walked again
    python shard.py --merge out                   # all parts in one file, and its hash

Left out, the shard is that of a Slurm array (SLURM_ARRAY_TASK_ID) or of an indexed Kubernetes job (JOB_COMPLETION_INDEX).
"""

import argparse
import hashlib
import os
import sys
from pathlib import Path

import numpy as np

import glissando

#: What is known of an agent at the end: a hash of all its positions, the last one, how often it landed.
RESULT = np.dtype([("digest", "<u8"), ("position", "<f8", 3), ("landings", "<u4")])
DT = 1 / 60


def mixed(seed, agents, moment):
    """64 random bits for each agent at a moment: Steele's splitmix64, the same on every machine."""
    with np.errstate(over="ignore"):
        x = np.uint64(seed) * np.uint64(0xD1342543DE82EF95) + agents * np.uint64(0x9E3779B97F4A7C15)
        x = x + np.uint64(moment + 1) * np.uint64(0xBF58476D1CE4E5B9)
        for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
            x = (x ^ (x >> np.uint64(shift))) * np.uint64(factor)
        return x ^ (x >> np.uint64(31))


def part(shard, shards, agents):
    """The first and the last agent of a shard, the last one not included."""
    return agents * shard // shards, agents * (shard + 1) // shards


def begin(world, first, last):
    """The agents from `first` to `last`, at the spawns in turn, with nothing walked."""
    starts = world.spawns[np.arange(first, last) % len(world.spawns)]
    return glissando.Batch(world, last - first, feet=starts), np.full(last - first, 0xCBF29CE484222325, np.uint64)


def advance(batch, digests, landings, first, ticks, seed):
    """Walks on by the ticks of a range: half a second in one direction, a jump now and then."""
    agents = np.arange(first, first + len(batch), dtype=np.uint64)
    for tick in ticks:
        bits = mixed(seed, agents, tick // 30)
        wishes = np.zeros((len(batch), 3))
        # Whole numbers and exact fractions alone: sines would differ between machines.
        wishes[:, 0] = ((bits >> np.uint64(8)) & np.uint64(255)).astype(float) / 32 - 4
        wishes[:, 2] = ((bits >> np.uint64(16)) & np.uint64(255)).astype(float) / 32 - 4
        jump = ((bits >> np.uint64(24)) & np.uint64(7) == 0) & (tick % 30 == 0)
        batch.step(wishes, DT, jump.astype(np.uint8))
        landings += (batch.events & glissando.Event.LANDED) != 0
        with np.errstate(over="ignore"):
            for word in batch.position.view(np.uint64).T:
                digests[:] = (digests ^ word) * np.uint64(0x100000001B3)


def results(batch, digests, landings):
    """The results of a batch."""
    found = np.zeros(len(batch), RESULT)
    found["digest"], found["position"], found["landings"] = digests, batch.position, landings
    return found


def walk_shard(world, shard, shards, agents=4096, ticks=600, seed=1):
    """The results of one shard."""
    first, last = part(shard, shards, agents)
    batch, digests = begin(world, first, last)
    landings = np.zeros(last - first, np.uint32)
    advance(batch, digests, landings, first, range(ticks), seed)
    return results(batch, digests, landings)


def summary(found):
    """One line for all results; the hash is the same for any number of shards."""
    digest = hashlib.sha256(found.tobytes()).hexdigest()
    return f"{len(found)} agents, {int(found['landings'].sum())} landings, sha256 {digest}"


def whole(folder):
    """The results of all parts in a folder, or an error that names the missing ones."""
    parts = sorted(Path(folder).glob("part-*-of-*.npy"))
    shards = {int(path.stem.split("-")[3]) for path in parts}
    if len(shards) != 1:
        sys.exit(f"{folder} has parts of {sorted(shards) or 'no'} shards: merge those of one run")
    missing = set(range(*shards)) - {int(path.stem.split("-")[1]) for path in parts}
    if missing:
        sys.exit(f"{folder} lacks the shards {sorted(missing)}: run them again")
    return np.concatenate([np.load(path) for path in parts])


def chosen_shard(text, shards):
    """The shard of the command line, of a Slurm array or of an indexed job."""
    if text:
        shard, shards = (int(number) for number in text.split("/"))
    elif "SLURM_ARRAY_TASK_ID" in os.environ:
        shard, shards = int(os.environ["SLURM_ARRAY_TASK_ID"]), int(os.environ["SLURM_ARRAY_TASK_COUNT"])
    elif "JOB_COMPLETION_INDEX" in os.environ and shards:
        shard = int(os.environ["JOB_COMPLETION_INDEX"])
    else:
        sys.exit("which shard? pass --shard 3/64, or run in a Slurm array, or in an indexed job with --shards 64")
    if not 0 <= shard < shards:
        sys.exit(f"the shard {shard} of {shards}: it must lie between 0 and {shards - 1}")
    return shard, shards


def options(about):
    """The options that all programs share."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--level", default=str(glissando.level()), help="a level file with spawns")
    parser.add_argument("--agents", type=int, default=4096)
    parser.add_argument("--ticks", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    return parser


def main():
    parser = options(__doc__.splitlines()[0])
    parser.add_argument("--shard", help="I/N: the part I of N, from 0")
    parser.add_argument("--shards", type=int, help="N, where the environment has I alone")
    parser.add_argument("--out", default="out")
    parser.add_argument("--merge", metavar="FOLDER")
    given = parser.parse_args()
    if given.merge:
        found = whole(given.merge)
        np.save(Path(given.merge) / "all.npy", found)
        print(summary(found))
        return
    shard, shards = chosen_shard(given.shard, given.shards)
    path = Path(given.out) / f"part-{shard:05}-of-{shards:05}.npy"
    if path.exists():
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    found = walk_shard(glissando.World.load(given.level), shard, shards, given.agents, given.ticks, given.seed)
    # Whole or not there: a process that is killed leaves no half part.
    unfinished = path.with_suffix(f".{os.getpid()}.tmp")
    with unfinished.open("wb") as file:
        np.save(file, found)
    unfinished.rename(path)


if __name__ == "__main__":
    main()
