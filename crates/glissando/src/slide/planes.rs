//! The displacement nearest to a desired one that a set of planes allows, computed exactly.
//!
//! Minimise `|v - desired|` subject to `normal_i · v >= least_i`. The minimum is unique, and at most three planes hold
//! it (Carathéodory): none, a face, a crease, a corner. Planes are added one by one, each time the most violated, and
//! the minimum over the current planes (at most four) is found by trying all faces, creases and corners. Each round
//! moves strictly further from `desired`, so no set of planes repeats; four half-spaces without a common point prove
//! that all planes have none (Helly).
//!
//! With all `least_i <= 0` the result never moves against the desired displacement, is never longer, and changes no
//! more than the desired displacement does (Moreau, projection on a convex cone, 1962).

use super::candidates::{Candidates, held_by_two};
use crate::math::DVec3;
use crate::tolerance;
use alloc::vec::Vec;

/// The half-space `normal · v >= least`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SlidePlane {
    /// Unit, away from the surface.
    pub normal: DVec3,
    /// Least allowed component along the normal, in metres; negative while there is still a gap.
    pub least: f64,
}

/// The nearest allowed displacement.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Allowed {
    /// The displacement, in metres.
    pub displacement: DVec3,
    /// The planes that hold it, by index, with the push that each gives along its normal, in metres; `None` only after them.
    pub active: [Option<(usize, f64)>; 3],
}

impl Allowed {
    pub(crate) const fn free(displacement: DVec3) -> Self {
        Self { displacement, active: [None; 3] }
    }

    /// Whether two planes hold it at least.
    pub(crate) const fn is_between(&self) -> bool {
        self.active[1].is_some()
    }

    /// The push of a plane; 0 if it does not hold the displacement.
    pub fn push_of(&self, plane: usize) -> f64 {
        self.active.iter().flatten().find(|(index, _)| *index == plane).map_or(0.0, |(_, push)| *push)
    }
}

/// Limit of a violation, as a share of the sizes involved: some hundred roundings.
const SLACK: f64 = 1e-12;
/// Slacks of violation that accumulated rounding can explain.
pub(super) const FORGIVEN: f64 = 1e3;
/// Maximum number of rounds per plane, a guard against rounding: random tests of a hundred planes took ten at most.
const ROUNDS_PER_PLANE: usize = 4;

/// The displacement nearest to `desired` that all planes allow, or `None` if they allow none.
///
/// ```
/// use glissando::DVec3;
/// use glissando::slide::{SlidePlane, nearest_allowed};
///
/// // A floor and a wall: of a displacement down and into the wall only the part along both is left.
/// let planes = [DVec3::Y, -DVec3::X].map(|normal| SlidePlane { normal, least: 0.0 });
/// let allowed = nearest_allowed(DVec3::new(2.0, -1.0, 3.0), &planes).expect("there is room");
/// assert_eq!(allowed.displacement, DVec3::new(0.0, 0.0, 3.0));
/// assert_eq!((allowed.push_of(0), allowed.push_of(1)), (1.0, 2.0));
/// ```
pub fn nearest_allowed(desired: DVec3, planes: &[SlidePlane]) -> Option<Allowed> {
    // A plane that is far off holds nothing, so its distance does not count among the sizes.
    let mut size = desired.abs().max_element();
    let (mut lack, mut first) = (f64::NEG_INFINITY, 0);
    for (index, plane) in planes.iter().enumerate() {
        size = greater(size, plane.least);
        let of_plane = plane.least - plane.normal.dot(desired);
        if of_plane > lack {
            (lack, first) = (of_plane, index);
        }
    }
    let is_violated = lack > slack_at(size, desired);
    if !is_violated {
        return Some(Allowed::free(desired));
    }
    // Most displacements are held by one plane alone.
    let (mut best, mut worst) = match held_by_one(desired, &planes[first], lack, size) {
        Some(displacement) => {
            let by_one = Allowed { displacement, active: [Some((first, lack)), None, None] };
            // A lone plane is one that it does not violate.
            if planes.len() == 1 {
                return Some(by_one);
            }
            match most_violated(displacement, planes, slack_at(size, displacement)) {
                Some(worst) => (by_one, worst),
                None => return Some(by_one),
            }
        }
        None => (Allowed::free(desired), first),
    };
    for _ in 0..ROUNDS_PER_PLANE * planes.len() + 1 {
        let by_two = match best.active {
            [Some((held, _)), None, None] => {
                held_by_two(desired, (held, &planes[held]), (worst, &planes[worst]), size)
            }
            _ => None,
        };
        let next = match by_two {
            Some(next) => next,
            None => held_by_all(desired, planes, size, &best, worst)?,
        };
        if !is_further(next.displacement, best.displacement, desired) {
            // Rounding hides any further progress; any remaining violation must then be rounding too.
            let forgiven = FORGIVEN * slack_at(size, next.displacement);
            if most_violated(next.displacement, planes, forgiven).is_none() {
                return Some(next);
            }
        }
        best = next;
        match most_violated(best.displacement, planes, slack_at(size, best.displacement)) {
            Some(next_worst) => worst = next_worst,
            None => break,
        }
    }
    Some(best)
}

