//! Which instances collide, once all of them are known.

use crate::convention::{self, Role};
use crate::level::{Instance, LevelMesh};
use crate::notes::Notes;
use glissando::DAffine3;

/// Sets `solid`: only the explicit ones if there are any, else all that are not excluded.
pub(crate) fn decide(instances: &mut [Instance], roles: &[Role], notes: &mut Notes) {
    let explicit = roles.contains(&Role::Collision);
    for (instance, role) in instances.iter_mut().zip(roles) {
        instance.solid = match role {
            Role::Collision => true,
            Role::Plain => !explicit,
            Role::Intangible | Role::Dropped | Role::Mechanism => false,
        };
    }
    let skipped =
        instances.iter().zip(roles).filter(|(i, role)| !i.solid && **role != Role::Mechanism).count();
    if skipped > 0 {
        let rule = if explicit { "others are marked for collision" } else { "their names or extras say so" };
        notes.add(|| format!("{skipped} of {} instances are not solid: {rule}", instances.len()));
    }
}

/// One instance of each mesh, solid as its name says.
pub(crate) fn place_all(
    meshes: Vec<LevelMesh>,
    pose: DAffine3,
    notes: &mut Notes,
) -> (Vec<LevelMesh>, Vec<Instance>) {
    let instance = |(index, mesh): (usize, &LevelMesh)| Instance {
        name: mesh.name.clone(),
        mesh: index,
        pose,
        solid: true,
        extras: None,
    };
    let mut instances: Vec<Instance> = meshes.iter().enumerate().map(instance).collect();
    let roles: Vec<_> = meshes.iter().map(|m| convention::role(&m.name)).collect();
    decide(&mut instances, &roles, notes);
    (meshes, instances)
}
