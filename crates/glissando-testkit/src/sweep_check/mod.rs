//! The library's sweeps before the oracles: numbered trials of every family, single triangles and soups.
//!
//! A trial is a pure function of (seed, number), so a soak can go on where it ended and any finding can be
//! replayed alone. Every twentieth trial is a sweep through a soup of several bodies, the others meet one
//! triangle. Bodies with a core meet the same triangles and soups, in a numbering of their own.

mod body;
mod certain;
mod core;
mod cored;
mod crowd;
mod exact;
mod single;
mod tally;
mod truth;

pub use body::BodyKind;
pub use core::Core;
pub use crowd::Crowd;
pub use exact::{ExactFault, check_exactly};
pub use single::{Dress, Single};
pub use tally::{Finding, Row, Tally};
pub use truth::{Allowance, Judged, Piece, Question};

use crate::cases::Family;
use crate::random::Style;
use std::ops::Range;

/// Numbers from one soup sweep to the next.
const CROWD_EVERY: u64 = 20;

/// Sweeps through one soup before the next is made.
const SWEEPS_PER_CROWD: u64 = 200;

/// Trials that share no soup with the next ones: cut a soak at multiples of this.
pub const BATCH: u64 = CROWD_EVERY * SWEEPS_PER_CROWD;

/// What to look at besides the searching oracle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// The searching oracle alone.
    Search,
    /// Ties, grazes and one trial in this many also in exact numbers.
    Exact(u64),
}

/// The single-triangle trial of a number, or `None` for a number that is a sweep through a soup.
pub fn single(body: BodyKind, seed: u64, number: u64) -> Option<Single> {
    if number % CROWD_EVERY == CROWD_EVERY - 1 {
        return None;
    }
    let index = number - number / CROWD_EVERY;
    let family = Family::ALL[(index % Family::ALL.len() as u64) as usize];
    let index = index / Family::ALL.len() as u64;
    let style = if index.is_multiple_of(2) { Style::Chaos } else { Style::Grid };
    Some(Single::new(body, family, style, seed, index / 2))
}

/// Asks and judges the trials of these numbers.
pub fn check(body: BodyKind, seed: u64, numbers: Range<u64>, depth: Depth) -> Tally {
    let mut tally = Tally::default();
    let mut crowd: Option<(u64, Crowd)> = None;
    for number in numbers {
        match single(body, seed, number) {
            Some(single) => check_single(&single, seed, number, depth, &mut tally),
            None => {
                let nth = number / CROWD_EVERY;
                let world = nth / SWEEPS_PER_CROWD;
                if crowd.as_ref().is_none_or(|(made, _)| *made != world) {
                    crowd = Some((world, Crowd::new(seed, world)));
                }
                let Some((_, crowd)) = &crowd else { continue };
                check_crowd(crowd, body, nth % SWEEPS_PER_CROWD, seed, number, &mut tally);
            }
        }
    }
    tally
}

fn check_single(single: &Single, seed: u64, number: u64, depth: Depth, tally: &mut Tally) {
    let group = tally::group_of(single.family, single.style);
    let Some(asked) = single.ask() else {
        tally.refuse(group);
        return;
    };
    let judged = asked.question.judge(asked.claim).with_point_off(asked.off, &asked.question);
    let is_close = judged.is_ambiguous || judged.margin < 1e-7;
    let is_exact = match depth {
        Depth::Search => false,
        Depth::Exact(every) => asked.is_bare && (is_close || number.is_multiple_of(every)),
    };
    let fault = if is_exact { check_exactly(&asked.question, asked.claim) } else { None };
    tally.count(group, seed, number, &judged, is_exact, fault, || format!("{single:?}\n    {asked:?}"));
}

fn check_crowd(crowd: &Crowd, body: BodyKind, nth: u64, seed: u64, number: u64, tally: &mut Tally) {
    let (question, claim) = crowd.ask(body, nth);
    let judged = question.judge(claim);
    let story = || format!("sweep {nth} of a {body} through {}: {claim:?}, {question:?}", crowd.name());
    tally.count(crowd.group(), seed, number, &judged, false, None, story);
}
