//! Every level of the shared collection loads, and has the triangles, spawns and body its manifest states.
//!
//! The collection is not part of the repository; without it these tests say so and check nothing.
//! The environment variable `GLISSANDO_LEVELS` names another folder to look in.

use glissando::Mesh;
use glissando_level::{LoadOptions, SpawnAnchor, load};
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

fn collection() -> Option<(PathBuf, Value)> {
    let usual = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/levels");
    let folder = std::env::var_os("GLISSANDO_LEVELS").map_or_else(usual, PathBuf::from);
    let Ok(text) = fs::read_to_string(folder.join("manifest.json")) else {
        // Not a print macro: those are silent in a test that passes.
        let line = format!("SKIPPED: no level collection at {}: nothing was checked\n", folder.display());
        std::io::stderr().write_all(line.as_bytes()).unwrap();
        return None;
    };
    Some((folder, serde_json::from_str(&text).unwrap()))
}

#[test]
fn every_shared_level_has_the_triangles_and_spawns_of_its_manifest() {
    let Some((folder, manifest)) = collection() else { return };
    let levels = manifest["levels"].as_array().unwrap();
    assert!(levels.len() >= 10, "the collection is smaller than it should be");
    for entry in levels {
        let file = entry["files"]["glb"].as_str().unwrap();
        let level = load(&folder.join(file), &LoadOptions::default()).unwrap();
        assert_eq!(Some(level.triangle_count()), entry["triangles"].as_u64(), "{file}");
        assert_eq!(level.solid_triangle_count(), level.triangle_count(), "{file}");
        let vertices: usize = level.meshes.iter().map(|m| m.soup.vertices.len()).sum();
        assert_eq!(Some(vertices as u64), entry["vertices"].as_u64(), "{file}");
        assert_eq!(level.spawns().count(), entry["spawn_points"].as_array().unwrap().len(), "{file}");
        assert!(level.notes.is_empty(), "{file}: {:?}", level.notes);
        let body = level.character.unwrap();
        let (unit, step) = (entry["unit_m"].as_f64().unwrap(), &entry["reference_character"]["step"]);
        assert_eq!(body.step_height, step.as_f64().map(|s| s * unit), "{file}");
        let bounds = &entry["aabb"];
        let flat = level.flatten().unwrap();
        Mesh::build(&flat, &level.mesh_options()).unwrap();
        for v in flat.vertices {
            for (axis, c) in v.to_array().into_iter().enumerate() {
                let side = |s: usize| bounds[s][axis].as_f64().unwrap() * unit;
                let rounding = c.abs() * f32::EPSILON;
                assert!(f64::from(c + rounding) >= side(0) && f64::from(c - rounding) <= side(1), "{file}");
            }
        }
    }
    println!("{} levels", levels.len());
}

#[test]
fn movers_have_the_scale_of_their_level_but_no_spawns() {
    let Some((folder, manifest)) = collection() else { return };
    let mut files = 0;
    for entry in manifest["levels"].as_array().unwrap() {
        let Some(file) = entry["files"]["movers"].as_str() else { continue };
        let level = load(&folder.join(file), &LoadOptions::default()).unwrap();
        assert_eq!(Some(level.instances.len() as u64), entry["movers"].as_u64(), "{file}");
        assert_eq!(Some(level.unit), entry["unit_m"].as_f64(), "{file}");
        assert_eq!(level.spawns().count(), 0, "{file}");
        assert!(level.instances.iter().all(|i| i.solid && i.extras.as_ref().unwrap()["class"].is_string()));
        files += 1;
    }
    println!("{files} mover files");
}

#[test]
fn a_quake_spawn_is_lowered_from_the_bodys_origin_to_its_feet() {
    let Some((folder, _)) = collection() else { return };
    let level = load(&folder.join("oa_czest2ctf.glb"), &LoadOptions::default()).unwrap();
    let spawn = level.spawns().next().unwrap();
    assert_eq!(spawn.anchor, SpawnAnchor::Feet);
    assert_eq!(spawn.position.to_array(), [224.0 / 32.0, 0.0, -8992.0 / 32.0]);
    assert_eq!(level.character.unwrap().gravity, Some(25.0));
    let level = load(&folder.join("re_vault.glb"), &LoadOptions::default()).unwrap();
    assert_eq!(level.spawns().next().unwrap().anchor, SpawnAnchor::AboveFloor);
}
