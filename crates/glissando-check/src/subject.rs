//! What is checked: a world at rest, a character, where it starts, and the volumes that act on it.

use glissando::{BodyId, Config, DVec3, InputError, World};

/// A level and a character, ready to be checked.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// What is collided with; nothing in it moves.
    pub world: &'a World,
    /// The same with every triangle two-sided, if some are one-sided: it shows which walls were crossed from behind.
    pub two_sided: Option<&'a World>,
    /// The character. Its up must be +Y.
    pub config: &'a Config,
    /// How fast it runs, m/s.
    pub speed: f64,
    /// Where characters start: the feet.
    pub spawns: &'a [Point],
    /// What should be reachable: items, checkpoints.
    pub items: &'a [Point],
    /// Volumes that do something to a character that touches them.
    pub acts: &'a [Act],
    /// Where a character is not meant to get.
    pub off_limits: &'a [OffLimits],
}

/// Where a character is not meant to get.
#[derive(Clone, Debug, PartialEq)]
pub struct OffLimits {
    /// Its name in the level.
    pub name: String,
    /// What it is.
    pub zone: Zone,
}

/// What is off limits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Zone {
    /// The triangles of a body: those of one material, or all.
    Surface {
        /// Which body of the world.
        body: BodyId,
        /// Which material; `None` for all.
        material: Option<u16>,
    },
    /// A box for the feet.
    Box {
        /// Lowest corner, metres.
        low: DVec3,
        /// Highest corner.
        high: DVec3,
    },
}

/// A named point or box of a level.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// Its name in the level.
    pub name: String,
    /// Lowest corner, metres.
    pub low: DVec3,
    /// Highest corner; the same as `low` for a point.
    pub high: DVec3,
}

/// A box that acts on a character that touches it.
#[derive(Clone, Debug, PartialEq)]
pub struct Act {
    /// Its name in the level.
    pub name: String,
    /// Lowest corner, metres.
    pub low: DVec3,
    /// Highest corner.
    pub high: DVec3,
    /// What it does.
    pub kind: ActKind,
}

/// What a volume does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ActKind {
    /// Throws the character with this velocity, m/s.
    Launch(DVec3),
    /// Puts the centre of the character here, with this velocity if one is given.
    Teleport(DVec3, Option<DVec3>),
    /// Kills or hurts it: a fall into this volume is meant.
    Kill,
    /// Ends the level: a character in it is not trapped.
    Exit,
    /// Leads to anywhere, as a ladder or deep water may: a character in it is not trapped, and has a way back.
    Anywhere,
    /// The top of a mover passes here: a character with its feet at these heights, or a step or jump below, over the box or in
    /// sight beside it, may get to any other such place to which the way over the mover is free. The move is assumed, not walked. A mover whose way bends
    /// has a box for each straight leg, in the order of its way; they have the same number.
    Ride {
        /// Which mover, by a number of its own.
        mover: u32,
    },
}

impl Point {
    /// A point.
    pub fn at(name: &str, position: DVec3) -> Self {
        Self { name: name.to_owned(), low: position, high: position }
    }

    /// Its middle.
    pub fn middle(&self) -> DVec3 {
        (self.low + self.high) * 0.5
    }
}

impl Act {
    /// Whether the box of a body meets it.
    pub(crate) fn meets(&self, centre: DVec3, half: DVec3) -> bool {
        let (low, high) = (centre - half, centre + half);
        self.low.cmple(high) && low.cmple(self.high)
    }
}

/// Component-wise order of points.
trait Below {
    fn cmple(self, other: Self) -> bool;
}

impl Below for DVec3 {
    fn cmple(self, other: Self) -> bool {
        self.x <= other.x && self.y <= other.y && self.z <= other.z
    }
}

/// Why a level cannot be checked.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// The up of the character is not +Y.
    #[error("the character's up is {0:?}: levels are checked with [0, 1, 0] alone")]
    Up([f64; 3]),
    /// A number that is out of range.
    #[error("{what} is {value}: it must be {must}")]
    Number {
        /// Which.
        what: &'static str,
        /// Its value.
        value: f64,
        /// What it should be.
        must: String,
    },
    /// The ground map would be too large.
    #[error("the level has {columns} cells of {cell} m, at most {most} are checked: give a larger cell")]
    TooManyCells {
        /// Cells over the level's bounds.
        columns: u64,
        /// Their size, metres.
        cell: f64,
        /// The limit.
        most: u64,
    },
    /// Nothing to stand on.
    #[error("the level has nothing solid")]
    Empty,
    /// A query that the library refuses.
    #[error(transparent)]
    Input(#[from] InputError),
    /// Moves of an interrupted check that do not fit.
    #[error("{0}")]
    Kept(String),
    /// Shards that do not fit together.
    #[error("{0}")]
    Shards(String),
}
