//! The movers and triggers of a scene's script as those of a level.

use glissando::stage::Drive;
use glissando::trigger::effect::Effect;
use glissando::{Config, DVec3, Soup, State};
use glissando_level::{Mechanisms, MotionSpec, MoverSpec, Start, TriggerShape, TriggerSpec};
use glissando_play::walk::{NamedMover, ScriptedTrigger, Setup};

/// The movers and triggers of a walk. Where a teleporter leads is a place of the feet of this character.
pub(super) fn mechanisms(walk: &Setup, config: &Config) -> Mechanisms {
    Mechanisms {
        movers: walk.movers.iter().filter_map(|mover| mover_of(walk, mover)).collect(),
        triggers: walk.scripted_triggers.iter().filter_map(|trigger| trigger_of(trigger, config)).collect(),
        ..Mechanisms::default()
    }
}

fn mover_of(walk: &Setup, NamedMover { name, spec, .. }: &NamedMover) -> Option<MoverSpec> {
    let body = walk.scene.world.body(spec.body).ok()?;
    let mut soup = Soup::default();
    for corners in (0..body.mesh.source_count()).filter_map(|index| body.mesh.triangle(index)) {
        soup.push(corners.map(|corner| body.pose.transform_point(corner.as_dvec3()).as_vec3()), 0);
    }
    let motion = match &spec.drive {
        Drive::Path { keys, .. } => MotionSpec::Path { keys: keys.clone(), pivot: spec.pivot, repeat: true },
        Drive::Velocity { linear, angular } => {
            MotionSpec::Steady { linear: *linear, angular: *angular, pivot: spec.pivot }
        }
        _ => MotionSpec::Still,
    };
    Some(MoverSpec {
        name: name.clone().unwrap_or_else(|| walk.scene.name_of(spec.body).to_owned()),
        class: String::new(),
        node: None,
        soup,
        origin: DVec3::ZERO,
        motion,
        start: Start::Always,
        policy: spec.policy,
        damage: 0.0,
        target: None,
        target_name: None,
        team: None,
    })
}

fn trigger_of(trigger: &ScriptedTrigger, config: &Config) -> Option<TriggerSpec> {
    let lift = State::with_feet_at(config, DVec3::ZERO).position;
    let effect = match *trigger.effect()? {
        Effect::Teleport { to, velocity } => Effect::Teleport { to: to - lift, velocity },
        effect => effect,
    };
    let corners = || trigger.triangles().into_iter().flatten();
    let (low, high) = (corners().reduce(DVec3::min)?, corners().reduce(DVec3::max)?);
    let name = trigger.name().to_owned();
    Some(TriggerSpec { name, ..TriggerSpec::new(TriggerShape::Box { low, high }, effect) })
}
