//! A projected triangle: which samples of a row it covers, and how far each of them is.

use super::colour::Colour;
use glissando::DVec3;

/// Samples by which a triangle is larger than it is, so that rounding opens no seam between neighbours.
pub(super) const SEAM: f64 = 1e-7;

/// A triangle, or a part of one, where it is in the picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    /// Unit, towards the side that is seen.
    pub(super) normal: DVec3,
    pub(super) hue: Option<Colour>,
    /// Which triangle it is a part of, in the order of the files.
    pub(super) face: u64,
    /// Whether its back is seen, and its material: the lower one wins at one depth.
    pub(super) rank: (bool, u16),
    /// Corners in samples, counter-clockwise on the screen as edge functions take it.
    pub(super) corners: [(f64, f64); 3],
    pub(super) depth: Depth,
    /// Nearest and furthest of its corners, metres along the view.
    pub(super) limits: (f64, f64),
}

/// The depth of a plane over the picture.
#[derive(Clone, Copy, Debug)]
pub(super) enum Depth {
    /// Without perspective it is linear: at the top left, and its growth a sample to the right and down.
    Linear([f64; 3]),
    /// With perspective its inverse is.
    Inverse([f64; 3]),
}

impl Piece {
    /// Lowest and highest of its corners, in rows.
    pub(super) fn rows(&self) -> (f64, f64) {
        let [(_, a), (_, b), (_, c)] = self.corners;
        (a.min(b).min(c) - SEAM, a.max(b).max(c) + SEAM)
    }

    /// From where to where it reaches in a row, in samples.
    pub(super) fn span(&self, y: f64) -> Option<(f64, f64)> {
        let (mut left, mut right) = (f64::INFINITY, f64::NEG_INFINITY);
        let [a, b, c] = self.corners;
        for (from, to) in [(a, b), (b, c), (c, a)] {
            // Always from the upper end, so that both triangles of an edge get the same bits.
            let (from, to) = if (from.1, from.0) <= (to.1, to.0) { (from, to) } else { (to, from) };
            if y < from.1 - SEAM || y > to.1 + SEAM {
                continue;
            }
            let rise = to.1 - from.1;
            if rise > 0.0 {
                let x = from.0 + (to.0 - from.0) * ((y - from.1) / rise).clamp(0.0, 1.0);
                (left, right) = (left.min(x), right.max(x));
            } else {
                (left, right) = (left.min(from.0.min(to.0)), right.max(from.0.max(to.0)));
            }
        }
        (left <= right).then_some((left - SEAM, right + SEAM))
    }

    pub(super) fn depth_at(&self, x: f64, y: f64) -> f64 {
        let depth = match self.depth {
            Depth::Linear([base, right, down]) => base + right * x + down * y,
            Depth::Inverse([base, right, down]) => 1.0 / (base + right * x + down * y),
        };
        // Nearly edge-on the plane says nothing any more, but its corners do.
        let (near, far) = self.limits;
        if depth >= near && depth <= far {
            depth
        } else if depth < near {
            near
        } else {
            far
        }
    }
}
