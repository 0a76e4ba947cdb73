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
fn a_collider_is_drawn_with_its_own_triangles_and_normals_that_point_out() {
    let collider = Collider::cuboid(Vec3::new(1.0, 2.0, 3.0)).unwrap();
    let drawn = collider.mesh.to_mesh();
    let read = |attribute| match drawn.attribute(attribute) {
        Some(bevy_mesh::VertexAttributeValues::Float32x3(values)) => values.clone(),
        other => panic!("{other:?}"),
    };
    let (corners, normals) = (read(Mesh::ATTRIBUTE_POSITION), read(Mesh::ATTRIBUTE_NORMAL));
    assert_eq!((corners.len(), normals.len()), (36, 36));
    for (corner, normal) in corners.iter().zip(&normals) {
        let out: f32 = (0..3).map(|k| corner[k] * normal[k]).sum();
        assert!([1.0, 2.0, 3.0].contains(&out), "{corner:?} {normal:?}");
    }
    let again = Collider::from_mesh(&drawn).unwrap();
    assert_eq!(again.mesh.shared().triangle_count(), 12);
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
