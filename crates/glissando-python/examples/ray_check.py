"""A level check in shards on Ray: the files of `glissando check`, byte for byte, with any number of shards and workers.

    python ray_check.py --workers 2 --shards 8 -- LEVEL.glb --no-jumps      # starts Ray on this machine
    python ray_check.py --address auto --shards 256 --send -- LEVEL.glb     # on a cluster

The words after -- are those of `glissando check`; what it prints and its exit code are those of the merge, which runs here. It needs ray and
the program, not the package glissando. A worker that dies loses its shard alone, which is made again; shards that are done are kept in
OUT/shards until the merge, and the same command goes on from them.
"""

import argparse
import contextlib
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import ray

LEVELS = (".glb", ".gltf", ".obj", ".stl")
#: How often a shard is tried where the program fails, and where the machine or the worker is lost.
MOST_FAILURES, MOST_LOSSES = 2, 5


class ShardFailed(Exception):
    """The program did not make a shard: why, and on which machine."""


def refuse(text):
    """Ends with the exit code of a check that cannot be made."""
    print(text, file=sys.stderr)
    sys.exit(2)


def is_level(word):
    """Whether a word is the path of a level."""
    return word.lower().endswith(LEVELS)


def placed(word, folder, files):
    """A word for the program, with the path that a sent file has in the folder."""
    return str(Path(folder, files[word])) if word in files else word


def make(sent, words, program, index, shards, threads):
    """The bytes of one shard, made by the program in a folder of its own."""
    paths, contents = sent
    with tempfile.TemporaryDirectory(prefix="glissando-") as folder:
        for name, bytes_of_file in contents.items():
            path = Path(folder, name)
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(bytes_of_file)
        program, *words = (placed(word, folder, paths) for word in (program, *words))
        if contents:
            os.chmod(program, 0o755)
        options = ["--shard", f"{index}/{shards}", "--threads", str(threads), "--out", f"{folder}/parts"]
        try:
            done = subprocess.run([program, "check", *words, *options], capture_output=True, text=True)
        except OSError as error:
            raise ShardFailed(f"{program} cannot be run on {socket.gethostname()}: {error}; --send takes the program along") from None
        if done.returncode != 0:
            raise ShardFailed(f"on {socket.gethostname()}, exit code {done.returncode}: {done.stderr.strip()[-2000:]}")
        return Path(folder, "parts", f"shard-{index}-of-{shards}.json").read_bytes()


def why(error):
    """Whether the program failed, in place of its worker, and the reason in one line."""
    if isinstance(error, ray.exceptions.RayTaskError):
        return True, str(error.cause)
    return False, f"its worker was lost ({str(error).strip().splitlines()[0]})"


def make_all(given, sent, words, paths):
    """Makes the shards that are not there yet."""
    # This script counts the trials itself, to tell a failing program from a lost machine.
    task = ray.remote(num_cpus=given.threads, max_retries=0)(make)
    sent, waiting, tries, began, made = ray.put(sent), {}, Counter(), time.perf_counter(), 0

    def begin(index):
        waiting[task.remote(sent, words, given.program, index, given.shards, given.threads)] = index

    for index, path in enumerate(paths):
        if not path.exists():
            begin(index)
    while waiting:
        done = ray.wait(list(waiting))[0][0]
        index = waiting.pop(done)
        try:
            contents = ray.get(done)
        except ray.exceptions.RayError as error:
            has_failed, reason = why(error)
            tries[index, has_failed] += 1
            most = MOST_FAILURES if has_failed else MOST_LOSSES
            if tries[index, has_failed] == most:
                kept = f"the shards that are done are kept in {paths[0].parent}"
                refuse(f"shard {index} of {given.shards} failed {'twice' if most == 2 else f'{most} times'}: {reason}\n{kept}")
            print(f"shard {index} of {given.shards} is made again: {reason}", file=sys.stderr)
            begin(index)
            continue
        unfinished = paths[index].with_suffix(".part")
        unfinished.write_bytes(contents)
        unfinished.rename(paths[index])
        made += 1
        left = (time.perf_counter() - began) / made * len(waiting)
        print(f"{given.shards - len(waiting)} of {given.shards} shards, {left:.0f} s left", file=sys.stderr)


