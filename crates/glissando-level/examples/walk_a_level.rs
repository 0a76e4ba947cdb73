//! A level file becomes a world, and a character walks through it from the level's own spawn.
//!
//! Learned here: [`load`] reads glTF, OBJ and STL; names decide what is solid and what is a spawn; `flatten` makes one
//! soup of all solid instances; the report of `Mesh::build` shows what looks wrong in the triangles.
//!
//! `cargo run -p glissando-level --example walk_a_level`, or with a level of your own: `... -- LEVEL.glb`

use glissando::{Config, DVec3, EventKind, Input, Mesh, Scratch, Settings, State, World, step};
use glissando_level::{LoadOptions, load};
use std::error::Error;
use std::path::PathBuf;

const TICK: f64 = 1.0 / 60.0;

fn main() -> Result<(), Box<dyn Error>> {
    let own = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/courtyard.gltf");
    let path = std::env::args_os().nth(1).map_or_else(|| PathBuf::from(own), PathBuf::from);
    let level = load(&path, &LoadOptions::default())?;
    let (all, solid) = (level.instances.len(), level.instances.iter().filter(|i| i.solid).count());
    println!("{}: {all} instances, {solid} solid", path.display());
    for note in &level.notes {
        println!("note: {note}");
    }

    let (mesh, report) = Mesh::build(&level.flatten()?, &level.mesh_options())?;
    println!("{} triangles, {} open edges", report.triangle_count, report.open_edges.len());
    let mut world = World::new();
    world.insert_mesh(mesh);

    let spawn = level.spawns().next().ok_or("the level has no spawn: name a node without a mesh `spawn`")?;
    let ahead = DVec3::new(spawn.yaw_radians.cos(), 0.0, -spawn.yaw_radians.sin());
    let config = Config::new(&Settings::default())?;
    let mut state = State::with_feet_at(&config, spawn.position);
    let mut scratch = Scratch::new();
    println!("the character starts at `{}`", spawn.name);
    println!("   time       x       y       z  what");
    for tick in 0..360 {
        let input = Input { wish: ahead * 3.0, ..Input::default() };
        let report = step(&world, &config, &mut state, input, TICK, &mut scratch)?;
        for event in report.events {
            let what = match event.kind {
                EventKind::SteppedUp { height, .. } => format!("stepped up by {height:.2} m"),
                EventKind::HitWall { speed, .. } => format!("hit a wall at {speed:.2} m/s"),
                EventKind::Landed { speed, .. } => format!("landed at {speed:.2} m/s"),
                ref other => format!("{other:?}"),
            };
            row(f64::from(tick) * TICK + event.time, event.position, &what);
        }
        if tick % 60 == 59 {
            row(f64::from(tick + 1) * TICK, state.position, &format!("({:?})", state.ground));
        }
    }
    Ok(())
}

fn row(time: f64, at: DVec3, what: &str) {
    println!("{time:5.2} s {:7.2} {:7.2} {:7.2}  {what}", at.x, at.y, at.z);
}