/// The minimum over the planes that hold the best displacement so far and one that it violates.
#[inline(never)]
fn held_by_all(
    desired: DVec3,
    planes: &[SlidePlane],
    size: f64,
    best: &Allowed,
    worst: usize,
) -> Option<Allowed> {
    let mut current = Candidates::new(desired, planes, size);
    for (index, _) in best.active.iter().flatten() {
        current.take_in(*index);
    }
    current.take_in(worst);
    current.minimum()
}

/// As [`nearest_allowed`], for planes of surfaces that may demand a displacement (`least > 0`); `None` also where only rounding
/// tells that there is one.
///
/// Two surfaces that face each other and close always leave room somewhere, unless they are parallel to the last digit: the less
/// their normals differ from opposites, the farther. But corners are rounded to `f32`, and placed far from the origin to the last
/// place of their coordinates, so below [`tolerance::LEVEL`] the angle between surfaces is not known, nor on which side they
/// open, and a room of kilometres is no more than that rounding. A displacement no longer than desired needs no such room: it is
/// one that the surfaces hold back.
///
/// The violation that rounding explains grows with the displacement and may exceed what the surfaces demand. A displacement that leads into
/// a surface which demands the opposite is therefore refused: a sweep would stop it at once, again in each sub-step.
pub(crate) fn nearest_known(desired: DVec3, planes: &[SlidePlane]) -> Option<Allowed> {
    let allowed = nearest_allowed(desired, planes)?;
    if !allowed.is_between() || planes.iter().all(|plane| plane.least <= 0.0) {
        return Some(allowed);
    }
    is_known(&allowed, desired, planes).then_some(allowed)
}

/// Whether more than rounding tells that planes of which some demand a displacement allow this one.
#[inline(never)]
fn is_known(allowed: &Allowed, desired: DVec3, planes: &[SlidePlane]) -> bool {
    let (length_sq, desired_sq) = (allowed.displacement.length_sq(), desired.length_sq());
    // The change is the sum of the pushes along their normals: it is shorter than their sum by as much as normals cancel out.
    let change = (allowed.displacement - desired).length();
    let pushes = allowed.active.iter().flatten().fold(0.0, |sum, (_, push)| sum + push);
    let is_open = length_sq <= desired_sq || change >= tolerance::LEVEL * pushes;
    let is_entered = |plane: &SlidePlane| plane.least > 0.0 && plane.normal.dot(allowed.displacement) < 0.0;
    is_open && !planes.iter().any(is_entered)
}

