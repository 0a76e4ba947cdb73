//! Words in a picture: five by seven dots a letter, capitals only.

use super::canvas::Canvas;
use super::colour::Colour;

/// Dots across a letter, with the gap after it.
const ADVANCE: u32 = 6;

/// Dots down a letter.
const HEIGHT: u32 = 7;

impl Canvas {
    /// Writes `text` with its top left corner at a pixel, each dot `scale` pixels wide, on a dark ground.
    ///
    /// Characters without a drawing leave a gap; what leaves the picture is not drawn.
    pub(crate) fn write(&mut self, text: &str, (left, top): (u32, u32), scale: u32, colour: Colour) {
        let (width, height) = text_size(text, scale);
        let around = i64::from(scale * 2);
        for y in -around..i64::from(height) + around {
            for x in -around..i64::from(width) + around {
                self.cover(i64::from(left) + x, i64::from(top) + y, Colour::BLACK, 0.55);
            }
        }
        for (place, letter) in (0_u32..).zip(text.chars()) {
            let corner = left + place * ADVANCE * scale;
            for (row, dots) in (0_u32..).zip(dots(letter)) {
                for column in (0..5).filter(|column| dots >> (4 - column) & 1 == 1) {
                    self.dot(corner + column * scale, top + row * scale, scale, colour);
                }
            }
        }
    }

    fn dot(&mut self, left: u32, top: u32, scale: u32, colour: Colour) {
        for (x, y) in (0..scale).flat_map(|x| (0..scale).map(move |y| (x, y))) {
            self.cover(i64::from(left + x), i64::from(top + y), colour, 1.0);
        }
    }
}

/// Pixels that a text takes.
pub(crate) fn text_size(text: &str, scale: u32) -> (u32, u32) {
    let letters = text.chars().count() as u32;
    ((letters * ADVANCE).saturating_sub(1) * scale, HEIGHT * scale)
}

