//! Corners from the tables of a leaf: of all lanes at once, or of one.

use crate::simd::{F8, V8};

/// Number of coordinates of an axis that a table has at most. Few leaves of a level have more.
pub(super) const TABLE: usize = 16;

/// The same where three bits tell them apart. Nineteen of twenty leaves of a level have no more.
pub(super) const FEW: usize = 8;

/// All corners, from tables of few coordinates.
#[inline(always)]
pub(super) fn few_picked<F: F8>([x, y, z]: [&[u32; FEW]; 3], lanes: &[u32; 8]) -> [V8<F>; 3] {
    [
        V8 { x: F::pick_few::<0>(x, lanes), y: F::pick_few::<3>(y, lanes), z: F::pick_few::<6>(z, lanes) },
        V8 { x: F::pick_few::<9>(x, lanes), y: F::pick_few::<12>(y, lanes), z: F::pick_few::<15>(z, lanes) },
        V8 { x: F::pick_few::<18>(x, lanes), y: F::pick_few::<21>(y, lanes), z: F::pick_few::<24>(z, lanes) },
    ]
}

/// The same from larger tables.
#[inline(always)]
pub(super) fn picked<F: F8>([x, y, z]: [&[u32; TABLE]; 3], lanes: &[u32; 8], last: &[u32; 2]) -> [V8<F>; 3] {
    [
        V8 { x: F::pick::<0>(x, lanes), y: F::pick::<4>(y, lanes), z: F::pick::<8>(z, lanes) },
        V8 { x: F::pick::<12>(x, lanes), y: F::pick::<16>(y, lanes), z: F::pick::<20>(z, lanes) },
        V8 { x: F::pick::<24>(x, lanes), y: F::pick_by_byte::<0>(y, last), z: F::pick_by_byte::<4>(z, last) },
    ]
}

/// The corners of a triangle, from tables of few coordinates.
#[inline(always)]
pub(super) fn few_corners([x, y, z]: [&[u32; FEW]; 3], places: u32) -> [[f32; 3]; 3] {
    // Without closures, which would not always be inlined, and without bounds to check.
    [
        [few(x, places), few(y, places >> 3), few(z, places >> 6)],
        [few(x, places >> 9), few(y, places >> 12), few(z, places >> 15)],
        [few(x, places >> 18), few(y, places >> 21), few(z, places >> 24)],
    ]
}

#[inline(always)]
fn few(table: &[u32; FEW], place: u32) -> f32 {
    f32::from_bits(table[place as usize % FEW])
}

/// The same from larger tables.
#[inline(always)]
pub(super) fn many_corners([x, y, z]: [&[u32; TABLE]; 3], places: u32, last: u32) -> [[f32; 3]; 3] {
    [
        [many(x, places), many(y, places >> 4), many(z, places >> 8)],
        [many(x, places >> 12), many(y, places >> 16), many(z, places >> 20)],
        [many(x, places >> 24), many(y, last), many(z, last >> 4)],
    ]
}

#[inline(always)]
fn many(table: &[u32; TABLE], place: u32) -> f32 {
    f32::from_bits(table[place as usize % TABLE])
}
