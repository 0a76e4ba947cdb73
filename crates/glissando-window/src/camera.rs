//! Where the eye is, where it looks, and how the world gets onto the picture.

use glissando::{DAffine3, DVec3, World};
use macroquad::math::{Mat4, Vec3};

/// Nearest that anything is drawn, in metres: the corners of the picture are nearer to the eye than 0.15 m then, for
/// all angles of view.
pub(crate) const NEAR: f32 = 0.05;

/// An eye.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Where it is, in metres.
    pub at: DVec3,
    /// Where it looks, of any length but zero.
    pub forward: DVec3,
    /// What is up in the picture; not along [`Self::forward`].
    pub up: DVec3,
}

/// How the world gets onto the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lens {
    /// Angle of view from the bottom to the top, in radians.
    pub angle: f32,
    /// How far it sees, in metres.
    pub far: f32,
}

impl Lens {
    /// One that sees all of a world from wherever the eye is in it.
    pub fn for_world(world: &World) -> Self {
        let bounds = world.bounds();
        let size = (bounds.max - bounds.min).length();
        let far = if size.is_finite() { (size * 1.5).clamp(100.0, 50_000.0) } else { 1000.0 };
        Self { angle: 70.0_f32.to_radians(), far }
    }
}

impl Camera {
    /// From the world's axes about the eye to a picture whose width is `aspect` times its height.
    pub(crate) fn matrix(&self, lens: Lens, aspect: f32) -> Mat4 {
        let direction = |v: DVec3| v.try_normalize().map_or(Vec3::ZERO, single);
        let view = Mat4::look_to_rh(Vec3::ZERO, direction(self.forward), direction(self.up));
        Mat4::perspective_rh_gl(lens.angle, aspect, NEAR, lens.far) * view
    }

    /// A placement as seen from the eye: the columns of a matrix.
    pub(crate) fn place(&self, pose: &DAffine3) -> [f32; 16] {
        let [x, y, z] = columns(pose.matrix3.transpose().rows());
        let [a, b, c] = (pose.translation - self.at).to_array().map(|c| c as f32);
        [x[0], x[1], x[2], 0.0, y[0], y[1], y[2], 0.0, z[0], z[1], z[2], 0.0, a, b, c, 1.0]
    }

    /// A point as seen from the eye.
    #[cfg(test)]
    fn see(&self, point: DVec3) -> Vec3 {
        single(point - self.at)
    }
}

/// What a placement does to normals: the columns of a matrix. They keep their directions only.
pub(crate) fn normals(pose: &DAffine3) -> [f32; 16] {
    // A body's placement can be undone; where it cannot, nothing is seen of it.
    let inverse = pose.matrix3.try_inverse().unwrap_or(pose.matrix3);
    // Scaled so that single precision holds it, whatever the unit of the mesh is.
    let scale = inverse.norm().max(f64::MIN_POSITIVE);
    let [x, y, z] = columns(inverse.rows().map(|row| row / scale));
    [x[0], x[1], x[2], 0.0, y[0], y[1], y[2], 0.0, z[0], z[1], z[2], 0.0, 0.0, 0.0, 0.0, 1.0]
}

fn columns(vectors: [DVec3; 3]) -> [[f32; 3]; 3] {
    vectors.map(|v| v.to_array().map(|c| c as f32))
}

fn single(v: DVec3) -> Vec3 {
    Vec3::from_array(v.to_array().map(|c| c as f32))
}

#[cfg(test)]
mod tests {
    use super::*;
    use glissando::DQuat;

    const LENS: Lens = Lens { angle: 1.0, far: 100.0 };

    #[test]
    fn what_lies_ahead_is_in_the_middle_and_what_is_up_is_up() {
        let camera = Camera { at: DVec3::new(1e6, 2.0, 3.0), forward: -DVec3::Z, up: DVec3::Y };
        let matrix = camera.matrix(LENS, 1.5);
        let onto = |point: DVec3| matrix.project_point3(camera.see(point));
        let middle = onto(camera.at - DVec3::Z * 7.0);
        assert!(middle.x.abs() < 1e-6 && middle.y.abs() < 1e-6 && middle.z.abs() < 1.0);
        assert!(onto(camera.at + DVec3::new(0.0, 1.0, -7.0)).y > 0.1);
        assert!(onto(camera.at + DVec3::new(1.0, 0.0, -7.0)).x > 0.1);
    }

    #[test]
    fn a_mesh_far_from_the_origin_is_where_it_is_seen_from_the_eye() {
        let rotation = DQuat::from_rotation_arc(DVec3::X, DVec3::Z);
        let at = DVec3::new(4e6, 0.0, 0.0);
        let pose = DAffine3::from_scale_rotation_translation(DVec3::splat(2.0), rotation, at);
        let camera = Camera { at: at + DVec3::new(0.0, 0.25, 0.0), forward: DVec3::X, up: DVec3::Y };
        let place = Mat4::from_cols_array(&camera.place(&pose));
        let seen = place.transform_point3(Vec3::X);
        assert!((seen - Vec3::new(0.0, -0.25, 2.0)).length() < 1e-6, "{seen}");
        let normal = Mat4::from_cols_array(&normals(&pose)).transform_vector3(Vec3::X).normalize();
        assert!((normal - Vec3::Z).length() < 1e-6, "{normal}");
    }
}
