//! A picture of a shot: the table from above, in three dimensions also from the side, every ball's way in its
//! colour.

use super::play::Played;
use super::shot::{Setup, Shot};
use super::table::{HALF, RADIUS};
use crate::picture::{Camera, Canvas, Colour, text_size};
use anyhow::Context;
use glissando::DVec3;

/// Pixels of a view.
const SIZE: (u32, u32) = (1400, 740);

/// The same from the side.
const SIDE: (u32, u32) = (1400, 380);

/// Around the bed, in metres.
const ROOM: f64 = 0.07;

const FELT: Colour = Colour::new(0.02, 0.16, 0.09);
const CUSHION: Colour = Colour::new(0.30, 0.12, 0.04);
const LETTERS: u32 = 2;

/// Of the balls in turn; the first is the cue ball.
const COLOURS: [Colour; 8] = [
    Colour::WHITE,
    Colour::new(0.95, 0.65, 0.05),
    Colour::new(0.10, 0.25, 0.90),
    Colour::new(0.85, 0.08, 0.06),
    Colour::new(0.45, 0.15, 0.65),
    Colour::new(1.00, 0.35, 0.05),
    Colour::new(0.10, 0.75, 0.35),
    Colour::new(0.05, 0.70, 0.85),
];

/// Draws a shot that was played.
///
/// # Errors
/// None but those of a camera that sees nothing.
pub(super) fn draw(shot: Shot, setup: &Setup, played: &Played) -> anyhow::Result<Canvas> {
    let low = DVec3::new(-HALF.0 - ROOM, 0.0, -HALF.1 - ROOM);
    let camera = Camera::top((low, DVec3::new(-low.x, 1.0, -low.z)), SIZE);
    let caption = format!(
        "{}  {} balls  {} impacts  {:.2} s",
        shot.name(),
        setup.balls.len(),
        played.impacts,
        played.seconds
    );
    let mut canvas = view(&camera, played, &caption);
    if setup.settings.flat.is_none() {
        let points: Vec<DVec3> = bed().into_iter().chain(played.paths.iter().flatten().copied()).collect();
        let side = Camera::overview(&points, DVec3::new(0.15, 0.35, 1.0), SIDE);
        let side = side.context("nothing to look at")?;
        canvas.append(view(&side, played, "from the side"));
    }
    Ok(canvas)
}

fn view(camera: &Camera, played: &Played, caption: &str) -> Canvas {
    let (width, total) = camera.size();
    let mut canvas = Canvas::blank(width, total, FELT);
    canvas.draw_path(camera, &bed(), CUSHION, 7.0);
    let pixels = |point: DVec3| {
        let depth = camera.project(point).map_or(1.0, |p| p.depth);
        RADIUS / camera.pixel_metres(depth)
    };
    let coloured = || played.paths.iter().zip(COLOURS.iter().cycle());
    for (path, &colour) in coloured() {
        if let Some(&first) = path.first() {
            canvas.draw_marker(camera, first, FELT.mix(colour, 0.35), pixels(first) - 1.5);
        }
        canvas.draw_path(camera, path, colour, 2.0);
    }
    for (path, &colour) in coloured() {
        if let Some(&last) = path.last() {
            canvas.draw_marker(camera, last, colour, pixels(last) - 1.5);
        }
    }
    let (_, height) = text_size(caption, LETTERS);
    canvas.write(caption, (5 * LETTERS, total - height - 5 * LETTERS), LETTERS, Colour::WHITE);
    canvas
}

/// The border of the bed, where cushions and bed meet.
fn bed() -> [DVec3; 5] {
    let corner = |x: f64, z: f64| DVec3::new(x * HALF.0, 0.0, z * HALF.1);
    [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0), corner(-1.0, -1.0)]
}
