//! Eight triangles of a leaf, corner by corner and component by component, in the layout of the culls.

use super::packets::Packets;
#[cfg(feature = "serde")]
use super::prime::Prime;
use super::ridges::Beyond;
use super::sources;
use super::tables::{few_corners, few_picked, many_corners, picked};
use crate::bvh::BoxPath;
use crate::geometry::{Aabb, Core};
use crate::math::{DVec3, Vec3};
use crate::simd::{Baseline, F8, V8};
use crate::sweep::UnitTriangle;
use crate::sweep::cull::boxes;
use crate::sweep::unit_space::UnitFromMesh;

/// Number of words readable from a leaf's first: the counts, a word for each lane, the nine coordinates of eight triangles, and their
/// indices.
pub(super) const REACH: usize = 1 + 8 + 9 * 8 + 8;

/// The words of a leaf, and those that follow it in the list of all leaves. One after the other, so that a processor fetches all of
/// them at once.
///
/// The corners of neighbours are often the same, and in built levels many have a coordinate in common: so a leaf has a table
/// of the distinct coordinates of each axis, and the places of a corner's coordinates in them.
///
/// * A word: the number of triangles and flags in the first byte, then where the table of y begins, that of z, and the indices.
/// * 8 words, one for each lane: the places of the corners' coordinates, corner by corner and axis by axis, from the lowest bit on;
///   and the flags of the triangle in the highest bits. With few coordinates three bits for each of nine places. Else four bits for each
///   of the first seven ([`IN_LANE`]), and 2 more words, a byte for each lane: the eighth place, and in the higher four bits the ninth.
/// * The bits of its coordinates: the tables of x, y and z; without tables the coordinates of all lanes, corner by corner and axis by
///   axis.
/// * The indices of its triangles in the soup ([`Sources`](super::sources::Sources)).
pub(super) type LeafWords = [u32; REACH];

/// Bits of the first word: the number of triangles.
pub(super) const COUNTS: u32 = 15;
/// Flag: there are tables, and none has more than [`FEW`](super::tables::FEW) coordinates.
pub(super) const HAS_FEW: u32 = 1 << 4;
/// Flag: there are tables.
pub(super) const HAS_TABLES: u32 = 1 << 5;
/// Flag: the indices are in two groups.
pub(super) const SOURCES_TWO: u32 = 1 << 6;
/// Flag: the indices are far apart.
pub(super) const SOURCES_FAR: u32 = 1 << 7;

/// Where the words of the lanes begin.
const LANES: usize = 1;
/// Where the eighth and ninth places are, and the tables behind them.
const LAST_TWO: usize = LANES + 8;
/// Where tables of few coordinates begin, and coordinates without tables.
const CLOSE: usize = LANES + 8;
const BEHIND: usize = LAST_TWO + 2;
/// Number of places of four bits in the word of a lane.
pub(super) const IN_LANE: usize = 7;

