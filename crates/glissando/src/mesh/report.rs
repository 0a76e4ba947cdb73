//! Report on a mesh's triangles: repairs and possible faults, with every index.

use super::error::write_first;
use crate::math::Vec3;
use alloc::vec::Vec;
use core::fmt;

/// Findings from the preparation of a soup's triangles.
///
/// None of them prevents a mesh from colliding. Vertices and triangles are indices of the soup; a welded vertex is
/// listed under the index of the one whose position it took. All lists are in increasing order.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct MeshReport {
    /// Number of vertices in the soup.
    pub vertex_count: usize,
    /// Number of triangles in the soup, and so in the mesh.
    pub triangle_count: usize,
    /// Area of all triangles in square metres, front and back counted once.
    pub area: f64,
    /// Smallest coordinates of the triangles, in metres.
    pub min: Vec3,
    /// Largest coordinates of the triangles, in metres.
    pub max: Vec3,
    /// Vertices that took the position of another one.
    pub welded: Vec<u32>,
    /// Vertices that no triangle uses.
    pub unused: Vec<u32>,
    /// Triangles without area, or with two corners at one place: they collide as edges.
    pub degenerate: Vec<u32>,
    /// The degenerate triangles that had an area before welding: the weld distance is too large for them.
    pub collapsed: Vec<u32>,
    /// Triangles lower than [`SLIVER_ULPS`](crate::tolerance::SLIVER_ULPS): they collide as edges.
    pub slivers: Vec<u32>,
    /// Whether edges, and triangles that lie on each other, were looked for: not with
    /// [`MeshOptions::without_edges`](super::MeshOptions::without_edges), which leaves the five lists that follow empty.
    pub has_edges: bool,
    /// Triangles with the corners and the winding of an earlier one: `[first, later]`, by the later one.
    pub doubles: Vec<[u32; 2]>,
    /// Triangles with the corners of an earlier one, wound the other way: `[first, later]`.
    pub backs: Vec<[u32; 2]>,
    /// Edges of a single triangle: the rims and holes of the surface.
    pub open_edges: Vec<MeshEdge>,
    /// Edges of three or more triangles: walls that meet in a T, or doubled triangles.
    pub crowded_edges: Vec<MeshEdge>,
    /// Edges whose two triangles are wound against each other: one of them is inverted.
    pub twisted_edges: Vec<MeshEdge>,
}

/// An edge with a possible fault.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MeshEdge {
    /// The indices of its two vertices, the lower first.
    pub vertices: [u32; 2],
    /// Their positions, in metres of mesh space.
    pub ends: [Vec3; 2],
    /// The two lowest triangles that use it; twice the same for an open edge.
    pub triangles: [u32; 2],
    /// Number of triangles that use it.
    pub users: u32,
}

impl MeshReport {
    /// Whether every edge has exactly two triangles, wound alike: the surface has an inside. False if edges were not looked for.
    ///
    /// Degenerate triangles with two equal corners do not count.
    pub fn is_closed(&self) -> bool {
        self.has_edges
            && self.open_edges.is_empty()
            && self.crowded_edges.is_empty()
            && self.twisted_edges.is_empty()
    }
}

impl fmt::Display for MeshReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { vertex_count, triangle_count, area, min, max, .. } = self;
        let triangles = if *triangle_count == 1 { "triangle" } else { "triangles" };
        writeln!(f, "{triangle_count} {triangles}, {vertex_count} vertices, {area:.3} square metres")?;
        let [a, b] = [min, max];
        writeln!(f, "from ({}, {}, {}) to ({}, {}, {})", a.x, a.y, a.z, b.x, b.y, b.z)?;
        let index = |f: &mut fmt::Formatter<'_>, i: u32| write!(f, "#{i}");
        let pair = |f: &mut fmt::Formatter<'_>, [a, b]: [u32; 2]| write!(f, "#{b} on #{a}");
        row(f, "welded vertices", &self.welded, index)?;
        row(f, "unused vertices", &self.unused, index)?;
        row(f, "degenerate triangles", &self.degenerate, index)?;
        row(f, "  collapsed by welding", &self.collapsed, index)?;
        row(f, "slivers", &self.slivers, index)?;
        if !self.has_edges {
            return writeln!(f, "edges were not looked for");
        }
        row(f, "doubled triangles", &self.doubles, pair)?;
        row(f, "back-to-back triangles", &self.backs, pair)?;
        row(f, "open edges", &self.open_edges, edge)?;
        row(f, "edges of three or more", &self.crowded_edges, edge)?;
        row(f, "edges wound apart", &self.twisted_edges, edge)
    }
}

fn row<T: Copy>(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    items: &[T],
    write: impl Fn(&mut fmt::Formatter<'_>, T) -> fmt::Result,
) -> fmt::Result {
    write!(f, "{name:<24}{:>9}", items.len())?;
    if !items.is_empty() {
        write!(f, "  ")?;
    }
    write_first(f, items, write)?;
    writeln!(f)
}

fn edge(f: &mut fmt::Formatter<'_>, edge: MeshEdge) -> fmt::Result {
    write!(f, "{}-{} of #{}", edge.vertices[0], edge.vertices[1], edge.triangles[0])
}
