//! Eight triangles of a leaf, corner by corner and component by component, in the layout of the culls.

use super::packets::Packets;
#[cfg(feature = "serde")]
use super::prepare::Prime;
use crate::bvh::BoxPath;
use crate::geometry::{Aabb, Core};
use crate::math::{DVec3, Vec3};
use crate::simd::{Baseline, F8, V8};
use crate::sweep::UnitTriangle;
use crate::sweep::cull::boxes;
use crate::sweep::unit_space::UnitFromMesh;

/// Number of coordinates that one permutation can pick from, and that four bits can tell apart; few leaves of a level have
/// more on an axis.
pub(super) const TABLE: usize = 16;

/// Words of a leaf before its coordinates: the size of a cache line.
pub(super) const HEAD: usize = 16;

/// Number of words readable from a leaf's first: its head, and the nine coordinates of eight triangles, the most that a leaf has.
pub(super) const REACH: usize = HEAD + 9 * 8;

/// The words of a leaf, and those that follow it in the list of all leaves. One after the other, so that a processor fetches all of
/// them at once.
///
/// The corners of neighbours are often the same, and in built levels many have a coordinate in common: so a leaf has a table
/// of the distinct coordinates of each axis, and four bits for each coordinate of a corner.
///
/// * 5 words: the indices of its triangles in the soup ([`Eight`](super::eights::Eight)).
/// * 2 words for each axis, a byte for each lane: the place of the first corner's coordinate in the table, and in the higher four
///   bits the second's.
/// * 2 words: the place of the third corner's x, and in the higher four bits of its y.
/// * 2 words: the place of its z, and in the higher four bits the flags of the triangle.
/// * A byte each: the number of triangles; the numbers of distinct x and y, no x if an axis has too many for its table; whether
///   there are tables, of at most eight coordinates each.
/// * The bits of its coordinates: the tables of x, y and z; without tables the coordinates of all lanes, corner by corner and axis by
///   axis.
pub(super) type LeafWords = [u32; REACH];

/// Where the parts of a leaf begin.
pub(super) const FIRST_TWO: [usize; 3] = [5, 7, 9];
pub(super) const THIRD_XY: usize = 11;
pub(super) const THIRD_Z: usize = 13;
pub(super) const COUNTS: usize = 15;

/// Flags of a triangle.
pub(super) const EDGES_ONLY: u8 = 1 << 4;
pub(super) const ONE_SIDED: u8 = 1 << 5;
pub(super) const ONE_WAY: u8 = 1 << 6;

/// Up to eight triangles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Packet<'a> {
    words: &'a LeafWords,
    all: &'a Packets,
    /// Bit mask of the lanes in use, the lowest first.
    pub(crate) lanes: u8,
}

impl<'a> Packet<'a> {
    #[inline(always)]
    pub(super) fn new(words: &'a LeafWords, all: &'a Packets) -> Self {
        Self { lanes: 0xff >> (8 - (words[COUNTS] & 15)), words, all }
    }

    /// Number of triangles.
    #[inline(always)]
    pub(super) fn count(&self) -> usize {
        (self.words[COUNTS] & 15) as usize
    }

    /// Where the tables of x, y and z begin, if there are tables, and whether they have at most eight coordinates each.
    #[inline(always)]
    fn tables(&self) -> Option<([usize; 3], bool)> {
        let [_, x, y, has_few] = self.words[COUNTS].to_le_bytes();
        let [x, y] = [usize::from(x), usize::from(y)];
        (x > 0).then_some(([HEAD, HEAD + x, HEAD + x + y], has_few != 0))
    }

    /// A lane's byte of the eight that begin at a word.
    #[inline(always)]
    fn byte(&self, at: usize, lane: usize) -> u8 {
        (self.words[at + (lane >> 2 & 1)] >> (8 * (lane & 3))) as u8
    }

    /// All bytes from a word on.
    #[inline(always)]
    fn bytes(&self, at: usize) -> &[u32; 2] {
        self.from(at)
    }

    #[inline(always)]
    fn coordinate(&self, at: usize) -> f32 {
        f32::from_bits(self.words[at])
    }

    /// All corners in mesh space; unused lanes have other coordinates of the mesh.
    #[inline(always)]
    pub(crate) fn corners8<F: F8>(&self) -> [V8<F>; 3] {
        if F::IS_SHARED { self.corners8_shared() } else { self.unpacked() }
    }

