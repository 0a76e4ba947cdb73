//! What a guard sees: a map of line of sight, two thousand segments in one call.
//!
//! Learned here: [`World::are_blocked_between`] answers a whole batch and allocates nothing once its list has grown;
//! [`World::rays`] gives the distance, the normal and the triangle of each.
//!
//! `cargo run -p glissando --example rays`

use glissando::{DVec3, Filter, Mesh, MeshOptions, Soup, Vec3, World};
use std::error::Error;

const COLUMNS: i32 = 80;
const ROWS: i32 = 25;

fn main() -> Result<(), Box<dyn Error>> {
    let mut soup = Soup::default();
    for (x, z, half_x, half_z) in PILLARS {
        soup.append(&Soup::cuboid(Vec3::new(x, 1.5, z), Vec3::new(half_x, 1.5, half_z)));
    }
    let mut world = World::new();
    world.insert_mesh(Mesh::build(&soup, &MeshOptions::default())?.0);

    let eye = DVec3::new(20.25, 1.6, 12.5);
    let place = |column: i32, row: i32| DVec3::new(f64::from(column) * 0.5, 1.6, f64::from(row)) + HALF_CELL;
    let cells = (0..ROWS).flat_map(|row| (0..COLUMNS).map(move |column| (column, row)));
    let segments: Vec<_> = cells.clone().map(|(column, row)| (eye, place(column, row))).collect();
    let mut blocked = Vec::new();
    world.are_blocked_between(&segments, Filter::ALL, &mut blocked)?;

    for ((column, row), &is_blocked) in cells.zip(&blocked) {
        let at = place(column, row);
        let sign = if (at - eye).length() < 0.1 {
            'G'
        } else if is_in_pillar(at) {
            '#'
        } else if is_blocked {
            ' '
        } else {
            '.'
        };
        print!("{sign}{}", if column == COLUMNS - 1 { "\n" } else { "" });
    }
    let seen = blocked.iter().filter(|is_blocked| !**is_blocked).count();
    println!("the guard G sees {seen} of {} cells", segments.len());

    let names = ["east", "west", "south", "north"];
    let ways = [DVec3::X, -DVec3::X, DVec3::Z, -DVec3::Z].map(|direction| (eye, direction * 40.0));
    let mut hits = Vec::new();
    world.rays(&ways, Filter::ALL, &mut hits)?;
    for (name, hit) in names.iter().zip(&hits) {
        match hit {
            Some(hit) => println!("{name:>6}: {:5.2} m to triangle {}", hit.distance, hit.surface.triangle),
            None => println!("{name:>6}: nothing within 40 m"),
        }
    }
    Ok(())
}

/// Middle x and z, half extents along x and z, metres.
const PILLARS: [(f32, f32, f32, f32); 6] = [
    (10.0, 6.0, 2.0, 1.0),
    (30.0, 6.0, 1.0, 3.0),
    (26.0, 12.5, 0.5, 1.5),
    (12.0, 18.0, 4.0, 0.5),
    (30.0, 19.0, 2.0, 2.0),
    (20.0, 16.5, 1.0, 0.5),
];

const HALF_CELL: DVec3 = DVec3::new(0.25, 0.0, 0.5);

fn is_in_pillar(at: DVec3) -> bool {
    PILLARS.iter().any(|&(x, z, half_x, half_z)| {
        let (dx, dz) = (at.x - f64::from(x), at.z - f64::from(z));
        dx.abs() < f64::from(half_x) && dz.abs() < f64::from(half_z)
    })
}
