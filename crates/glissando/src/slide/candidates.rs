//! The least displacement over at most four planes: all their faces, creases and corners are tried, and the one that every plane
//! allows and whose planes all push is the minimum (Karush, Kuhn and Tucker).

use super::planes::{Allowed, FORGIVEN, SlidePlane, greater, slack_at};
use crate::math::DVec3;

/// Normals whose cross product is shorter are parallel: the remainder is below the slack.
const PARALLEL: f64 = 1e-13;
/// A push this far below zero, as a share of the displacement, still counts as one.
const NEGATIVE_PUSH: f64 = 1e-10;

/// At most four planes, whose faces, creases and corners are tried in order.
pub(super) struct Candidates<'a> {
    desired: DVec3,
    planes: &'a [SlidePlane],
    size: f64,
    current: [usize; 4],
    count: usize,
    /// The candidate that violates least, and by how many slacks; none of a held one.
    found: Allowed,
    slacks: f64,
}

impl<'a> Candidates<'a> {
    pub(super) fn new(desired: DVec3, planes: &'a [SlidePlane], size: f64) -> Self {
        let found = Allowed::free(desired);
        Self { desired, planes, size, current: [0; 4], count: 0, found, slacks: f64::INFINITY }
    }

    pub(super) fn take_in(&mut self, plane: usize) {
        self.current[self.count] = plane;
        self.count += 1;
    }

    /// The minimum over the current planes. The last of them violates that over the others, so it holds this one.
    pub(super) fn minimum(&mut self) -> Option<Allowed> {
        let last = self.count.checked_sub(1)?;
        // Where rounding rejects all, the others are tried for the least violation.
        let is_held = self.finds_with(last) || (0..last).rev().any(|last| self.finds_with(last));
        // Tolerates only rounding, not a real violation.
        (is_held || self.slacks <= FORGIVEN).then_some(self.found)
    }

    /// Finds the displacement that is held by a plane and by others before it; returns whether there is one.
    fn finds_with(&mut self, last: usize) -> bool {
        let plane = self.current[last];
        if self.face(plane) {
            return true;
        }
        for i in 0..last {
            if self.crease(self.current[i], plane) {
                return true;
            }
        }
        for i in 0..last {
            for j in i + 1..last {
                if self.corner([self.current[i], self.current[j], plane]) {
                    return true;
                }
            }
        }
        false
    }

    /// Distance by which the desired displacement violates a plane.
    fn lack(&self, plane: usize) -> f64 {
        self.planes[plane].least - self.planes[plane].normal.dot(self.desired)
    }

    /// Case 1: one plane pushes.
    fn face(&mut self, i: usize) -> bool {
        let push = self.lack(i);
        let displacement = self.desired + self.planes[i].normal * push;
        self.accepts(displacement, &[(i, push)])
    }

    /// Case 2: two planes push; the displacement ends on their crease.
    fn crease(&mut self, i: usize, j: usize) -> bool {
        let on_crease = on_crease(self.desired, &self.planes[i], &self.planes[j]);
        on_crease.is_some_and(|(displacement, [a, b])| self.accepts(displacement, &[(i, a), (j, b)]))
    }

    /// Case 3: three planes push; the displacement ends in their corner.
    fn corner(&mut self, of: [usize; 3]) -> bool {
        let [a, b, c] = of.map(|i| self.planes[i]);
        let bc = cross_of_units(b.normal, c.normal);
        let ca = cross_of_units(c.normal, a.normal);
        let ab = cross_of_units(a.normal, b.normal);
        // The most parallel pair is multiplied first: its product is exact, the others' cancel.
        let (_, volume) = [(bc, a), (ca, b), (ab, c)]
            .map(|(dual, other)| (dual.length_sq(), dual.dot(other.normal)))
            .into_iter()
            .fold((f64::INFINITY, 0.0), |least, pair| if pair.0 < least.0 { pair } else { least });
        if volume.abs() <= PARALLEL * PARALLEL {
            return false;
        }
        let displacement = (bc * a.least + ca * b.least + ab * c.least) / volume;
        let change = displacement - self.desired;
        let pushes = [bc, ca, ab].map(|dual| change.dot(dual) / volume);
        let active: [_; 3] = core::array::from_fn(|i| (of[i], pushes[i]));
        self.accepts(displacement, &active)
    }

    /// Whether a candidate is the minimum: all its pushes are positive and it violates none of the current planes
    /// (Karush-Kuhn-Tucker).
    fn accepts(&mut self, displacement: DVec3, active: &[(usize, f64)]) -> bool {
        let slack = slack_at(self.size, displacement);
        let push = active.iter().fold(0.0, |least, (_, push)| if *push < least { *push } else { least });
        // As a rule none is negative, and its limit need not be known.
        if push < 0.0 && push < -NEGATIVE_PUSH * (displacement - self.desired).length() - slack {
            return false;
        }
        let mut lack = 0.0;
        for &plane in &self.current[..self.count] {
            lack = greater(lack, self.planes[plane].least - self.planes[plane].normal.dot(displacement));
        }
        let is_held = lack <= slack;
        let slacks = if is_held { 0.0 } else { lack / slack };
        if is_held || slacks < self.slacks {
            let active = core::array::from_fn(|i| active.get(i).copied());
            (self.found, self.slacks) = (Allowed { displacement, active }, slacks);
        }
        is_held
    }
}

