//! Words over the picture.

use macroquad::color::Color;
use macroquad::shapes::draw_rectangle;
use macroquad::text::{draw_text, measure_text};

/// Size of the letters, in pixels.
const SIZE: u16 = 18;

/// From one line to the next, in pixels.
const LINE: f32 = 20.0;

/// From the edge of the window and of the ground, in pixels.
const MARGIN: f32 = 8.0;

/// Writes lines from the top left corner, on a dark ground.
pub(crate) fn write(lines: &[String]) {
    if lines.is_empty() {
        return;
    }
    let widths = lines.iter().map(|line| measure_text(line, None, SIZE, 1.0).width);
    let width = widths.fold(0.0, f32::max) + 2.0 * MARGIN;
    let height = lines.len() as f32 * LINE + MARGIN;
    draw_rectangle(MARGIN, MARGIN, width, height, Color::new(0.0, 0.0, 0.0, 0.55));
    for (place, line) in (1_u16..).zip(lines) {
        let bottom = MARGIN + f32::from(place) * LINE - 3.0;
        draw_text(line, 2.0 * MARGIN, bottom, f32::from(SIZE), Color::new(0.95, 0.95, 0.9, 1.0));
    }
}
