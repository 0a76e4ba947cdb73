//! The check that a mesh is closed: only then it has an inside.

use crate::input::InputError;
use crate::math::Vec3;
use crate::mesh::Mesh;
use crate::sorting;
use alloc::vec::Vec;

/// Requires that every edge is used as often in one direction as in the other.
pub(super) fn check_closed(mesh: &Mesh) -> Result<(), InputError> {
    let mut edges = Vec::new();
    for corners in (0..mesh.source_count()).filter_map(|index| mesh.triangle(index)) {
        let [a, b, c] = corners.map(key);
        edges.extend([(a, b), (b, c), (c, a)].into_iter().filter(|(a, b)| a != b).map(directed));
    }
    sorting::sort_by_key(&mut edges, |edge| edge.0);
    let is_even = |edges: &[Edge]| edges.iter().map(|edge| edge.1).sum::<i64>() == 0;
    match edges.chunk_by(|a, b| a.0 == b.0).find(|same| !is_even(same)) {
        Some(open) => {
            let [from, to] = open[0].2;
            let [from, to] = [from, to].map(|v| v.as_dvec3().to_array());
            Err(InputError::Open { what: "mesh of a volume trigger", from, to })
        }
        None => Ok(()),
    }
}

/// A sortable key of a corner, and the corner.
type Key = ([u32; 3], Vec3);

/// The keys of both ends in order, 1 or -1 for the direction, and the ends.
type Edge = ([[u32; 3]; 2], i64, [Vec3; 2]);

fn key(corner: Vec3) -> Key {
    // A negative zero is the same coordinate as zero.
    (corner.to_array().map(|c| (c + 0.0).to_bits()), corner)
}

fn directed((a, b): (Key, Key)) -> Edge {
    if a.0 < b.0 { ([a.0, b.0], 1, [a.1, b.1]) } else { ([b.0, a.0], -1, [b.1, a.1]) }
}
