//! Triangles to fuzz with: scattered, in order, doubled, without area, and broken.

use super::mix::Mix;
use super::watch::Watch;
use crate::scenes;
use glissando::mesh::MeshReport;
use glissando::{DVec3, Mesh, MeshOptions, Soup, Vec3};
use std::sync::Arc;

/// A soup about the origin, `size` metres to every side.
pub(super) fn soup(mix: &mut Mix, size: f64) -> Soup {
    let mut soup = match mix.integer(0, 7) {
        0 => scattered(mix, size),
        1 => uneven_floor(mix, size),
        2 | 3 => cuboid(mix.lengths(size)),
        4 => doubled(mix, size),
        5 => without_area(mix, size),
        6 => slivers(mix, size),
        _ => room_with_stairs(mix, size),
    };
    if mix.spoils() {
        spoil(mix, &mut soup);
    }
    soup
}

/// Adds a triangle of a random material.
fn push(mix: &mut Mix, soup: &mut Soup, corners: [DVec3; 3]) {
    soup.push(corners.map(|c| c.as_vec3()), mix.integer(0, 4) as u16);
}

fn scattered(mix: &mut Mix, size: f64) -> Soup {
    let mut soup = Soup::default();
    for _ in 0..mix.below(60) {
        let corners = mix.corners(size);
        push(mix, &mut soup, corners);
    }
    soup
}

/// A floor of squares whose heights are even, or not.
fn uneven_floor(mix: &mut Mix, size: f64) -> Soup {
    let mut soup = Soup::default();
    let cells = mix.integer(1, 7) as usize;
    let bumps = mix.pick(&[0.0, 0.0, 0.05, 0.3]) * size;
    let heights: Vec<f64> = (0..(cells + 1) * (cells + 1)).map(|_| mix.number(bumps)).collect();
    let along = |k: usize| (k as f64 / cells as f64 * 2.0 - 1.0) * size;
    let at = |i: usize, k: usize| DVec3::new(along(i), heights[i * (cells + 1) + k], along(k));
    for i in 0..cells {
        for k in 0..cells {
            push(mix, &mut soup, [at(i, k), at(i, k + 1), at(i + 1, k)]);
            push(mix, &mut soup, [at(i, k + 1), at(i + 1, k + 1), at(i + 1, k)]);
        }
    }
    soup
}

/// A closed block of these half extents, seen from outside.
pub(super) fn cuboid(half: DVec3) -> Soup {
    let mut soup = Soup::default();
    scenes::block(&mut soup, -half, half);
    soup
}

/// One triangle many times, also wound the other way.
fn doubled(mix: &mut Mix, size: f64) -> Soup {
    let mut soup = Soup::default();
    let [a, b, c] = mix.corners(size);
    for _ in 0..=mix.below(20) {
        push(mix, &mut soup, [a, b, c]);
        if mix.chance(0.5) {
            push(mix, &mut soup, [a, c, b]);
        }
    }
    soup
}

/// Segments and points that call themselves triangles.
fn without_area(mix: &mut Mix, size: f64) -> Soup {
    let mut soup = Soup::default();
    for _ in 0..=mix.below(30) {
        let a = mix.point(size);
        let b = if mix.chance(0.5) { a } else { mix.point(size) };
        let between = a + (b - a) * mix.fraction();
        push(mix, &mut soup, [a, b, between]);
    }
    soup
}

/// Triangles much longer than high.
fn slivers(mix: &mut Mix, size: f64) -> Soup {
    let mut soup = Soup::default();
    for _ in 0..=mix.below(30) {
        let (a, b) = (mix.point(size), mix.point(size));
        let height = size * mix.pick(&[1e-3, 1e-6, 1e-8]);
        let near = a + mix.point(height);
        push(mix, &mut soup, [a, b, near]);
    }
    soup
}

/// A box seen from inside, with blocks that rise like steps on its floor.
pub(super) fn room_with_stairs(mix: &mut Mix, size: f64) -> Soup {
    let mut soup = cuboid(DVec3::splat(size));
    for triangle in &mut soup.triangles {
        triangle.swap(1, 2);
    }
    for step in 1..=mix.integer(0, 6) {
        let half = DVec3::new(0.2 * size, 0.02 * size * step as f64, 0.2 * size);
        let at = DVec3 { y: -size, ..mix.point(0.8 * size) };
        scenes::block(&mut soup, at - half, at + half);
    }
    soup
}

/// Breaks what no number breaks: indices, lengths of lists, corners.
fn spoil(mix: &mut Mix, soup: &mut Soup) {
    let count = soup.vertices.len() as u32;
    match mix.integer(0, 5) {
        0 => soup.triangles.push([0, 1, u32::MAX]),
        1 => soup.triangles.push([count; 3]),
        2 => soup.materials.push(3),
        3 => soup.triangles.clear(),
        4 => soup.vertices.clear(),
        _ => soup.vertices.push(Vec3::new(f32::NAN, 0.0, f32::INFINITY)),
    }
}

/// How to build a mesh: mostly as usual.
pub(super) fn options(mix: &mut Mix) -> MeshOptions {
    let mut options = MeshOptions::default();
    if mix.chance(0.1) {
        options.weld_distance = mix.length(0.1) as f32;
    }
    if mix.has_one_sided() && mix.chance(0.5) {
        options.one_sided = vec![mix.integer(0, 4) as u16];
    }
    if mix.has_one_sided() && mix.chance(0.5) {
        options.one_way = vec![mix.integer(0, 4) as u16];
    }
    options
}

/// A mesh of such a soup, unless it is refused.
pub(super) fn mesh(mix: &mut Mix, watch: &mut Watch, size: f64) -> Option<Arc<Mesh>> {
    let (soup, mut options) = (soup(mix, size), options(mix));
    // No random number, so that old cases stay what they are.
    options.without_edges = soup.triangles.len() % 8 == 3;
    let (mesh, report) = watch.attempt("Mesh::build", || Mesh::build(&soup, &options))?;
    check(watch, &mesh, &report, &soup);
    Some(Arc::new(mesh))
}

/// A mesh and its report must count the same triangles as the soup has, and lie at finite places.
pub(super) fn check(watch: &mut Watch, mesh: &Mesh, report: &MeshReport, soup: &Soup) {
    let counts = [mesh.triangle_count(), report.triangle_count, mesh.source_count() as usize];
    watch.expect(counts == [soup.triangles.len(); 3], "counts of triangles that differ", || {
        format!("mesh, report, indices {counts:?}, soup {}", soup.triangles.len())
    });
    let has_place = mesh.bounds().is_empty() == (mesh.triangle_count() == 0);
    watch.expect(has_place, "a mesh without a place", || format!("{:?}", mesh.bounds()));
    if mesh.triangle_count() > 0 {
        watch.finite("Mesh::build", &(mesh.bounds(), report));
    }
    let is_open = !report.open_edges.is_empty();
    watch.expect(report.has_edges || !is_open, "edges that nobody asked for", || format!("{report:?}"));
    watch
        .expect(!(report.is_closed() && is_open), "a mesh that is closed and open", || format!("{report:?}"));
    watch.expect(!report.to_string().is_empty(), "a report without text", || format!("{report:?}"));
}
