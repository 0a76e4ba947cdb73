//! Pushes that go in a circle: passes that lead to pushes which were there before lead to them again and again.
//!
//! A pass reads the pushes of the pass before and nothing else, so the pushes of the last pass are those of an earlier one
//! that is as far within the circle. The pushes of one pass are kept and those of later ones compared with them; kept anew
//! after 1, 2, 4 … passes, so that a circle of any length is found (Brent, *An improved Monte Carlo factorization algorithm*,
//! BIT 20, 1980).

use super::push::Push;
use alloc::vec::Vec;

/// See the module.
#[derive(Clone, Debug, Default)]
pub(super) struct Cycle {
    /// The kept push of each member, and the number by which it was kept: that of a member whose push has not changed since pushes
    /// were last kept is the push that it has.
    kept: Vec<(Push, u64)>,
    number: u64,
    /// The number of passes before.
    passes: usize,
    /// The number of members whose push is not the one that was kept.
    others: usize,
}

impl Cycle {
    /// Keeps the pushes of so many members before the first pass.
    pub(super) fn begin(&mut self, members: usize) {
        if self.kept.len() < members {
            self.kept.resize(members, (Push::default(), 0));
        }
        self.keep(0);
    }

    fn keep(&mut self, passes: usize) {
        self.number += 1;
        (self.passes, self.others) = (passes, 0);
    }

    /// Takes note that the push of a member changes.
    pub(super) fn change(&mut self, member: usize, [from, to]: [&Push; 2]) {
        let (kept, number) = &mut self.kept[member];
        if *number != self.number {
            (*kept, *number) = (*from, self.number);
        }
        self.others =
            self.others + usize::from(!to.is_identical(kept)) - usize::from(!from.is_identical(kept));
    }

    /// The number of passes of a circle that is complete after so many passes.
    pub(super) fn period(&mut self, passes: usize) -> Option<usize> {
        if self.others == 0 {
            return Some(passes - self.passes);
        }
        if passes.is_power_of_two() {
            self.keep(passes);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::DVec3;

    fn push(number: u32) -> Push {
        Push { displacement: DVec3::X * f64::from(number), ..Push::default() }
    }

    #[test]
    fn a_circle_of_any_length_is_found() {
        for period in 1..20_u32 {
            for first in 0..20_u32 {
                // One member counts up to the circle, the other goes around it.
                let at = |pass: u32| {
                    let around = if pass < first { 0 } else { (pass - first) % period };
                    [push(pass.min(first)), push(around)]
                };
                let mut cycle = Cycle::default();
                let mut pushes = at(0);
                cycle.begin(pushes.len());
                let found = (1..200).find_map(|pass| {
                    for (member, next) in at(pass).into_iter().enumerate() {
                        cycle.change(member, [&pushes[member], &next]);
                    }
                    pushes = at(pass);
                    Some((pass, cycle.period(pass as usize)?))
                });
                let (pass, length) = found.unwrap();
                assert_eq!(length as u32, period);
                assert!(pass <= 2 * first.max(period).next_power_of_two() + period);
            }
        }
    }
}
