"""The walk and the tour of `docs/parity`, which every language makes: the same hashes."""

import re
import struct

import numpy as np
import pytest
from conftest import ROOT

from glissando import Batch, Stage, World

DT = 1 / 60
FOLDER = ROOT / "docs/parity"


class Hash:
    """FNV-1a of 64 bits."""

    def __init__(self):
        self.value = 0xCBF29CE484222325

    def add(self, numbers, *flags):
        value = self.value
        for byte in struct.pack(f"<{len(numbers)}d{len(flags)}?", *numbers, *flags):
            value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
        self.value = value


def line(kind):
    """The line that every language prints."""
    return re.search(rf"^parity {kind}: .*$", (FOLDER / "README.md").read_text(), re.MULTILINE).group()


def walk_world():
    vertices, faces = [], []
    for text in (FOLDER / "level.obj").read_text().splitlines():
        kind, *numbers = text.split()
        if kind == "v":
            vertices.append([float(number) for number in numbers])
        else:
            faces.append([int(number) - 1 for number in numbers])
    return World.from_arrays(vertices, faces)


@pytest.mark.parametrize("through", ["batch", "stage"])
def test_the_walk_of_all_surfaces_prints_the_line_of_the_constant(through):
    world = walk_world()
    if through == "batch":
        walker = Batch(world, 1, feet=[0, 3, 0])
    else:
        walker = Stage(world)
        walker.add_character([0, 3, 0])
    x, digest, wish, crouch = 1, Hash(), np.zeros((1, 3)), False
    for tick in range(10_000):
        x = (x * 1664525 + 1013904223) & 0xFFFFFFFF
        if tick % 32 == 0:
            wish[0] = [((x >> 8 & 255) - 128) / 32, 0, ((x >> 16 & 255) - 128) / 32]
            crouch = x >> 24 & 7 == 0
        jump = x >> 24 & 127 == 0
        walker.step(wish, DT, [jump | crouch << 1])
        digest.add(walker.position[0], walker.grounded[0])
    said = f"parity walk: 10000 ticks, hash {digest.value:#018x}"
    print(said)
    assert said == line("walk")


class Tour:
    """The stage of tour.txt, and who does what on it."""

    def __init__(self):
        self.stage = Stage(World())
        self.movers, self.effects, self.walks = [], {}, []
        lines = [(kind, [float(n) for n in numbers]) for kind, *numbers in map(str.split, (FOLDER / "tour.txt").open())]
        starts = [k for k, (kind, _) in enumerate(lines) if kind in ("body", "trigger", "character")]
        for start, end in zip(starts, [*starts[1:], None]):
            kind, numbers = lines[start]
            getattr(self, kind)(numbers, lines[start + 1 : end])

    @staticmethod
    def mesh(lines):
        vertices = [numbers for kind, numbers in lines if kind == "v"]
        faces = [[int(n) - 1 for n in numbers] for kind, numbers in lines if kind == "f"]
        return vertices, faces

    def body(self, _, lines):
        body = self.stage.insert(*self.mesh(lines))
        for kind, (policy, *n) in lines:
            policy = ("push", "stop", "reverse")[int(policy)] if kind in ("path", "turn") else None
            if kind == "turn":
                mover = self.stage.add_mover(body, policy=policy, pivot=n[:3], linear=n[3:6], angular=n[6:])
            elif kind == "path":
                path = [(k[0], k[1:4], k[4:]) for word, k in lines if word == "key"]
                ends = ("loop", "ping_pong", "call")[int(n[0])]
                wait = n[1] if ends == "call" else np.inf
                mover = self.stage.add_mover(body, policy=policy, path=path, ends=ends, wait=wait, pivot=n[2:])
            else:
                continue
            self.movers.append(mover)

    def trigger(self, numbers, lines):
        kind = ("surface", "volume_by_body", "volume_by_centre")[int(numbers[0])]
        trigger = self.stage.add_trigger(*self.mesh(lines), kind=kind)
        self.effects[trigger] = (int(numbers[1]), numbers[2:])

    def character(self, numbers, lines):
        self.stage.add_character(numbers)
        self.walks.append([numbers for _, numbers in lines])

    def ticks(self):
        """For each tick the wishes, the buttons and the movers that are opened."""
        ends = [np.cumsum([walk[0] for walk in walks]).astype(int) for walks in self.walks]
        for tick in range(max(end[-1] for end in ends)):
            rows, opened = np.zeros((len(ends), 4)), []
            for row, (walks, end) in enumerate(zip(self.walks, ends)):
                place = np.searchsorted(end, tick, side="right")
                if place < len(end):
                    rows[row] = walks[place][1:5]
                    if tick == end[place] - walks[place][0] and walks[place][5] >= 0:
                        opened.append(int(walks[place][5]))
            yield rows[:, :3], rows[:, 3].astype(np.uint8), opened

    def enter(self, character, trigger):
        effect, values = self.effects[trigger]
        if effect == 0:
            self.stage.open(self.movers[int(values[0])])
        elif effect == 1:
            self.stage.launch(character, values)
        else:
            self.stage.remove_trigger(trigger)

    def add_to(self, digest):
        for position, grounded in zip(self.stage.position, self.stage.grounded):
            digest.add(position, grounded)
        for mover in map(self.stage.mover, self.movers):
            digest.add([*mover["translation"], *mover["rotation"]])


def test_the_tour_of_all_surfaces_prints_the_line_of_the_constant():
    tour, digest = Tour(), Hash()
    for wishes, buttons, opened in tour.ticks():
        for mover in opened:
            tour.stage.open(tour.movers[mover])
        tour.stage.step(wishes, DT, buttons)
        for event in tour.stage.event_list():
            if event["kind"] == "entered":
                tour.enter(event["character"], event["trigger"])
        tour.add_to(digest)
    said = f"parity tour: {tour.stage.ticks} ticks, hash {digest.value:#018x}"
    print(said)
    assert said == line("tour")
