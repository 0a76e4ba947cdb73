//! Eight triangles of a leaf, corner by corner and component by component, in the layout of the culls.

use super::packets::Packets;
use super::prepare::Prime;
use crate::bvh::BoxPath;
use crate::geometry::{Aabb, Core};
use crate::math::{DVec3, Vec3};
use crate::simd::{Baseline, F8, V8};
use crate::sweep::UnitTriangle;
use crate::sweep::cull::boxes;
use crate::sweep::unit_space::UnitFromMesh;
use alloc::vec::Vec;

/// Maximum number of distinct corners of eight triangles.
const MOST_CORNERS: usize = 24;

/// Number of corners that one permutation can pick from; few leaves of a level have more.
const TABLE: usize = 16;

/// Number of components readable from a leaf's first: enough that no index needs a check.
pub(super) const REACH: usize = 3 * MOST_CORNERS + TABLE;

/// The stored data of up to eight triangles: half a cache line.
#[derive(Clone, Debug)]
#[repr(C, align(32))]
pub(super) struct Leaf {
    /// `corners[corner][lane]`: index among the leaf's distinct corners.
    corners: [[u8; 8]; 3],
    /// A third of the offset of its components among those of all leaves: first all x, then all y, then all z.
    pub(super) first: u32,
    /// Number of distinct corners; above it, in three bits, the number of triangles minus one.
    counts: u8,
    /// Bit mask of the triangles that are `edges_only`.
    edges_only: u8,
    one_sided: u8,
    one_way: u8,
}

/// Bit position of the number of triangles.
const TRIANGLES: u32 = 5;

impl Leaf {
    /// Packs one to eight triangles; appends their distinct corners to those of the other leaves.
    pub(super) fn new<'a>(triangles: impl Iterator<Item = &'a Prime>, components: &mut Vec<f32>) -> Self {
        let first = (components.len() / 3) as u32;
        let (edges_only, one_sided, one_way) = (0, 0, 0);
        let mut leaf = Self { corners: [[0; 8]; 3], first, counts: 0, edges_only, one_sided, one_way };
        let mut distinct = [[0.0; 3]; MOST_CORNERS];
        let (mut count, mut lane) = (0, 0);
        for prime in triangles.take(8) {
            for (corner, position) in prime.corners.iter().enumerate() {
                let [x, y, z] = position.to_array();
                // Prepared corners have no -0, so equal ones have equal bits.
                let is_same = |c: &[f32; 3]| (c[0] == x) & (c[1] == y) & (c[2] == z);
                let at = distinct[..count].iter().position(is_same).unwrap_or(count);
                distinct[at] = [x, y, z];
                count = count.max(at + 1);
                leaf.corners[corner][lane] = at as u8;
            }
            let bit = |is_set: bool| u8::from(is_set) << lane;
            leaf.edges_only |= bit(prime.edges_only);
            leaf.one_sided |= bit(prime.one_sided);
            leaf.one_way |= bit(prime.one_way);
            leaf.counts = (lane as u8) << TRIANGLES | count as u8;
            lane += 1;
        }
        for axis in 0..3 {
            components.extend(distinct[..count].iter().map(|corner| corner[axis]));
        }
        leaf
    }

    /// Number of distinct corners.
    #[inline(always)]
    fn corner_count(&self) -> usize {
        usize::from(self.counts & ((1 << TRIANGLES) - 1))
    }

    /// Number of triangles.
    #[inline(always)]
    pub(super) fn count(&self) -> usize {
        usize::from(self.counts >> TRIANGLES) + 1
    }
}

/// Up to eight triangles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Packet<'a> {
    leaf: &'a Leaf,
    /// Number of the leaf.
    number: usize,
    /// The components of the leaf's distinct corners, and those that follow them.
    components: &'a [f32; REACH],
    all: &'a Packets,
    /// Bit mask of the lanes in use, the lowest first.
    pub(crate) lanes: u8,
}

/// One corner of each triangle, from the tables of the distinct corners' x, y and z.
#[inline(always)]
fn pick<F: F8>([x, y, z]: [&[f32; TABLE]; 3], which: &[u8; 8]) -> V8<F> {
    V8 { x: F::pick(x, which), y: F::pick(y, which), z: F::pick(z, which) }
}