    /// The same as a function of its own, for lanes that need no inlining: it is built once, not once a kernel.
    #[inline(never)]
    fn corners8_shared<F: F8>(&self) -> [V8<F>; 3] {
        self.unpacked()
    }

    #[inline(always)]
    fn unpacked<F: F8>(&self) -> [V8<F>; 3] {
        let Some((tables, has_few)) = self.tables() else {
            return [V8::load(&self.eight(0)), V8::load(&self.eight(1)), V8::load(&self.eight(2))];
        };
        let tables = [self.from(tables[0]), self.from(tables[1]), self.from(tables[2])];
        if F::PICKS_FEW && has_few {
            return self.picked(tables, F::pick_few);
        }
        self.picked(tables, F::pick)
    }

    /// All corners, from the tables of x, y and z.
    #[inline(always)]
    fn picked<F: F8>(
        &self,
        [x, y, z]: [&[u32; TABLE]; 3],
        pick: impl Fn(&[u32; TABLE], F::Places) -> F,
    ) -> [V8<F>; 3] {
        let [i, j, k] = FIRST_TWO;
        let [i, j, k] = [F::places(self.bytes(i)), F::places(self.bytes(j)), F::places(self.bytes(k))];
        let (xy, last) = (F::places(self.bytes(THIRD_XY)), F::places(self.bytes(THIRD_Z)));
        [
            V8 { x: pick(x, i), y: pick(y, j), z: pick(z, k) },
            V8 { x: pick(x, F::higher(i)), y: pick(y, F::higher(j)), z: pick(z, F::higher(k)) },
            V8 { x: pick(x, xy), y: pick(y, F::higher(xy)), z: pick(z, last) },
        ]
    }

    /// The words from this place on.
    #[inline(always)]
    fn from<const N: usize>(&self, at: usize) -> &[u32; N] {
        // No leaf has so many coordinates that the slice would end.
        self.words[at.min(REACH - N)..].first_chunk().unwrap_or(&[0; N])
    }

    /// One corner of each triangle, of a leaf without tables.
    #[inline(never)]
    fn eight(&self, corner: usize) -> [[f32; 8]; 3] {
        [0, 1, 2].map(|axis| self.from(HEAD + (3 * corner + axis) * self.count()).map(f32::from_bits))
    }

    /// The bounding box of all its triangles.
    pub(super) fn bounds(&self) -> Aabb {
        let lanes = 0..self.count();
        lanes.fold(Aabb::EMPTY, |all, lane| all.union(Aabb::of(&self.corners_of(lane).map(Vec3::from))))
    }

    /// Index of the triangle in its soup.
    #[inline(always)]
    pub(crate) fn source(&self, lane: usize) -> u32 {
        self.all.source(self.words, lane)
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
        self.byte(THIRD_Z, lane) & (ONE_SIDED | ONE_WAY) != 0
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
        let Some(([x, y, z], _)) = self.tables() else { return self.corners_without_tables(lane) };
        let low = |byte: u8| usize::from(byte & 15);
        let high = |byte: u8| usize::from(byte >> 4);
        let corner = |i: usize, j: usize, k: usize| {
            [self.coordinate(x + i), self.coordinate(y + j), self.coordinate(z + k)]
        };
        let [i, j, k] = FIRST_TWO;
        let [i, j, k] = [self.byte(i, lane), self.byte(j, lane), self.byte(k, lane)];
        let (xy, last) = (self.byte(THIRD_XY, lane), self.byte(THIRD_Z, lane));
        [
            corner(low(i), low(j), low(k)),
            corner(high(i), high(j), high(k)),
            corner(low(xy), high(xy), low(last)),
        ]
    }

    #[inline(never)]
    fn corners_without_tables(&self, lane: usize) -> [[f32; 3]; 3] {
        let at = |place: usize| self.coordinate(HEAD + place * self.count() + lane);
        [[at(0), at(1), at(2)], [at(3), at(4), at(5)], [at(6), at(7), at(8)]]
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
        let is_set = |flag: u8| self.byte(THIRD_Z, lane) & flag != 0;
        UnitTriangle {
            corners: [DVec3::ZERO; 3],
            edges_only: is_set(EDGES_ONLY),
            one_sided: is_set(ONE_SIDED),
            one_way: is_set(ONE_WAY),
            mirrored: false,
            has_core: false,
            core: Core::POINT,
        }
    }
}
