//! A picture in memory: colours, and how deep the world is behind each.

use super::colour::Colour;
use super::line::Mask;
use anyhow::Context;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

/// A picture, from the top left, row by row.
#[derive(Clone, Debug)]
pub(crate) struct Canvas {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) pixels: Vec<Colour>,
    /// Metres along the view to what a pixel shows; infinite for nothing.
    pub(super) depths: Vec<f32>,
    /// Empty masks that a drawing left for the next.
    pub(super) spare: Vec<Mask>,
}

impl Canvas {
    /// A picture of one colour, with nothing behind it.
    pub(crate) fn blank(width: u32, height: u32, colour: Colour) -> Self {
        let count = width as usize * height as usize;
        let (pixels, depths) = (vec![colour; count], vec![f32::INFINITY; count]);
        Self { width, height, pixels, depths, spare: Vec::new() }
    }

    pub(super) fn index(&self, x: i64, y: i64) -> Option<usize> {
        let is_inside = (0..i64::from(self.width)).contains(&x) && (0..i64::from(self.height)).contains(&y);
        is_inside.then(|| y as usize * self.width as usize + x as usize)
    }

    /// Lays `colour` over a pixel, `amount` opaque; nothing outside of the picture.
    pub(super) fn cover(&mut self, x: i64, y: i64, colour: Colour, amount: f32) {
        if let Some(pixel) = self.index(x, y).and_then(|i| self.pixels.get_mut(i)) {
            *pixel = pixel.mix(colour, amount);
        }
    }

    /// Pixels across and down.
    pub(crate) const fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// Fills a rectangle of these pixels, from its top left corner.
    pub(super) fn fill(&mut self, (left, top): (u32, u32), (width, height): (u32, u32), colour: Colour) {
        for (x, y) in (0..width).flat_map(|x| (0..height).map(move |y| (x, y))) {
            self.cover(i64::from(left + x), i64::from(top + y), colour, 1.0);
        }
    }

    /// Adds the rows of a picture of the same width below.
    pub(crate) fn append(&mut self, below: Self) {
        self.height += below.height;
        self.pixels.extend(below.pixels);
        self.depths.extend(below.depths);
    }

    /// Pictures side by side, aligned at the top, with a gap of `gap` pixels of `colour`.
    pub(crate) fn beside(pictures: &[Self], gap: u32, colour: Colour) -> Self {
        let gaps = gap * (pictures.len() as u32).saturating_sub(1);
        let width = pictures.iter().map(|p| p.width).sum::<u32>() + gaps;
        let height = pictures.iter().map(|p| p.height).max().unwrap_or(0);
        let mut whole = Self::blank(width, height, colour);
        let mut left = 0;
        for picture in pictures {
            whole.place(picture, left);
            left += picture.width as usize + gap as usize;
        }
        whole
    }

    fn place(&mut self, picture: &Self, left: usize) {
        let (across, width) = (self.width as usize, picture.width as usize);
        for row in 0..picture.height as usize {
            let (to, from) = (row * across + left, row * width);
            self.pixels[to..to + width].copy_from_slice(&picture.pixels[from..from + width]);
            self.depths[to..to + width].copy_from_slice(&picture.depths[from..from + width]);
        }
    }

    /// Writes the picture as PNG.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub(crate) fn save(&self, path: &Path) -> anyhow::Result<()> {
        let save = || -> anyhow::Result<()> {
            let mut file = BufWriter::new(File::create(path)?);
            self.write_png(&mut file)?;
            Ok(file.flush()?)
        };
        save().with_context(|| format!("{}: the picture cannot be written", path.display()))
    }

    /// The picture as PNG.
    ///
    /// # Errors
    /// Output that breaks.
    pub(crate) fn write_png(&self, out: impl Write) -> anyhow::Result<()> {
        let mut encoder = png::Encoder::new(out, self.width, self.height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        let bytes: Vec<u8> = self.pixels.iter().flat_map(|colour| colour.to_bytes()).collect();
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&bytes)?;
        Ok(writer.finish()?)
    }
}
