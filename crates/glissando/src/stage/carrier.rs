//! The support that carries a character, by exact rigid motion; several supports by the loads that they bear.
//!
//! The centre moves as if it were part of the support, so a character on a turntable keeps its spot, to rounding, for
//! ever. (Following the point under the feet would roll the body along a swaying table: it comes back elsewhere after
//! each round.) In a groove between two bodies each counts by its share of the weight, as the exact planes give it:
//! continuous, and independent of the order of the bodies.

use super::character_world::CharacterWorld;
use crate::character::{Config, Ground, State};
use crate::collide::{Contact, Surface};
use crate::handle::Owner;
use crate::math::DVec3;
use crate::slide::{SlidePlane, add_plane, nearest_allowed};
use crate::tolerance;
use crate::world::World;
use alloc::vec::Vec;

/// Up to three supports.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Carrier {
    parts: [Option<Part>; 3],
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Part {
    surface: Surface,
    /// Its share of the weight; all together are 1.
    weight: f64,
}

impl Carrier {
    /// The carrier of a character with these contacts at the start of the tick; none if it does not stand.
    pub(super) fn of(
        filtered: &CharacterWorld<'_>,
        config: &Config,
        state: &State,
        contacts: &[Contact],
        planes: &mut Vec<SlidePlane>,
    ) -> Self {
        let mut carrier = Self::default();
        if state.ground != Ground::Standing {
            return carrier;
        }
        let up = config.settings().up;
        planes.clear();
        for contact in contacts.iter().filter(|c| c.normal.dot(up) > tolerance::LEAST_UP) {
            add_plane(planes, SlidePlane { normal: contact.normal, least: 0.0 });
        }
        let held = nearest_allowed(-up, planes);
        let mut count = 0;
        for (plane, load) in held.iter().flat_map(|held| held.active.iter().flatten()) {
            // Of contacts in one plane the nearest bears the load.
            let normal = planes[*plane].normal;
            let bearer = contacts.iter().find(|c| {
                (c.normal - normal).length_sq()
                    < tolerance::SAME_WEIGHT_NORMAL * tolerance::SAME_WEIGHT_NORMAL
            });
            if let Some(contact) = bearer.filter(|_| *load > 0.0) {
                // Only the vertical part of a load holds the weight.
                let weight = load * normal.dot(up);
                carrier.parts[count] = Some(Part { surface: contact.surface, weight });
                count += 1;
            }
        }
        if let Some(surface) = state.support.filter(|support| count == 0 && filtered.counts(support)) {
            carrier.parts[0] = Some(Part { surface, weight: 1.0 });
        }
        let whole: f64 = carrier.parts.iter().flatten().map(|part| part.weight).sum();
        for part in carrier.parts.iter_mut().flatten() {
            part.weight /= whole;
        }
        carrier
    }

    /// The bodies that carry.
    pub(super) fn bodies(&self) -> impl Iterator<Item = Owner> {
        self.parts.iter().flatten().map(|part| part.surface.owner)
    }

    /// How far it carries a character at `at` between two fractions of a tick of `dt` seconds.
    pub(super) fn displacement(
        &self,
        filtered: &CharacterWorld<'_>,
        at: DVec3,
        from: f64,
        to: f64,
        dt: f64,
    ) -> DVec3 {
        let mut displacement = DVec3::ZERO;
        for part in self.parts.iter().flatten() {
            displacement += filtered.ride(&part.surface, at, (from, to), dt) * part.weight;
        }
        displacement
    }

    /// The turn of the support in the tick, as axis times tangent of half the angle: for a view that turns along.
    pub(super) fn turn(&self, world: &World) -> DVec3 {
        let mut turn = DVec3::ZERO;
        for part in self.parts.iter().flatten() {
            turn += world.motion_of(part.surface.owner).turn() * part.weight;
        }
        turn
    }
}
