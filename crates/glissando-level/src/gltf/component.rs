//! The types of numbers in an accessor.
//!
//! Source: glTF 2.0 Specification, section 3.6.2.2 "Accessor Data Types"; normalized integers as in
//! section 3.11 "Animations" and extension `KHR_mesh_quantization`.

use crate::error::Problem;

/// Type of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Component {
    I8,
    U8,
    I16,
    U16,
    U32,
    F32,
}

impl Component {
    /// The type of a glTF code.
    pub(super) fn of(code: u32) -> Result<Self, Problem> {
        match code {
            5120 => Ok(Self::I8),
            5121 => Ok(Self::U8),
            5122 => Ok(Self::I16),
            5123 => Ok(Self::U16),
            5125 => Ok(Self::U32),
            5126 => Ok(Self::F32),
            _ => Err(Problem::malformed("componentType", format!("{code} is not one of glTF's"))),
        }
    }

    /// Bytes of a number.
    pub(super) fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::U32 | Self::F32 => 4,
        }
    }

    /// The number at the start of `bytes`; 0 where there are too few.
    pub(super) fn number(self, bytes: &[u8], normalized: bool) -> f32 {
        let one = |bytes: &[u8]| bytes.first().copied().unwrap_or(0);
        let two = |bytes: &[u8]| bytes.first_chunk::<2>().copied().unwrap_or_default();
        let four = |bytes: &[u8]| bytes.first_chunk::<4>().copied().unwrap_or_default();
        let (value, largest) = match self {
            Self::F32 => return f32::from_le_bytes(four(bytes)),
            Self::I8 => (f32::from(one(bytes) as i8), 127.0),
            Self::U8 => (f32::from(one(bytes)), 255.0),
            Self::I16 => (f32::from(i16::from_le_bytes(two(bytes))), 32767.0),
            Self::U16 => (f32::from(u16::from_le_bytes(two(bytes))), 65535.0),
            Self::U32 => return u32::from_le_bytes(four(bytes)) as f32,
        };
        if !normalized {
            value
        } else if value < -largest {
            -1.0
        } else {
            value / largest
        }
    }

    /// The index at the start of `bytes`; 0 for types that are no indices.
    pub(super) fn index(self, bytes: &[u8]) -> u32 {
        match self {
            Self::U8 => bytes.first().copied().unwrap_or(0).into(),
            Self::U16 => u16::from_le_bytes(bytes.first_chunk::<2>().copied().unwrap_or_default()).into(),
            Self::U32 => u32::from_le_bytes(bytes.first_chunk::<4>().copied().unwrap_or_default()),
            Self::I8 | Self::I16 | Self::F32 => 0,
        }
    }

    /// Whether indices may have this type.
    pub(super) fn is_index(self) -> bool {
        matches!(self, Self::U8 | Self::U16 | Self::U32)
    }
}
