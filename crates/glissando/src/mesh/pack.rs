//! Packs the triangles of a leaf into its words ([`LeafWords`](super::packet::LeafWords)).

use super::eights::Eight;
use super::packet::{COUNTS, EDGES_ONLY, FIRST_TWO, HEAD, ONE_SIDED, ONE_WAY, TABLE, THIRD_XY, THIRD_Z};
use super::prepare::Prime;
use crate::simd::{F8, Instructions, Kernel};
use alloc::vec::Vec;

/// A leaf while it is packed.
struct Packing {
    sources: Eight,
    first_two: [[u8; 8]; 3],
    third_xy: [u8; 8],
    third_z: [u8; 8],
    count: u8,
    tables: [u8; 2],
    has_few: bool,
}

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
    fn place<F: F8>(&mut self, coordinate: f32) -> Option<u8> {
        // All are compared: a loop that ends where it is found would be guessed wrong each time. Prepared corners have no -0, so
        // equal ones have equal bits.
        let (coordinate8, [low, high]) = (F::splat(coordinate), self.halves::<F>());
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
    fn halves<F: F8>(&self) -> [F; 2] {
        let (halves, _) = self.coordinates.as_chunks();
        [F::load(&halves[0]), F::load(&halves[1])]
    }
}

/// Packs one to eight triangles: appends their leaf to the others, and indices that are far apart to a list of such.
pub(super) fn pack(
    triangles: &[&Prime],
    words: &mut Vec<u32>,
    far: &mut Vec<[u32; 8]>,
    instructions: Instructions,
) {
    instructions.run(Pack { triangles, words, far });
}

/// See [`pack`].
struct Pack<'a> {
    triangles: &'a [&'a Prime],
    words: &'a mut Vec<u32>,
    far: &'a mut Vec<[u32; 8]>,
}

impl Kernel for Pack<'_> {
    type Answer = ();

    #[inline(always)]
    fn run<F: F8>(self) {
        let Self { triangles, words, far } = self;
        let triangles = &triangles[..triangles.len().min(8)];
        let mut leaf = Packing {
            sources: Eight::new(triangles.iter().map(|prime| prime.source), far),
            first_two: [[0; 8]; 3],
            third_xy: [0; 8],
            third_z: [0; 8],
            count: triangles.len() as u8,
            tables: [0; 2],
            has_few: false,
        };
        let tables = leaf.fill_tables::<F>(triangles);
        if let Some(tables) = &tables {
            leaf.tables = [tables[0].count as u8, tables[1].count as u8];
            leaf.has_few = tables.iter().all(|table| table.count <= 8);
        }
        for (lane, prime) in triangles.iter().enumerate() {
            let flag = |is_set: bool, flag: u8| if is_set { flag } else { 0 };
            leaf.third_z[lane] |= flag(prime.edges_only, EDGES_ONLY)
                | flag(prime.one_sided, ONE_SIDED)
                | flag(prime.one_way, ONE_WAY);
        }
        words.extend(leaf.head());
        if let Some(tables) = tables {
            let of = |table: &Table| table.coordinates.map(f32::to_bits);
            tables.iter().for_each(|table| words.extend(&of(table)[..table.count]));
            return;
        }
        for (corner, axis) in (0..9).map(|at| (at / 3, at % 3)) {
            words.extend(triangles.iter().map(|prime| prime.corners[corner].to_array()[axis].to_bits()));
        }
    }
}

impl Packing {
    /// The tables of the triangles' coordinates, whose places are noted; `None` if one has too little room.
    #[inline(always)]
    fn fill_tables<F: F8>(&mut self, triangles: &[&Prime]) -> Option<[Table; 3]> {
        let mut tables = [Table::EMPTY; 3];
        for (lane, prime) in triangles.iter().enumerate() {
            let mut places = [[0; 3]; 3];
            for (places, corner) in places.iter_mut().zip(&prime.corners) {
                for ((place, table), coordinate) in places.iter_mut().zip(&mut tables).zip(corner.to_array())
                {
                    *place = table.place::<F>(coordinate)?;
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

    #[inline(always)]
    fn head(&self) -> [u32; HEAD] {
        let mut head = [0; HEAD];
        head[..Eight::WORDS].copy_from_slice(&self.sources.words());
        let lanes = [(FIRST_TWO[0], self.first_two[0]), (FIRST_TWO[1], self.first_two[1])];
        let more = [(FIRST_TWO[2], self.first_two[2]), (THIRD_XY, self.third_xy), (THIRD_Z, self.third_z)];
        for (at, [a, b, c, d, e, f, g, h]) in lanes.into_iter().chain(more) {
            head[at] = u32::from_le_bytes([a, b, c, d]);
            head[at + 1] = u32::from_le_bytes([e, f, g, h]);
        }
        let [x, y] = self.tables;
        head[COUNTS] = u32::from_le_bytes([self.count, x, y, u8::from(self.has_few)]);
        head
    }
}
