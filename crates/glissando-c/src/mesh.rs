//! Meshes: triangles of plain arrays made fit for collision.

use crate::pointer::{given, read};
use crate::result::{GLS_ERROR_LENGTH, Refusal, border, gls_result};
use glissando::{Mesh, MeshOptions, Soup, Vec3};
use std::mem::MaybeUninit;
use std::sync::Arc;

/// Triangles made fit for collision; constant once built. Any number of bodies and triggers share one, and keep what
/// they need: it may be freed after it was placed.
#[derive(Clone, Debug)]
pub struct gls_mesh {
    pub(crate) shared: Arc<Mesh>,
}

/// How a mesh is built; `gls_mesh_options_default` has the defaults.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct gls_mesh_options {
    /// Material ids of one-sided triangles, which do not collide from behind (their clockwise side). Default none.
    pub one_sided: *const u16,
    /// How many ids `one_sided` has.
    pub one_sided_count: usize,
    /// Material ids of one-way platforms, which hold only a body entirely in front of them. Default none.
    pub one_way: *const u16,
    /// How many ids `one_way` has.
    pub one_way_count: usize,
    /// Vertices this close are welded, metres; 0, the default, joins equal positions only.
    pub weld_distance: f32,
    /// Not read.
    pub reserved: u32,
}

/// What was found in the triangles. None of it keeps a mesh from colliding.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct gls_mesh_report {
    /// Area of all triangles, square metres.
    pub area: f64,
    /// Number of triangles.
    pub triangles: u64,
    /// Vertices that took the place of another one.
    pub welded: u64,
    /// Triangles without area: they collide as edges.
    pub degenerate: u64,
    /// Triangles so thin that they collide as edges.
    pub slivers: u64,
    /// Triangles with the corners of an earlier one.
    pub doubles: u64,
    /// Edges of a single triangle: rims and holes.
    pub open_edges: u64,
    /// Edges of three and more triangles.
    pub crowded_edges: u64,
    /// Edges whose two triangles are wound against each other.
    pub twisted_edges: u64,
    /// 1 if the surface has an inside, as the volume of a trigger needs; else 0.
    pub is_closed: u32,
    /// 0.
    pub reserved: u32,
}

/// The default options: nothing welded but equal positions, both sides of every triangle collide.
#[unsafe(no_mangle)]
pub extern "C" fn gls_mesh_options_default() -> gls_mesh_options {
    gls_mesh_options {
        one_sided: std::ptr::null(),
        one_sided_count: 0,
        one_way: std::ptr::null(),
        one_way_count: 0,
        weld_distance: 0.0,
        reserved: 0,
    }
}

/// Builds a mesh of `vertex_count` vertices (x, y, z each, metres) and `triangle_count` triangles (three vertex indices
/// each, counter-clockwise seen from the front).
///
/// `materials` has an id for each triangle, or is null: then all have 0. `options` may be null for the defaults;
/// `report` may be null. All arrays are copied. The mesh is freed by `gls_mesh_free`.
///
/// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_MESH` for no triangles, indices of missing vertices, coordinates that are NaN,
/// infinite or beyond 1e7 m, a weld distance out of range.
///
/// # Safety
/// `vertices` has `3 * vertex_count` numbers, `indices` has `3 * triangle_count`, `materials` has `triangle_count`
/// unless it is null, and the lists of `options` have the lengths that stand beside them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gls_mesh_build(
    vertices: *const f32,
    vertex_count: usize,
    indices: *const u32,
    triangle_count: usize,
    materials: *const u16,
    options: Option<&gls_mesh_options>,
    report: Option<&mut MaybeUninit<gls_mesh_report>>,
    mesh: Option<&mut MaybeUninit<Box<gls_mesh>>>,
) -> gls_result {
    border(|| {
        let mesh = given("mesh", mesh)?;
        let by_threes = |what: &str, count: usize| {
            let text = format!("{what} is {count}: three numbers each would not fit in the memory");
            count.checked_mul(3).ok_or_else(|| Refusal::new(GLS_ERROR_LENGTH, text))
        };
        let vertices = read!(vertices, by_threes("vertex_count", vertex_count)?);
        let indices = read!(indices, by_threes("triangle_count", triangle_count)?);
        let materials = read!(materials, if materials.is_null() { 0 } else { triangle_count });
        let mut used = MeshOptions::default();
        if let Some(options) = options {
            used.weld_distance = options.weld_distance;
            used.one_sided = read!("options.one_sided", options.one_sided, options.one_sided_count).to_vec();
            used.one_way = read!("options.one_way", options.one_way, options.one_way_count).to_vec();
        }
        let soup = Soup {
            vertices: vertices.as_chunks().0.iter().map(|&[x, y, z]| Vec3::new(x, y, z)).collect(),
            triangles: indices.as_chunks().0.to_vec(),
            materials: materials.to_vec(),
        };
        let (built, found) = Mesh::build(&soup, &used)?;
        if let Some(report) = report {
            report.write(gls_mesh_report {
                area: found.area,
                triangles: found.triangle_count as u64,
                welded: found.welded.len() as u64,
                degenerate: found.degenerate.len() as u64,
                slivers: found.slivers.len() as u64,
                doubles: found.doubles.len() as u64,
                open_edges: found.open_edges.len() as u64,
                crowded_edges: found.crowded_edges.len() as u64,
                twisted_edges: found.twisted_edges.len() as u64,
                is_closed: found.is_closed().into(),
                reserved: 0,
            });
        }
        mesh.write(Box::new(gls_mesh { shared: Arc::new(built) }));
        Ok(())
    })
}

/// Frees a mesh; null is accepted. Bodies and triggers that use it keep its triangles.
#[unsafe(no_mangle)]
pub extern "C" fn gls_mesh_free(mesh: Option<Box<gls_mesh>>) {
    drop(mesh);
}
