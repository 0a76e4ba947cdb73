//! The transform of a node.
//!
//! Source: glTF 2.0 Specification, section 3.5.3 "Transformations".

use super::document::Node;
use crate::error::Problem;
use glissando::{DAffine3, DMat3, DQuat, DVec3};

/// From the node's space to its parent's.
pub(super) fn parent_from_node(node: &Node<'_>) -> Result<DAffine3, Problem> {
    match node.matrix {
        Some(matrix) => affine(&matrix),
        None => pose(node.translation, node.rotation, node.scale),
    }
}

/// From a node's space to the world.
///
/// # Errors
/// Transforms whose product is beyond what a number holds: with the largest number on both sides.
pub(super) fn world_from_node(
    world_from_parent: DAffine3,
    parent_from_node: DAffine3,
) -> Result<DAffine3, Problem> {
    let world_from_node = world_from_parent * parent_from_node;
    if world_from_node.is_finite() {
        return Ok(world_from_node);
    }
    let (own, above) = (largest(&parent_from_node), largest(&world_from_parent));
    let what = format!(
        "its place in the world is not finite: its own transform has numbers up to {own:?}, multiplied with numbers \
         up to {above:?} of the nodes above it: make the scales and translations smaller, and export again"
    );
    Err(Problem::malformed("transform", what))
}

/// The largest number of a transform, without its sign; NaN if one of them is.
fn largest(pose: &DAffine3) -> f64 {
    let DAffine3 { matrix3: DMat3 { x_axis, y_axis, z_axis }, translation } = *pose;
    let all = [x_axis, y_axis, z_axis, translation].into_iter().flat_map(DVec3::to_array);
    all.map(f64::abs).fold(0.0, |largest, c| if c.is_nan() || c > largest { c } else { largest })
}

/// Scale, then rotation (of any length but zero), then translation.
pub(super) fn pose(
    translation: Option<[f64; 3]>,
    rotation: Option<[f64; 4]>,
    scale: Option<[f64; 3]>,
) -> Result<DAffine3, Problem> {
    let rotation = match rotation {
        None => DQuat::IDENTITY,
        Some(q) => DQuat::from(q).try_normalize().ok_or_else(|| {
            Problem::malformed("rotation", format!("{q:?} is not a rotation: it needs a length"))
        })?,
    };
    let scale = scale.map_or(DVec3::ONE, DVec3::from);
    let translation = translation.map_or(DVec3::ZERO, DVec3::from);
    Ok(DAffine3::from_scale_rotation_translation(scale, rotation, translation))
}

/// A matrix in glTF's order, column after column.
fn affine(matrix: &[f64; 16]) -> Result<DAffine3, Problem> {
    let &[a, b, c, p, d, e, f, q, g, h, i, r, x, y, z, w] = matrix;
    if [p, q, r, w] != [0.0, 0.0, 0.0, 1.0] {
        let what = format!("its last row is {p} {q} {r} {w}, not 0 0 0 1: it is no affine transform");
        return Err(Problem::malformed("matrix", what));
    }
    let matrix3 = DMat3::from_cols(DVec3::new(a, b, c), DVec3::new(d, e, f), DVec3::new(g, h, i));
    Ok(DAffine3 { matrix3, translation: DVec3::new(x, y, z) })
}
