//! Eight triangles beside the path of a box, in `f32`, by the directions in which an edge of each may touch the other.
//!
//! These are the normals of (edge of the triangle, axis of the box): with the box's own axes and the triangle's normal all
//! in which two of their faces or edges meet. A box that is large beside its rounding needs them exactly: roughly closest
//! points give no direction that is good enough.
//!
//! Source: the axes are those of Gottschalk, Lin & Manocha, "OBB-Tree", 1996.

use super::path8::LEAST_SQUARE;
use crate::math::Vec3;
use crate::simd::{F8, V8};

/// A box with a rounding that moves from the origin.
pub(super) struct Moved {
    /// Half extents.
    pub(super) core: Vec3,
    pub(super) translation: Vec3,
    /// Squared radius of the rounding.
    pub(super) shell_sq: f32,
}

/// Two of the three components.
type Two<F> = [F; 2];

impl Moved {
    /// Bit mask of the triangles that some of the directions separates from the whole path. `slack` bounds the error of a
    /// coordinate.
    #[inline(always)]
    pub(super) fn beside_edges<F: F8>(&self, corners: &[V8<F>; 3], edges: &[V8<F>; 3], slack: F) -> u8 {
        if F::IS_SHARED {
            self.beside_edges_shared(corners, edges, slack)
        } else {
            self.beside_each_edge(corners, edges, slack)
        }
    }

    /// The same as a function of its own, for lanes that need no inlining: it is built once, not once a call.
    #[inline(never)]
    fn beside_edges_shared<F: F8>(&self, corners: &[V8<F>; 3], edges: &[V8<F>; 3], slack: F) -> u8 {
        self.beside_each_edge(corners, edges, slack)
    }

    #[inline(always)]
    fn beside_each_edge<F: F8>(&self, [a, b, c]: &[V8<F>; 3], [ab, bc, ca]: &[V8<F>; 3], slack: F) -> u8 {
        self.is_beside(ab, a, c, slack) | self.is_beside(bc, b, a, slack) | self.is_beside(ca, c, b, slack)
    }

    /// The same for one edge, with its corner `p` and the corner opposite.
    #[inline(always)]
    fn is_beside<F: F8>(&self, edge: &V8<F>, p: &V8<F>, q: &V8<F>, slack: F) -> u8 {
        let (core, d) = (self.core, self.translation);
        self.is_apart([edge.y, edge.z], [p.y, p.z], [q.y, q.z], [core.y, core.z], [d.y, d.z], slack)
            | self.is_apart([edge.z, edge.x], [p.z, p.x], [q.z, q.x], [core.z, core.x], [d.z, d.x], slack)
            | self.is_apart([edge.x, edge.y], [p.x, p.y], [q.x, q.y], [core.x, core.y], [d.x, d.y], slack)
    }

    /// The same for the normal of one edge, seen along an axis of the box: two components of the edge, of its corner `p`,
    /// of the corner opposite, of the box and of the move.
    #[inline(always)]
    fn is_apart<F: F8>(
        &self,
        [u, v]: Two<F>,
        p: Two<F>,
        q: Two<F>,
        core: Two<f32>,
        d: Two<f32>,
        slack: F,
    ) -> u8 {
        let zero = F::splat(0.0);
        let (p, q) = (u * p[1] - v * p[0], u * q[1] - v * q[0]);
        let way = u * F::splat(d[1]) - v * F::splat(d[0]);
        let way = p.pick_greater(zero, way, -way);
        let (u_abs, v_abs) = (u.abs(), v.abs());
        let slack = slack * (u_abs + v_abs);
        let extent = v_abs * F::splat(core[0]) + u_abs * F::splat(core[1]);
        // In this order a NaN stays one, and keeps the triangle.
        let way = zero.max(way + slack);
        let room = p.abs().min(q.abs()) - extent - slack - way;
        let length_sq = u * u + v * v + F::splat(LEAST_SQUARE);
        (p * q).greater(zero)
            & room.greater(zero)
            & (room * room).greater(F::splat(self.shell_sq) * length_sq)
    }
}
