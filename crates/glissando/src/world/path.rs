//! A query in the space of one body: through its map, in its mesh space, in `f32` and in `f64`.

use super::body::Placed;
use super::candidates::{Reach, visit_candidates};
use super::posed::PosedRef;
use crate::bvh::BoxPath;
use crate::collide::{Contact, Hit, Surface};
use crate::handle::{BodyId, Owner};
use crate::math::DVec3;
use crate::mesh::Packet;
use crate::simd::{F8, Instructions, V8};
use crate::sweep::cull::{Kept, UnitMap8};
use crate::sweep::path8::Path8;
use crate::sweep::unit_space::{UnitMap, UnitSpace};
use crate::sweep::{Nearest, UnitHit, UnitTriangle, sweep_triangle};
use alloc::vec::Vec;
use core::cmp::Ordering;

/// Which surfaces a query is about; all without it. Not a type parameter: every query would be compiled once for each.
pub(crate) type Counts<'a> = Option<&'a dyn Fn(&Surface) -> bool>;

/// A moving ellipsoid's path through one body.
pub(super) struct BodyPath<'a> {
    space: &'a UnitSpace,
    posed: PosedRef<'a>,
    from: DVec3,
    translation: DVec3,
    shell: f64,
    cast: BoxPath,
}

/// Data to map the body's triangles to ellipsoid space.
pub(super) struct Prepared {
    pub(super) map: UnitMap,
    map8: UnitMap8,
    path8: Path8,
    /// The displacement in radii.
    translation: DVec3,
}

impl<'a> BodyPath<'a> {
    /// For a centre at `from` with displacement `translation` (world) and a shell of `shell` radii.
    pub(super) fn new(
        space: &'a UnitSpace,
        posed: PosedRef<'a>,
        from: DVec3,
        translation: DVec3,
        shell: f64,
    ) -> Self {
        let extents = space.half_extents_in_mesh(posed.pose, posed.mesh_from_world, shell);
        let cast = BoxPath::new(posed.point_in_mesh(from), *posed.mesh_from_world * translation, extents);
        Self { space, posed, from, translation, shell, cast }
    }

    /// Keeps the body's first hit by `limit` on a surface that counts, if it is the least; returns the new limit.
    pub(super) fn sweep(
        &self,
        instructions: Instructions,
        (id, placed): (BodyId, &Placed),
        limit: f64,
        counts: Counts<'_>,
        best: &mut Option<Best>,
    ) -> f64 {
        visit_candidates(instructions, &placed.body.mesh, self, limit, |prepared, packet, lane, limit| {
            let triangle = packet.unit_triangle(lane, &prepared.map.unit_from_mesh);
            let Some(hit) = sweep_triangle(&triangle, prepared.translation, self.shell, limit) else {
                return limit;
            };
            let surface = surface(id, placed, packet, lane);
            if counts.is_some_and(|counts| !counts(&surface)) {
                return limit;
            }
            keep_least(best, Best { hit, slot: id.index, surface, triangle });
            hit.fraction
        })
    }
}

impl Reach for BodyPath<'_> {
    type Prepared = Prepared;

    fn cast(&self) -> &BoxPath {
        &self.cast
    }

    #[inline(never)]
    fn prepare(&self) -> Prepared {
        let map = UnitMap::new(self.space, self.posed.pose, self.posed.mesh_from_world, self.from);
        let translation = self.space.unit_from_world * self.translation;
        let path8 = Path8::new(DVec3::ZERO, translation, self.shell, self.space.core().half_extents);
        Prepared { map8: UnitMap8::new(&map), path8, map, translation }
    }

    #[inline(always)]
    fn keep<F: F8>(prepared: &Prepared, corners: &[V8<F>; 3], boxed: u8, enter: F) -> Kept {
        prepared.path8.keep(&prepared.map8.apply(corners), boxed, enter, prepared.map8.rounding)
    }
}

/// The set bits of a mask of lanes.
pub(super) fn lanes(mut mask: u8) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        (mask != 0).then(|| {
            let lane = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            lane
        })
    })
}

/// The best hit so far, still in ellipsoid space.
#[derive(Clone, Copy)]
pub(super) struct Best {
    pub(super) hit: UnitHit,
    pub(super) slot: u32,
    pub(super) surface: Surface,
    pub(super) triangle: UnitTriangle,
}

/// Limit of a search: the best fraction so far, so that ties are still found.
pub(super) fn limit_of(best: &Option<Best>) -> f64 {
    best.as_ref().map_or(1.0, |best| best.hit.fraction)
}

/// Keeps the smaller of (fraction, touched point, body, triangle).
///
/// Two triangles compute points of their common edge from both ends, which differ by a rounding. Indices come last, so
/// that the order of triangles never decides about positions.
pub(super) fn keep_least(best: &mut Option<Best>, new: Best) {
    if best.as_ref().is_none_or(|old| compare(&new, old).is_lt()) {
        *best = Some(new);
    }
}

