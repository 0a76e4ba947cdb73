//! From mechanisms to bodies, movers and triggers.

use crate::course::{Course, course};
use crate::machine::{Machine, Zone};
use crate::shape::ShapeMaker;
use crate::{Crossing, Machinery, Role, Touch};
use glissando::mesh::MeshError;
use glissando::stage::{MoverSpec, Policy};
use glissando::traction::Traction;
use glissando::trigger::effect::Effect;
use glissando::trigger::{Trigger, TriggerKind, Triggers};
use glissando::{Body, BodyId, DAffine3, InputError, Mesh, MeshOptions, World, tolerance};
use glissando_level::{self as level, Mechanisms, Start, TriggerShape, TriggerSpec};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Bodies on no layer: they move and nothing meets them.
const INTANGIBLE: u32 = 0;

/// Largest accepted coordinate of the feet that a teleporter sends somewhere, in metres: the centre of the largest body, which is
/// above them by less than four times its largest radius, is within the world then.
const FARTHEST_FEET: f64 = tolerance::WORLD_LIMIT - 4.0 * tolerance::RADIUS_RANGE.1;

/// Targets by name, of one level.
type Names = BTreeMap<String, usize>;

/// What the materials of a level do to its movers.
struct Surfaces {
    options: MeshOptions,
    tractions: Vec<(u16, Traction)>,
}

impl Machinery {
    /// Puts everything of a level into the world: bodies for what moves, at rest; triggers into the machinery.
    ///
    /// What cannot be used is left out, and [`Machinery::notes`] tells why. Names are those of one level: nothing
    /// starts what is in another. Returns the bodies of the movers, by their indices in the mechanisms.
    ///
    /// # Errors
    /// None that the mechanisms could cause.
    pub fn add(
        &mut self,
        mechanisms: &Mechanisms,
        world: &mut World,
    ) -> Result<Vec<Option<BodyId>>, MeshError> {
        let maker = ShapeMaker::new()?;
        let surfaces = Surfaces { options: mechanisms.mesh_options(), tractions: mechanisms.tractions() };
        // Where each mover of the list is among the machines; `None` for what stands still or is left out.
        let (mut bodies, mut places) = (Vec::new(), Vec::new());
        for mover in &mechanisms.movers {
            let body = self.body(mover, &surfaces, world);
            bodies.push(body);
            places.push(body.and_then(|body| self.mover(mover, body)));
        }
        let mut names = Names::new();
        self.name_targets(mechanisms, &places, &mut names);
        for (mover, place) in mechanisms.movers.iter().zip(&places) {
            let Some(index) = *place else { continue };
            self.machines[index].target = mover.target.as_ref().and_then(|name| names.get(name)).copied();
            self.machines[index].team = team(&mechanisms.movers, mover, &places, index);
            self.zone(mover, index, &maker);
        }
        // Water and ladders do nothing by themselves.
        let liquids = mechanisms.liquids.iter().filter(|l| l.effect != Effect::Signal || l.target.is_some());
        for trigger in mechanisms.triggers.iter().chain(liquids) {
            self.touch(trigger, &names, &maker, world);
        }
        Ok(bodies)
    }

    fn note(&mut self, name: &str, why: &str) {
        self.notes.push(format!("{name:?}: {why}"));
    }

    /// The body of a mover, at rest.
    fn body(&mut self, mover: &level::MoverSpec, surfaces: &Surfaces, world: &mut World) -> Option<BodyId> {
        let Surfaces { options, tractions } = surfaces;
        let put = Mesh::build(&mover.soup, options).map_err(|e| e.to_string()).and_then(|(mesh, _)| {
            let body = Body::new(mesh).at(DAffine3::from_translation(mover.origin));
            let body = Body { tractions: tractions.clone(), ..body };
            world.insert(body).map_err(|e| e.to_string())
        });
        put.map_err(|why| self.note(&mover.name, &why)).ok()
    }

    /// The machine of a mover, if it moves.
    fn mover(&mut self, mover: &level::MoverSpec, body: BodyId) -> Option<usize> {
        // What only shifts may as well turn about its middle: that is where people look for it.
        let course = course(&mover.motion, &mover.start, mover.middle(), self.tick)?;
        let index = self.machine(&mover.name, &mover.class, body, course, mover.policy);
        self.machines[index].damage = mover.damage;
        Some(index)
    }

    fn machine(&mut self, name: &str, class: &str, body: BodyId, course: Course, policy: Policy) -> usize {
        let index = self.machines.len();
        if let Some(note) = course.note {
            self.note(name, note);
        }
        let slot = body.index() as usize;
        self.of_body.resize(self.of_body.len().max(slot + 1), usize::MAX);
        self.of_body[slot] = index;
        let Course { drive, pivot, is_going, call, .. } = course;
        self.specs.push(MoverSpec { body, pivot, drive, policy });
        self.machines.push(Machine {
            name: name.into(),
            class: class.into(),
            body,
            is_going,
            call,
            zone: None,
            damage: 0.0,
            target: None,
            team: vec![index],
        });
        index
    }

