//! Eight triangles of a leaf, corner by corner and component by component, as the culls read them.

use super::packets::Packets;
use super::prepare::Prime;
use crate::bvh::BoxPath;
use crate::geometry::Aabb;
use crate::math::{DVec3, Vec3};
use crate::simd::Baseline;
use crate::sweep::UnitTriangle;
use crate::sweep::cull::{Corners8, boxes};
use crate::sweep::lens::Lens;
use alloc::vec::Vec;

/// Components that a byte can lead to: with so many in sight no index has to be checked.
pub(super) const REACH: usize = 258;

/// What is kept of up to eight triangles: one cache line.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(super) struct Leaf {
    /// `corners[corner][lane]`: where among the leaf's components those of the corner begin.
    corners: [[u8; 8]; 3],
    /// The first of its distinct corners among those of all leaves.
    pub(super) first: u32,
    source: [u32; 8],
    /// A bit for each lane in use, the lowest first; below, one for each triangle that is so.
    pub(super) lanes: u8,
    edges_only: u8,
    one_sided: u8,
    one_way: u8,
}

impl Leaf {
    /// Without triangles; its distinct corners will begin at this one of all leaves'.
    pub(super) fn new(first: usize) -> Self {
        Self {
            corners: [[0; 8]; 3],
            first: first as u32,
            source: [0; 8],
            lanes: 0,
            edges_only: 0,
            one_sided: 0,
            one_way: 0,
        }
    }

    /// Puts a triangle into a lane. `components` end with those of this leaf's distinct corners.
    pub(super) fn set(&mut self, lane: usize, prime: &Prime, components: &mut Vec<f32>) {
        for (corner, position) in prime.corners.iter().enumerate() {
            let [x, y, z] = position.to_array();
            let own = &components[3 * self.first as usize..];
            // Accepted corners have no -0, so equal ones have equal bits.
            let known = own.chunks_exact(3).position(|c| (c[0] == x) & (c[1] == y) & (c[2] == z));
            self.corners[corner][lane] = known.map_or(own.len(), |known| 3 * known) as u8;
            if known.is_none() {
                components.extend([x, y, z]);
            }
        }
        self.source[lane] = prime.source;
        let bit = |is_set: bool| u8::from(is_set) << lane;
        self.lanes |= 1 << lane;
        self.edges_only |= bit(prime.edges_only);
        self.one_sided |= bit(prime.one_sided);
        self.one_way |= bit(prime.one_way);
    }

    /// Indices of its triangles in the soup.
    pub(super) fn sources(&self) -> &[u32] {
        &self.source[..self.lanes.count_ones() as usize]
    }
}

/// Up to eight triangles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Packet<'a> {
    pub(super) leaf: &'a Leaf,
    /// The components of the leaf's distinct corners, and whatever follows them.
    pub(super) components: &'a [f32; REACH],
    pub(super) all: &'a Packets,
    /// A bit for each lane in use.
    pub(crate) lanes: u8,
}

impl Packet<'_> {
    /// All corners in mesh space; those of a lane that is not in use are some of the others'.
    #[inline(always)]
    pub(crate) fn corners8(&self) -> Corners8 {
        [self.eight(0), self.eight(1), self.eight(2)]
    }

    /// One corner of each triangle. Written out, so that the compiler gathers straight into vectors.
    #[inline(always)]
    fn eight(&self, corner: usize) -> [[f32; 8]; 3] {
        let which = &self.leaf.corners[corner];
        let at = |lane: usize| self.corner(which[lane]);
        let (a, b, c, d) = (at(0), at(1), at(2), at(3));
        let (e, f, g, h) = (at(4), at(5), at(6), at(7));
        let along = |i: usize| [a[i], b[i], c[i], d[i], e[i], f[i], g[i], h[i]];
        [along(0), along(1), along(2)]
    }

    #[inline(always)]
    fn corner(&self, at: u8) -> [f32; 3] {
        let at = usize::from(at);
        [self.components[at], self.components[at + 1], self.components[at + 2]]
    }

    /// The box of all its triangles.
    pub(super) fn bounds(&self) -> Aabb {
        let lanes = 0..self.leaf.sources().len();
        lanes.fold(Aabb::EMPTY, |all, lane| all.union(Aabb::of(&self.corners_of(lane).map(Vec3::from))))
    }

    /// Index of the triangle in its soup.
    #[inline(always)]
    pub(crate) fn source(&self, lane: usize) -> u32 {
        self.leaf.source[lane]
    }

    pub(crate) fn material(&self, lane: usize) -> u16 {
        self.all.material(self.source(lane))
    }

    /// Whether rays meet it from its front only.
    pub(crate) fn is_one_sided(&self, lane: usize) -> bool {
        (self.leaf.one_sided | self.leaf.one_way) >> lane & 1 == 1
    }

    /// The triangle as it was put in.
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

    /// The triangle through a lens.
    #[inline(always)]
    pub(crate) fn unit_triangle(&self, lane: usize, lens: &Lens) -> UnitTriangle {
        let corners = self.corners_of(lane).map(|corner| lens.vertex(corner));
        UnitTriangle { corners, mirrored: lens.mirrored, ..self.kind(lane) }
    }

    /// What the triangle of a lane is like: its flags, without corners.
    pub(crate) fn kind(&self, lane: usize) -> UnitTriangle {
        let is_set = |bits: u8| bits >> lane & 1 == 1;
        UnitTriangle {
            corners: [DVec3::ZERO; 3],
            edges_only: is_set(self.leaf.edges_only),
            one_sided: is_set(self.leaf.one_sided),
            one_way: is_set(self.leaf.one_way),
            mirrored: false,
        }
    }
}