def to_send(program, words):
    """The new names and the contents of the program, the files among the words, and what stands beside a level under its name."""
    names, contents = {program: "program/glissando"}, {"program/glissando": Path(program).read_bytes()}
    for number, word in enumerate(words):
        path = Path(word)
        if path.is_file():
            beside = [*path.parent.glob(f"{path.name.split('.')[0]}.*"), path.parent / "manifest.json"] if is_level(word) else [path]
            names[word] = f"{number}/{path.name}"
            contents |= {f"{number}/{file.name}": file.read_bytes() for file in beside if file.is_file()}
    return names, contents


def at_least_one(text):
    """A whole number from 1."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is no whole number from 1")
    return int(text)


def arguments():
    """What this script is told, the words for every call of the program, and those for the merge alone."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], usage="%(prog)s [options] -- LEVEL... [options of glissando check]")
    parser.add_argument("--shards", type=at_least_one, default=8)
    parser.add_argument("--workers", type=at_least_one, help="of a local Ray [default: all cores]")
    parser.add_argument("--address", help="of a cluster: auto, or ray://host:10001")
    parser.add_argument("--program", default=os.environ.get("GLISSANDO", "glissando"), help="[default: $GLISSANDO, or glissando of the PATH]")
    parser.add_argument("--send", action="store_true", help="send program and level to the workers, where they are not on the same paths everywhere")
    border = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    given = parser.parse_args(sys.argv[1:border])
    check = argparse.ArgumentParser(prog=parser.prog, usage=parser.usage, add_help=False, allow_abbrev=False)
    for name in ("--out", "--against", "--allow", "--pictures"):
        check.add_argument(name)
    check.add_argument("--json", action="store_true")
    check.add_argument("--threads", type=at_least_one)
    own, words = check.parse_known_args(sys.argv[border + 1 :])
    # A file of an option stands alone, to be found.
    words = [part for word in words for part in (word.split("=", 1) if word.startswith("--") else [word])]
    if given.workers and given.address:
        parser.error("--workers is for a Ray of this machine: leave it out with --address")
    for word in words:
        if word in ("--shard", "--merge", "--resume"):
            parser.error(f"{word}: this script makes the shards and merges them; leave it out")
        if is_level(word) and not Path(word).is_file():
            parser.error(f"there is no level {word}")
    if not any(is_level(word) for word in words):
        parser.error("which level? name one after --, as in: ray_check.py --shards 8 -- LEVEL.glb")
    program = shutil.which(given.program)
    if program is None:
        parser.error(f"there is no program {given.program}: build it (cargo build --release -p glissando-cli), and name it with --program or GLISSANDO")
    given.program, given.threads, given.out = os.path.abspath(program), own.threads or 1, Path(own.out or "out/check")
    report = [word for name, value in vars(own).items() if value not in (None, False) for word in ([f"--{name}"] if value is True else [f"--{name}", str(value)])]
    return given, words, report


def connect(given):
    """Joins the cluster, or starts Ray here."""
    if given.address:
        ray.init(given.address, log_to_driver=False)
    else:
        # What a killed worker has started ends with it. Ray 2.60 does so by itself; for a cluster of older ones: the same at each `ray start`.
        os.environ["RAY_process_group_cleanup_enabled"] = "true"
        ray.init(num_cpus=given.workers, include_dashboard=False, log_to_driver=False)
    cpus = int(ray.cluster_resources().get("CPU", 0))
    if given.threads > cpus and not given.address:
        refuse(f"--threads is {given.threads}, and this Ray has {cpus} cores: no shard would ever begin")


def main():
    given, words, report = arguments()
    folder = given.out / "shards"
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"shard-{index}-of-{given.shards}.json" for index in range(given.shards)]
    absolute = [os.path.abspath(word) if Path(word).is_file() else word for word in words]
    try:
        # Ray prints on standard output what it has to say of lost workers; that is for the merge alone.
        with contextlib.redirect_stdout(sys.stderr):
            connect(given)
            make_all(given, to_send(given.program, absolute) if given.send else ({}, {}), absolute, paths)
            ray.shutdown()
    except KeyboardInterrupt:
        print(f"interrupted: the shards that are done are kept in {folder}", file=sys.stderr)
        sys.exit(130)
    code = subprocess.run([given.program, "check", *words, *report, "--merge", *paths]).returncode
    if code in (0, 1):
        for path in paths:
            path.unlink()
        if not any(folder.iterdir()):
            folder.rmdir()
    elif code == 2:
        print(f"the shards are kept in {folder}: remove them if they are of an earlier level or of other options", file=sys.stderr)
    sys.exit(code)


if __name__ == "__main__":
    main()
