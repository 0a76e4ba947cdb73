#!/usr/bin/env bash
# All shards on the cores of one machine, then their merge: shards.sh FOLDER [SHARDS [WORKERS [OPTIONS OF shard.py...]]]
set -euo pipefail
out=$1 shards=${2:-16} workers=${3:-$(nproc)}
shift $(($# < 3 ? $# : 3))
shard=$(dirname "$0")/shard.py
seq 0 $((shards - 1)) | xargs -P "$workers" -I{} "${PYTHON:-python3}" "$shard" --shard {}/"$shards" --out "$out" "$@"
"${PYTHON:-python3}" "$shard" --merge "$out"
