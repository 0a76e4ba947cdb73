//! A picture of a finding: the level around it without its roof, the place, and the way of its clip.

use crate::picture::{Camera, Canvas, Colour, Model, Style, paint};
use glissando::DVec3;
use glissando_check::Finding;
use indicatif::ProgressBar;

/// Pixels across and down.
const SIZE: (u32, u32) = (560, 360);

/// Metres around the finding that are shown, at least and at most.
const AROUND: (f64, f64) = (4.0, 14.0);

/// Metres over the highest point of the walk above which nothing is drawn.
const HEADROOM: f64 = 1.6;

/// Where the view looks from.
const TOWARDS: DVec3 = DVec3::new(0.35, 0.85, 0.60);

/// Draws a finding; nothing if there is no view of it.
pub(super) fn draw(model: &Model, finding: &Finding, way: Option<&[DVec3]>) -> Option<Canvas> {
    let way = way.unwrap_or_default();
    // A fall out of the world goes on for long; the way is shown as far as the picture reaches.
    let start = way.first().copied().unwrap_or(finding.at);
    let (mut low, mut high) = (finding.at.min(start), finding.at.max(start));
    let size = high - low;
    let around = (AROUND.0 + size.x.max(size.z)).min(AROUND.1);
    low -= DVec3::new(around, 1.5, around);
    high += DVec3::new(around, 1.0, around);
    let corners: Vec<DVec3> = (0..8)
        .map(|corner| {
            let pick = |bit: u8, low: f64, high: f64| if corner >> bit & 1 == 0 { low } else { high };
            DVec3::new(pick(0, low.x, high.x), pick(1, low.y, high.y), pick(2, low.z, high.z))
        })
        .collect();
    let camera = Camera::overview(&corners, TOWARDS, SIZE)?;
    let style = Style { cut: finding.at.y.max(start.y) + HEADROOM, is_inside: false };
    let mut canvas = paint(model, &camera, &style, &ProgressBar::hidden());
    canvas.draw_path(&camera, way, Colour::ORANGE, 2.5);
    if let Some(first) = way.first() {
        canvas.draw_marker(&camera, *first, Colour::GREEN, 4.0);
    }
    canvas.draw_marker(&camera, finding.at, Colour::RED, 5.0);
    Some(canvas)
}
