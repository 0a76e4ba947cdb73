//! Triangles in metres: real levels where there are any, and always one generated scene.

use crate::generated;
use crate::options::Options;
use std::error::Error;
use std::path::{Path, PathBuf};

/// A level in metres, y up.
#[derive(Clone, Debug)]
pub struct Level {
    pub name: String,
    pub vertices: Vec<[f32; 3]>,
    pub triangles: Vec<[u32; 3]>,
}

impl Level {
    /// The same level with every axis divided by a radius: an ellipsoid of these radii is the unit sphere there.
    pub fn stretched(&self, radii: [f64; 3]) -> Self {
        let scale = |v: &[f32; 3]| std::array::from_fn(|i| (f64::from(v[i]) / radii[i]) as f32);
        Self { vertices: self.vertices.iter().map(scale).collect(), ..self.clone() }
    }

    /// Corners of a triangle.
    pub fn corners(&self, triangle: usize) -> [[f64; 3]; 3] {
        self.triangles[triangle].map(|v| self.vertices[v as usize].map(f64::from))
    }

    /// Length of the diagonal of the bounding box.
    pub fn diagonal(&self) -> f64 {
        let extent = |axis: usize| {
            let along = self.vertices.iter().map(|v| f64::from(v[axis]));
            along.clone().fold(f64::MIN, f64::max) - along.fold(f64::MAX, f64::min)
        };
        (0..3).map(|axis| extent(axis).powi(2)).sum::<f64>().sqrt()
    }
}

/// The generated scene, and the wanted levels of the folder.
pub fn load(options: &Options) -> Result<Vec<Level>, Box<dyn Error>> {
    let mut levels = vec![generated::town(options.seed)];
    let folder = options
        .levels
        .clone()
        .unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/levels"));
    let manifest = folder.join("manifest.json");
    match std::fs::read_to_string(&manifest) {
        Ok(text) => levels.extend(read_all(&folder, &text, options)?),
        Err(error) if options.levels.is_some() => {
            return Err(format!("{}: {error}", manifest.display()).into());
        }
        Err(_) => {
            println!("SKIPPED: no real levels ({} is missing); only the generated scene", manifest.display())
        }
    }
    levels.retain(|l| options.wants_level(&l.name));
    Ok(levels)
}

fn read_all(folder: &Path, manifest: &str, options: &Options) -> Result<Vec<Level>, Box<dyn Error>> {
    let manifest: serde_json::Value = serde_json::from_str(manifest)?;
    let mut levels = Vec::new();
    for entry in manifest["levels"].as_array().ok_or("the manifest has no list `levels`")? {
        let name = entry["name"].as_str().ok_or("a level without a name")?;
        let file = entry["files"]["glb"].as_str().ok_or("a level without a GLB")?;
        let unit = entry["unit_m"].as_f64().ok_or("a level without `unit_m`")?;
        let count = entry["triangles"].as_u64().unwrap_or(0) as usize;
        if !options.wants_level(name) {
            continue;
        }
        if count > options.triangles {
            println!("SKIPPED: {name} has {count} triangles (see --triangles)");
            continue;
        }
        levels.push(read(name, &folder.join(file), unit)?);
    }
    Ok(levels)
}

/// All primitives of all meshes, without node transforms: the levels have none.
fn read(name: &str, path: &PathBuf, unit: f64) -> Result<Level, Box<dyn Error>> {
    let file = gltf::Gltf::open(path)?;
    let blob = file.blob.as_deref().ok_or("a GLB without its binary part")?;
    let mut level = Level { name: name.to_owned(), vertices: Vec::new(), triangles: Vec::new() };
    for primitive in file.meshes().flat_map(|m| m.primitives().collect::<Vec<_>>()) {
        let reader = primitive.reader(|buffer| (buffer.index() == 0).then_some(blob));
        let first = level.vertices.len() as u32;
        let positions = reader.read_positions().ok_or("a primitive without positions")?;
        level.vertices.extend(positions.map(|p| p.map(|c| (f64::from(c) * unit) as f32)));
        let indices: Vec<u32> =
            reader.read_indices().ok_or("a primitive without indices")?.into_u32().collect();
        level.triangles.extend(indices.chunks_exact(3).map(|t| [t[0] + first, t[1] + first, t[2] + first]));
    }
    Ok(level)
}
