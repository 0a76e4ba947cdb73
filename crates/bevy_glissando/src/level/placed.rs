//! Places and bodies of a level in the types of Bevy.

use crate::pose::{Pose, single};
use crate::{CharacterBody, ColliderMesh};
use bevy_transform::components::Transform;
use glissando::mesh::MeshError;
use glissando::{DAffine3, DVec3, MeshOptions, Soup};
use glissando_level::Level;
use glissando_level::angle::cos_sin_degrees;

/// How far the axes of a transform may be from those of a pose, as a share of the longest: some times the rounding of `f32`.
const SAME_AXES: f64 = 1e-6;

/// The transform of a pose; `None` if the pose is skewed, flat or not finite.
pub(super) fn transform_of(pose: &DAffine3) -> Option<Transform> {
    let axes = [pose.matrix3.x_axis, pose.matrix3.y_axis, pose.matrix3.z_axis];
    let determinant = pose.matrix3.determinant();
    if !(determinant.is_finite() && determinant != 0.0 && pose.translation.is_finite()) {
        return None;
    }
    let affine = bevy_math::DAffine3::from_cols_array_2d(
        &[axes[0], axes[1], axes[2], pose.translation].map(|column| column.to_array()),
    );
    let (scale, rotation, _) = affine.to_scale_rotation_translation();
    let transform = Transform {
        translation: single(pose.translation),
        rotation: rotation.as_quat(),
        scale: scale.as_vec3(),
    };
    let found = Pose::of(&transform).affine.matrix3;
    let most = axes.iter().fold(0.0_f64, |most, axis| most.max(axis.length()));
    let is_same = |a: DVec3, b: DVec3| (a - b).length() <= SAME_AXES * most;
    let same =
        is_same(axes[0], found.x_axis) && is_same(axes[1], found.y_axis) && is_same(axes[2], found.z_axis);
    same.then_some(transform)
}

/// A soup in another place; a mirrored triangle keeps its front.
pub(super) fn moved(soup: &Soup, by: &DAffine3) -> Soup {
    let mut moved = soup.clone();
    for vertex in &mut moved.vertices {
        *vertex = by.transform_point(vertex.as_dvec3()).as_vec3();
    }
    if by.matrix3.determinant() < 0.0 {
        moved.triangles.iter_mut().for_each(|corners| corners.swap(1, 2));
    }
    moved
}

/// The mesh of a soup in another place.
pub(super) fn mesh_of(soup: &Soup, by: &DAffine3, options: &MeshOptions) -> Result<ColliderMesh, MeshError> {
    ColliderMesh::build_with(&moved(soup, by), options)
}

/// The character that a level was made for.
pub(super) fn body_of(level: &Level) -> CharacterBody {
    let settings = level.settings();
    let mut body = CharacterBody {
        shape: settings.body.into(),
        radii: settings.radii.into(),
        crouch_radii: settings.crouch_radii.into(),
        gravity: settings.gravity.into(),
        ..CharacterBody::default()
    };
    body.ground.step_height = settings.ground.step_height;
    body.ground.snap_distance = settings.ground.snap_distance;
    body.jump.speed = settings.jump.speed;
    if let Some(cosine) = level.character.as_ref().and_then(|character| character.min_ground_normal_y) {
        let degrees = degrees_of(cosine);
        (body.ground.climb_degrees, body.ground.slip_degrees) = (degrees, degrees);
    }
    body
}

/// The angle of a cosine by halving, from 0 to 90 degrees: an arc cosine would have other bits on other machines.
fn degrees_of(cosine: f64) -> f64 {
    let (mut low, mut high) = (0.0, 90.0);
    for _ in 0..64 {
        let middle = 0.5 * (low + high);
        if cos_sin_degrees(middle).0 > cosine { low = middle } else { high = middle }
    }
    high
}

#[cfg(test)]
mod tests {
    use super::*;
    use glissando::DMat3;

    #[test]
    fn a_skewed_pose_is_no_transform_and_a_mirrored_one_is() {
        let columns =
            |x, y, z| DAffine3 { matrix3: DMat3::from_cols(x, y, z), translation: DVec3::new(1.0, 2.0, 3.0) };
        let mirrored = columns(DVec3::X * -2.0, DVec3::Y * 3.0, DVec3::Z);
        let transform = transform_of(&mirrored).unwrap();
        assert_eq!(Pose::of(&transform).affine, mirrored);
        assert!(transform_of(&columns(DVec3::X, DVec3::new(0.5, 1.0, 0.0), DVec3::Z)).is_none());
        assert!(transform_of(&columns(DVec3::X, DVec3::X, DVec3::Z)).is_none());
        assert!(transform_of(&columns(DVec3::X * f64::NAN, DVec3::Y, DVec3::Z)).is_none());
    }

    #[test]
    fn a_cosine_has_its_angle() {
        for degrees in [0.0, 30.0, 45.573, 90.0] {
            let found = degrees_of(cos_sin_degrees(degrees).0);
            assert!((found - degrees).abs() < 1e-6, "{degrees}: {found}");
        }
    }
}
