//! Words over the picture.

use macroquad::color::Color;
use macroquad::miniquad::window;
use macroquad::shapes::draw_rectangle;
use macroquad::text::{draw_text, measure_text};

/// Size of the letters, in pixels.
const SIZE: u16 = 18;

/// From one line to the next, in pixels.
const LINE: f32 = 20.0;

/// From the edge of the window and of the ground, in pixels.
const MARGIN: f32 = 8.0;

/// Where words stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corner {
    /// At the top, to the left.
    TopLeft,
    /// At the top, to the right.
    TopRight,
    /// At the bottom, to the left.
    BottomLeft,
    /// At the bottom, to the right.
    BottomRight,
}

/// Most lines that a window has room for.
pub(crate) fn room() -> usize {
    let (_, height) = size();
    ((height - 4.0 * MARGIN) / LINE).max(1.0) as usize
}

/// Writes lines into a corner, on a dark ground.
pub(crate) fn write(corner: Corner, lines: &[String]) {
    if lines.is_empty() {
        return;
    }
    let widths = lines.iter().map(|line| measure_text(line, None, SIZE, 1.0).width);
    let width = widths.fold(0.0, f32::max) + 2.0 * MARGIN;
    let height = lines.len() as f32 * LINE + MARGIN;
    let (all_across, all_down) = size();
    let left = match corner {
        Corner::TopLeft | Corner::BottomLeft => MARGIN,
        Corner::TopRight | Corner::BottomRight => all_across - MARGIN - width,
    };
    let top = match corner {
        Corner::TopLeft | Corner::TopRight => MARGIN,
        Corner::BottomLeft | Corner::BottomRight => all_down - MARGIN - height,
    };
    draw_rectangle(left, top, width, height, Color::new(0.0, 0.0, 0.0, 0.6));
    for (place, line) in (1_u16..).zip(lines) {
        let bottom = top + f32::from(place) * LINE - 3.0;
        draw_text(line, left + MARGIN, bottom, f32::from(SIZE), Color::new(0.95, 0.95, 0.9, 1.0));
    }
}

/// Of the window, in the pixels that words are measured in.
fn size() -> (f32, f32) {
    let ((width, height), dpi) = (window::screen_size(), window::dpi_scale());
    (width / dpi, height / dpi)
}
