//! Many copies of one node's mesh.
//!
//! Source: Khronos Group, vendor extension `EXT_mesh_gpu_instancing`, 2020.

use super::document::Instancing;
use super::mesh::MeshReader;
use super::node;
use crate::error::Problem;
use crate::level::Instance;
use glissando::DAffine3;

/// From the space of each copy to the world.
///
/// `name_bytes` is what each copy's name will take.
pub(super) fn world_from_copies(
    reader: &mut MeshReader<'_, '_>,
    world_from_node: DAffine3,
    instancing: &Instancing,
    name_bytes: usize,
) -> Result<Vec<DAffine3>, Problem> {
    let attributes = &instancing.attributes;
    let source = reader.source;
    let open = |index: Option<usize>, width: usize, what: &str| {
        let accessor = index.map(|i| source.accessor(i)).transpose()?;
        match accessor.as_ref().map(|a| a.width) {
            Some(w) if w != width => Err(Problem::malformed(what, format!("is not of type VEC{width}"))),
            _ => Ok(accessor),
        }
    };
    let translation = open(attributes.translation, 3, "TRANSLATION")?;
    let rotation = open(attributes.rotation, 4, "ROTATION")?;
    let scale = open(attributes.scale, 3, "SCALE")?;
    let counts = [&translation, &rotation, &scale].map(|a| a.as_ref().map(|a| a.count));
    let count = counts.into_iter().flatten().next().unwrap_or(0);
    if counts.into_iter().flatten().any(|other| other != count) {
        return Err(Problem::malformed("EXT_mesh_gpu_instancing", "its accessors differ in count"));
    }
    let bytes = size_of::<Instance>() + size_of::<DAffine3>() + name_bytes + 3 * size_of::<[f32; 4]>();
    reader.budget.spend(count as u64, bytes as u64, || "EXT_mesh_gpu_instancing".into())?;
    let translations = translation.map(|a| a.vectors::<3>()).transpose()?;
    let rotations = rotation.map(|a| a.vectors::<4>()).transpose()?;
    let scales = scale.map(|a| a.vectors::<3>()).transpose()?;
    let copy = |i: usize| {
        let pose = node::pose(at(&translations, i), at(&rotations, i), at(&scales, i));
        let pose = pose.and_then(|node_from_copy| node::world_from_node(world_from_node, node_from_copy));
        pose.map_err(|problem| problem.within(&format!("EXT_mesh_gpu_instancing, copy {i}")))
    };
    (0..count).map(copy).collect()
}

fn at<const N: usize>(all: &Option<Vec<[f32; N]>>, i: usize) -> Option<[f64; N]> {
    all.as_ref().and_then(|all| all.get(i)).map(|v| v.map(f64::from))
}