/// Flags of a triangle, in the word of its lane.
pub(super) const EDGES_ONLY: u32 = 1 << 29;
pub(super) const ONE_SIDED: u32 = 1 << 30;
pub(super) const ONE_WAY: u32 = 1 << 31;

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
        Self { lanes: 0xff >> (8 - (words[0] & COUNTS)), words, all }
    }

    /// Number of triangles.
    #[inline(always)]
    pub(super) fn count(&self) -> usize {
        (self.words[0] & COUNTS) as usize
    }

    /// Number of words.
    pub(super) fn word_count(&self) -> usize {
        self.sources_at() + sources::word_count(self.words[0])
    }

    /// Those of them for the counts and places, the coordinates and the indices.
    pub(super) fn word_counts(&self) -> [usize; 3] {
        let is_wide = self.has(HAS_TABLES) && !self.has(HAS_FEW);
        let places = if is_wide { BEHIND } else { CLOSE };
        [places, self.sources_at() - places, sources::word_count(self.words[0])]
    }

    #[inline(always)]
    fn has(&self, flag: u32) -> bool {
        self.words[0] & flag != 0
    }

    /// Where the tables of y and z begin.
    #[inline(always)]
    fn tables(&self) -> [usize; 2] {
        let [_, y, z, _] = self.words[0].to_le_bytes();
        [usize::from(y), usize::from(z)]
    }

    #[inline(always)]
    fn sources_at(&self) -> usize {
        (self.words[0] >> 24) as usize
    }

    /// The places of a lane, and its flags.
    #[inline(always)]
    fn lane(&self, lane: usize) -> u32 {
        self.words[LANES + (lane & 7)]
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
        if F::PERMUTES && self.has(HAS_TABLES) {
            let [y, z] = self.tables();
            if self.has(HAS_FEW) {
                return few_picked([self.from(CLOSE), self.from(y), self.from(z)], self.from(LANES));
            }
            let tables = [self.from(BEHIND), self.from(y), self.from(z)];
            return picked(tables, self.from(LANES), self.from(LAST_TWO));
        }
        self.one_by_one().each_ref().map(V8::load)
    }

    /// All corners, lane by lane; unused lanes have those of the last triangle.
    #[inline(never)]
    fn one_by_one(&self) -> [[[f32; 8]; 3]; 3] {
        let mut all = [[[0.0; 8]; 3]; 3];
        for lane in 0..8 {
            let corners = self.corners_of(lane.min(self.count().saturating_sub(1)));
            for (all, own) in all.as_flattened_mut().iter_mut().zip(corners.as_flattened()) {
                all[lane] = *own;
            }
        }
        all
    }

    /// The words from this place on.
    #[inline(always)]
    fn from<const N: usize>(&self, at: usize) -> &[u32; N] {
        // No leaf has so many coordinates that the slice would end.
        self.words[at.min(REACH - N)..].first_chunk().unwrap_or(&[0; N])
    }

    /// The bounding box of all its triangles.
    pub(super) fn bounds(&self) -> Aabb {
        let lanes = 0..self.count();
        lanes.fold(Aabb::EMPTY, |all, lane| all.union(Aabb::of(&self.corners_of(lane).map(Vec3::from))))
    }

    /// Index of the triangle in its soup.
    #[inline(always)]
    pub(crate) fn source(&self, lane: usize) -> u32 {
        let at = self.sources_at();
        if self.has(SOURCES_FAR) {
            return self.from::<8>(at)[lane & 7];
        }
        sources::of_lane(self.words[0], self.from(at), lane)
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
        self.lane(lane) & (ONE_SIDED | ONE_WAY) != 0
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
        let ([y, z], places) = (self.tables(), self.lane(lane));
        if self.has(HAS_FEW) {
            return few_corners([self.from(CLOSE), self.from(y), self.from(z)], places);
        }
        if !self.has(HAS_TABLES) {
            return self.corners_without_tables(lane);
        }
        let last_two = self.words[LAST_TWO + (lane >> 2 & 1)] >> (8 * (lane & 3));
        many_corners([self.from(BEHIND), self.from(y), self.from(z)], places, last_two)
    }

    #[inline(never)]
    fn corners_without_tables(&self, lane: usize) -> [[f32; 3]; 3] {
        let at = |place: usize| self.coordinate(CLOSE + place * self.count() + lane);
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
        if self.lane(lane) & ONE_WAY == 0 { self.mapped(lane, view) } else { self.beside_ridges(lane, view) }
    }

    /// The same without a look at ridges.
    #[inline(always)]
    fn mapped(&self, lane: usize, view: &UnitFromMesh) -> UnitTriangle {
        // Not a closure: it would not always be inlined.
        let [a, b, c] = self.corners_of(lane);
        UnitTriangle {
            corners: [view.vertex(a), view.vertex(b), view.vertex(c)],
            mirrored: view.mirrored,
            has_core: view.has_core,
            core: view.core,
            ..self.kind(lane)
        }
    }

    /// A one-way triangle with what its ridges say. Few triangles are one-way, so this is in no caller.
    #[cold]
    #[inline(never)]
    fn beside_ridges(&self, lane: usize, view: &UnitFromMesh) -> UnitTriangle {
        let triangle = self.mapped(lane, view);
        match self.beyond(lane) {
            Some(beyond) => triangle.with_ridges(&beyond.map(|third| Some(view.vertex(third?.to_array())))),
            None => triangle,
        }
    }

    /// Of a one-way triangle with ridges, what is beyond its edges; mesh space.
    pub(crate) fn beyond(&self, lane: usize) -> Option<Beyond> {
        if self.lane(lane) & ONE_WAY == 0 { None } else { self.all.beyond(self.source(lane)).copied() }
    }

    /// The flags of a lane's triangle, without corners.
    pub(crate) fn kind(&self, lane: usize) -> UnitTriangle {
        let flags = self.lane(lane);
        let is_set = |flag: u32| flags & flag != 0;
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
