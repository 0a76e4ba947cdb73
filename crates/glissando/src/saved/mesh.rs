//! A mesh for serde: its triangles as they collide, with corners to the bit.

use crate::mesh::Mesh;
use crate::repro::ReproTriangle;
use alloc::vec::Vec;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// ```
/// use glissando::{Mesh, MeshOptions, Soup, Vec3};
///
/// let mesh = Mesh::build(&Soup::cuboid(Vec3::ZERO, Vec3::ONE), &MeshOptions::default())?.0;
/// let again: Mesh = serde_json::from_str(&serde_json::to_string(&mesh)?)?;
/// assert_eq!(again.triangle(7), mesh.triangle(7));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl Serialize for Mesh {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.primes().map(ReproTriangle::from))
    }
}

/// The same mesh: the same bits from every query. Triangles must be numbered in order from 0.
impl<'de> Deserialize<'de> for Mesh {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        of_triangles(&Vec::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

/// The mesh of all its triangles; an error is its text.
fn of_triangles(triangles: &[ReproTriangle]) -> Result<Mesh, alloc::string::String> {
    if let Some((triangle, index)) =
        triangles.iter().zip(0..).find(|(triangle, index)| triangle.index != *index)
    {
        let found = triangle.index;
        return Err(alloc::format!("triangle {index} of a mesh has the index {found}: it must be {index}"));
    }
    let primes: Result<Vec<_>, _> = triangles.iter().map(ReproTriangle::prime).collect();
    Ok(Mesh::of_primes(&primes.map_err(|error| alloc::string::ToString::to_string(&error))?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{DVec3, Vec3};
    use crate::mesh::{MeshOptions, Soup};
    use crate::world::World;
    use alloc::format;
    use alloc::string::{String, ToString};

    fn cuboid() -> Mesh {
        let soup = Soup::cuboid(Vec3::new(0.1, 0.2, 0.3), Vec3::new(1.1, 0.7, 3.3));
        Mesh::build(&soup, &MeshOptions::default()).unwrap().0
    }

    #[test]
    fn a_mesh_that_was_read_answers_to_the_bit() {
        let text = serde_json::to_string(&cuboid()).unwrap();
        let again: Mesh = serde_json::from_str(&text).unwrap();
        let hash = |mesh: Mesh| {
            let mut world = World::new();
            world.insert_mesh(mesh);
            let ray = world.ray(DVec3::new(5.0, 0.3, 0.1), DVec3::X * -9.0, crate::Filter::ALL);
            (format!("{ray:?}"), crate::saved::world_hash(&world).unwrap())
        };
        assert_eq!(hash(again), hash(cuboid()));
    }

    #[test]
    fn triangles_out_of_order_and_corners_out_of_range_are_refused_by_name() {
        let text = serde_json::to_string(&cuboid()).unwrap();
        let refused = |text: String| serde_json::from_str::<Mesh>(&text).unwrap_err().to_string();
        let swapped = refused(text.replace(r#""index":3"#, r#""index":4"#));
        assert!(swapped.contains("triangle 3") && swapped.contains("the index 4"), "{swapped}");
        let far = refused(text.replacen("-1.0", "1e30", 1));
        assert!(far.contains("triangle corner"), "{far}");
    }
}
