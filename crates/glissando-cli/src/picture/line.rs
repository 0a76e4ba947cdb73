//! Paths and markers over a picture; what the world hides of them stays faintly there.

use super::camera::{Camera, Projected};
use super::canvas::Canvas;
use super::colour::Colour;
use glissando::DVec3;

/// How opaque is what is hidden.
const HIDDEN: f32 = 0.22;

/// How much deeper than the picture a point may be and still be seen, in metres and relative.
const SLACK: (f64, f64) = (0.08, 0.004);

/// What a drawing covers: for each pixel the most of any of its pieces, so that joints are not laid twice.
///
/// A picture has millions of pixels and a disc a hundred, so those that it covers are listed: a walk of a thousand characters has
/// thousands of discs. For the same reason a mask is emptied and kept for the next drawing.
#[derive(Clone, Debug)]
pub(super) struct Mask {
    amounts: Vec<f32>,
    /// The pixels with an amount, each once.
    covered: Vec<usize>,
}

impl Mask {
    /// Covers a pixel at least so much.
    fn cover(&mut self, index: usize, amount: f32) {
        let Some(now) = self.amounts.get_mut(index).filter(|now| amount > **now) else { return };
        if *now == 0.0 {
            self.covered.push(index);
        }
        *now = amount;
    }
}

impl Canvas {
    /// Draws the way through `points` (world space), `thickness` pixels wide.
    pub(crate) fn draw_path(&mut self, camera: &Camera, points: &[DVec3], colour: Colour, thickness: f64) {
        let (mut halo, mut line) = (self.mask(), self.mask());
        for pair in points.windows(2) {
            let &[a, b] = pair else { continue };
            let Some((a, b)) = camera.clip(a, b) else { continue };
            let (Some(a), Some(b)) = (camera.project(a), camera.project(b)) else { continue };
            self.add_segment(&mut halo, a, b, thickness * 0.5 + 1.2);
            self.add_segment(&mut line, a, b, thickness * 0.5);
        }
        self.lay(halo, Colour::BLACK, 0.55);
        self.lay(line, colour, 1.0);
    }

    /// Draws a disc of `radius` pixels around a point of the world.
    pub(crate) fn draw_marker(&mut self, camera: &Camera, point: DVec3, colour: Colour, radius: f64) {
        let Some(at) = camera.project(point) else { return };
        let (mut rim, mut disc) = (self.mask(), self.mask());
        self.add_segment(&mut rim, at, at, radius + 1.5);
        self.add_segment(&mut disc, at, at, radius);
        self.lay(rim, Colour::WHITE, 0.9);
        self.lay(disc, colour, 1.0);
    }

    fn mask(&mut self) -> Mask {
        let count = self.pixels.len();
        let kept = self.spare.pop().filter(|mask| mask.amounts.len() == count);
        kept.unwrap_or_else(|| Mask { amounts: vec![0.0; count], covered: Vec::new() })
    }

    fn lay(&mut self, mut mask: Mask, colour: Colour, opaque: f32) {
        for index in mask.covered.drain(..) {
            if let (Some(pixel), Some(amount)) = (self.pixels.get_mut(index), mask.amounts.get_mut(index)) {
                *pixel = pixel.mix(colour, *amount * opaque);
                *amount = 0.0;
            }
        }
        self.spare.push(mask);
    }

    /// Covers everything within `radius` pixels of the segment.
    fn add_segment(&self, mask: &mut Mask, a: Projected, b: Projected, radius: f64) {
        let Some((a, b)) = self.crop(a, b, radius + 2.0) else { return };
        let reach = radius + 1.0;
        let (dx, dy) = (b.x - a.x, b.y - a.y);
        let length_sq = dx * dx + dy * dy;
        let rows = range(a.y.min(b.y) - reach, a.y.max(b.y) + reach, self.height);
        for y in rows {
            // Of a row only what a slanted segment can reach, so that long ones cost their length.
            let (from, to) = span(a, b, y as f64 + 0.5, reach);
            for x in range(from, to, self.width) {
                let (px, py) = (x as f64 + 0.5 - a.x, y as f64 + 0.5 - a.y);
                let along =
                    if length_sq > 0.0 { ((px * dx + py * dy) / length_sq).clamp(0.0, 1.0) } else { 0.0 };
                let (ox, oy) = (px - dx * along, py - dy * along);
                let covered = (radius + 0.5 - (ox * ox + oy * oy).sqrt()).clamp(0.0, 1.0) as f32;
                let Some(index) = self.index(x, y) else { continue };
                let visible = if self.shows(index, depth_between(a, b, along)) { 1.0 } else { HIDDEN };
                mask.cover(index, covered * visible);
            }
        }
    }

    /// The part of a segment that is in the picture or at most `room` pixels outside.
    fn crop(&self, mut a: Projected, mut b: Projected, room: f64) -> Option<(Projected, Projected)> {
        let (width, height) = (f64::from(self.width), f64::from(self.height));
        for border in 0..4 {
            // How far inside of the border a point is.
            let inside = |p: Projected| match border {
                0 => p.x + room,
                1 => width + room - p.x,
                2 => p.y + room,
                _ => height + room - p.y,
            };
            let (in_a, in_b) = (inside(a), inside(b));
            if in_a < 0.0 && in_b < 0.0 {
                return None;
            }
            if (in_a < 0.0) != (in_b < 0.0) {
                let t = in_a / (in_a - in_b);
                let depth = depth_between(a, b, t);
                let cut = Projected { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t, depth };
                if in_a < 0.0 { a = cut } else { b = cut }
            }
        }
        Some((a, b))
    }

