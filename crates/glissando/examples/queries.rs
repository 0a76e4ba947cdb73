//! Every kind of question that a world answers, asked in a room with a crate in it.
//!
//! Learned here: rays, line of sight, sweeps of ellipsoids, overlap, contacts, clearance and the triangles in a box.
//! Questions take `&World`, so any number of threads may ask at once.
//!
//! `cargo run -p glissando --example queries`

use glissando::{Body, DVec3, Filter, Mesh, MeshOptions, Shape, Soup, Sweep, Vec3, World};
use std::error::Error;

/// A layer of the game's own: bodies that only the player collides with.
const FENCES: u32 = 1 << 3;

fn main() -> Result<(), Box<dyn Error>> {
    let build = |center, half| Mesh::build(&Soup::cuboid(center, half), &MeshOptions::default());
    let mut world = World::new();
    let (room, report) = build(Vec3::new(0.0, 2.0, 0.0), Vec3::new(6.0, 2.0, 6.0))?;
    println!("the room has {} triangles and is closed: {}", report.triangle_count, report.is_closed());
    world.insert_mesh(room);
    let (crate_mesh, _) = build(Vec3::ZERO, Vec3::new(0.5, 0.5, 0.5))?;
    let at = glissando::DAffine3::from_translation(DVec3::new(3.0, 0.5, 0.0));
    let crate_body = world.insert(Body::new(crate_mesh).at(at).on_layers(FENCES))?;

    let eye = DVec3::new(0.0, 0.6, 0.0);
    let ahead = DVec3::X * 10.0;
    if let Some(hit) = world.ray(eye, ahead, Filter::ALL)? {
        println!("ray: {:.2} m to {}, normal {:?}", hit.distance, hit.surface.owner, hit.normal.to_array());
    }
    let without_fences = Filter { mask: !FENCES };
    if let Some(hit) = world.ray(eye, ahead, without_fences)? {
        println!("ray that leaves fences out: {:.2} m", hit.distance);
    }
    let corner = DVec3::new(5.0, 0.6, 0.0);
    println!(
        "line of sight to {:?}: {}",
        corner.to_array(),
        !world.is_blocked_between(eye, corner, Filter::ALL)?
    );

    let person = Shape::upright_ellipsoid(DVec3::new(0.4, 0.9, 0.4))?;
    let from = DVec3::new(0.0, 1.0, 0.0);
    let sweep = Sweep::new(person, from, ahead)?.with_skin(0.004)?;
    if let Some(hit) = world.sweep(&sweep) {
        let end = from + ahead * hit.fraction;
        println!(
            "sweep of a person: stops at x = {:.4} m and touches the crate's {:?} at {:?}",
            end.x,
            hit.feature,
            hit.point.to_array()
        );
    }

    let inside = DVec3::new(2.3, 1.0, 0.0);
    if let Some(contact) = world.overlap(&person, inside, Filter::ALL)? {
        println!("overlap at x = 2.3 m: {:.3} m deep", -contact.gap());
    }
    let mut contacts = Vec::new();
    world.contacts(&person, DVec3::new(0.0, 0.95, 0.0), 0.1, Filter::ALL, &mut contacts)?;
    println!("triangles within 0.1 m of a person that hovers: {}", contacts.len());
    if let Some(near) = world.clearance(&person, from, 50.0, Filter::ALL)? {
        println!("clearance: {:.3} m of room, to the point {:?}", near.distance, near.point.to_array());
    }
    let mut triangles = Vec::new();
    world.triangles_in_box(
        DVec3::new(2.0, 0.1, -1.0),
        DVec3::new(4.0, 2.0, 1.0),
        Filter::ALL,
        &mut triangles,
    )?;
    println!("triangles in a box about the crate: {}", triangles.len());

    world.remove(crate_body)?;
    match world.remove(crate_body) {
        Err(error) => println!("a handle is dead once its body is removed: {error}"),
        Ok(_) => return Err("a body was removed twice".into()),
    }
    Ok(())
}
