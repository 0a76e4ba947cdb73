//! Kind `mesh`: soups of all kinds become meshes, are looked at and bent.

use super::mix::Mix;
use super::soups::{check, mesh, options, soup};
use super::watch::Watch;
use glissando::{Mesh, Soup};

/// Deepest tree that is no fault for a hundred triangles: each level halves what is below, or nearly.
const MOST_DEPTH: usize = 64;

pub(super) fn run(mix: &mut Mix, watch: &mut Watch) {
    let size = mix.size();
    let Some(mesh) = mesh(mix, watch, size) else { return };
    look(watch, &mesh);
    bend(mix, watch, &mesh, size);
    let other = Soup::new(&[[0.0, f32::NAN, 1.0]; 3], &[[0, 1, 2]]);
    let options = options(mix);
    watch.attempt("Mesh::build", || Mesh::build(&other, &options));
}

/// Asks a mesh about itself, also for triangles that it has not.
fn look(watch: &mut Watch, mesh: &Mesh) {
    let bounds = mesh.bounds();
    let mut depths = Vec::new();
    mesh.visit_tree(|inner, depth| {
        if inner.is_empty() || !bounds.contains(inner) || depth > MOST_DEPTH {
            depths.push((inner, depth));
        }
    });
    watch.expect(depths.is_empty(), "an odd box of a tree", || format!("{bounds:?} {depths:?}"));
    watch.value("Mesh::tree_stats", || mesh.tree_stats());
    let count = mesh.source_count();
    for index in [0, 1, count.wrapping_sub(1), count, u32::MAX] {
        let triangle = watch.value("Mesh::triangle", || mesh.triangle(index));
        let is_there = index < count;
        watch.expect(triangle.is_some() == is_there, "a triangle beyond the last, or none before", || {
            format!("{index} of {count}: {triangle:?}")
        });
        watch.expect(mesh.material(index).is_some() == is_there, "a material beyond the last", || {
            format!("{index} of {count}")
        });
    }
}

/// A bent mesh is the mesh of the bent soup.
fn bend(mix: &mut Mix, watch: &mut Watch, mesh: &Mesh, size: f64) {
    let (soup, options) = (soup(mix, size), options(mix));
    if let Some((bent, report)) = watch.attempt("Mesh::refit", || mesh.refit(&soup, &options)) {
        check(watch, &bent, &report, &soup);
        look(watch, &bent);
    }
}
