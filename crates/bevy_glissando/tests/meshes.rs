//! Colliders from meshes of Bevy (feature `mesh`).

use bevy_glissando::{Collider, MeshRefusal};
use bevy_math::Vec3;
use bevy_math::primitives::Cuboid;
use bevy_mesh::{Indices, Mesh, PrimitiveTopology};

#[test]
fn lists_and_strips_of_triangles_become_colliders_with_their_fronts_outside() {
    let list = Mesh::from(Cuboid::new(2.0, 2.0, 2.0));
    let collider = Collider::from_mesh(&list).unwrap();
    assert_eq!(collider.mesh.shared().triangle_count(), 12);
    let corners = vec![[0.0, 0.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [1.0, 0.0, 1.0_f32]];
    let strip = Mesh::new(PrimitiveTopology::TriangleStrip, Default::default())
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, corners);
    let collider = Collider::from_mesh(&strip).unwrap();
    assert_eq!(collider.mesh.shared().triangle_count(), 2);
}

#[test]
fn what_is_no_mesh_of_triangles_is_refused_by_name() {
    let lines = Mesh::new(PrimitiveTopology::LineList, Default::default())
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, vec![Vec3::ZERO.to_array(); 2]);
    assert_eq!(Collider::from_mesh(&lines).unwrap_err(), MeshRefusal::NoTriangles);
    let empty = Mesh::new(PrimitiveTopology::TriangleList, Default::default());
    assert_eq!(Collider::from_mesh(&empty).unwrap_err(), MeshRefusal::NoPositions);
    let past = Mesh::new(PrimitiveTopology::TriangleList, Default::default())
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, vec![[0.0_f32; 3]; 3])
        .with_inserted_indices(Indices::U32(vec![0, 1, 7]));
    assert!(Collider::from_mesh(&past).unwrap_err().to_string().contains('7'));
}
