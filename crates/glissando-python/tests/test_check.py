"""The level check on Ray: the bytes of one check for any number of workers, with one of them killed in the middle; what is refused."""

import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import ray
import yaml
from conftest import box

import glissando

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
#: Cells that make the test short, and a start, since the level has none.
HOW = ["level.obj", "--start", "4,1,4", "--cell", "0.5"]

#: Stands in for the program. Each call is noted; the first calls for one shard do something else.
STAND_IN = """#!/bin/bash
echo " $* " >>{calls}
if [[ " $* " == *" --shard {shard}/"* ]] && [ "$(grep -c -- " --shard {shard}/" {calls})" -le {times} ]; then
  {deed}
fi
exec {program} "$@"
"""
#: The worker is killed while the program makes the shard. As long as it goes on without its worker, a file grows. The file is there before the
#: worker ends, since Ray may end this script within the same millisecond.
KILL = ': >{orphan}; {program} "$@" & kill -KILL $PPID; for i in {{1..600}}; do echo >>{orphan}; sleep 0.2; done'
#: The program fails.
FAIL = "echo no space >&2; exit 2"


@pytest.fixture(scope="module")
def cluster():
    """The address of a Ray of two cores that several tests share."""
    yield ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False).address_info["gcs_address"]
    ray.shutdown()


@pytest.fixture
def folder(tmp_path):
    """A folder with a level: a floor with a hole, and a block on it."""
    text, count = "o level\n", 0
    for low, high in [([0, -1, 0], [6, 0, 2]), ([0, -1, 2], [2, 0, 6]), ([2, -1, 4], [6, 0, 6]), ([5, 0, 1], [5.5, 1, 2])]:
        vertices, faces = box(low, high)
        text += "".join(f"v {x} {y} {z}\n" for x, y, z in vertices)
        text += "".join(f"f {a + 1 + count} {b + 1 + count} {c + 1 + count}\n" for a, b, c in faces)
        count += len(vertices)
    (tmp_path / "level.obj").write_text(text)
    return tmp_path


@pytest.fixture
def whole(folder, program):
    """All files of one check without shards, and what it says."""
    said = subprocess.run([program, "check", *HOW, "--out", "whole"], capture_output=True, text=True, cwd=folder)
    assert said.returncode == 1, said.stderr
    return files(folder / "whole"), said.stdout.replace("whole", "OUT")


