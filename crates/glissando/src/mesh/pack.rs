//! Packs the triangles of a leaf into its words ([`LeafWords`](super::packet::LeafWords)).

use super::packet::{EDGES_ONLY, HAS_FEW, HAS_TABLES, IN_LANE, ONE_SIDED, ONE_WAY};
use super::prime::Prime;
use super::sources::Sources;
use super::tables::{FEW, TABLE};
use crate::simd::{F8, Instructions, Kernel};
use alloc::vec::Vec;

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

/// Packs one to eight triangles: appends their leaf to the others.
pub(super) fn pack(triangles: &[Prime], words: &mut Vec<u32>, instructions: Instructions) {
    instructions.run(Pack { triangles, words });
}

/// See [`pack`].
struct Pack<'a> {
    triangles: &'a [Prime],
    words: &'a mut Vec<u32>,
}

impl Kernel for Pack<'_> {
    type Answer = ();

    #[inline(always)]
    fn run<F: F8>(self) {
        let Self { triangles, words } = self;
        let triangles = &triangles[..triangles.len().min(8)];
        let first = words.len();
        let tables = match tables::<F>(triangles) {
            Some((tables, places)) => append_tables(triangles, &tables, &places, words),
            None => append_corners(triangles, words),
        };
        let sources = Sources::new(triangles.iter().map(|prime| prime.source));
        let sources_at = (words.len() - first) as u32;
        sources.append(words);
        words[first] = tables | sources.form | triangles.len() as u32 | sources_at << 24;
    }
}

/// The places of the coordinates of each triangle, corner by corner and axis by axis.
type Places = [[u8; 9]; 8];

/// The tables of the triangles' coordinates, and the places in them; `None` if one has too little room.
#[inline(always)]
fn tables<F: F8>(triangles: &[Prime]) -> Option<([Table; 3], Places)> {
    let (mut tables, mut places) = ([Table::EMPTY; 3], [[0; 9]; 8]);
    for (places, prime) in places.iter_mut().zip(triangles) {
        let (places, _) = places.as_chunks_mut::<3>();
        for (places, corner) in places.iter_mut().zip(&prime.corners) {
            for ((place, table), coordinate) in places.iter_mut().zip(&mut tables).zip(corner.to_array()) {
                *place = table.place::<F>(coordinate)?;
            }
        }
    }
    Some((tables, places))
}

/// Appends the words of a leaf up to its tables; returns what its first word says of them.
#[inline(always)]
fn append_tables(triangles: &[Prime], tables: &[Table; 3], places: &Places, words: &mut Vec<u32>) -> u32 {
    let has_few = tables.iter().all(|table| table.count <= FEW);
    let (mut lanes, mut last_two) = ([0; 8], [0; 8]);
    let of_lanes = lanes.iter_mut().zip(&mut last_two);
    for ((prime, places), (lane, last_two)) in triangles.iter().zip(places).zip(of_lanes) {
        *lane = flags(prime);
        if has_few {
            (0..).zip(places).for_each(|(at, &place)| *lane |= u32::from(place) << (3 * at));
        } else {
            (0..).zip(&places[..IN_LANE]).for_each(|(at, &place)| *lane |= u32::from(place) << (4 * at));
            *last_two = places[IN_LANE] | places[IN_LANE + 1] << 4;
        }
    }
    let first = words.len();
    words.push(0);
    words.extend(lanes);
    if !has_few {
        let [a, b, c, d, e, f, g, h] = last_two;
        words.extend([u32::from_le_bytes([a, b, c, d]), u32::from_le_bytes([e, f, g, h])]);
    }
    let [x, y, z] = tables;
    let y_at = words.len() - first + x.count;
    for table in [x, y, z] {
        words.extend(&table.coordinates.map(f32::to_bits)[..table.count]);
    }
    (if has_few { HAS_FEW | HAS_TABLES } else { HAS_TABLES })
        | (y_at as u32) << 8
        | ((y_at + y.count) as u32) << 16
}

/// The same of a leaf without tables.
#[inline(never)]
fn append_corners(triangles: &[Prime], words: &mut Vec<u32>) -> u32 {
    let mut lanes = [0; 8];
    lanes.iter_mut().zip(triangles).for_each(|(lane, prime)| *lane = flags(prime));
    words.push(0);
    words.extend(lanes);
    for (corner, axis) in (0..9).map(|at| (at / 3, at % 3)) {
        words.extend(triangles.iter().map(|prime| prime.corners[corner].to_array()[axis].to_bits()));
    }
    0
}

#[inline(always)]
fn flags(prime: &Prime) -> u32 {
    let flag = |is_set: bool, flag: u32| if is_set { flag } else { 0 };
    flag(prime.edges_only, EDGES_ONLY) | flag(prime.one_sided, ONE_SIDED) | flag(prime.one_way, ONE_WAY)
}
