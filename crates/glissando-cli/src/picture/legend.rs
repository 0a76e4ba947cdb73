//! What the colours of a picture mean, in a strip above it.

use super::canvas::Canvas;
use super::colour::Colour;
use super::font::text_size;

/// A colour and what it stands for, in a word or two.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Entry(pub(crate) Colour, pub(crate) &'static str);

impl Entry {
    // As these surfaces look in the sun.
    pub(crate) const GROUND: Self = Self(Colour::new(0.80, 0.69, 0.51), "ground");
    pub(crate) const STEEP: Self = Self(Colour::new(0.62, 0.34, 0.18), "steeper than 45 degrees");
    pub(crate) const WALL: Self = Self(Colour::new(0.38, 0.43, 0.50), "wall");
    pub(crate) const TINT: Self = Self(Colour::new(0.60, 0.70, 0.15), "tint: material");
    pub(crate) const MOVER: Self = Self(Colour::TEAL, "moves");
}

/// The most of a picture's height that a legend takes, as a divisor; where it needs more there is none.
const MOST: u32 = 5;

/// A strip with these entries for a picture of this size, in as many lines as they need; letters of `scale` pixels
/// a dot. Nothing for pictures that are too small for it.
pub(crate) fn legend(entries: &[Entry], (width, height): (u32, u32), scale: u32) -> Option<Canvas> {
    let (swatch, gap, border) = (7 * scale, 3 * scale, 5 * scale);
    let (_, line) = text_size("", scale);
    let (mut left, mut top, mut places) = (border, border, Vec::new());
    for entry in entries {
        let needed = swatch + gap + text_size(entry.1, scale).0;
        if border + needed + border > width {
            return None;
        }
        if left + needed + border > width {
            (left, top) = (border, top + line + border);
        }
        places.push((left, top));
        left += needed + 4 * gap;
    }
    let strip = top + line + border;
    if strip * MOST > height {
        return None;
    }
    let mut canvas = Canvas::blank(width, strip, Colour::BLACK);
    for (Entry(colour, text), (left, top)) in entries.iter().zip(places) {
        canvas.write(text, (left + swatch + gap, top), scale, Colour::WHITE);
        canvas.fill((left, top), (swatch, line), *colour);
    }
    Some(canvas)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_legend_shows_each_colour_and_a_small_picture_has_none() {
        let all = [Entry::GROUND, Entry::STEEP, Entry::WALL];
        let canvas = legend(&all, (300, 100), 1).unwrap();
        for Entry(colour, _) in all {
            assert_eq!(canvas.pixels.iter().filter(|&&pixel| pixel == colour).count(), 49, "{colour:?}");
        }
        let (_, height) = canvas.size();
        let (_, several) = legend(&all, (170, 300), 1).unwrap().size();
        assert!(several > height, "narrow pictures have several lines");
        assert!(legend(&all, (300, 50), 1).is_none() && legend(&all, (100, 300), 1).is_none());
    }
}
