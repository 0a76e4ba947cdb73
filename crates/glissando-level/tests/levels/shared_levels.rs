//! Every level of the shared collection loads, and has the triangles, spawns and body its manifest states.
//!
//! The collection is not part of the repository: see `glissando_testkit::levels::shared_folder`.

use glissando::Mesh;
use glissando_level::{LoadOptions, SpawnAnchor, load};
use glissando_testkit::levels::shared_file;
use serde_json::Value;
use std::fs;

fn manifest() -> Value {
    serde_json::from_str(&fs::read_to_string(shared_file("manifest.json")).unwrap()).unwrap()
}

#[test]
#[ignore = "needs ../shared/levels"]
fn every_shared_level_has_the_triangles_and_spawns_of_its_manifest() {
    let manifest = manifest();
    let levels = manifest["levels"].as_array().unwrap();
    assert!(levels.len() >= 10, "the collection is smaller than it should be");
    for entry in levels {
        let file = entry["files"]["glb"].as_str().unwrap();
        let level = load(&shared_file(file), &LoadOptions::default()).unwrap();
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
#[ignore = "needs ../shared/levels"]
fn movers_have_the_scale_of_their_level_but_no_spawns() {
    let manifest = manifest();
    let mut files = 0;
    for entry in manifest["levels"].as_array().unwrap() {
        let Some(file) = entry["files"]["movers"].as_str() else { continue };
        let level = load(&shared_file(file), &LoadOptions::default()).unwrap();
        assert_eq!(Some(level.instances.len() as u64), entry["movers"].as_u64(), "{file}");
        assert_eq!(Some(level.unit), entry["unit_m"].as_f64(), "{file}");
        assert_eq!(level.spawns().count(), 0, "{file}");
        assert!(level.instances.iter().all(|i| i.solid && i.extras.as_ref().unwrap()["class"].is_string()));
        files += 1;
    }
    println!("{files} mover files");
}

#[test]
#[ignore = "needs ../shared/levels"]
fn a_quake_spawn_is_lowered_from_the_bodys_origin_to_its_feet() {
    let level = load(&shared_file("oa_czest2ctf.glb"), &LoadOptions::default()).unwrap();
    let spawn = level.spawns().next().unwrap();
    assert_eq!(spawn.anchor, SpawnAnchor::Feet);
    assert_eq!(spawn.position.to_array(), [224.0 / 32.0, 0.0, -8992.0 / 32.0]);
    assert_eq!(level.character.unwrap().gravity, Some(25.0));
    let level = load(&shared_file("re_vault.glb"), &LoadOptions::default()).unwrap();
    assert_eq!(level.spawns().next().unwrap().anchor, SpawnAnchor::AboveFloor);
}
