//! What is in the window, as a file.

use anyhow::Context;
use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

/// A picture of the window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    width: u32,
    height: u32,
    /// Four bytes a pixel, from the top left.
    pixels: Vec<u8>,
}

impl Picture {
    /// What was drawn in this frame so far.
    pub(crate) fn take() -> Self {
        let image = macroquad::texture::get_screen_data();
        let (width, height) = (u32::from(image.width), u32::from(image.height));
        // The driver counts rows from below.
        let row = image.width as usize * 4;
        let rows = image.bytes.chunks_exact(row.max(1)).rev();
        // What shines through a window is no part of its picture.
        let opaque = rows.flatten().enumerate().map(|(index, byte)| if index % 4 == 3 { 255 } else { *byte });
        Self { width, height, pixels: opaque.collect() }
    }

    /// Writes it as a PNG.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn write(&self, path: &Path) -> anyhow::Result<()> {
        let at = || path.display().to_string();
        let file = BufWriter::new(File::create(path).with_context(at)?);
        let mut encoder = png::Encoder::new(file, self.width, self.height);
        encoder.set_color(png::ColorType::Rgba);
        let mut writer = encoder.write_header().with_context(at)?;
        writer.write_image_data(&self.pixels).with_context(at)?;
        writer.finish().with_context(at)
    }
}