/// The displacement on the crease of two planes that is nearest to the desired one, and the pushes of both; `None` where they are
/// parallel.
fn on_crease(desired: DVec3, a: &SlidePlane, b: &SlidePlane) -> Option<(DVec3, [f64; 2])> {
    let along = cross_of_units(a.normal, b.normal);
    // |a × b|² keeps the digits that 1 - (a·b)² loses for nearly parallel normals.
    let sine_sq = along.length_sq();
    if sine_sq <= PARALLEL * PARALLEL {
        return None;
    }
    let (dual_a, dual_b) = (b.normal.cross(along), along.cross(a.normal));
    let on_both = (dual_a * a.least + dual_b * b.least) / sine_sq;
    let displacement = on_both + along * (along.dot(desired) / sine_sq);
    // In a narrow gap pushes are large and nearly cancel: only computed from the change itself are they as exact as it.
    let change = displacement - desired;
    Some((displacement, [change.dot(dual_a) / sine_sq, change.dot(dual_b) / sine_sq]))
}

/// [`Candidates::minimum`] over two planes, without a list; `None` where it is in doubt, by rounding as a rule.
#[inline]
pub(super) fn held_by_two(
    desired: DVec3,
    (i, a): (usize, &SlidePlane),
    (j, b): (usize, &SlidePlane),
    size: f64,
) -> Option<Allowed> {
    let lacks = |v: DVec3| [a, b].map(|plane| plane.least - plane.normal.dot(v));
    let ([_, push], slack_at) = (lacks(desired), |v| slack_at(size, v));
    let displacement = desired + b.normal * push;
    let ([of_a, of_b], slack) = (lacks(displacement), slack_at(displacement));
    if of_a <= slack {
        let active = [Some((j, push)), None, None];
        return (push >= 0.0 && of_b <= slack).then_some(Allowed { displacement, active });
    }
    let (displacement, [push_a, push_b]) = on_crease(desired, a, b).filter(|_| of_a > slack)?;
    let ([of_a, of_b], slack) = (lacks(displacement), slack_at(displacement));
    let is_held = push_a >= 0.0 && push_b >= 0.0 && of_a <= slack && of_b <= slack;
    let active = [Some((i, push_a)), Some((j, push_b)), None];
    is_held.then_some(Allowed { displacement, active })
}

/// The cross product of two unit vectors, to full relative accuracy even if they are almost parallel.
///
/// `a × b = a × (b - a) = a × (b + a)`; the difference of nearly equal numbers is exact (Sterbenz 1974).
fn cross_of_units(a: DVec3, b: DVec3) -> DVec3 {
    let along_b = if a.dot(b) > 0.0 { b - a } else { b + a };
    a.cross(along_b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Numbers;

    #[test]
    fn two_planes_hold_what_a_search_of_all_candidates_finds() {
        let mut numbers = Numbers::new();
        let (mut found, mut doubtful, mut between) = (0, 0, 0);
        for case in 0..100_000 {
            let desired = numbers.vector(if case % 3 == 0 { 1e-3 } else { 1.0 });
            let mut plane = || {
                // Some are along the axes, some nearly parallel.
                let normal = numbers.vector(1.0).scale(if case % 5 == 0 { DVec3::X } else { DVec3::ONE });
                let normal = if case % 7 == 0 { normal * 1e-7 + DVec3::Y } else { normal };
                SlidePlane { normal: normal.try_normalize().unwrap(), least: 0.1 * numbers.next() }
            };
            let planes = [plane(), plane()];
            let size = planes.iter().fold(desired.abs().max_element(), |size, p| greater(size, p.least));
            let mut slow = Candidates::new(desired, &planes, size);
            slow.take_in(0);
            slow.take_in(1);
            let slow = slow.minimum();
            let Some(fast) = held_by_two(desired, (0, &planes[0]), (1, &planes[1]), size) else {
                doubtful += 1;
                continue;
            };
            let bits = |allowed: &Allowed| {
                let pushes = allowed.active.map(|push| push.map(|(plane, push)| (plane, push.to_bits())));
                (allowed.displacement.to_array().map(f64::to_bits), pushes)
            };
            assert_eq!(Some(bits(&fast)), slow.as_ref().map(bits), "{case}");
            found += 1;
            between += usize::from(fast.is_between());
        }
        println!("{found} found, {between} of them on a crease, {doubtful} in doubt");
        assert!(found > 30_000 && between > 10_000, "{found} {between} {doubtful}");
    }
}