impl<'a> Packet<'a> {
    #[inline(always)]
    pub(super) fn new(
        (number, leaf): (usize, &'a Leaf),
        components: &'a [f32; REACH],
        all: &'a Packets,
    ) -> Self {
        Self { lanes: 0xff >> (8 - leaf.count()), leaf, number, components, all }
    }

    /// All corners in mesh space; unused lanes repeat corners of the others.
    #[inline(always)]
    pub(crate) fn corners8<F: F8>(&self) -> [V8<F>; 3] {
        let [a, b, c] = &self.leaf.corners;
        let count = self.leaf.corner_count();
        if count > TABLE {
            return [V8::load(&self.eight(a)), V8::load(&self.eight(b)), V8::load(&self.eight(c))];
        }
        let tables = [self.table(0), self.table(count), self.table(2 * count)];
        [pick(tables, a), pick(tables, b), pick(tables, c)]
    }

    /// The components from index `at` on.
    #[inline(always)]
    fn table(&self, at: usize) -> &[f32; TABLE] {
        // No leaf has so many corners that the slice would end.
        self.components[at.min(REACH - TABLE)..].first_chunk().unwrap_or(&[0.0; TABLE])
    }

    /// One corner of each triangle, if there are too many for one permutation.
    #[inline(never)]
    fn eight(&self, which: &[u8; 8]) -> [[f32; 8]; 3] {
        let mut eight = [[0.0; 8]; 3];
        for lane in 0..8 {
            let corner = self.corner(which[lane]);
            (0..3).for_each(|axis| eight[axis][lane] = corner[axis]);
        }
        eight
    }

    #[inline(always)]
    fn corner(&self, which: u8) -> [f32; 3] {
        let (at, count) = (usize::from(which), self.leaf.corner_count());
        [self.components[at], self.components[at + count], self.components[at + 2 * count]]
    }

    /// The bounding box of all its triangles.
    pub(super) fn bounds(&self) -> Aabb {
        let lanes = 0..self.leaf.count();
        lanes.fold(Aabb::EMPTY, |all, lane| all.union(Aabb::of(&self.corners_of(lane).map(Vec3::from))))
    }

    /// Index of the triangle in its soup.
    #[inline(always)]
    pub(crate) fn source(&self, lane: usize) -> u32 {
        self.all.source(self.number, lane)
    }

    pub(crate) fn material(&self, lane: usize) -> u16 {
        self.material_of(self.source(lane))
    }

    /// Material of one of its triangles, by its index in the soup.
    #[inline(always)]
    pub(crate) fn material_of(&self, source: u32) -> u16 {
        self.all.material(source)
    }

    /// Whether rays hit it from its front only.
    pub(crate) fn is_one_sided(&self, lane: usize) -> bool {
        (self.leaf.one_sided | self.leaf.one_way) >> lane & 1 == 1
    }

    /// The prepared triangle.
    #[cfg(feature = "serde")]
    pub(crate) fn prime(&self, lane: usize) -> Prime {
        let UnitTriangle { edges_only, one_sided, one_way, .. } = self.kind(lane);
        Prime {
            corners: self.corners_of(lane).map(Vec3::from),
            source: self.source(lane),
            material: self.material(lane),
            edges_only,
            one_sided,
            one_way,
        }
    }

    /// The lanes of triangles whose boxes the moving box may meet.
    pub(crate) fn meets(&self, cast: &BoxPath) -> impl Iterator<Item = usize> + use<> {
        let (min, max) = boxes::<Baseline>(&self.corners8());
        let met = cast.enter(min, max, 1.0).1 & self.lanes;
        (0..8).filter(move |lane| met >> lane & 1 == 1)
    }

    /// The corners in mesh space.
    #[inline(always)]
    pub(crate) fn corners_of(&self, lane: usize) -> [[f32; 3]; 3] {
        let [a, b, c] = &self.leaf.corners;
        let at = |which: &[u8; 8]| self.corner(which[lane]);
        [at(a), at(b), at(c)]
    }

    /// The corners in mesh space, in `f64`.
    #[inline(always)]
    pub(crate) fn corners_f64(&self, lane: usize) -> [DVec3; 3] {
        let [a, b, c] = self.corners_of(lane);
        [Vec3::from(a).as_dvec3(), Vec3::from(b).as_dvec3(), Vec3::from(c).as_dvec3()]
    }

    /// The triangle in ellipsoid space.
    #[inline(always)]
    pub(crate) fn unit_triangle(&self, lane: usize, view: &UnitFromMesh) -> UnitTriangle {
        // Not a closure: it would not always be inlined.
        let [a, b, c] = self.corners_of(lane);
        let corners = [view.vertex(a), view.vertex(b), view.vertex(c)];
        UnitTriangle {
            corners,
            mirrored: view.mirrored,
            has_core: view.has_core,
            core: view.core,
            ..self.kind(lane)
        }
    }

    /// The flags of a lane's triangle, without corners.
    pub(crate) fn kind(&self, lane: usize) -> UnitTriangle {
        let is_set = |bits: u8| bits >> lane & 1 == 1;
        UnitTriangle {
            corners: [DVec3::ZERO; 3],
            edges_only: is_set(self.leaf.edges_only),
            one_sided: is_set(self.leaf.one_sided),
            one_way: is_set(self.leaf.one_way),
            mirrored: false,
            has_core: false,
            core: Core::POINT,
        }
    }
}
