//! A sweep and the contacts at its end, by one look at the triangles near its path.
//!
//! Most legs of a walk hit nothing. The point of a triangle that is closest to the body at the end proves that for most triangles: the
//! whole triangle is beyond the plane through that point, and the distance of a moving body from a plane is linear. The other
//! triangles are swept.

use super::query::{CLEARLY, CacheQuery, Candidate, TriangleCache};
use crate::collide::{Contact, Hit, Sweep};
use crate::math::{DVec3, sqrt_f64};
use crate::sweep::path8::Path8;
use crate::sweep::{Nearest, UnitTriangle, sweep_triangle};
use crate::world::path::{self, Best};
use alloc::vec::Vec;

/// Roundings of a position in the world that the distance of a triangle may be wrong by, with a margin.
const ROUNDINGS: f64 = 16.0;

/// A sweep in ellipsoid space.
struct Way {
    translation: DVec3,
    shell: f64,
    /// Radii by which rounding may mistake a distance, and by which a triangle is clear of the shell for certain.
    margin: f64,
}

impl<G: TriangleCache> CacheQuery<'_, G> {
    /// The first hit of a sweep, on mobile bodies too; without one, `found` has the contacts at its end, `to`, within `radii`.
    ///
    /// `None` if the sweep leaves the covered region. Not for a body with flat sides.
    #[inline(always)]
    pub(super) fn sweep_gathering(
        &self,
        sweep: &Sweep,
        (to, radii): (DVec3, f64),
        mobile: &[u32],
        found: &mut Vec<Contact>,
    ) -> Option<Option<Hit>> {
        let rounding = f64::EPSILON * to.abs().max(sweep.from.abs()).max_element();
        let way = Way {
            translation: self.space.unit_from_world * sweep.translation,
            shell: sweep.shell(),
            margin: CLEARLY + ROUNDINGS * rounding / sweep.shape.smallest_radius(),
        };
        let (start, reach) = (self.in_unit(sweep.from), radii + way.margin);
        if !self.cache.holds(start, start + way.translation, reach) {
            return None;
        }
        found.clear();
        let path = || Path8::new(start, way.translation, reach, self.space.core().half_extents);
        let mut best: Option<Best> = None;
        self.visit(to, path, |candidate, limit| {
            let nearest = candidate.triangle.closest(DVec3::ZERO);
            if !way.passes_before(&candidate.triangle, &nearest)
                && let Some(hit) = self.hit_on(candidate, sweep.from, &way, limit)
            {
                path::keep_least(&mut best, hit);
                return hit.hit.fraction;
            }
            if best.is_none() {
                candidate.add_at(self.space, &nearest, (to, radii), found);
            }
            limit
        });
        self.world.sweep_mobile(self.space, sweep, mobile, &mut best);
        if best.is_none() {
            self.world.touch_mobile(self.space, (to, radii), mobile, &mut |contact| found.push(contact));
        }
        Some(best.map(|b| path::world_hit(self.space, &b, sweep.from, sweep.translation)))
    }

    /// The hit of a sweep from a place on a triangle.
    fn hit_on(&self, candidate: &Candidate<'_>, from: DVec3, way: &Way, limit: f64) -> Option<Best> {
        let triangle = candidate.seen_from(self.space, from);
        let hit = sweep_triangle(&triangle, way.translation, way.shell, limit)?;
        Some(Best { hit, slot: candidate.slot(), surface: candidate.surface(), triangle })
    }
}

impl Way {
    /// Whether a sphere that ends as near to a triangle as this was outside the shell all the way; unknown for edges without a
    /// face, of which some may be on the near side of the plane.
    fn passes_before(&self, triangle: &UnitTriangle, nearest: &Nearest) -> bool {
        if triangle.edges_only {
            return false;
        }
        let radii = sqrt_f64(nearest.closest.distance_sq);
        let room = radii - (self.shell + self.margin);
        // From the closest point to the centre, as long as their distance.
        let away = -nearest.closest.point;
        room >= 0.0 && away.dot(self.translation) <= room * radii
    }
}
