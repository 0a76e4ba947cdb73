//! What a mesh is built with.

use alloc::vec::Vec;

/// Options of [`Mesh::build`](crate::Mesh::build).
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MeshOptions {
    /// Vertices this close are welded, in metres of mesh space; 0 joins equal positions only (the default).
    ///
    /// No vertex moves further than this, those that stay are further apart, and their order has no effect: in a fixed
    /// order through space, a position is kept if no kept one is this near; then every other one takes the nearest kept
    /// one. Vertices that no triangle uses are ignored.
    ///
    /// Too small: seams between parts stay open, which the report lists and collision tolerates. Too large: small
    /// triangles collapse to edges.
    pub weld_distance: f32,
    /// Material ids of one-sided triangles, which do not collide from behind (their clockwise side); default none.
    ///
    /// A body is on the side of its centre. One that comes from behind collides as soon as its centre is in front, and is moved
    /// out to the front then.
    pub one_sided: Vec<u16>,
    /// Material ids of one-way platforms, which hold only a body entirely in front of them; default none.
    ///
    /// A character jumps up through such a floor and lands on it, and walks under its edge without popping up. On a ridge a body is in
    /// front if no part of it is below the two triangles; only triangles of one mesh that share the whole edge make a ridge.
    #[cfg_attr(feature = "serde", serde(default))]
    pub one_way: Vec<u16>,
    /// Leaves edges and triangles that lie on each other out of the report, for a build that takes a fifth less.
    ///
    /// For meshes that are made while a game runs, and for levels whose report nobody reads. The mesh is the same.
    #[cfg_attr(feature = "serde", serde(default))]
    pub without_edges: bool,
}