/// Rows of a letter, from the top; the highest of five bits is the left dot.
#[rustfmt::skip]
fn dots(letter: char) -> [u8; 7] {
    match letter.to_ascii_uppercase() {
        '0' => [0b01110, 0b10001, 0b10011, 0b10101, 0b11001, 0b10001, 0b01110],
        '1' => [0b00100, 0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110],
        '2' => [0b01110, 0b10001, 0b00001, 0b00110, 0b01000, 0b10000, 0b11111],
        '3' => [0b11110, 0b00001, 0b00001, 0b01110, 0b00001, 0b00001, 0b11110],
        '4' => [0b00010, 0b00110, 0b01010, 0b10010, 0b11111, 0b00010, 0b00010],
        '5' => [0b11111, 0b10000, 0b11110, 0b00001, 0b00001, 0b10001, 0b01110],
        '6' => [0b00110, 0b01000, 0b10000, 0b11110, 0b10001, 0b10001, 0b01110],
        '7' => [0b11111, 0b00001, 0b00010, 0b00100, 0b00100, 0b01000, 0b01000],
        '8' => [0b01110, 0b10001, 0b10001, 0b01110, 0b10001, 0b10001, 0b01110],
        '9' => [0b01110, 0b10001, 0b10001, 0b01111, 0b00001, 0b00010, 0b01100],
        'A' => [0b01110, 0b10001, 0b10001, 0b11111, 0b10001, 0b10001, 0b10001],
        'B' => [0b11110, 0b10001, 0b10001, 0b11110, 0b10001, 0b10001, 0b11110],
        'C' => [0b01110, 0b10001, 0b10000, 0b10000, 0b10000, 0b10001, 0b01110],
        'D' => [0b11100, 0b10010, 0b10001, 0b10001, 0b10001, 0b10010, 0b11100],
        'E' => [0b11111, 0b10000, 0b10000, 0b11110, 0b10000, 0b10000, 0b11111],
        'F' => [0b11111, 0b10000, 0b10000, 0b11110, 0b10000, 0b10000, 0b10000],
        'G' => [0b01110, 0b10001, 0b10000, 0b10111, 0b10001, 0b10001, 0b01111],
        'H' => [0b10001, 0b10001, 0b10001, 0b11111, 0b10001, 0b10001, 0b10001],
        'I' => [0b01110, 0b00100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110],
        'J' => [0b00111, 0b00010, 0b00010, 0b00010, 0b00010, 0b10010, 0b01100],
        'K' => [0b10001, 0b10010, 0b10100, 0b11000, 0b10100, 0b10010, 0b10001],
        'L' => [0b10000, 0b10000, 0b10000, 0b10000, 0b10000, 0b10000, 0b11111],
        'M' => [0b10001, 0b11011, 0b10101, 0b10101, 0b10001, 0b10001, 0b10001],
        'N' => [0b10001, 0b11001, 0b10101, 0b10011, 0b10001, 0b10001, 0b10001],
        'O' => [0b01110, 0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b01110],
        'P' => [0b11110, 0b10001, 0b10001, 0b11110, 0b10000, 0b10000, 0b10000],
        'Q' => [0b01110, 0b10001, 0b10001, 0b10001, 0b10101, 0b10010, 0b01101],
        'R' => [0b11110, 0b10001, 0b10001, 0b11110, 0b10100, 0b10010, 0b10001],
        'S' => [0b01111, 0b10000, 0b10000, 0b01110, 0b00001, 0b00001, 0b11110],
        'T' => [0b11111, 0b00100, 0b00100, 0b00100, 0b00100, 0b00100, 0b00100],
        'U' => [0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b01110],
        'V' => [0b10001, 0b10001, 0b10001, 0b10001, 0b01010, 0b01010, 0b00100],
        'W' => [0b10001, 0b10001, 0b10001, 0b10101, 0b10101, 0b11011, 0b10001],
        'X' => [0b10001, 0b01010, 0b00100, 0b00100, 0b00100, 0b01010, 0b10001],
        'Y' => [0b10001, 0b01010, 0b00100, 0b00100, 0b00100, 0b00100, 0b00100],
        'Z' => [0b11111, 0b00001, 0b00010, 0b00100, 0b01000, 0b10000, 0b11111],
        '.' => [0, 0, 0, 0, 0, 0b01100, 0b01100],
        ',' => [0, 0, 0, 0, 0b01100, 0b00100, 0b01000],
        ':' => [0, 0b01100, 0b01100, 0, 0b01100, 0b01100, 0],
        '-' => [0, 0, 0, 0b01110, 0, 0, 0],
        '+' => [0, 0b00100, 0b00100, 0b11111, 0b00100, 0b00100, 0],
        '_' => [0, 0, 0, 0, 0, 0, 0b11111],
        '/' => [0b00001, 0b00010, 0b00010, 0b00100, 0b01000, 0b01000, 0b10000],
        '%' => [0b11001, 0b11010, 0b00010, 0b00100, 0b01000, 0b01011, 0b10011],
        '(' => [0b00010, 0b00100, 0b01000, 0b01000, 0b01000, 0b00100, 0b00010],
        ')' => [0b01000, 0b00100, 0b00010, 0b00010, 0b00010, 0b00100, 0b01000],
        '#' => [0b01010, 0b01010, 0b11111, 0b01010, 0b11111, 0b01010, 0b01010],
        '=' => [0, 0, 0b11111, 0, 0b11111, 0, 0],
        '>' => [0b01000, 0b00100, 0b00010, 0b00001, 0b00010, 0b00100, 0b01000],
        '<' => [0b00010, 0b00100, 0b01000, 0b10000, 0b01000, 0b00100, 0b00010],
        _ => [0; 7],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_leaves_no_dot_outside_its_size_and_none_is_lost_off_the_picture() {
        let mut canvas = Canvas::blank(80, 20, Colour::BLACK);
        canvas.write("AZ 09", (4, 4), 2, Colour::WHITE);
        let (width, height) = text_size("AZ 09", 2);
        for (index, pixel) in canvas.pixels.iter().enumerate() {
            let (x, y) = (index as u32 % 80, index as u32 / 80);
            let is_inside = (4..4 + width).contains(&x) && (4..4 + height).contains(&y);
            assert!(is_inside || *pixel == Colour::BLACK, "{x} {y}");
        }
        canvas.write("far out", (1000, 1000), 3, Colour::WHITE);
    }

    #[test]
    fn no_two_letters_look_alike() {
        let drawn: Vec<_> = ('!'..='_').map(dots).filter(|d| *d != [0; 7]).collect();
        for (index, letter) in drawn.iter().enumerate() {
            assert!(!drawn[..index].contains(letter), "{letter:?}");
        }
        assert!(drawn.len() > 45);
    }
}
