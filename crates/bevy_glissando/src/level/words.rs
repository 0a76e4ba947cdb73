//! What the components of Bevy's glTF loader say: names of meshes and materials, and extras.
//!
//! They are read through the type registry, by the paths of their types: so the plugin depends on no loader and no renderer.

use bevy_ecs::prelude::*;
use bevy_ecs::reflect::ReflectComponent;
use bevy_reflect::{ReflectRef, TypeRegistry};

/// Extras of a node, as JSON text.
pub(super) const EXTRAS: &str = "bevy_gltf::assets::GltfExtras";

/// The name of the mesh that an entity is a primitive of.
pub(super) const MESH_NAME: &str = "bevy_gltf::assets::GltfMeshName";

/// The name of the material of a primitive.
pub(super) const MATERIAL_NAME: &str = "bevy_gltf::assets::GltfMaterialName";

/// Extras of the material of a primitive, as JSON text.
pub(super) const MATERIAL_EXTRAS: &str = "bevy_gltf::assets::GltfMaterialExtras";

/// The name of a scene, on the entity above its nodes.
pub(super) const SCENE_NAME: &str = "bevy_gltf::assets::GltfSceneName";

/// A camera, on the entity of its node.
pub(super) const CAMERA: &str = "bevy_camera::camera::Camera";

/// Lights, each on a child of the entity of its node.
pub(super) const LIGHTS: [&str; 3] = [
    "bevy_light::directional_light::DirectionalLight",
    "bevy_light::point_light::PointLight",
    "bevy_light::spot_light::SpotLight",
];

/// Whether an entity has a component of this type.
pub(super) fn has(entity: EntityRef, path: &str, registry: &TypeRegistry) -> bool {
    let component = registry.get_with_type_path(path).and_then(|found| found.data::<ReflectComponent>());
    component.is_some_and(|component| component.contains(entity))
}

/// The text in a component of this type: its first field.
pub(super) fn text_of(entity: EntityRef, path: &str, registry: &TypeRegistry) -> Option<String> {
    let component = registry.get_with_type_path(path)?.data::<ReflectComponent>()?.reflect(entity)?;
    let field = match component.reflect_ref() {
        ReflectRef::Struct(fields) => fields.field_at(0)?,
        ReflectRef::TupleStruct(fields) => fields.field(0)?,
        _ => return None,
    };
    field.try_downcast_ref::<String>().cloned()
}
