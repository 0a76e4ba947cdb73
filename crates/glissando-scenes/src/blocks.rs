//! What scenes are put together from: quads, strips along a profile, blocks.

use glissando::{DVec3, Mesh, MeshOptions, Soup, World};

/// Adds the two triangles of a quad, corners in turn.
pub fn quad(soup: &mut Soup, corners: [DVec3; 4]) {
    let [a, b, c, d] = corners.map(DVec3::as_vec3);
    soup.push([a, b, c], 0);
    soup.push([a, c, d], 0);
}

/// The surface that a line through these (x, y) points sweeps from `-half_width` to `half_width` along z.
pub fn strip(profile: &[(f64, f64)], half_width: f64) -> Soup {
    let mut soup = Soup::default();
    for pair in profile.windows(2) {
        let at = |(x, y): (f64, f64), z: f64| DVec3::new(x, y, z);
        let (p, q) = (pair[0], pair[1]);
        quad(&mut soup, [at(p, -half_width), at(p, half_width), at(q, half_width), at(q, -half_width)]);
    }
    soup
}

/// Adds a closed block between two opposite corners.
pub fn block(soup: &mut Soup, low: DVec3, high: DVec3) {
    let corner = |i: u8| {
        let pick = |bit: u8, l: f64, h: f64| if i >> bit & 1 == 0 { l } else { h };
        DVec3::new(pick(0, low.x, high.x), pick(1, low.y, high.y), pick(2, low.z, high.z))
    };
    // Seen from outside every side runs counter-clockwise.
    for side in [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]] {
        quad(soup, side.map(corner));
    }
}

/// A world of one soup.
///
/// # Panics
/// If no mesh can be made of it.
pub fn world_of(soup: &Soup) -> World {
    let (mesh, _) = Mesh::build(soup, &MeshOptions::default()).expect("the scene's soup makes a mesh");
    let mut world = World::new();
    world.insert_mesh(mesh);
    world
}