/// The displacement that one plane allows which the desired one violates by `lack`; `None` where rounding leaves it in doubt.
fn held_by_one(desired: DVec3, plane: &SlidePlane, lack: f64, size: f64) -> Option<DVec3> {
    let displacement = desired + plane.normal * lack;
    let is_held = plane.least - plane.normal.dot(displacement) <= slack_at(size, displacement);
    (is_held && is_further(displacement, desired, desired)).then_some(displacement)
}

/// Whether `a` is further from `from` than `b`.
///
/// Computed as the product of sum and difference: squares of long distances would hide their difference.
fn is_further(a: DVec3, b: DVec3, from: DVec3) -> bool {
    (a - b).dot((a - from) + (b - from)) > 0.0
}

/// Violation at `v` that rounding explains, if the numbers involved are at most `size`.
pub(super) fn slack_at(size: f64, v: DVec3) -> f64 {
    SLACK * greater(size, v.abs().max_element())
}

/// The greater of two numbers; the first where one is NaN. One instruction, unlike [`f64::max`].
pub(super) fn greater(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}

/// The plane that a displacement violates most, by more than the slack, by index.
fn most_violated(v: DVec3, planes: &[SlidePlane], slack: f64) -> Option<usize> {
    let (mut most, mut worst) = (slack, None);
    for (index, plane) in planes.iter().enumerate() {
        let lack = plane.least - plane.normal.dot(v);
        if lack > most {
            (most, worst) = (lack, Some(index));
        }
    }
    worst
}