fn compare(a: &Best, b: &Best) -> Ordering {
    let (p, q) = (a.hit.separation.point, b.hit.separation.point);
    a.hit
        .fraction
        .total_cmp(&b.hit.fraction)
        .then_with(|| p.total_cmp(q))
        .then_with(|| (a.slot, a.surface.triangle).cmp(&(b.slot, b.surface.triangle)))
}

/// The surface of the triangle in a lane of a packet.
pub(super) fn surface(body: BodyId, placed: &Placed, packet: &Packet, lane: usize) -> Surface {
    let triangle = packet.source(lane);
    Surface {
        owner: Owner::Body(body),
        triangle,
        material: packet.material_of(triangle),
        body_material: placed.body.material,
    }
}

/// The triangle's own normal in the world, on the side of `normal`, given that of its front; `normal` itself for a triangle without area.
#[inline(always)]
fn face_normal(space: &UnitSpace, triangle: &UnitTriangle, front: DVec3, normal: DVec3) -> DVec3 {
    if triangle.edges_only {
        return normal;
    }
    let Some(front) = front.try_normalize() else { return normal };
    let (face, _) = space.normal_in_world(front);
    if face.dot(normal) >= 0.0 { face } else { -face }
}

/// The result of a sweep in world space. `from` and `translation` are the sweep's.
pub(super) fn world_hit(space: &UnitSpace, best: &Best, from: DVec3, translation: DVec3) -> Hit {
    let UnitHit { fraction, separation, start_depth } = best.hit;
    let (normal, scale) = space.normal_in_world(separation.normal);
    Hit {
        fraction,
        distance: fraction * translation.length(),
        point: from + space.world_from_unit * separation.on_surface,
        normal,
        face_normal: face_normal(space, &best.triangle, best.triangle.front(), normal),
        depth: start_depth * scale,
        feature: separation.feature,
        surface: best.surface,
    }
}

/// The contact of a triangle within `radii` of a centre `at` (world); none from behind a one-sided face.
pub(super) fn contact_within(
    space: &UnitSpace,
    triangle: &UnitTriangle,
    at: DVec3,
    radii: f64,
    surface: impl FnOnce() -> Surface,
) -> Option<Contact> {
    let nearest = triangle.closest(DVec3::ZERO);
    is_contact(triangle, &nearest, radii).then(|| world_contact(space, triangle, &nearest, at, surface()))
}

/// The same, appended in place: contacts are large.
#[inline]
pub(super) fn add_contact_within(
    space: &UnitSpace,
    triangle: &UnitTriangle,
    at: DVec3,
    radii: f64,
    surface: impl FnOnce() -> Surface,
    found: &mut Vec<Contact>,
) {
    add_contact_at(space, triangle, &triangle.closest(DVec3::ZERO), (at, radii), surface, found);
}

/// The same with the point closest to the centre.
#[inline(always)]
pub(super) fn add_contact_at(
    space: &UnitSpace,
    triangle: &UnitTriangle,
    nearest: &Nearest,
    (at, radii): (DVec3, f64),
    surface: impl FnOnce() -> Surface,
    found: &mut Vec<Contact>,
) {
    if is_contact(triangle, nearest, radii) {
        found.push(world_contact(space, triangle, nearest, at, surface()));
    }
}

/// Whether the point closest to the centre is within `radii`, and the triangle collides.
fn is_contact(triangle: &UnitTriangle, nearest: &Nearest, radii: f64) -> bool {
    let is_far = nearest.closest.distance_sq > radii * radii;
    !is_far && !triangle.is_behind(DVec3::ZERO)
}

/// The contact, in world space, of a centre `at` (world) with a triangle whose closest point is given.
#[inline(always)]
pub(super) fn world_contact(
    space: &UnitSpace,
    triangle: &UnitTriangle,
    nearest: &Nearest,
    at: DVec3,
    surface: Surface,
) -> Contact {
    let separation = triangle.separation_at(nearest, DVec3::ZERO, DVec3::ZERO);
    let (normal, scale) = space.normal_in_world(separation.normal);
    let front = triangle.front();
    let is_behind = front.dot(DVec3::ZERO - triangle.corners[0]) < 0.0;
    Contact {
        point: at + space.world_from_unit * separation.on_surface,
        normal,
        face_normal: face_normal(space, triangle, front, normal),
        radii: separation.radii,
        scale,
        feature: separation.feature,
        surface,
        is_front: !is_behind,
        is_slippery: false,
        unit_point: separation.point,
        unit_on_core: if triangle.has_core { separation.on_surface - separation.point } else { DVec3::ZERO },
        unit_corners: triangle.corners,
        unit_core: triangle.core,
    }
}
