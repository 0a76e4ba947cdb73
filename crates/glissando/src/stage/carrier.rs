//! What carries a character: its support alone, by exact rigid motion; several by the loads that they bear.
//!
//! The centre moves as if it were part of the support, so a character on a turning table keeps its place, to
//! rounding, for ever. (Following the point under the feet would roll the body along a table that sways: it would come
//! back to another place after each cycle.) In a groove between two bodies each body counts by its share of the weight,
//! as the exact planes give it: continuous, and the same in any order of the bodies.

use super::character_world::CharacterWorld;
use crate::character::{Config, Ground, State};
use crate::collide::{Contact, Surface};
use crate::handle::Owner;
use crate::math::DVec3;
use crate::slide::{SlidePlane, add_plane, nearest_allowed};
use crate::tolerance;
use crate::world::{ContactFilter, World};
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
    /// What carries a character whose contacts, at the start of the tick, are these; nothing if it does not stand.
    pub(super) fn of(
        seen: &CharacterWorld<'_, impl ContactFilter>,
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
            // Of contacts in one plane the nearest bears.
            let normal = planes[*plane].normal;
            let bearer = contacts.iter().find(|c| {
                (c.normal - normal).length_sq()
                    < tolerance::SAME_WEIGHT_NORMAL * tolerance::SAME_WEIGHT_NORMAL
            });
            if let Some(contact) = bearer.filter(|_| *load > 0.0) {
                // An upright load is what holds the weight.
                let weight = load * normal.dot(up);
                carrier.parts[count] = Some(Part { surface: contact.surface, weight });
                count += 1;
            }
        }
        if let Some(surface) = state.support.filter(|support| count == 0 && seen.counts(support)) {
            carrier.parts[0] = Some(Part { surface, weight: 1.0 });
        }
        let whole: f64 = carrier.parts.iter().flatten().map(|part| part.weight).sum();
        for part in carrier.parts.iter_mut().flatten() {
            part.weight /= whole;
        }
        carrier
    }

    /// Its bodies.
    pub(super) fn bodies(&self) -> impl Iterator<Item = Owner> {
        self.parts.iter().flatten().map(|part| part.surface.owner)
    }

    /// How far it carries a character at `at` between two shares of a tick of `dt` seconds.
    pub(super) fn way(
        &self,
        seen: &CharacterWorld<'_, impl ContactFilter>,
        at: DVec3,
        from: f64,
        to: f64,
        dt: f64,
    ) -> DVec3 {
        let mut way = DVec3::ZERO;
        for part in self.parts.iter().flatten() {
            way += seen.ride(&part.surface, at, (from, to), dt) * part.weight;
        }
        way
    }

    /// The turn of the support in the tick, as axis times tangent of half the angle: what may turn the view along.
    pub(super) fn turn(&self, world: &World) -> DVec3 {
        let mut turn = DVec3::ZERO;
        for part in self.parts.iter().flatten() {
            turn += world.motion_of(part.surface.owner).turn() * part.weight;
        }
        turn
    }
}
