//! What there is to fuzz, and the names of cases.

use super::mix::Mix;
use super::watch::Watch;
use super::{
    balls, crowd, during, geometry, inside, many, mesh, motion, ordinary_crowd, ordinary_stage, planes,
    queries, slide, stage, step, triggers, walk,
};
use std::fmt;
use std::str::FromStr;

/// A family of cases: which functions are called, in what kind of world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Meshes of good and broken soups, built and bent.
    Mesh,
    /// Every query of a world whose bodies are inserted, moved and removed.
    Queries,
    /// Sweeps and contacts while bodies are in motion.
    During,
    /// Slides.
    Slide,
    /// The planes that a slide is made of.
    Planes,
    /// Ticks of a character with any settings, in any state; repros of them.
    Step,
    /// Ordinary walks: slopes at the climb limit, gutters, narrow gaps, corners.
    Walk,
    /// Many characters in one call, against one by one.
    Many,
    /// Crowds of any members.
    Crowd,
    /// Ordinary people in a room.
    OrdinaryCrowd,
    /// Ordinary characters that start anywhere, also in walls and in each other.
    InsideCrowd,
    /// Stages with any movers, characters, balls and triggers.
    Stage,
    /// Ordinary people among ordinary lifts and doors.
    OrdinaryStage,
    /// Balls.
    Balls,
    /// Triggers, and what follows from them.
    Triggers,
    /// The functions of `geometry` and `math`.
    Geometry,
    /// Motions of bodies.
    Motion,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 17] = [
        Self::Mesh,
        Self::Queries,
        Self::During,
        Self::Slide,
        Self::Planes,
        Self::Step,
        Self::Walk,
        Self::Many,
        Self::Crowd,
        Self::OrdinaryCrowd,
        Self::InsideCrowd,
        Self::Stage,
        Self::OrdinaryStage,
        Self::Balls,
        Self::Triggers,
        Self::Geometry,
        Self::Motion,
    ];

    /// Its name in cases and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mesh => "mesh",
            Self::Queries => "queries",
            Self::During => "during",
            Self::Slide => "slide",
            Self::Planes => "planes",
            Self::Step => "step",
            Self::Walk => "walk",
            Self::Many => "many",
            Self::Crowd => "crowd",
            Self::OrdinaryCrowd => "ordinary-crowd",
            Self::InsideCrowd => "inside-crowd",
            Self::Stage => "stage",
            Self::OrdinaryStage => "ordinary-stage",
            Self::Balls => "balls",
            Self::Triggers => "triggers",
            Self::Geometry => "geometry",
            Self::Motion => "motion",
        }
    }

    /// Whether it has no hostile number and no one-sided triangle, so that nothing at all may go wrong.
    pub const fn is_ordinary(self) -> bool {
        matches!(self, Self::Walk | Self::OrdinaryCrowd | Self::InsideCrowd | Self::OrdinaryStage)
    }

    /// Makes one case of it.
    pub(super) fn run(self, mix: &mut Mix, watch: &mut Watch) {
        let run = match self {
            Self::Mesh => mesh::run,
            Self::Queries => queries::run,
            Self::During => during::run,
            Self::Slide => slide::run,
            Self::Planes => planes::run,
            Self::Step => step::run,
            Self::Walk => walk::run,
            Self::Many => many::run,
            Self::Crowd => crowd::run,
            Self::OrdinaryCrowd => ordinary_crowd::run,
            Self::InsideCrowd => inside::run,
            Self::Stage => stage::run,
            Self::OrdinaryStage => ordinary_stage::run,
            Self::Balls => balls::run,
            Self::Triggers => triggers::run,
            Self::Geometry => geometry::run,
            Self::Motion => motion::run,
        };
        run(mix, watch);
    }
}

impl FromStr for Kind {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let known = Self::ALL.map(Self::name).join(", ");
        let kind = Self::ALL.into_iter().find(|kind| kind.name() == name);
        kind.ok_or_else(|| format!("{name:?} is no kind of case: expected one of {known}"))
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// One case: everything that it does follows from these two. Its text is `KIND:SEED`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Case {
    /// What is fuzzed.
    pub kind: Kind,
    /// The seed of its random numbers.
    pub seed: u64,
}

impl Case {
    /// Case `number` of the soak of `seed`: kinds in turn, or one kind alone.
    ///
    /// Soaks of different seeds share no case as long as their numbers stay below 10^9.
    pub fn nth(seed: u64, number: u64, only: Option<Kind>) -> Self {
        let turn = (number % Kind::ALL.len() as u64) as usize;
        let seed = seed.wrapping_mul(1_000_000_000).wrapping_add(number);
        Self { kind: only.unwrap_or(Kind::ALL[turn]), seed }
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.kind, self.seed)
    }
}

impl FromStr for Case {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("{text:?} names no case: expected KIND:SEED, as findings are printed");
        let (kind, seed) = text.split_once(':').ok_or_else(wrong)?;
        Ok(Self { kind: kind.parse()?, seed: seed.parse().map_err(|_| wrong())? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_a_case_is_read_back() {
        for number in 0..40 {
            let case = Case::nth(3, number, None);
            assert_eq!(case.to_string().parse(), Ok(case));
        }
        assert!("slide".parse::<Case>().unwrap_err().contains("KIND:SEED"));
        assert!("slice:3".parse::<Case>().unwrap_err().contains("queries, during"));
    }
}
