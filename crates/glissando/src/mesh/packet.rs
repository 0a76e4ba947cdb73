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

/// Number of coordinates that one permutation can pick from, and that four bits can tell apart; few leaves of a level have
/// more on an axis.
const TABLE: usize = 16;

/// Number of coordinates readable from a leaf's first: the nine of eight triangles, the most that a leaf has.
pub(super) const REACH: usize = 9 * 8;

/// The stored data of up to eight triangles: three quarters of a cache line.
///
/// The corners of neighbours are often the same, and in built levels many have a coordinate in common: so a leaf has a table
/// of the distinct coordinates of each axis, and four bits for each coordinate of a corner.
#[derive(Clone, Debug)]
#[repr(C, align(16))]
pub(super) struct Leaf {
    /// For each axis and lane the place of the first corner's coordinate in the table, and in the higher four bits the second's.
    first_two: [[u8; 8]; 3],
    /// For each lane the place of the third corner's x, and in the higher four bits of its y.
    third_xy: [u8; 8],
    /// For each lane the place of its z, and in the higher four bits the flags of the triangle.
    third_z: [u8; 8],
    /// Half of where its coordinates begin among those of all leaves: the tables of x, y and z.
    half_first: u32,
    /// Number of triangles.
    count: u8,
    /// Numbers of distinct x and y; no x if an axis has too many for its table: then the coordinates of all lanes follow each
    /// other, corner by corner and axis by axis.
    tables: [u8; 2],
    /// Whether there are tables, of at most eight coordinates each.
    has_few: bool,
}

/// Flags in [`Leaf::third_z`].
const EDGES_ONLY: u8 = 1 << 4;
const ONE_SIDED: u8 = 1 << 5;
const ONE_WAY: u8 = 1 << 6;

/// The distinct coordinates of one axis.
#[derive(Clone, Copy)]
struct Table {
    /// Those that are not there are infinite: like no coordinate of a triangle.
    coordinates: [f32; TABLE],
    count: usize,
}

impl Table {
    const EMPTY: Self = Self { coordinates: [f32::INFINITY; TABLE], count: 0 };

    /// The place of a coordinate, which is added if it is new; `None` if there is no room for it.
    #[inline(always)]
    fn place(&mut self, coordinate: f32) -> Option<u8> {
        // All are compared: a loop that ends where it is found would be guessed wrong each time. Prepared corners have no -0, so
        // equal ones have equal bits.
        let (coordinate8, [low, high]) = (Baseline::splat(coordinate), self.halves());
        let same = u16::from_le_bytes([low.equal(coordinate8), high.equal(coordinate8)]);
        if same != 0 {
            return Some(same.trailing_zeros() as u8);
        }
        let place = self.count;
        *self.coordinates.get_mut(place)? = coordinate;
        self.count += 1;
        Some(place as u8)
    }

    #[inline(always)]
    fn halves(&self) -> [Baseline; 2] {
        let (halves, _) = self.coordinates.as_chunks();
        [Baseline::load(&halves[0]), Baseline::load(&halves[1])]
    }
}

impl Leaf {
    /// Packs one to eight triangles; appends their coordinates to those of the other leaves.
    pub(super) fn new<'a>(
        triangles: impl Iterator<Item = &'a Prime> + Clone,
        coordinates: &mut Vec<f32>,
    ) -> Self {
        let triangles = triangles.take(8);
        if coordinates.len() % 2 == 1 {
            coordinates.push(0.0);
        }
        let mut leaf = Self {
            first_two: [[0; 8]; 3],
            third_xy: [0; 8],
            third_z: [0; 8],
            half_first: (coordinates.len() / 2) as u32,
            count: triangles.clone().count() as u8,
            tables: [0; 2],
            has_few: false,
        };
        if let Some(tables) = leaf.fill_tables(triangles.clone()) {
            leaf.tables = [tables[0].count as u8, tables[1].count as u8];
            leaf.has_few = tables.iter().all(|table| table.count <= 8);
            tables.iter().for_each(|table| coordinates.extend(&table.coordinates[..table.count]));
        } else {
            for (corner, axis) in (0..9).map(|at| (at / 3, at % 3)) {
                coordinates.extend(triangles.clone().map(|prime| prime.corners[corner].to_array()[axis]));
            }
        }
        for (lane, prime) in triangles.enumerate() {
            let flag = |is_set: bool, flag: u8| if is_set { flag } else { 0 };
            leaf.third_z[lane] |= flag(prime.edges_only, EDGES_ONLY)
                | flag(prime.one_sided, ONE_SIDED)
                | flag(prime.one_way, ONE_WAY);
        }
        leaf
    }

    /// The tables of the triangles' coordinates, whose places are noted; `None` if one has too little room.
    fn fill_tables<'a>(&mut self, triangles: impl Iterator<Item = &'a Prime>) -> Option<[Table; 3]> {
        let mut tables = [Table::EMPTY; 3];
        for (lane, prime) in triangles.enumerate() {
            let mut places = [[0; 3]; 3];
            for (places, corner) in places.iter_mut().zip(&prime.corners) {
                for ((place, table), coordinate) in places.iter_mut().zip(&mut tables).zip(corner.to_array())
                {
                    *place = table.place(coordinate)?;
                }
            }
            let [a, b, c] = places;
            for axis in 0..3 {
                self.first_two[axis][lane] = a[axis] | b[axis] << 4;
            }
            (self.third_xy[lane], self.third_z[lane]) = (c[0] | c[1] << 4, c[2]);
        }
        Some(tables)
    }

    /// The same leaf, where its coordinates follow so many others: an even number.
    pub(super) fn behind(self, count: usize) -> Self {
        Self { half_first: self.half_first + (count / 2) as u32, ..self }
    }

    /// Where its coordinates begin among those of all leaves.
    #[inline(always)]
    pub(super) fn first(&self) -> usize {
        2 * self.half_first as usize
    }

    /// Number of triangles.
    #[inline(always)]
    pub(super) fn count(&self) -> usize {
        usize::from(self.count)
    }

    /// Where the tables of x, y and z begin, if there are tables.
    #[inline(always)]
    fn tables(&self) -> Option<[usize; 3]> {
        let [x, y] = self.tables.map(usize::from);
        (x > 0).then_some([0, x, x + y])
    }
}

