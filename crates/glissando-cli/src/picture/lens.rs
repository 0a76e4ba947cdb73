//! Projection: triangles are cut to what can be seen, and placed in the picture.

use super::camera::Camera;
use super::model::Face;
use super::piece::{Depth, Piece, SEAM};
use super::section::Section;
use glissando::DVec3;

/// Where triangles are seen from.
pub(super) struct Lens<'a> {
    pub(super) camera: &'a Camera,
    pub(super) section: Section,
    /// In a pixel, across and down.
    pub(super) samples: f64,
    /// Rows of samples around the picture.
    pub(super) around: f64,
}

impl Lens<'_> {
    /// Adds what can be seen of a triangle.
    pub(super) fn add(&self, face: &Face, number: u64, found: &mut Vec<Piece>) {
        let [a, b, c] = face.corners;
        let away = self.camera.away(a, face.normal);
        if away == 0.0 || (away > 0.0 && face.is_one_sided) {
            return;
        }
        let normal = if away > 0.0 { -face.normal } else { face.normal };
        let Some(depth) = self.depth(a, normal) else { return };
        let mut polygon = [a; 8];
        polygon[1] = b;
        polygon[2] = c;
        let count = clip(&mut polygon, 3, |p| self.section.height - p.y);
        let count = clip(&mut polygon, count, |p| self.camera.before_near(p));
        let Some(polygon) = polygon.get(..count).filter(|polygon| polygon.len() > 2) else { return };
        let mut seen = [(0.0, 0.0); 8];
        let mut limits = (f64::INFINITY, f64::NEG_INFINITY);
        for (seen, &point) in seen.iter_mut().zip(polygon) {
            let (x, y, depth) = self.camera.place(point);
            *seen = (x * self.samples, y * self.samples);
            limits = (limits.0.min(depth), limits.1.max(depth));
        }
        for corner in 1..count - 1 {
            let corners = [seen[0], seen[corner], seen[corner + 1]];
            let rank = (away > 0.0, face.material);
            let piece = Piece { normal, hue: face.hue, face: number, rank, corners, depth, limits };
            if self.is_in_picture(&piece) {
                found.push(piece);
            }
        }
    }

    /// Whether a piece can hold the middle of a sample.
    fn is_in_picture(&self, piece: &Piece) -> bool {
        let (width, height) = self.camera.size();
        let (across, down) = (f64::from(width) * self.samples, f64::from(height) * self.samples);
        let [(a, _), (b, _), (c, _)] = piece.corners;
        let (left, right) = (a.min(b).min(c) - SEAM, a.max(b).max(c) + SEAM);
        let (top, bottom) = piece.rows();
        let holds = |low: f64, high: f64| (low - 0.5).ceil() <= (high - 0.5).floor();
        right > 0.0
            && left < across
            && bottom > -self.around
            && top < down + self.around
            && holds(left, right)
            && holds(top, bottom)
    }

    /// The depth of the plane through a point with this normal; nothing for one that is seen edge-on.
    fn depth(&self, point: DVec3, normal: DVec3) -> Option<Depth> {
        let ((start, right, down), (from, along)) = self.camera.rays(self.samples);
        let distance = normal.dot(point - from);
        if self.camera.is_parallel() {
            let slope = normal.dot(along);
            let linear = [distance - normal.dot(start), -normal.dot(right), -normal.dot(down)];
            return (slope != 0.0).then(|| Depth::Linear(linear.map(|c| c / slope)));
        }
        let inverse = [normal.dot(along) + normal.dot(start), normal.dot(right), normal.dot(down)];
        (distance != 0.0).then(|| Depth::Inverse(inverse.map(|c| c / distance)))
    }
}

/// Keeps the part of a polygon where `inside` is not negative; its new number of corners.
fn clip(polygon: &mut [DVec3; 8], count: usize, inside: impl Fn(DVec3) -> f64) -> usize {
    let old = *polygon;
    let old = &old[..count];
    if old.iter().all(|&p| inside(p) >= 0.0) {
        return count;
    }
    let mut kept = 0;
    let mut keep = |point| {
        polygon[kept] = point;
        kept += 1;
    };
    for (index, &a) in old.iter().enumerate() {
        let b = old[(index + 1) % count];
        let (in_a, in_b) = (inside(a), inside(b));
        if in_a >= 0.0 {
            keep(a);
        }
        if (in_a >= 0.0) != (in_b >= 0.0) {
            keep(a + (b - a) * (in_a / (in_a - in_b)));
        }
    }
    kept
}
