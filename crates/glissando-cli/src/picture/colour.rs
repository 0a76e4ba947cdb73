//! Colours as amounts of light, and the bytes of a picture.

use std::ops::{Add, Mul};

/// Red, green and blue light; 1 is white.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Colour {
    r: f32,
    g: f32,
    b: f32,
}

impl Colour {
    pub(crate) const BLACK: Self = Self::new(0.0, 0.0, 0.0);
    pub(crate) const WHITE: Self = Self::new(1.0, 1.0, 1.0);
    /// For paths.
    pub(crate) const ORANGE: Self = Self::new(1.0, 0.32, 0.03);
    /// For starts.
    pub(crate) const GREEN: Self = Self::new(0.10, 0.75, 0.22);
    /// For ends.
    pub(crate) const RED: Self = Self::new(0.85, 0.06, 0.05);
    /// For second paths.
    pub(crate) const CYAN: Self = Self::new(0.05, 0.60, 0.85);

    /// For squeezes.
    pub(crate) const PURPLE: Self = Self::new(0.42, 0.03, 0.62);
    /// For triggers.
    pub(crate) const YELLOW: Self = Self::new(0.95, 0.78, 0.05);
    /// For what moves by itself.
    pub(crate) const TEAL: Self = Self::new(0.00, 0.52, 0.58);

    /// A colour of these amounts of light.
    pub(crate) const fn new(r: f32, g: f32, b: f32) -> Self {
        Self { r, g, b }
    }

    /// `amount` of the way to another colour.
    pub(crate) fn mix(self, to: Self, amount: f32) -> Self {
        self * (1.0 - amount) + to * amount
    }

    /// Filtered by another colour.
    pub(crate) fn through(self, filter: Self) -> Self {
        Self::new(self.r * filter.r, self.g * filter.g, self.b * filter.b)
    }

    /// One of eight hues for a name, the same one for the same name.
    pub(crate) fn of_name(name: &str) -> Self {
        const HUES: [Colour; 8] = [
            Colour::new(0.80, 0.25, 0.20),
            Colour::new(0.85, 0.55, 0.10),
            Colour::new(0.60, 0.70, 0.15),
            Colour::new(0.15, 0.60, 0.30),
            Colour::new(0.10, 0.60, 0.65),
            Colour::new(0.15, 0.40, 0.85),
            Colour::new(0.45, 0.30, 0.80),
            Colour::new(0.75, 0.25, 0.60),
        ];
        // FNV-1a, which spreads short names well.
        let hash =
            name.bytes().fold(0x811c_9dc5_u32, |h, byte| (h ^ u32::from(byte)).wrapping_mul(0x0100_0193));
        HUES.get((hash >> 16) as usize % HUES.len()).copied().unwrap_or(Self::WHITE)
    }

    /// As a display takes it, each part `0..=1`: by the curve of [`Self::to_bytes`].
    #[cfg(feature = "window")]
    pub(crate) fn to_display(self) -> [f32; 3] {
        [self.r, self.g, self.b].map(|light| light.clamp(0.0, 1.0).sqrt())
    }

    /// The bytes of a pixel.
    ///
    /// The display's curve is taken as a square: a square root has the same bits everywhere, a power not.
    pub(crate) fn to_bytes(self) -> [u8; 3] {
        [self.r, self.g, self.b].map(|light| (light.clamp(0.0, 1.0).sqrt() * 255.0 + 0.5) as u8)
    }
}

impl Add for Colour {
    type Output = Self;
    fn add(self, b: Self) -> Self {
        Self::new(self.r + b.r, self.g + b.g, self.b + b.b)
    }
}

impl Mul<f32> for Colour {
    type Output = Self;
    fn mul(self, s: f32) -> Self {
        Self::new(self.r * s, self.g * s, self.b * s)
    }
}