/// Up to eight triangles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Packet<'a> {
    leaf: &'a Leaf,
    /// Number of the leaf.
    number: usize,
    /// The leaf's coordinates, and those that follow them.
    coordinates: &'a [f32; REACH],
    all: &'a Packets,
    /// Bit mask of the lanes in use, the lowest first.
    pub(crate) lanes: u8,
}

impl<'a> Packet<'a> {
    #[inline(always)]
    pub(super) fn new(
        (number, leaf): (usize, &'a Leaf),
        coordinates: &'a [f32; REACH],
        all: &'a Packets,
    ) -> Self {
        Self { lanes: 0xff >> (8 - leaf.count()), leaf, number, coordinates, all }
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
        let Some(tables) = self.leaf.tables() else {
            return [V8::load(&self.eight(0)), V8::load(&self.eight(1)), V8::load(&self.eight(2))];
        };
        let tables = [self.from(tables[0]), self.from(tables[1]), self.from(tables[2])];
        if F::PICKS_FEW && self.leaf.has_few {
            return self.picked(tables, F::pick_few);
        }
        self.picked(tables, F::pick)
    }

    /// All corners, from the tables of x, y and z.
    #[inline(always)]
    fn picked<F: F8>(
        &self,
        [x, y, z]: [&[f32; TABLE]; 3],
        pick: impl Fn(&[f32; TABLE], F::Places) -> F,
    ) -> [V8<F>; 3] {
        let leaf = self.leaf;
        let [i, j, k] = [0, 1, 2].map(|axis| F::places(&leaf.first_two[axis]));
        let (xy, last) = (F::places(&leaf.third_xy), F::places(&leaf.third_z));
        [
            V8 { x: pick(x, i), y: pick(y, j), z: pick(z, k) },
            V8 { x: pick(x, F::higher(i)), y: pick(y, F::higher(j)), z: pick(z, F::higher(k)) },
            V8 { x: pick(x, xy), y: pick(y, F::higher(xy)), z: pick(z, last) },
        ]
    }

    /// The coordinates from this place on.
    #[inline(always)]
    fn from<const N: usize>(&self, at: usize) -> &[f32; N] {
        // No leaf has so many coordinates that the slice would end.
        self.coordinates[at.min(REACH - N)..].first_chunk().unwrap_or(&[0.0; N])
    }

    /// One corner of each triangle, of a leaf without tables.
    #[inline(never)]
    fn eight(&self, corner: usize) -> [[f32; 8]; 3] {
        [0, 1, 2].map(|axis| *self.from((3 * corner + axis) * self.leaf.count()))
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
        self.leaf.third_z[lane] & (ONE_SIDED | ONE_WAY) != 0
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
        let leaf = self.leaf;
        let Some([x, y, z]) = leaf.tables() else { return self.corners_without_tables(lane) };
        let low = |byte: u8| usize::from(byte & 15);
        let high = |byte: u8| usize::from(byte >> 4);
        let corner = |i: usize, j: usize, k: usize| {
            [self.coordinates[x + i], self.coordinates[y + j], self.coordinates[z + k]]
        };
        let [i, j, k] = [leaf.first_two[0][lane], leaf.first_two[1][lane], leaf.first_two[2][lane]];
        let (xy, last) = (leaf.third_xy[lane], leaf.third_z[lane]);
        [
            corner(low(i), low(j), low(k)),
            corner(high(i), high(j), high(k)),
            corner(low(xy), high(xy), low(last)),
        ]
    }

    #[inline(never)]
    fn corners_without_tables(&self, lane: usize) -> [[f32; 3]; 3] {
        let at = |place: usize| self.coordinates[place * self.leaf.count() + lane];
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
        let is_set = |flag: u8| self.leaf.third_z[lane] & flag != 0;
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
