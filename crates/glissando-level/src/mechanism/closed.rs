//! Whether a surface has an inside.

use glissando::Soup;
use std::collections::BTreeMap;

/// Whether every edge is passed as often in one direction as in the other, so that the surface has no rim.
///
/// Vertices at exactly the same place count as one: files repeat them for their normals.
pub(super) fn is_closed(soup: &Soup) -> bool {
    let mut places: BTreeMap<[u32; 3], u32> = BTreeMap::new();
    let mut ids = Vec::with_capacity(soup.vertices.len());
    for v in &soup.vertices {
        let next = places.len() as u32;
        // Adding 0 makes one of the two zeros.
        ids.push(*places.entry(v.to_array().map(|c| (c + 0.0).to_bits())).or_insert(next));
    }
    let mut balance: BTreeMap<(u32, u32), i64> = BTreeMap::new();
    let id = |index: u32| ids.get(index as usize).copied().unwrap_or(0);
    for &[a, b, c] in &soup.triangles {
        for (from, to) in [(id(a), id(b)), (id(b), id(c)), (id(c), id(a))] {
            let step = if from < to { 1 } else { -1 };
            if from != to {
                *balance.entry((from.min(to), from.max(to))).or_default() += step;
            }
        }
    }
    !balance.is_empty() && balance.values().all(|&sum| sum == 0)
}