    /// Whether a point this deep is not behind what the pixel shows.
    fn shows(&self, index: usize, depth: f64) -> bool {
        let world = self.depths.get(index).map_or(f64::INFINITY, |&depth| f64::from(depth));
        depth <= world * (1.0 + SLACK.1) + SLACK.0
    }
}

/// Depth at `t` of the way between two points of the picture; its inverse is linear there.
fn depth_between(a: Projected, b: Projected, t: f64) -> f64 {
    if a.depth <= 0.0 || b.depth <= 0.0 {
        return a.depth + (b.depth - a.depth) * t;
    }
    1.0 / ((1.0 - t) / a.depth + t / b.depth)
}

/// Columns of a row that are within `reach` of the segment, and a few more.
fn span(a: Projected, b: Projected, y: f64, reach: f64) -> (f64, f64) {
    let (left, right) = (a.x.min(b.x), a.x.max(b.x));
    let dy = b.y - a.y;
    if dy.abs() < 1e-9 {
        return (left - reach, right + reach);
    }
    let x_at = |y: f64| a.x + (b.x - a.x) * ((y - a.y) / dy).clamp(0.0, 1.0);
    let (one, other) = (x_at(y - reach), x_at(y + reach));
    (one.min(other) - reach, one.max(other) + reach)
}

/// The pixels from `from` to `to` that are in a picture of `size`.
fn range(from: f64, to: f64, size: u32) -> std::ops::Range<i64> {
    let clamp = |v: f64| v.clamp(0.0, f64::from(size)) as i64;
    clamp(from.floor())..clamp(to.ceil())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn camera() -> Camera {
        Camera::top((DVec3::ZERO, DVec3::new(64.0, 8.0, 64.0)), (64, 64))
    }

    fn inked(canvas: &Canvas) -> usize {
        canvas.pixels.iter().filter(|&&p| p != Colour::BLACK).count()
    }

    #[test]
    fn what_the_world_hides_is_faint_and_what_it_does_not_is_opaque() {
        let path = [DVec3::new(8.0, 4.0, 32.0), DVec3::new(56.0, 4.0, 32.0)];
        let mut canvas = Canvas::blank(64, 64, Colour::BLACK);
        for (index, depth) in canvas.depths.iter_mut().enumerate() {
            // The right half shows something above the path.
            *depth = if index % 64 < 32 { 9.0 } else { 2.0 };
        }
        canvas.draw_path(&camera(), &path, Colour::WHITE, 3.0);
        assert_eq!(canvas.pixels[32 * 64 + 20], Colour::WHITE);
        let faint = canvas.pixels[32 * 64 + 44];
        assert!(faint != Colour::WHITE && faint != Colour::BLACK, "{faint:?}");
        assert_eq!(canvas.pixels[10 * 64 + 20], Colour::BLACK);
    }

    #[test]
    fn a_path_that_leaves_the_picture_costs_nothing_and_breaks_nothing() {
        let mut canvas = Canvas::blank(64, 64, Colour::BLACK);
        let far = [DVec3::new(-1e9, 0.0, -1e9), DVec3::new(1e9, 0.0, 1e9), DVec3::splat(f64::MAX)];
        canvas.draw_path(&camera(), &far, Colour::WHITE, 2.0);
        assert!(inked(&canvas) > 60);
        let mut canvas = Canvas::blank(64, 64, Colour::BLACK);
        let outside = [DVec3::new(-1e9, 0.0, -50.0), DVec3::new(1e9, 0.0, -50.0)];
        canvas.draw_path(&camera(), &outside, Colour::WHITE, 2.0);
        assert_eq!(inked(&canvas), 0);
    }

    #[test]
    fn a_disc_lists_its_own_pixels_alone_and_each_once() {
        let mut canvas = Canvas::blank(2000, 2000, Colour::BLACK);
        let mut mask = canvas.mask();
        let at = Projected { x: 700.0, y: 900.0, depth: 1.0 };
        for _ in 0..2 {
            canvas.add_segment(&mut mask, at, at, 6.0);
        }
        let inked = mask.amounts.iter().filter(|amount| **amount > 0.0).count();
        assert!(mask.covered.len() == inked && (100..200).contains(&inked), "{inked}");
        assert!(mask.covered.iter().all(|index| mask.amounts[*index] > 0.0));
        canvas.lay(mask, Colour::WHITE, 1.0);
        assert_eq!(inked, canvas.pixels.iter().filter(|&&p| p != Colour::BLACK).count());
        let next = canvas.mask();
        assert!(next.covered.is_empty() && next.amounts.iter().all(|amount| *amount == 0.0));
    }

    #[test]
    fn a_marker_covers_its_disc() {
        let mut canvas = Canvas::blank(64, 64, Colour::BLACK);
        canvas.draw_marker(&camera(), DVec3::new(32.0, 0.0, 32.0), Colour::RED, 6.0);
        assert_eq!(canvas.pixels[32 * 64 + 32], Colour::RED);
        assert!((150..260).contains(&inked(&canvas)), "{}", inked(&canvas));
        canvas.draw_marker(&camera(), DVec3::splat(1e12), Colour::RED, 6.0);
    }
}
