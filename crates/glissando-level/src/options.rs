//! What a caller can say about a file that the file does not say itself.

use crate::error::{LevelError, Problem};
use std::path::Path;

/// Which axis of the file points up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Up {
    /// The second axis, as in glTF.
    #[default]
    Y,
    /// The third axis, as in Quake, Unreal and most STL files; becomes Y by a quarter turn about X.
    Z,
}

/// How to read a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LoadOptions {
    /// Metres per unit of the file. `None`: the manifest's, else 1.
    pub unit: Option<f64>,
    /// The axis that points up. `None`: the manifest's, else Z for STL and Y for the others.
    pub up: Option<Up>,
    /// Whether `manifest.json` and `NAME.entities.json` beside the file are read. Default: yes.
    pub use_manifest: bool,
}

impl Default for LoadOptions {
    fn default() -> Self {
        Self { unit: None, up: None, use_manifest: true }
    }
}

/// The formats that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// glTF 2.0, as JSON or as a binary container; which one is seen from the bytes.
    Gltf,
    /// Wavefront OBJ, text.
    Obj,
    /// STL, text or binary; which one is seen from the bytes.
    Stl,
}

impl Format {
    /// The format that a path's extension stands for, in any case.
    ///
    /// # Errors
    /// [`Problem::UnknownFormat`].
    pub fn of_path(path: &Path) -> Result<Self, LevelError> {
        let extension = path.extension().map(|e| e.to_string_lossy().to_lowercase()).unwrap_or_default();
        match extension.as_str() {
            "glb" | "gltf" => Ok(Self::Gltf),
            "obj" => Ok(Self::Obj),
            "stl" => Ok(Self::Stl),
            _ => Err(Problem::UnknownFormat { extension }.in_file(path.display().to_string())),
        }
    }

    /// The name of the format.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Gltf => "glTF",
            Self::Obj => "OBJ",
            Self::Stl => "STL",
        }
    }

    /// The axis that points up by default.
    pub(crate) const fn usual_up(self) -> Up {
        match self {
            Self::Gltf | Self::Obj => Up::Y,
            Self::Stl => Up::Z,
        }
    }
}