/// Appends a plane unless there is one of the same normal; the tighter of the two stays.
pub(crate) fn add_plane(planes: &mut Vec<SlidePlane>, plane: SlidePlane) {
    const SAME: f64 = tolerance::SAME_PLANE_NORMAL * tolerance::SAME_PLANE_NORMAL;
    let is_same = |old: &&mut SlidePlane| {
        let away = old.normal - plane.normal;
        // Of a long list nearly all differ along the first axis already.
        away.x * away.x <= SAME && away.length_sq() <= SAME
    };
    match planes.iter_mut().find(is_same) {
        Some(old) => old.least = old.least.max(plane.least),
        None => planes.push(plane),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wall(normal: DVec3, least: f64) -> SlidePlane {
        SlidePlane { normal: normal.try_normalize().unwrap(), least }
    }

    #[test]
    fn no_planes_leave_the_displacement_unchanged() {
        let allowed = nearest_allowed(DVec3::X, &[wall(DVec3::Y, 0.0)]).unwrap();
        assert_eq!(allowed, Allowed::free(DVec3::X));
    }

    #[test]
    fn a_wedge_allows_its_crease_and_a_corner_allows_zero() {
        let planes = [
            wall(DVec3::new(1.0, 0.0, 1.0), 0.0),
            wall(DVec3::new(-1.0, 0.0, 1.0), 0.0),
            wall(DVec3::Y, 0.0),
        ];
        let crease = nearest_allowed(DVec3::new(0.0, 1.0, -3.0), &planes).unwrap();
        assert!((crease.displacement - DVec3::Y).length() < 1e-12);
        let corner = nearest_allowed(DVec3::new(0.0, -1.0, -3.0), &planes).unwrap();
        assert!(corner.displacement.length() < 1e-12);
        assert_eq!(corner.active.iter().flatten().count(), 3);
    }

    #[test]
    fn nearly_parallel_walls_hold_a_move_exactly() {
        for tilt in [1e-5, 1e-7, 1e-9] {
            let left = wall(DVec3::new(0.3, -0.5, 0.81), 0.0);
            let across = left.normal.cross(DVec3::new(0.7, 0.2, 0.4));
            let right = wall(across * tilt - left.normal, 0.0);
            let desired = left.normal.cross(across) + left.normal * 0.7 - across * 1.3;
            let planes = [left, right];
            let allowed = nearest_allowed(desired, &planes).unwrap();
            let v = allowed.displacement;
            let mut rest = v - desired;
            for (index, plane) in planes.iter().enumerate() {
                assert!(plane.normal.dot(v).abs() < 1e-12, "{tilt}");
                assert!(allowed.push_of(index) > 0.0);
                rest -= plane.normal * allowed.push_of(index);
            }
            assert!(rest.length() < 1e-12 / tilt);
        }
    }

    /// Found by the fuzzer: a displacement of a thousand kilometres against planes a millimetre away ended 2 mm behind
    /// one.
    #[test]
    fn a_very_long_displacement_obeys_planes_that_are_very_near() {
        let planes =
            [wall(DVec3::Y, 0.0), wall(DVec3::X, -0.00042), wall(DVec3::new(-0.7637, 0.5447, 0.3466), 0.0)];
        for length in [1e2, 1e4, 1e6, 1e8] {
            let allowed = nearest_allowed(DVec3::new(-0.0047, -length, -0.0072), &planes).unwrap();
            for plane in &planes {
                let lack = plane.least - plane.normal.dot(allowed.displacement);
                assert!(lack <= 1e-11 * length, "{length}: {lack}");
            }
        }
    }

    /// Found by the fuzzer: a plane a thousand kilometres off made violations of metres look like rounding.
    #[test]
    fn a_distant_plane_does_not_blur_near_ones() {
        let squeeze = [wall(DVec3::Y, 0.0), wall(-DVec3::Y, 0.0), wall(DVec3::new(0.3, -0.7, 0.2), 0.8)];
        let near = nearest_allowed(DVec3::new(-2.4, 1.3, 0.5), &squeeze).unwrap();
        for least in [-1.0, -1e3, -1e6, -1e9, -1e12] {
            let planes = [squeeze.as_slice(), &[wall(DVec3::new(-0.8, 0.6, 0.1), least)]].concat();
            assert_eq!(nearest_allowed(DVec3::new(-2.4, 1.3, 0.5), &planes), Some(near), "{least}");
        }
    }

    #[test]
    fn a_squeeze_is_reported_as_none() {
        let planes = [wall(DVec3::Y, 0.1), wall(-DVec3::Y, 0.1)];
        assert_eq!(nearest_allowed(DVec3::X, &planes), None);
    }

    #[test]
    fn an_angle_that_rounding_made_leads_nowhere() {
        for tilt in [1e-4, 1e-6, 1e-9, 1e-12] {
            let floor = wall(DVec3::new(0.0, 1.0, tilt), 0.0);
            let lid = |least| wall(-DVec3::Y, least);
            for closing in [1e-15, 1e-6, 0.1] {
                let planes = [floor, lid(closing)];
                assert!(nearest_allowed(DVec3::ZERO, &planes).is_some());
                assert_eq!(nearest_known(DVec3::ZERO, &planes), None, "{tilt}");
            }
            // A wish along the two is held back as ever.
            let planes = [floor, lid(-1e-3)];
            let wish = DVec3::new(3.0, 0.1, -2.0);
            assert_eq!(nearest_known(wish, &planes), nearest_allowed(wish, &planes));
        }
        // Rounding explains more of a long displacement than close surfaces demand: none leads into one of them.
        let over = DVec3::new(-0.925_458_033_368_837_5, 0.353_692_206_279_181_4, -0.135_754_380_004_656_23);
        let closing = [wall(DVec3::X, 6e-12), wall(over, 5.7e-12), wall(DVec3::Z, 0.0)];
        let planes = [&closing[..], &[wall(over.scale(DVec3::new(1.0, 0.0, 1.0)), 6.1e-12)]].concat();
        let wish = DVec3::new(0.0012, 0.0853, -0.0003);
        assert!(nearest_allowed(wish, &planes).is_some());
        assert_eq!(nearest_known(wish, &planes), None);
        // A wedge that can be seen pushes out.
        let planes = [wall(DVec3::new(0.0, 1.0, 0.01), 0.0), wall(-DVec3::Y, 0.01)];
        let out = nearest_known(DVec3::ZERO, &planes).unwrap();
        assert!((out.displacement - DVec3::new(0.0, -0.01, 1.0)).length() < 1e-9);
    }
}
