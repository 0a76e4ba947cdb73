//! The bodies that are swept, and that walk.

/// A convex body, upright; lengths in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    /// Radii.
    Ellipsoid([f64; 3]),
    /// A core that is rounded all around.
    Rounded(Core, f64),
}

/// What a rounding goes about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Core {
    /// Half extents: along Y alone for a segment; of a cylinder its radius, half its height, its radius.
    pub half: [f64; 3],
    /// Whether it is a cylinder.
    pub is_round: bool,
}

impl Shape {
    /// Of this radius; `half_height` is half of what is between the centres of its ends.
    pub const fn capsule(radius: f64, half_height: f64) -> Self {
        Self::Rounded(Core { half: [0.0, half_height, 0.0], is_round: false }, radius)
    }

    /// Half extents of what its rounding goes about, and the rounding; of an ellipsoid, its largest radius.
    #[cfg(any(feature = "parry", feature = "box3d"))]
    pub fn core(self) -> ([f64; 3], f64) {
        match self {
            Self::Ellipsoid(radii) => ([0.0; 3], radii.into_iter().fold(0.0, f64::max)),
            Self::Rounded(core, rounding) => (core.half, rounding),
        }
    }

    /// Half extents of the whole body.
    pub fn half_extents(self) -> [f64; 3] {
        match self {
            Self::Ellipsoid(radii) => radii,
            Self::Rounded(core, rounding) => core.half.map(|h| h + rounding),
        }
    }

    /// Extent from its centre along a unit direction (support function).
    pub fn extent_along(self, n: [f64; 3]) -> f64 {
        match self {
            Self::Ellipsoid(radii) => {
                (0..3).map(|i| (radii[i] * n[i]) * (radii[i] * n[i])).sum::<f64>().sqrt()
            }
            Self::Rounded(Core { half: [x, y, z], is_round }, rounding) => {
                let aside = if is_round {
                    x * (n[0] * n[0] + n[2] * n[2]).sqrt()
                } else {
                    x * n[0].abs() + z * n[2].abs()
                };
                aside + y * n[1].abs() + rounding
            }
        }
    }

    /// The same body, thinner or (for a negative number) thicker by so many metres all around.
    pub fn thinner(self, by: f64) -> Self {
        match self {
            Self::Ellipsoid(radii) => Self::Ellipsoid(radii.map(|r| r - by)),
            Self::Rounded(core, rounding) if rounding > by => Self::Rounded(core, rounding - by),
            Self::Rounded(core, rounding) => {
                let half = core.half.map(|h| (h + rounding - by).max(0.0));
                Self::Rounded(Core { half, ..core }, 0.0)
            }
        }
    }
}
