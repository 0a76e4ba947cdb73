//! A table as triangles: a bed and four cushions, nine feet long, and the balls on it.

use glissando::balls::{Ball, Mass};
use glissando::{DVec3, Mesh, MeshOptions, Soup, World};

/// Half the length and half the width of the bed, in metres.
pub(super) const HALF: (f64, f64) = (1.27, 0.635);

/// Radius of a ball, in metres.
pub(super) const RADIUS: f64 = 0.028575;

/// Kilograms of a ball.
const MASS: f64 = 0.17;

/// How high a ball's centre lies above the bed; it keeps a millionth of its radius from it.
pub(super) const HEIGHT: f64 = RADIUS * (1.0 + 1e-6);

/// How high the cushions are, in metres: nothing leaves this table.
const CUSHION: f64 = 2.0;

/// The table: the bed at y = 0, the cushions upright around it.
///
/// # Errors
/// None but those of a mesh that cannot be built.
pub(super) fn world() -> anyhow::Result<World> {
    let ((x, z), top) = ((HALF.0 as f32, HALF.1 as f32), CUSHION as f32);
    let vertices = [
        [-x, 0.0, -z],
        [x, 0.0, -z],
        [x, 0.0, z],
        [-x, 0.0, z],
        [-x, top, -z],
        [x, top, -z],
        [x, top, z],
        [-x, top, z],
    ];
    let quads = [[0, 3, 2, 1], [0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7]];
    let triangles: Vec<[u32; 3]> = quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    let (mesh, _) = Mesh::build(&Soup::new(&vertices, &triangles), &MeshOptions::default())?;
    let mut world = World::new();
    world.insert_mesh(mesh);
    Ok(world)
}

/// A ball at rest on the bed.
pub(super) fn ball(x: f64, z: f64, restitution: f64) -> Ball {
    let at = DVec3::new(x, HEIGHT, z);
    Ball { mass: Mass::Kilograms(MASS), restitution, ..Ball::at(at, RADIUS) }
}

/// Fifteen balls that touch, the tip towards -x, its centre at `x`.
pub(super) fn rack(x: f64, restitution: f64) -> Vec<Ball> {
    let across = 3.0_f64.sqrt() * RADIUS;
    (0..5)
        .flat_map(|row| (0..=row).map(move |place| (f64::from(row), f64::from(2 * place - row))))
        .map(|(row, aside)| ball(x + row * across, aside * RADIUS, restitution))
        .collect()
}
