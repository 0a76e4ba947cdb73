//! A ray in the space of one body: the leaves of its tree in turn, eight triangles at a time in `f32`, and in `f64` those that remain.
//!
//! Of most triangles `f32` knows for certain whether the ray meets them, and nearly when. That bounds the search at once: the
//! traversal does not wait for the exact fraction.

use super::body::Placed;
use super::path::{Counts, surface};
use crate::bvh::{BoxPath, round_up};
use crate::collide::{Feature, Hit, Surface};
use crate::geometry::PreparedRay;
use crate::handle::BodyId;
use crate::math::DVec3;
use crate::mesh::Packet;
use crate::simd::{Baseline, F8, Instructions, Kernel};
use crate::sweep::cull::{Kept, boxes};
use crate::sweep::ray8::{Crossings, Ray8};

/// What a query asks of a ray, and what it knows so far. World space.
pub(super) struct RaySearch<'a> {
    from: DVec3,
    translation: DVec3,
    wanted: Wanted<'a>,
    /// The nearest triangle.
    best: Option<Nearest>,
    /// Only what is met by this fraction is of interest; below zero if all is known.
    pub(super) limit: f64,
}

/// The nearest triangle so far; the fraction is the limit.
#[derive(Clone, Copy)]
struct Nearest {
    id: BodyId,
    surface: Surface,
    normal: DVec3,
}

/// Which triangles a query wants.
pub(super) enum Wanted<'a> {
    /// The nearest of those that count.
    Nearest(Counts<'a>),
    /// Any.
    Any,
}

impl<'a> RaySearch<'a> {
    pub(super) fn new(from: DVec3, translation: DVec3, wanted: Wanted<'a>) -> Self {
        Self { from, translation, wanted, best: None, limit: 1.0 }
    }

    /// Looks at a body; returns the new limit.
    #[inline]
    pub(super) fn visit(&mut self, instructions: Instructions, body: (BodyId, &Placed)) -> f64 {
        instructions.run(Traversal { body, search: self });
        self.limit
    }

    /// The hit on the nearest triangle. Inlined, since it is large to copy.
    #[inline(always)]
    pub(super) fn hit(&self) -> Option<Hit> {
        let Nearest { surface, normal, .. } = self.best?;
        Some(hit(self.limit, normal, surface, (self.from, self.translation)))
    }

    /// Keeps a triangle that is met, if it is the nearest of those that count.
    #[inline(always)]
    fn keep_nearest(&mut self, met: &Met) {
        let Wanted::Nearest(counts) = self.wanted else { return };
        let (id, surface) = (met.path.body.0, met.surface());
        let is_less = |best: &Nearest| {
            met.fraction < self.limit || (id, surface.triangle) < (best.id, best.surface.triangle)
        };
        if met.fraction <= self.limit
            && self.best.as_ref().is_none_or(is_less)
            && counts.is_none_or(|counts| counts(&surface))
        {
            let normal = met.normal(self.translation);
            (self.best, self.limit) = (Some(Nearest { id, surface, normal }), met.fraction);
        }
    }

    /// Decides a triangle of which nothing is known. That is seldom: the path is computed anew, so that it need not be in memory.
    #[cold]
    #[inline(never)]
    fn decide(&mut self, body: (BodyId, &Placed), packet: &Packet, lane: usize) {
        let Some(path) = RayPath::new(body, self.from, self.translation) else { return };
        let Some(met) = Met::on(&path, packet, lane) else { return };
        match self.wanted {
            Wanted::Nearest(_) => self.keep_nearest(&met),
            // No hit is before the start, so the search ends.
            Wanted::Any => self.limit = -1.0,
        }
    }
}

/// A moving point's path through one body, in its mesh space.
pub(super) struct RayPath<'a> {
    body: (BodyId, &'a Placed),
    ray: PreparedRay,
    pub(super) cast: BoxPath,
    ray8: Ray8,
}

impl<'a> RayPath<'a> {
    /// For a point at `from` with displacement `translation` (world); `None` if it meets nothing.
    #[inline(always)]
    pub(super) fn new(body: (BodyId, &'a Placed), from: DVec3, translation: DVec3) -> Option<Self> {
        let (_, placed) = body;
        // Most bodies are only translated, if at all: the general case would give the same.
        let (from, translation) = if placed.is_turned {
            (placed.point_in_mesh(from), placed.mesh_from_world * translation)
        } else {
            (from - placed.body.pose.translation, translation)
        };
        let ray = PreparedRay::new(from, translation)?;
        let cast = BoxPath::new(from, translation, DVec3::ZERO);
        Some(Self { body, ray, cast, ray8: Ray8::new(from, translation) })
    }
}

/// The part of a search that is compiled for each instruction set.
struct Traversal<'a, 'b> {
    body: (BodyId, &'a Placed),
    search: &'a mut RaySearch<'b>,
}

impl Kernel for Traversal<'_, '_> {
    type Answer = ();

