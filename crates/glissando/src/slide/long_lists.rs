//! Planes added to long lists: which normals a list may hold is known without looking through it.
//!
//! A crowd that starts at one place has hundreds of planes for each member, nearly all with a normal of their own.

use super::planes::{SlidePlane, add_plane};
use crate::math::DVec3;
use crate::tolerance::SAME_PLANE_NORMAL;
use alloc::vec::Vec;

/// Shorter lists are looked through.
const LONG: usize = 32;

/// Adds planes to one list, as [`add_plane`] does: meanwhile nothing else changes it.
pub(crate) struct PlaneAdder {
    sieve: Option<Sieve>,
}

impl PlaneAdder {
    pub(crate) const fn new() -> Self {
        Self { sieve: None }
    }

    #[inline]
    pub(crate) fn add(&mut self, planes: &mut Vec<SlidePlane>, plane: SlidePlane) {
        if planes.len() < LONG { add_plane(planes, plane) } else { self.add_to_many(planes, plane) }
    }

    #[cold]
    #[inline(never)]
    fn add_to_many(&mut self, planes: &mut Vec<SlidePlane>, plane: SlidePlane) {
        let sieve = self.sieve.get_or_insert_with(|| Sieve::of(planes));
        if sieve.may_hold(plane.normal) {
            add_plane(planes, plane);
        } else {
            planes.push(plane);
        }
        sieve.note(plane.normal);
    }
}

/// Cells of each axis, from -1 to 1.
const CELLS: usize = 4096;

/// For each axis the cells in which a normal of the list has its component.
struct Sieve([[u64; CELLS / 64]; 3]);

impl Sieve {
    fn of(planes: &[SlidePlane]) -> Self {
        let mut sieve = Self([[0; CELLS / 64]; 3]);
        planes.iter().for_each(|plane| sieve.note(plane.normal));
        sieve
    }

    /// False only if no normal of the list is the same.
    fn may_hold(&self, normal: DVec3) -> bool {
        normal.to_array().into_iter().zip(&self.0).all(|(along, cells)| {
            let cell = cell_of(along);
            cells[cell / 64] >> (cell % 64) & 1 == 1
        })
    }

    /// Notes a normal and those that count as the same.
    fn note(&mut self, normal: DVec3) {
        for (along, cells) in normal.to_array().into_iter().zip(&mut self.0) {
            for end in [along - 2.0 * SAME_PLANE_NORMAL, along + 2.0 * SAME_PLANE_NORMAL] {
                let cell = cell_of(end);
                cells[cell / 64] |= 1 << (cell % 64);
            }
        }
    }
}

/// Rises with its argument; 0 for NaN.
fn cell_of(along: f64) -> usize {
    let cell = ((along + 1.0) * (0.5 * CELLS as f64)) as usize;
    if cell < CELLS { cell } else { CELLS - 1 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Numbers;

    #[test]
    fn a_long_list_is_that_of_single_planes() {
        let (mut numbers, mut same) = (Numbers::new(), 0);
        for case in 0..300 {
            let (mut slow, mut fast, mut adder) = (Vec::new(), Vec::new(), PlaneAdder::new());
            for step in 0..400 {
                let normal = match step % 5 {
                    // One of those that are there, but for less or more than what counts as the same.
                    0 if step > 0 => {
                        let old: SlidePlane = slow[step * 7 % slow.len()];
                        old.normal + numbers.vector([0.0, 1e-15, 5e-15, 1.2e-14][case % 4])
                    }
                    1 => [DVec3::X, DVec3::Y, -DVec3::Z, -DVec3::X][step % 4],
                    _ => numbers.vector(1.0).try_normalize().unwrap_or(DVec3::Y),
                };
                let plane = SlidePlane { normal, least: numbers.next() };
                let count = slow.len();
                add_plane(&mut slow, plane);
                same += usize::from(slow.len() == count);
                adder.add(&mut fast, plane);
                assert_eq!(slow, fast, "case {case} step {step}");
            }
        }
        assert!(same > 30_000, "{same}");
    }
}
