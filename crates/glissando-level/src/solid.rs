//! Which instances collide, once all of them are known.

use crate::convention::Role;
use crate::level::Instance;
use crate::notes::Notes;

/// Sets `solid`: only the explicit ones if there are any, else all that nobody excluded.
pub(crate) fn decide(instances: &mut [Instance], roles: &[Role], notes: &mut Notes) {
    let explicit = roles.contains(&Role::Collision);
    for (instance, role) in instances.iter_mut().zip(roles) {
        instance.solid = match role {
            Role::Collision => true,
            Role::Plain => !explicit,
            Role::Intangible | Role::Dropped => false,
        };
    }
    let skipped = instances.iter().filter(|i| !i.solid).count();
    if skipped > 0 {
        let rule = if explicit { "others are marked for collision" } else { "their names or extras say so" };
        notes.add(|| format!("{skipped} of {} instances are not solid: {rule}", instances.len()));
    }
}
