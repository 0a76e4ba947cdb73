"""The examples: the same bytes for any number of shards and workers, with a worker killed in the middle; learning begins."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import glissando

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
sys.path.insert(0, str(EXAMPLES))
SIZE = ["--agents", "300", "--ticks", "90"]


def run(*arguments, **more):
    environment = {**os.environ, "PYTHON": sys.executable, **more.pop("environment", {})}
    done = subprocess.run(list(map(str, arguments)), capture_output=True, text=True, env=environment, timeout=240, **more)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def expected():
    """The summary of all agents in one shard."""
    import shard

    return shard.summary(shard.walk_shard(glissando.World.load(glissando.level()), 0, 1, 300, 90))


@pytest.mark.parametrize("shards", [2, 3, 7, 300])
def test_the_merged_shards_have_the_same_bytes_for_any_number(expected, shards):
    import shard

    world = glissando.World.load(glissando.level())
    parts = [shard.walk_shard(world, index, shards, 300, 90) for index in range(shards)]
    assert shard.summary(np.concatenate(parts)) == expected


def test_a_walk_in_pieces_of_saved_states_has_the_same_bytes(expected):
    import shard

    world = glissando.World.load(glissando.level())
    saved = None
    for from_tick in range(0, 90, 20):
        batch, digests = shard.begin(world, 0, 300)
        landings = np.zeros(300, np.uint32)
        if saved is not None:
            batch.restore(saved[0])
            digests, landings = saved[1:]
        shard.advance(batch, digests, landings, 0, range(from_tick, min(from_tick + 20, 90)), 1)
        saved = batch.save(), digests, landings
    assert shard.summary(shard.results(batch, digests, landings)) == expected


def test_xargs_slurm_and_indexed_jobs_walk_the_same_shards(expected, tmp_path):
    xargs = run(EXAMPLES / "shards.sh", tmp_path / "xargs", 5, 2, *SIZE)
    for index in range(3):
        slurm = {"SLURM_ARRAY_TASK_ID": str(index), "SLURM_ARRAY_TASK_COUNT": "3"}
        run(sys.executable, EXAMPLES / "shard.py", "--out", tmp_path / "slurm", *SIZE, environment=slurm)
    job = {"JOB_COMPLETION_INDEX": "0"}
    lacking = subprocess.run([sys.executable, EXAMPLES / "shard.py", "--shards", "2", "--out", tmp_path / "job", *SIZE], env={**os.environ, **job})
    assert lacking.returncode == 0
    torn = subprocess.run([sys.executable, EXAMPLES / "shard.py", "--merge", tmp_path / "job"], capture_output=True, text=True)
    assert torn.returncode == 1 and "lacks the shards [1]: run them again" in torn.stderr
    run(sys.executable, EXAMPLES / "shard.py", "--shards", "2", "--out", tmp_path / "job", *SIZE, environment={"JOB_COMPLETION_INDEX": "1"})
    merged = [run(sys.executable, EXAMPLES / "shard.py", "--merge", tmp_path / name) for name in ("slurm", "job")]
    assert [xargs, *merged] == [expected + "\n"] * 3


def test_the_slurm_file_is_a_shell_script_that_finds_its_program(tmp_path):
    srun = tmp_path / "srun"
    srun.write_text('#!/bin/sh\nexec "$@" --agents 20 --ticks 9\n')
    srun.chmod(0o755)
    for index in range(2):
        slurm = {"SLURM_ARRAY_TASK_ID": str(index), "SLURM_ARRAY_TASK_COUNT": "2", "PATH": f"{tmp_path}:{os.environ['PATH']}"}
        folder = tmp_path / "submitted"
        folder.mkdir(exist_ok=True)
        (folder / "shard.py").write_bytes((EXAMPLES / "shard.py").read_bytes())
        run("bash", EXAMPLES / "shards.slurm", cwd=folder, environment={**slurm, "SLURM_SUBMIT_DIR": str(folder)})
    assert run(sys.executable, folder / "shard.py", "--merge", folder / "out").startswith("20 agents")


@pytest.mark.parametrize(
    "arguments",
    [["--workers", "2", "--shards", "7"], ["--workers", "1", "--shards", "3"], ["--workers", "2", "--shards", "4", "--actors", "--piece", "25"]],
    ids=["two workers", "one worker", "two actors"],
)
def test_ray_gives_the_same_bytes_though_a_worker_is_killed(expected, tmp_path, arguments):
    marker = tmp_path / "died"
    said = run(sys.executable, EXAMPLES / "ray_walk.py", *SIZE, *arguments, "--die-once", marker)
    assert marker.exists(), "no worker was killed"
    assert said.splitlines()[-1] == expected


def test_learning_begins():
    import learn

    first, last = learn.learn(generations=8, threads=2, seed=1, steps=90)
    assert first < 0.02 < 0.1 < last
