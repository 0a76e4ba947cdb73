//! From the shape of a trigger to a mesh with a pose.

use glissando::mesh::MeshError;
use glissando::trigger::{Trigger, TriggerKind};
use glissando::{DAffine3, DMat3, DVec3, Mesh, MeshOptions, Soup};
use glissando_level::TriggerShape;
use std::sync::Arc;

/// Boxes are at least so thick, in metres: entity lists have some without any thickness.
const THINNEST: f64 = 0.01;

/// Makes triggers of the shapes of a level; boxes share one mesh.
#[derive(Debug)]
pub struct ShapeMaker {
    cube: Arc<Mesh>,
}

impl ShapeMaker {
    /// A maker with its cube.
    ///
    /// # Errors
    /// None that a cube could give.
    pub fn new() -> Result<Self, MeshError> {
        let (cube, _) = Mesh::build(&cube(), &MeshOptions::default())?;
        Ok(Self { cube: Arc::new(cube) })
    }

    /// A box as a volume, at least a centimetre thick.
    pub fn in_box(&self, low: DVec3, high: DVec3) -> Trigger {
        let least = DVec3::splat(0.5 * THINNEST);
        let half = ((high - low) * 0.5).max(least);
        let (x, y, z) = (DVec3::X * half.x, DVec3::Y * half.y, DVec3::Z * half.z);
        let pose = DAffine3 { matrix3: DMat3::from_cols(x, y, z), translation: (low + high) * 0.5 };
        Trigger::new(Arc::clone(&self.cube), TriggerKind::VolumeByBody).at(pose)
    }

    /// Any shape; one that should be closed and is not becomes a surface.
    ///
    /// # Errors
    /// Triangles of which no mesh can be made.
    pub fn trigger(&self, shape: &TriggerShape) -> Result<Trigger, MeshError> {
        let mesh = |soup| Mesh::build(soup, &MeshOptions::default()).map(|(mesh, _)| mesh);
        Ok(match shape {
            TriggerShape::Box { low, high } => self.in_box(*low, *high),
            TriggerShape::Closed(soup) => Trigger::fitting(mesh(soup)?),
            TriggerShape::Surface { soup, .. } => Trigger::new(mesh(soup)?, TriggerKind::Surface),
        })
    }
}

/// The cube from -1 to 1, fronts outside.
fn cube() -> Soup {
    let corner = |bits: u32| [0, 1, 2].map(|axis| if bits >> axis & 1 == 1 { 1.0 } else { -1.0 });
    let corners: Vec<[f32; 3]> = (0..8).map(corner).collect();
    let quads = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
    let triangles: Vec<[u32; 3]> = quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    Soup::new(&corners, &triangles)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fronts_of_the_cube_are_outside() {
        let cube = cube();
        for triangle in &cube.triangles {
            let [a, b, c] = triangle.map(|i| cube.vertices[i as usize].as_dvec3());
            assert!((b - a).cross(c - a).dot(a + b + c) > 0.0, "{triangle:?}");
        }
    }
}
