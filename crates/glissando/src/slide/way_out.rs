//! A way out of a wedge that the planes of its contacts do not see.
//!
//! A contact's plane holds a body however far it moves. But the body may be past an edge or a vertex a few millimetres on, nearer
//! than the rest shell and no nearer than the sweep shell:
//!
//! ```text
//!        |   |        The thin rounding of a rim beside an edge. Straight down the edge comes as near as the room between
//!        |   |        the shells allows, and then it is past. Its plane holds every displacement down.
//!        (___)
//!     ___ `
//!        |
//! ```
//!
//! So a body that stands still asks for the directions about the wanted one, by sweeps. Few are asked: those that lead into a face,
//! or toward an edge more steeply than a point could be passed, are none. A walking body asks for the level headings about the wanted one,
//! each as steep as its floors.

use super::slot::Held;
use super::{Shell, SlidePlane};
use crate::collide::{Contact, Feature};
use crate::math::{DVec3, sqrt_f64};

impl Held<'_> {
    /// The plane that turns a wanted displacement (metres) into the first direction about it that is free for long enough.
    pub(crate) fn way_out(&self, wanted: DVec3) -> Option<SlidePlane> {
        let middle = wanted.try_normalize()?;
        let mut ways = (0..DIRECTIONS).filter_map(|number| direction_about(middle, number));
        ways.find(|way| self.leads_out(*way)).and_then(|way| turning(wanted, way))
    }

    /// Whether a direction (unit) is free for long enough.
    pub(crate) fn leads_out(&self, way: DVec3) -> bool {
        let length = self.enough();
        self.may_pass(way, length) && self.is_free(way * length)
    }

    /// Whether a displacement along a direction may pass all contacts, even if edges and vertices were points.
    fn may_pass(&self, way: DVec3, length: f64) -> bool {
        self.contacts.iter().all(|contact| {
            let into = contact.normal.dot(way);
            into * length >= self.mover.least(contact, Shell::Sweep) || into >= -self.sine_past(contact)
        })
    }

    /// Sine of the angle between a direction that leads toward a contact and the plane of the contact, up to which a point would be
    /// passed outside the sweep shell; of a face only rounding.
    fn sine_past(&self, contact: &Contact) -> f64 {
        let least = self.mover.sweep_shell();
        if contact.feature == Feature::Face || contact.radii <= least {
            return ALONG;
        }
        let cosine = least / contact.radii;
        sqrt_f64(1.0 - cosine * cosine)
    }
}

/// Sine of the angle to the plane of a contact up to which a direction counts as along it, as that of a walk along its floor does.
const ALONG: f64 = 1e-12;

/// The plane that turns a wanted displacement into the direction of a way (unit); none if it has that direction.
pub(crate) fn turning(wanted: DVec3, way: DVec3) -> Option<SlidePlane> {
    let normal = (way * way.dot(wanted) - wanted).try_normalize()?;
    Some(SlidePlane { normal, least: 0.0 })
}

/// The level headings about a wanted one (horizontal): that itself, then the nearest first.
pub(crate) fn headings_about(wanted: DVec3, up: DVec3) -> impl Iterator<Item = DVec3> {
    let ahead = wanted.try_normalize();
    let beside = TANGENTS.into_iter().flat_map(|tangent| [tangent, -tangent]);
    let tangents = core::iter::once(0.0).chain(beside);
    tangents.filter_map(move |tangent| {
        ahead.and_then(|ahead| (ahead + ahead.cross(up) * tangent).try_normalize())
    })
}

/// Tangents of the angles between the wanted direction and those about it: up to 75 degrees.
const TANGENTS: [f64; 4] = [0.3, 0.8, 1.6, 3.7];

/// The directions around one, as parts of two axes beside it.
const TURNS: [[f64; 2]; 8] =
    [[1.0, 0.0], [0.7, 0.7], [0.0, 1.0], [-0.7, 0.7], [-1.0, 0.0], [-0.7, -0.7], [0.0, -1.0], [0.7, -0.7]];

/// Number of directions about one.
const DIRECTIONS: usize = TANGENTS.len() * TURNS.len();

/// One of the directions about a unit vector, the nearest first.
fn direction_about(middle: DVec3, number: usize) -> Option<DVec3> {
    let other = if middle.x.abs() < 0.6 { DVec3::X } else { DVec3::Z };
    let side = middle.cross(other).try_normalize()?;
    let ([x, y], tangent) = (TURNS[number % TURNS.len()], TANGENTS[number / TURNS.len()]);
    (middle + (side * x + middle.cross(side) * y) * tangent).try_normalize()
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn directions_about_one_are_up_to_75_degrees_off_and_the_nearest_come_first() {
        for about in [DVec3::X, -DVec3::Y, DVec3::new(0.6, -0.3, 1e-9), DVec3::new(1e3, 2e3, -4e3)] {
            let middle = about.try_normalize().unwrap();
            let cosine = |number| direction_about(middle, number).unwrap().dot(middle);
            let cosines: Vec<f64> = (0..DIRECTIONS).map(cosine).collect();
            assert!(cosines.chunks(8).is_sorted_by(|near, far| near[0] > far[0]), "{cosines:?}");
            assert!(cosines.iter().all(|cosine| (0.255..0.96).contains(cosine)), "{cosines:?}");
        }
    }
}
