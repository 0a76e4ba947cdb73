//! Whether a moving body has closed over a crushed character.
//!
//! Deep inside a closed mesh no triangle is near, as in free space. So a crushed character is free only where no moving body
//! encloses its centre, but for one that did so before, as a cabin does.
//!
//! The bodies of all movers count, those that have not moved yet too: what a stage has done so far is no part of its state.

use super::character_world::CharacterWorld;
use crate::collide::{Filter, Surface};
use crate::handle::{BodyId, Owner};
use crate::math::DVec3;
use crate::trigger::is_inside;
use crate::world::Body;

/// The first body of a mover, by handle, that encloses a point at the start of the tick; a cabin does not count.
pub(super) fn enclosing(
    world: &CharacterWorld<'_>,
    at: DVec3,
    filter: Filter,
    cabin: Option<BodyId>,
) -> Option<BodyId> {
    let mut found: Option<BodyId> = None;
    world.world.visit_driven_at(at, filter, |id, body, place| {
        let is_first = Some(id) != cabin && found.is_none_or(|old| id < old);
        if is_first
            && world.counts(&first_surface(id, body))
            && is_inside(&body.mesh, place, 0.0) == Some(true)
        {
            found = Some(id);
        }
    });
    found
}

/// The surface of a body's first triangle: whether it exists for a character decides for the body.
fn first_surface(id: BodyId, body: &Body) -> Surface {
    let material = body.mesh.material(0).unwrap_or_default();
    Surface { owner: Owner::Body(id), triangle: 0, material, body_material: body.material }
}
