//! Who shares an edge with whom: rims, crowded and twisted edges, and triangles that lie on each other.
//!
//! Every edge is dealt to its lower vertex, so that all its users lie in one short list. Two triangles
//! with the same corners share the edge between their two lowest ones, so they meet in such a list too.

use super::bucket::Buckets;
use super::report::{MeshEdge, MeshReport};
use crate::math::Vec3;
use alloc::vec::Vec;

/// One use of an edge by a triangle: upper vertex, triangle, and whether it runs from lower to upper.
///
/// Packed in this order, so that sorting brings the users of an edge together, the lowest triangle first.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Use(u64);

impl Use {
    fn new(upper: u32, triangle: u32, rises: bool) -> Self {
        Self(u64::from(upper) << 32 | u64::from(triangle) << 1 | u64::from(rises))
    }

    fn upper(self) -> u32 {
        (self.0 >> 32) as u32
    }

    fn triangle(self) -> u32 {
        self.0 as u32 >> 1
    }

    fn rises(self) -> bool {
        self.0 & 1 == 1
    }
}

/// Fills in the edges and the triangles that lie on each other.
///
/// `triangles` are welded. Those that use a vertex twice have no edges to share and are left out, so
/// that the neighbours on their two sides become neighbours of each other.
pub(super) fn connect(vertices: &[Vec3], triangles: &[[u32; 3]], report: &mut MeshReport) {
    let whole = (0_u32..).zip(triangles).filter(|(_, [a, b, c])| a != b && b != c && c != a);
    let uses = whole.flat_map(|(triangle, &[a, b, c])| {
        [(a, b), (b, c), (c, a)].map(|(from, to)| {
            let (lower, upper) = if from < to { (from, to) } else { (to, from) };
            (lower as usize, Use::new(upper, triangle, from < to))
        })
    });
    let mut stacked = Vec::new();
    Buckets::new(vertices.len(), uses).for_each(|lower, uses| {
        uses.sort_unstable();
        for users in uses.chunk_by(|a, b| a.upper() == b.upper()) {
            note_edge(vertices, lower as u32, users, report);
            if users.len() > 1 {
                note_stacked(triangles, lower as u32, users, &mut stacked, report);
            }
        }
    });
    report.doubles.sort_unstable_by_key(|&[first, later]| (later, first));
    report.backs.sort_unstable_by_key(|&[first, later]| (later, first));
}

/// Lists the edge if it has not exactly two users that run against each other.
fn note_edge(vertices: &[Vec3], lower: u32, users: &[Use], report: &mut MeshReport) {
    let list = match users {
        [_] => &mut report.open_edges,
        [a, b] if a.rises() != b.rises() => return,
        [_, _] => &mut report.twisted_edges,
        _ => &mut report.crowded_edges,
    };
    let ends = [lower, users[0].upper()];
    list.push(MeshEdge {
        vertices: ends,
        ends: ends.map(|v| vertices[v as usize]),
        triangles: [users[0], users[users.len().min(2) - 1]].map(Use::triangle),
        users: users.len() as u32,
    });
}

/// Lists the users of an edge that have the same third vertex, where that is the uppermost one.
///
/// `stacked` is scratch: third vertex and user.
fn note_stacked(
    triangles: &[[u32; 3]],
    lower: u32,
    users: &[Use],
    stacked: &mut Vec<(u32, Use)>,
    report: &mut MeshReport,
) {
    stacked.clear();
    stacked.extend(users.iter().filter_map(|&user| {
        // Exclusive or leaves the vertex that is neither of the two.
        let third = triangles[user.triangle() as usize].iter().fold(lower ^ user.upper(), |all, v| all ^ v);
        (third > user.upper()).then_some((third, user))
    }));
    stacked.sort_unstable();
    for same in stacked.chunk_by(|a, b| a.0 == b.0) {
        let first = same[0].1;
        for (_, later) in &same[1..] {
            let list = if later.rises() == first.rises() { &mut report.doubles } else { &mut report.backs };
            list.push([first.triangle(), later.triangle()]);
        }
    }
}
