"""Names for the numbers in the arrays of a step."""

from enum import IntEnum, IntFlag


class Event(IntFlag):
    """Kinds of events, a bit each: `batch.events & Event.LANDED != 0`."""

    LANDED = 1 << 0
    LEFT_GROUND = 1 << 1
    JUMPED = 1 << 2
    HIT_WALL = 1 << 3
    HIT_CEILING = 1 << 4
    STEPPED_UP = 1 << 5
    PUSHED_OUT = 1 << 6
    RECOVERED = 1 << 7
    STUCK = 1 << 8
    TOUCH_BEGAN = 1 << 9
    TOUCH_ENDED = 1 << 10
    ENTERED = 1 << 11
    CROSSED = 1 << 12
    LEFT = 1 << 13
    TOUCHED = 1 << 14
    PUSHED_BY = 1 << 15
    OVERLAPS = 1 << 16
    HIT_BY_BALL = 1 << 17
    SQUEEZED = 1 << 18


class Ground(IntEnum):
    """How a character is held."""

    STANDING = 0
    STEEP = 1
    AIRBORNE = 2


class Outcome(IntEnum):
    """What the moving world did to a character of a stage, the gravest first."""

    CRUSHED = 0
    BLOCKED = 1
    PUSHED = 2
    CARRIED = 3
    UNAFFECTED = 4
