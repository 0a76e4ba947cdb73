//! A contact in a group of touching balls: its members, its normal, and its impulse.

use super::scratch::Member;
use super::work::Work;
use crate::collide::Surface;
use crate::math::DVec3;
use alloc::vec::Vec;

/// A contact between two members of a group, or a member and a wall.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    /// Index in the group of the member that the normal points to.
    pub(super) to: usize,
    /// Index in the group of the other, which may be a character; `None` for a wall.
    pub(super) from: Option<usize>,
    /// The wall.
    pub(super) surface: Option<Surface>,
    /// Unit, except for the component removed by a flat world.
    pub(super) normal: DVec3,
    pub(super) point: DVec3,
    /// Speed of the wall along the normal, m/s.
    pub(super) speed: f64,
    /// Whether it represents the pose of a turning wall at the end of the tick: a limit of paths, not of impacts.
    pub(super) is_ahead: bool,
    pub(super) restitution: f64,
    /// Slower approaches have no restitution, m/s.
    pub(super) rest_speed: f64,
    /// Speed of approach when it was first solved, m/s.
    pub(super) approach: f64,
    /// The part missing from the gap that balls of a heap keep, metres.
    pub(super) missing: f64,
    /// The impulse so far, N s.
    pub(super) impulse: f64,
}

impl Row {
    /// The opening speed of the contact for the members' `motion` (a velocity).
    pub(super) fn opening(&self, members: &[Member], motion: impl Fn(&Member) -> DVec3) -> f64 {
        let from = self.from.map_or(DVec3::ZERO, |from| motion(&members[from]));
        self.normal.dot(motion(&members[self.to]) - from) - self.speed
    }

    /// The opening of this contact by a unit of pressure on `other`: an entry of `J M⁻¹ Jᵀ`.
    fn coupling(&self, other: &Self, members: &[Member]) -> f64 {
        let share = |member: usize| {
            let sign = |row: &Self| {
                if row.to == member {
                    1.0
                } else if row.from == Some(member) {
                    -1.0
                } else {
                    0.0
                }
            };
            sign(self) * sign(other) * members[member].inverse_mass
        };
        let shares = share(self.to) + self.from.map_or(0.0, share);
        if shares == 0.0 { 0.0 } else { shares * self.normal.dot(other.normal) }
    }

    /// Changes a motion of the members by `pressure` on this contact.
    pub(super) fn press(
        &self,
        members: &mut [Member],
        pressure: f64,
        motion: impl Fn(&mut Member) -> &mut DVec3,
    ) {
        let to = &mut members[self.to];
        let change = self.normal * (pressure * to.inverse_mass);
        *motion(to) += change;
        if let Some(from) = self.from {
            let from = &mut members[from];
            let change = self.normal * (pressure * from.inverse_mass);
            *motion(from) -= change;
        }
    }
}

/// Fills `matrix` with `J M⁻¹ Jᵀ` of the chosen rows; false, with nothing filled, if no work is left for it.
pub(super) fn fill_matrix(
    rows: &[Row],
    chosen: &[usize],
    members: &[Member],
    matrix: &mut Vec<f64>,
    work: &mut Work,
) -> bool {
    work.spend(chosen.len() * chosen.len());
    if work.is_spent() {
        return false;
    }
    matrix.clear();
    for &i in chosen {
        matrix.extend(chosen.iter().map(|&j| rows[i].coupling(&rows[j], members)));
    }
    true
}
