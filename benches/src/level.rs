//! Triangles in metres: real levels where there are any, and always one generated scene.

use crate::generated;
use crate::options::Options;
use glissando_level::{LoadOptions, Mechanisms};
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

    /// Height of the lowest vertex.
    pub fn bottom(&self) -> f64 {
        self.vertices.iter().map(|v| f64::from(v[1])).fold(f64::INFINITY, f64::min)
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

/// The generated scenes, and the wanted levels of the folder.
pub fn load(options: &Options) -> Result<Vec<Level>, Box<dyn Error>> {
    let mut levels = generated(options);
    if options.curves {
        return Ok(levels);
    }
    for path in files(options)? {
        let name = name(&path);
        if options.wants_level(&name) {
            levels.extend(read(&name, &path, options.triangles)?);
        }
    }
    Ok(levels)
}

/// The level of this name, or the town where it is missing.
pub fn one(options: &Options, wanted: &str) -> Result<Level, Box<dyn Error>> {
    let path = files(options)?.into_iter().find(|path| name(path) == wanted);
    let level = path.map(|path| read(wanted, &path, options.triangles)).transpose()?.flatten();
    Ok(level.unwrap_or_else(|| generated::town(options.seed)))
}

/// The levels of the folder that have mechanisms, with these.
pub fn with_mechanisms(options: &Options) -> Result<Vec<(Level, Mechanisms)>, Box<dyn Error>> {
    let mut levels = Vec::new();
    for path in files(options)?.into_iter().filter(|path| options.wants_level(&name(path))) {
        let usual = LoadOptions::default();
        let whole = glissando_level::load(&path, &usual)?;
        let mechanisms = glissando_level::load_mechanisms(&path, &whole, &usual)?;
        if !mechanisms.is_empty()
            && let Some(level) = read(&name(&path), &path, options.triangles)?
        {
            levels.push((level, mechanisms));
        }
    }
    Ok(levels)
}

/// The files of the folder, in order; says so loudly if there is none.
fn files(options: &Options) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let usual = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/levels");
    let folder = options.levels.clone().unwrap_or_else(usual);
    if !folder.is_dir() && options.levels.is_none() {
        println!("SKIPPED: no real levels ({} is missing); only the generated scenes", folder.display());
        return Ok(Vec::new());
    }
    let files = std::fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut paths = files.map(|file| Ok(file?.path())).collect::<Result<Vec<_>, std::io::Error>>()?;
    paths.retain(|path| path.extension().is_some_and(|e| e == "glb") && !name(path).ends_with(".movers"));
    paths.sort();
    Ok(paths)
}

fn name(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// The generated scenes that are wanted.
fn generated(options: &Options) -> Vec<Level> {
    let mut levels = Vec::new();
    if options.wants_level("town") {
        levels.push(generated::town(options.seed));
    }
    if options.wants_level("soup") {
        levels.push(generated::soup(options.triangles.min(1_000_000), options.seed));
    }
    levels
}

/// The solid triangles in metres, or nothing for a level of more than `most` triangles.
fn read(name: &str, path: &Path, most: usize) -> Result<Option<Level>, Box<dyn Error>> {
    let level = glissando_level::load(path, &LoadOptions::default())?;
    let count = level.solid_triangle_count();
    if count > most as u64 {
        println!("SKIPPED: {name} has {count} triangles (see --triangles)");
        return Ok(None);
    }
    let soup = level.flatten()?;
    let vertices = soup.vertices.iter().map(|v| v.to_array()).collect();
    Ok(Some(Level { name: name.to_owned(), vertices, triangles: soup.triangles }))
}
