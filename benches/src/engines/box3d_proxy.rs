//! A body as Box3D casts it: the hull of some points, rounded.

use super::vector;
use crate::questions::Kind;
use crate::shape::Shape;
use boxddd_sys::ffi::*;

/// Points about the centre of a body, and its rounding.
#[derive(Clone, Copy)]
pub struct Hull {
    points: [b3Vec3; 8],
    count: i32,
    radius: f32,
}

impl Hull {
    /// What a kind of question moves: where the level is stretched, the unit sphere.
    pub fn new(kind: Kind) -> Self {
        let shape = if kind.is_tall() { Shape::Ellipsoid([1.0; 3]) } else { kind.shape() };
        let ([x, y, z], radius) = shape.core();
        let mut points = [vector([0.0; 3]); 8];
        let mut count = 0;
        for corner in 0..8 {
            let side = |bit: u32, half: f64| if corner >> bit & 1 == 0 { -half } else { half } as f32;
            let is_new = (0..3).all(|bit| [x, y, z][bit] > 0.0 || corner >> bit & 1 == 0);
            if is_new {
                points[count] = vector([side(0, x), side(1, y), side(2, z)]);
                count += 1;
            }
        }
        Self { points, count: count as i32, radius: radius as f32 }
    }

    /// The same with its centre there.
    pub fn at(mut self, centre: b3Vec3) -> Self {
        for point in &mut self.points {
            *point = vector([point.x + centre.x, point.y + centre.y, point.z + centre.z]);
        }
        self
    }

    /// Valid as long as it is.
    pub fn proxy(&self) -> b3ShapeProxy {
        b3ShapeProxy { points: self.points.as_ptr(), count: self.count, radius: self.radius }
    }
}
