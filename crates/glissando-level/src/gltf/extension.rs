//! Extensions that a file cannot be read without: which are harmless, which are refused, and what to do.

use super::document::Document;
use crate::error::{Problem, clip};

/// Extensions that are read, or that change nothing about triangles and their places.
const READ: [&str; 3] = ["EXT_mesh_gpu_instancing", "KHR_mesh_quantization", "KHR_lights_punctual"];

/// How the names of extensions begin that only change how things look.
const HARMLESS: [&str; 8] = [
    "KHR_materials_",
    "KHR_texture_",
    "EXT_texture_",
    "MSFT_texture_",
    "KHR_animation_",
    "EXT_lights_",
    "KHR_xmp",
    "KHR_audio",
];

/// Refuses files that require what is not read here.
pub(super) fn check_required(document: &Document<'_>) -> Result<(), Problem> {
    for raw in &document.extensions_required {
        let name: String = serde_json::from_str(raw.get())
            .map_err(|e| Problem::malformed("extensionsRequired", e.to_string()))?;
        let known = READ.contains(&name.as_str()) || HARMLESS.iter().any(|h| name.starts_with(h));
        if !known {
            return Err(unsupported(&name));
        }
    }
    Ok(())
}

/// The error for an extension that is not read.
pub(super) fn unsupported(name: &str) -> Problem {
    let remedy = match name {
        "KHR_draco_mesh_compression" => "export again without Draco mesh compression",
        "EXT_meshopt_compression" | "KHR_meshopt_compression" => {
            "export again without meshopt compression (gltfpack: leave out -c and -cc)"
        }
        _ => "export again without it",
    };
    Problem::Unsupported { what: format!("the glTF extension {}", clip(name)), remedy }
}
