//! Packs the triangles of a leaf into its words ([`LeafWords`](super::packet::LeafWords)).

use super::packet::{EDGES_ONLY, HAS_FEW, HAS_TABLES, IN_LANE, ONE_SIDED, ONE_WAY};
use super::prime::Prime;
use super::sources::Sources;
use super::tables::{FEW, TABLE};
use crate::simd::{F8, Instructions, Kernel};
use alloc::vec::Vec;

/// The coordinates along one axis of eight triangles, corner by corner.
type Along = [f32; 24];

/// The distinct ones of them, in the order in which they come.
struct Table {
    coordinates: [f32; 32],
    count: usize,
    /// Where in the table each is.
    places: [u8; 24],
}

impl Table {
    /// Without a branch for each coordinate: whether it is new would be guessed wrong as often as not.
    #[inline(always)]
    fn new<F: F8>(all: &Along) -> Self {
        let (eights, _) = all.as_chunks();
        let [a, b, c] = [F::load(&eights[0]), F::load(&eights[1]), F::load(&eights[2])];
        let (mut table, mut seen) = (Self { coordinates: [0.0; 32], count: 0, places: [0; 24] }, 0_u32);
        for (place, &coordinate) in table.places.iter_mut().zip(all) {
            // Prepared corners have no -0, so equal ones have equal bits.
            let one = F::splat(coordinate);
            let [a, b, c] = [a.equal(one), b.equal(one), c.equal(one)].map(u32::from);
            let same = a | b << 8 | c << 16;
            let first = same & same.wrapping_neg();
            seen |= first;
            *place = (seen & first.wrapping_sub(1)).count_ones() as u8;
            table.coordinates[usize::from(*place & 31)] = coordinate;
        }
        Self { count: seen.count_ones() as usize, ..table }
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
            Some(tables) => append_tables(triangles, &tables, words),
            None => append_corners(triangles, words),
        };
        let sources = Sources::new(triangles.iter().map(|prime| prime.source));
        let sources_at = (words.len() - first) as u32;
        sources.append(words);
        words[first] = tables | sources.form | triangles.len() as u32 | sources_at << 24;
    }
}

/// The tables of the triangles' coordinates; `None` if one is too long.
#[inline(always)]
fn tables<F: F8>(triangles: &[Prime]) -> Option<[Table; 3]> {
    // Of lanes without a triangle any coordinate that is there.
    let [x, y, z] = triangles.first()?.corners[0].to_array();
    let mut all: [Along; 3] = [[x; 24], [y; 24], [z; 24]];
    let [xs, ys, zs] = &mut all;
    let of_triangles = xs.as_chunks_mut().0.iter_mut().zip(ys.as_chunks_mut().0).zip(zs.as_chunks_mut().0);
    for (prime, ((xs, ys), zs)) in triangles.iter().zip(of_triangles) {
        let [a, b, c] = prime.corners;
        (*xs, *ys, *zs) = ([a.x, b.x, c.x], [a.y, b.y, c.y], [a.z, b.z, c.z]);
    }
    let tables = [Table::new::<F>(xs), Table::new::<F>(ys), Table::new::<F>(zs)];
    tables.iter().all(|table| table.count <= TABLE).then_some(tables)
}

/// Appends the words of a leaf up to its tables; returns what its first word says of them.
#[inline(always)]
fn append_tables(triangles: &[Prime], tables: &[Table; 3], words: &mut Vec<u32>) -> u32 {
    let has_few = tables.iter().all(|table| table.count <= FEW);
    let (mut lanes, mut last_two) = ([0; 8], [0; 8]);
    let of_lanes = lanes.iter_mut().zip(&mut last_two);
    let [x, y, z] = tables;
    let [xs, ys, zs] = [x, y, z].map(|table| table.places.as_chunks::<3>().0);
    let places = xs.iter().zip(ys).zip(zs);
    for ((prime, ((xs, ys), zs)), (lane, last_two)) in triangles.iter().zip(places).zip(of_lanes) {
        let places = [xs[0], ys[0], zs[0], xs[1], ys[1], zs[1], xs[2], ys[2], zs[2]];
        *lane = flags(prime);
        if has_few {
            (0..).zip(&places).for_each(|(at, &place)| *lane |= u32::from(place) << (3 * at));
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
