//! What the author of a level marks as not to be reached: materials, nodes, and boxes.

use crate::subject::{OffLimits, Zone};
use glissando::DVec3;
use glissando_level::Instance;
use glissando_play::scene::{LoadedLevel, Scene};

/// All of it, level by level.
pub(super) fn off_limits(scene: &Scene) -> Vec<OffLimits> {
    let mut found = Vec::new();
    for (index, loaded) in scene.levels.iter().enumerate() {
        let materials = (0..=u16::MAX).zip(&loaded.level.materials);
        let marked: Vec<_> = materials.filter(|(_, material)| material.off_limits).collect();
        for body in scene.bodies_of(index) {
            if let Some(instance) = scene.instance_of(body).filter(|instance| instance.is_off_limits()) {
                let zone = Zone::Surface { body, material: None };
                found.push(OffLimits { name: instance.name.clone(), zone });
                continue;
            }
            found.extend(marked.iter().map(|(id, material)| OffLimits {
                name: material.name.clone(),
                zone: Zone::Surface { body, material: Some(*id) },
            }));
        }
        let volumes = loaded.level.instances.iter().filter(|it| !it.solid && it.is_off_limits());
        found.extend(volumes.filter_map(|instance| volume(loaded, instance)));
    }
    found
}

/// The box of an instance that is not solid.
fn volume(loaded: &LoadedLevel, instance: &Instance) -> Option<OffLimits> {
    let soup = &loaded.level.meshes.get(instance.mesh)?.soup;
    let points = || soup.vertices.iter().map(|v| instance.pose.transform_point(v.as_dvec3()));
    let (low, high) = (points().reduce(DVec3::min)?, points().reduce(DVec3::max)?);
    Some(OffLimits { name: instance.name.clone(), zone: Zone::Box { low, high } })
}