    #[inline(always)]
    fn run<F: F8>(self) {
        let Self { body, search } = self;
        let Some(path) = RayPath::new(body, search.from, search.translation) else { return };
        let (_, placed) = body;
        let (mesh, tree) = (&*placed.body.mesh, placed.body.mesh.tree());
        let (walk, mut agenda) = (tree.walk(&path.cast).fetching(mesh.words()), tree.agenda());
        let (is_any, is_nearest) =
            (matches!(search.wanted, Wanted::Any), matches!(search.wanted, Wanted::Nearest(_)));
        let trusts = matches!(search.wanted, Wanted::Nearest(None));
        let mut bound = round_up(search.limit);
        while let Some(leaf) = walk.next::<F>(&mut agenda, bound) {
            let packet = mesh.packet(leaf);
            let mut crossings = path.crossings::<F>(&packet, bound);
            let mut pending = crossings.lanes;
            while pending != 0 {
                let lane = pending.trailing_zeros() as usize;
                pending &= pending - 1;
                if crossings.from_back >> lane & 1 == 1 && packet.is_one_sided(lane) {
                    crossings.lanes &= !(1 << lane);
                } else if crossings.certain >> lane & 1 == 1 {
                    if is_any {
                        search.limit = -1.0;
                        return;
                    }
                    let latest = crossings.latest[lane];
                    bound = if trusts && latest < bound { latest } else { bound };
                }
            }
            let mut kept = Kept { lanes: crossings.lanes, earliest: crossings.earliest };
            while let Some(lane) = kept.next(search.limit) {
                if !is_nearest || crossings.certain >> lane & 1 == 0 {
                    search.decide(body, &packet, lane);
                } else if let Some(met) = Met::known(&path, &packet, lane) {
                    search.keep_nearest(&met);
                }
            }
            if !trusts || crossings.lanes & !crossings.certain != 0 {
                let limit = round_up(search.limit);
                bound = if limit < bound { limit } else { bound };
            }
        }
    }
}

impl RayPath<'_> {
    /// Which triangles of a leaf it may cross by this fraction.
    #[inline(always)]
    pub(super) fn crossings<F: F8>(&self, packet: &Packet, bound: f32) -> Crossings {
        let mut crossings = self.ray8.cross(&packet.corners8::<F>(), packet.lanes, bound);
        if crossings.along != 0 {
            // A ray along a floor: of its triangles those ahead. The corners are unpacked anew: keeping them would cost all others.
            let (min, max) = boxes(&packet.corners8::<Baseline>());
            crossings.lanes &= self.cast.enter(min, max, f64::from(bound)).1 | !crossings.along;
        }
        crossings
    }
}

/// A triangle that a ray meets.
pub(super) struct Met<'a> {
    path: &'a RayPath<'a>,
    packet: &'a Packet<'a>,
    lane: usize,
    /// In mesh space.
    corners: [DVec3; 3],
    pub(super) fraction: f64,
}

impl<'a> Met<'a> {
    #[inline(always)]
    pub(super) fn on(path: &'a RayPath<'a>, packet: &'a Packet<'a>, lane: usize) -> Option<Self> {
        let corners = packet.corners_f64(lane);
        let crossing = path.ray.cross(corners)?;
        let is_met = crossing.front | !packet.is_one_sided(lane);
        is_met.then_some(Self { path, packet, lane, corners, fraction: crossing.fraction })
    }

    /// The same for a triangle that is known to be met, between the ends of the path.
    #[inline(always)]
    fn known(path: &'a RayPath<'a>, packet: &'a Packet<'a>, lane: usize) -> Option<Self> {
        let corners = packet.corners_f64(lane);
        Some(Self { path, packet, lane, corners, fraction: path.ray.cross_within(corners)? })
    }

    pub(super) fn surface(&self) -> Surface {
        let (id, placed) = self.path.body;
        surface(id, placed, self.packet, self.lane)
    }

    /// The triangle's normal in the world, on the side that the ray comes from.
    #[inline(always)]
    fn normal(&self, translation: DVec3) -> DVec3 {
        let (_, placed) = self.path.body;
        let [a, b, c] = self.corners;
        let (ab, ac) = (b - a, c - a);
        let matrix = &placed.body.pose.matrix3;
        let (ab, ac) = if placed.is_turned { (*matrix * ab, *matrix * ac) } else { (ab, ac) };
        let normal = ab.cross(ac).try_normalize().unwrap_or(DVec3::Y);
        // Not by a branch: on which side it is nobody can guess.
        normal * [1.0, -1.0][usize::from(normal.dot(translation) > 0.0)]
    }

    /// The hit of the ray, which is given in world space.
    pub(super) fn hit(&self, (from, translation): (DVec3, DVec3)) -> Hit {
        hit(self.fraction, self.normal(translation), self.surface(), (from, translation))
    }
}

/// The hit of a ray, which is given in world space.
#[inline(always)]
fn hit(fraction: f64, normal: DVec3, surface: Surface, (from, translation): (DVec3, DVec3)) -> Hit {
    Hit {
        fraction,
        distance: fraction * translation.length(),
        point: from + translation * fraction,
        normal,
        face_normal: normal,
        depth: 0.0,
        feature: Feature::Face,
        surface,
    }
}