    /// Gives every name that is fired the machines that it starts.
    fn name_targets(&mut self, mechanisms: &Mechanisms, places: &[Option<usize>], names: &mut Names) {
        let of_triggers = mechanisms.triggers.iter().chain(&mechanisms.liquids).map(|t| &t.target);
        for name in mechanisms.movers.iter().map(|m| &m.target).chain(of_triggers).flatten() {
            if names.contains_key(name) {
                continue;
            }
            let started = mechanisms.movers_started_by(name);
            let machines = started.iter().filter_map(|&index| places.get(index).copied().flatten());
            names.insert(name.clone(), self.targets.len());
            self.targets.push(machines.collect());
        }
    }

    /// The zone in which a mover is started.
    fn zone(&mut self, mover: &level::MoverSpec, index: usize, maker: &ShapeMaker) {
        let Start::Zone { low, high, holds } = mover.start else { return };
        let trigger = maker.in_box(low, high);
        if let Err(error) = check(&trigger) {
            return self.note(&mover.name, &error.to_string());
        }
        self.machines[index].zone = Some(Zone { trigger: self.triggers.len(), holds });
        self.triggers.push(trigger);
        self.roles.push(Role::Zone(index));
    }

    fn touch(&mut self, spec: &TriggerSpec, names: &Names, maker: &ShapeMaker, world: &mut World) {
        let trigger = maker.trigger(&spec.shape).map_err(|e| e.to_string());
        let checked = trigger.and_then(|trigger| {
            let all = check(&trigger).and_then(|()| spec.effect.check());
            all.and_then(|()| check_destination(&spec.effect)).map(|()| trigger).map_err(|e| e.to_string())
        });
        let trigger = match checked {
            Ok(trigger) => trigger,
            Err(why) => return self.note(&spec.name, &why),
        };
        let touch = Touch {
            name: spec.name.clone(),
            effect: spec.effect,
            what: spec.what.clone(),
            yaw_radians: spec.yaw_radians,
            wait: spec.wait,
            target: spec.target.as_ref().and_then(|name| names.get(name)).copied(),
            crossing: self.crossing(spec, trigger.kind),
            carrier: self.carrier(spec, &trigger, world),
        };
        self.triggers.push(trigger);
        self.roles.push(Role::Touch(Box::new(touch)));
    }

    /// Which crossings count; `None` for a volume.
    fn crossing(&mut self, spec: &TriggerSpec, kind: TriggerKind) -> Option<Crossing> {
        if matches!(spec.shape, TriggerShape::Closed(_)) && kind == TriggerKind::Surface {
            self.note(&spec.name, "its surface is not closed: it counts where it is crossed");
        }
        match spec.shape {
            _ if kind != TriggerKind::Surface => None,
            TriggerShape::Surface { front_only: true, .. } => Some(Crossing::FromFront),
            _ => Some(Crossing::Any),
        }
    }

    /// The machine that moves a trigger, with an intangible body.
    fn carrier(&mut self, spec: &TriggerSpec, trigger: &Trigger, world: &mut World) -> Option<usize> {
        let course = course(&spec.motion, &Start::Always, trigger.pose.translation, self.tick)?;
        let body = Body::new(Arc::clone(&trigger.mesh)).at(trigger.pose).on_layers(INTANGIBLE);
        match world.insert(body) {
            Ok(body) => Some(self.machine(&spec.name, "trigger", body, course, Policy::Push)),
            Err(error) => {
                self.note(&spec.name, &error.to_string());
                None
            }
        }
    }
}

/// Refuses a trigger that no stage would take.
fn check(trigger: &Trigger) -> Result<(), InputError> {
    Triggers::new().insert(trigger.clone()).map(|_| ())
}

/// Refuses a destination above which some body would have its centre out of the world: its first tick there would be refused.
fn check_destination(effect: &Effect) -> Result<(), InputError> {
    let Effect::Teleport { to, .. } = effect else { return Ok(()) };
    to.to_array().into_iter().find(|c| c.abs() > FARTHEST_FEET).map_or(Ok(()), |value| {
        let (what, least, most) = ("destination of a teleporter", -FARTHEST_FEET, FARTHEST_FEET);
        Err(InputError::OutOfRange { what, value, least, most })
    })
}

/// The machines of a mover's team, ascending.
fn team(
    movers: &[level::MoverSpec],
    mover: &level::MoverSpec,
    places: &[Option<usize>],
    own: usize,
) -> Vec<usize> {
    if mover.team.is_none() {
        return vec![own];
    }
    let mates = movers.iter().zip(places).filter(|(other, _)| other.team == mover.team);
    mates.filter_map(|(_, place)| *place).collect()
}