def files(folder):
    """The bytes of all files, by their paths."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def stand_in(folder, program, shard, deed, times=1):
    """A program that does something else for one shard, the first times."""
    names = {name: shlex.quote(str(folder / name)) for name in ("calls", "orphan")} | {"program": shlex.quote(str(program))}
    path = folder / "stand_in"
    path.write_text(STAND_IN.format(shard=shard, times=times, deed=deed.format(**names), **names))
    path.chmod(0o755)
    return path


def check(folder, program, *words, options=()):
    """Runs the script."""
    command = [sys.executable, EXAMPLES / "ray_check.py", "--program", program, *options, "--", *words]
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, cwd=folder, timeout=240)


def killed(folder, program, options, shards):
    """The files of a check on Ray of which one worker is killed, and what it says."""
    killer = stand_in(folder, program, shard=1, deed=KILL)
    done = check(folder, killer, *HOW, "--out", "cluster", options=["--shards", shards, *options])
    assert done.returncode == 1, done.stdout + done.stderr
    assert f"shard 1 of {shards} is made again: its worker was lost" in done.stderr
    assert len((folder / "calls").read_text().splitlines()) == shards + 2, "each shard, the one that was lost, the merge"
    size = (folder / "orphan").stat().st_size
    time.sleep(1)
    assert (folder / "orphan").stat().st_size == size, "the program goes on without its worker"
    return files(folder / "cluster"), done.stdout.replace("cluster", "OUT")


@pytest.mark.parametrize("workers, shards", [(2, 5), (1, 2)], ids=["two workers", "one worker"])
def test_the_files_are_those_of_one_check_though_a_worker_is_killed(folder, program, whole, workers, shards):
    assert killed(folder, program, ["--workers", workers], shards) == whole


def test_they_are_where_program_and_level_are_sent_to_the_workers_of_a_cluster(folder, program, whole, cluster):
    assert killed(folder, program, ["--address", cluster, "--send"], 3) == whole


def test_a_failure_is_tried_again(folder, program, whole, cluster):
    once = check(folder, stand_in(folder, program, shard=3, deed=FAIL), *HOW, "--out", "out", options=["--address", cluster, "--shards", 4])
    assert (once.returncode, files(folder / "out")) == (1, whole[0]), once.stderr
    assert "shard 3 of 4 is made again: on " in once.stderr


def make_first(folder, program, *words):
    """Puts the first of two shards where the script keeps them."""
    command = [program, "check", *HOW, *words, "--shard", "0/2", "--out", "out/shards"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)


def test_a_second_failure_ends_it_with_the_reason_and_the_same_command_goes_on(folder, program, whole, cluster):
    make_first(folder, program)
    options = ["--address", cluster, "--shards", 2]
    twice = check(folder, stand_in(folder, program, shard=1, deed=FAIL, times=2), *HOW, "--out", "out", options=options)
    assert (twice.returncode, twice.stdout) == (2, ""), twice.stderr
    assert "shard 1 of 2 failed twice: on " in twice.stderr and "exit code 2: no space" in twice.stderr
    after = check(folder, folder / "stand_in", *HOW, "--out", "out", options=options)
    assert (after.returncode, files(folder / "out")) == (1, whole[0]), after.stderr
    assert " --shard 0/2 " not in (folder / "calls").read_text(), "a shard that is done is not made again"


def interrupted(folder, program, options, how):
    """The exit code of the script that gets a signal while it waits for the second of two shards, and what it says."""
    command = [sys.executable, EXAMPLES / "ray_check.py", "--program", program, *options, "--", *HOW, "--out", "out"]

    def listen():
        # A test that runs in the background has been told to ignore it.
        signal.signal(signal.SIGINT, signal.default_int_handler)

    running = subprocess.Popen(list(map(str, command)), cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=listen)
    first, calls, end = folder / "out/shards/shard-0-of-2.json", folder / "calls", time.monotonic() + 120
    while not (first.exists() and " --shard 1/2 " in calls.read_text()):
        assert running.poll() is None and time.monotonic() < end, running.communicate(timeout=5)
        time.sleep(0.05)
    running.send_signal(how)
    said = running.communicate(timeout=60)
    return running.returncode, "".join(said)


@pytest.mark.parametrize("how, code, said", [(signal.SIGINT, 130, "the shards that are done are kept in out/shards"), (signal.SIGKILL, -signal.SIGKILL, "")])
def test_a_check_that_is_interrupted_goes_on_to_the_same_bytes_and_makes_no_shard_again(folder, program, whole, cluster, how, code, said):
    waits = stand_in(folder, program, shard=1, deed="sleep 600")
    options = ["--address", cluster, "--shards", 2]
    ended, told = interrupted(folder, waits, options, how)
    assert ended == code and said in told, told
    after = check(folder, waits, *HOW, "--out", "out", options=options)
    assert (after.returncode, files(folder / "out")) == (1, whole[0]), after.stderr
    assert (folder / "calls").read_text().count(" --shard 0/2 ") == 1, "a shard that is done is made again"


def test_shards_of_another_check_are_refused_by_the_merge(folder, program, cluster):
    make_first(folder, program, "--no-jumps")
    done = check(folder, program, *HOW, "--out", "out", options=["--address", cluster, "--shards", 2])
    assert done.returncode == 2
    assert "shard 0 is of another level, character or sampling" in done.stderr and "remove them" in done.stderr


@pytest.mark.parametrize(
    "options, words, said",
    [
        (["--shards", "0"], ["level.obj"], "--shards: 0 is no whole number from 1"),
        (["--workers", "-1"], ["level.obj"], "--workers: -1 is no whole number from 1"),
        ([], ["gone.glb"], "there is no level gone.glb"),
        ([], ["--no-jumps"], "which level?"),
        (["--workers", "2", "--address", "auto"], ["level.obj"], "--workers is for a Ray of this machine"),
        (["--program", "gone"], ["level.obj"], "there is no program gone"),
        ([], ["level.obj", "--shard", "0/2"], "--shard: this script makes the shards"),
        ([], ["level.obj", "--resume"], "--resume: this script makes the shards"),
    ],
)
def test_what_cannot_be_done_is_refused_before_ray_begins(folder, program, options, words, said):
    done = check(folder, program, *words, options=options)
    assert done.returncode == 2 and said in done.stderr, done.stderr


def test_the_slurm_file_makes_the_parts_of_its_array_and_some_of_them_again(folder, program, whole):
    (folder / "srun").write_text('#!/bin/sh\nexec "$@"\n')
    (folder / "srun").chmod(0o755)
    for index, more in [(4, {}), (5, {}), (6, {}), (1, {"SHARDS": "3"})]:
        array = {"SLURM_ARRAY_TASK_ID": str(index), "SLURM_ARRAY_TASK_COUNT": "3", "SLURM_ARRAY_TASK_MIN": "4", **more}
        environment = {**os.environ, **array, "GLISSANDO": str(program), "PATH": f"{folder}:{os.environ['PATH']}"}
        subprocess.run(["bash", EXAMPLES / "check.slurm", *HOW], cwd=folder, env=environment, check=True, capture_output=True)
        if index == 6:
            (folder / "parts" / "shard-1-of-3.json").unlink()
    merged = subprocess.run([program, "check", *HOW, "--out", "merged", "--merge", *(folder / "parts").glob("*-of-3.json")], cwd=folder, capture_output=True)
    assert (merged.returncode, files(folder / "merged")) == (1, whole[0]), merged.stderr


def test_the_pods_of_the_kubernetes_file_make_all_parts_and_its_merge_takes_them(folder, program):
    (folder / "glissando").symlink_to(program)
    (folder / "level.glb").write_bytes(Path(glissando.level()).read_bytes())
    shards, merge = yaml.safe_load_all((EXAMPLES / "check.yaml").read_text())

    def run(job, **variables):
        command = [word.replace("/levels", str(folder)) for word in job["spec"]["template"]["spec"]["containers"][0]["command"]]
        environment = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}", **variables}
        return subprocess.run(command, env=environment, capture_output=True, text=True, cwd=folder)

    for index in range(shards["spec"]["completions"]):
        pod = run(shards, JOB_COMPLETION_INDEX=str(index))
        assert pod.returncode == 0, pod.stderr
    merged = run(merge)
    assert merged.returncode < 2, merged.stderr
    alone = subprocess.run([program, "check", folder / "level.glb", "--out", folder / "alone"], capture_output=True, cwd=folder)
    assert (merged.returncode, files(folder / "check")) == (alone.returncode, files(folder / "alone"))
