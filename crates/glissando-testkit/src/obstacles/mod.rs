//! Obstacle courses that a walker can pass by its own settings: steps no higher than its step height, slopes it can climb, openings wider
//! than its body. A walker that does not arrive hangs.
//!
//! A walk is a pure function of (kind, seed, number), so any finding can be walked again alone. Every tick is judged as in the soak of
//! walks ([`crate::soak`]).

mod attempt;
mod corridor;
mod course;
mod gaps;
mod grounds;
mod narrows;
mod slopes;
mod stairs;
mod steps;
mod walker;

pub use attempt::{Attempt, Outcome, attempt};
pub use course::{Course, Leg};
pub use walker::Walker;

use crate::random::Random;
use crate::scenes::cos_sin;
use std::fmt;
use std::str::FromStr;

/// A family of courses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Straight stairs, up and sometimes down again.
    Stairs,
    /// Stairs whose treads are planks with gaps between them.
    OpenStairs,
    /// Stairs around a post, between it and a wall.
    Winding,
    /// Stairs between two low rails, or between walls that the walker presses against.
    Rails,
    /// A kerb that is met at an angle, with upright or bevelled face, with or without a wall behind it.
    Kerb,
    /// Ledges whose risers lean back, or lean over their foot.
    Risers,
    /// Floors with deep slots between them, narrower than the body.
    Slots,
    /// Grates: bars with holes between them, narrower than the body.
    Grate,
    /// Slopes with steps at both ends and on the way.
    Ramps,
    /// A slope with sills across it, along a wall.
    Sills,
    /// Hills of triangles.
    Hills,
    /// A dome or a trough of narrow facets.
    Dome,
    /// Doorways with a sill and a lintel.
    Doors,
    /// Corridors with bends, steps and slopes.
    Corridor,
    /// Low tunnels over steps and slopes.
    Tunnel,
    /// Posts on steps, passed at their side.
    Posts,
    /// Low blocks in any order.
    Rubble,
    /// A riser higher than a step, at the end of anything: nobody passes.
    TooHigh,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 18] = [
        Self::Stairs,
        Self::OpenStairs,
        Self::Winding,
        Self::Rails,
        Self::Kerb,
        Self::Risers,
        Self::Slots,
        Self::Grate,
        Self::Ramps,
        Self::Sills,
        Self::Hills,
        Self::Dome,
        Self::Doors,
        Self::Corridor,
        Self::Tunnel,
        Self::Posts,
        Self::Rubble,
        Self::TooHigh,
    ];

    /// Its name in findings and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Stairs => "stairs",
            Self::OpenStairs => "open-stairs",
            Self::Winding => "winding",
            Self::Rails => "rails",
            Self::Kerb => "kerb",
            Self::Risers => "risers",
            Self::Slots => "slots",
            Self::Grate => "grate",
            Self::Ramps => "ramps",
            Self::Sills => "sills",
            Self::Hills => "hills",
            Self::Dome => "dome",
            Self::Doors => "doors",
            Self::Corridor => "corridor",
            Self::Tunnel => "tunnel",
            Self::Posts => "posts",
            Self::Rubble => "rubble",
            Self::TooHigh => "too-high",
        }
    }

    /// A course of it for a walker.
    pub fn course(self, random: &mut Random, walker: &Walker) -> Course {
        let course = match self {
            Self::Stairs => stairs::straight,
            Self::OpenStairs => stairs::open,
            Self::Winding => stairs::winding,
            Self::Rails => stairs::railed,
            Self::Kerb => steps::kerb,
            Self::Risers => steps::risers,
            Self::TooHigh => steps::too_high,
            Self::Slots => gaps::slots,
            Self::Grate => gaps::grate,
            Self::Ramps => slopes::ramps,
            Self::Sills => slopes::sills,
            Self::Hills => grounds::hills,
            Self::Dome => grounds::dome,
            Self::Rubble => grounds::rubble,
            Self::Doors => narrows::doors,
            Self::Corridor => corridor::corridor,
            Self::Tunnel => narrows::tunnel,
            Self::Posts => narrows::posts,
        };
        course(random, walker)
    }
}

impl FromStr for Kind {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let known = Self::ALL.map(Self::name).join(", ");
        let kind = Self::ALL.into_iter().find(|kind| kind.name() == name);
        kind.ok_or_else(|| format!("{name:?} is no kind of course: expected one of {known}"))
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// How far a slope of these degrees, -90 to 90, rises in a metre on the level, with the same bits on every machine.
fn rise_over_run(degrees: f64) -> f64 {
    let (cosine, sine) = cos_sin(degrees.abs());
    if degrees < 0.0 { -sine / cosine } else { sine / cosine }
}

/// One of these numbers, which may be random themselves.
fn one_of<const N: usize>(choices: [f64; N], random: &mut Random) -> f64 {
    random.pick(&choices)
}
