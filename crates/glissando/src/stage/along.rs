//! What the moving world does to one character: it leaves it where it is, or carries and shoves it.

use super::carrier::Carrier;
use super::character_world::CharacterWorld;
use super::effect::Left;
use super::enclosed::enclosing;
use super::reporter::BATCH;
use super::scratch::StageScratch;
use super::shove::Shove;
use super::shoved::Squeeze;
use super::stuck::squeeze_of_stuck;
use super::{Stage, StageCharacter, StageState};
use crate::character::{self, Config, Ground, Input, Near, Own, Recalled};
use crate::collide::{Collide, Surface};
use crate::crowd::CrowdScratch;
use crate::input::InputError;
use crate::math::DVec3;
use crate::path::Waypoint;
use crate::slide::{Mover, Recovery, SlideBuffer, SlidePlane, is_clear};
use crate::threads::Threads;
use crate::trace::Recorder;
use alloc::vec::Vec;

impl Stage {
    /// Finds the characters that the moving world leaves where they are.
    pub(super) fn leave(
        &self,
        state: &StageState,
        (inputs, dt): (&[Input], f64),
        threads: impl Threads<Self>,
        scratch: &mut StageScratch,
    ) {
        let CrowdScratch { own, lanes, .. } = &mut scratch.crowd;
        let characters = state.characters.chunks(BATCH).zip(inputs.chunks(BATCH));
        let batches = characters.zip(own.chunks_mut(BATCH)).zip(scratch.left.chunks_mut(BATCH));
        threads.deal(self, batches, lanes, |stage, (((actors, inputs), own), left), _| {
            for (((actor, input), own), left) in actors.iter().zip(inputs).zip(own).zip(left) {
                *left = stage.leaves(actor, (input, dt), own).unwrap_or_default();
            }
        });
    }

    /// Whether the moving world leaves a character where it is: it remembers its contacts, is clear of them, and nothing
    /// that moves is near. A short way to what [`Stage::take_along`] finds. `None` if it may not be left.
    #[inline]
    fn leaves(&self, actor: &StageCharacter, (input, dt): (&Input, f64), own: &mut Own) -> Option<Left> {
        let state = &actor.state;
        let config = self.config(actor.config)?;
        let mover = config.body(state.is_crouching);
        let at = state.position;
        let carries = |surface: &Surface| self.world.may_carry(surface);
        if actor.is_crushed || state.support.as_ref().is_some_and(carries) {
            return None;
        }
        let nearest = DVec3::splat(mover.largest_radius() * mover.gather_shell());
        let region = || {
            let reach = character::reach(config, mover, state, input, dt).most;
            character::region(mover, reach).max(nearest)
        };
        let is_apart = own.is_left(&self.world, (mover, at), region, nearest)?;
        if self.world.has_belts() && own.contacts().iter().any(|contact| carries(&contact.surface)) {
            return None;
        }
        Some(Left { is_left: true, is_apart })
    }

    /// Computes the effect of the moving world on one character, unless it leaves that where it is.
    pub(super) fn take_along(
        &self,
        filtered: &CharacterWorld<'_>,
        (index, actor): (usize, &StageCharacter),
        (input, dt): (&Input, f64),
        scratch: &mut StageScratch,
    ) -> Result<(), InputError> {
        let config = self.config_of(actor)?;
        let mover = config.mover(actor.state.is_crouching);
        let StageScratch {
            buffer,
            passing,
            planes,
            ways,
            polyline,
            scales,
            ends,
            own_pushes,
            pushes,
            crowd,
            effects,
            ..
        } = scratch;
        own_pushes.clear();
        polyline.clear();
        let from = actor.state.position;
        let mut own =
            crowd.own.get_mut(index).filter(|_| filtered.contact_filter.is_none() && !actor.is_crushed);
        let (start, carrier) = match &mut own {
            Some(own) => {
                let memory = (&mut crowd.lanes[0].memory.near, &mut **own);
                self.start_remembered(
                    filtered,
                    (config, &mover),
                    actor,
                    (*input, dt),
                    memory,
                    (buffer, planes),
                )
            }
            None => start_of((filtered, filtered), config, &mover, actor, buffer, planes),
        };
        let (effect, at) = match start {
            Err(squeeze) => {
                polyline.push((0.0, from));
                let effect = effects.renew(index);
                effect.shoved.squeeze = squeeze;
                (effect, from)
            }
            Ok(start) => {
                let cached = own.map(|own| own.during(&self.world, &mover, passing));
                let mut shove = Shove {
                    world: *filtered,
                    cached,
                    mover: &mover,
                    carrier: &carrier,
                    dt,
                    buffer,
                    pushes: own_pushes,
                    is_in_air: actor.state.ground != Ground::Standing,
                };
                let is_alone = shove.is_alone(start);
                if is_alone && start == from && !actor.is_crushed {
                    effects.leave(index, from);
                    return Ok(());
                }
                let effect = effects.renew(index);
                let at = if is_alone {
                    polyline.push((0.0, start));
                    start
                } else {
                    shove.run(start, polyline, &mut effect.shoved)
                };
                (effect, at)
            }
        };
        let is_squeezed = effect.shoved.squeeze.is_some();
        if is_squeezed {
            effect.entering = self.entering(filtered, &mover, (from, at), scales, (buffer, ends));
        }
        let first_push = pushes.len();
        pushes.extend_from_slice(own_pushes);
        let first = ways.len();
        ways.extend(polyline.iter().map(|&(share, position)| Waypoint { time: share * dt, position }));
        (effect.pushes, effect.path) = (first_push..pushes.len(), first..ways.len());
        effect.is_carried = carrier.displacement(filtered, from, 0.0, 1.0, dt) != DVec3::ZERO;
        effect.turn = carrier.turn(&self.world);
        if is_squeezed && !actor.is_crushed {
            effect.cabin = enclosing(filtered, from, mover.filter(), None);
        }
        effects.places[index] = at;
        Ok(())
    }

    /// [`start_of`] by what the character remembers.
    fn start_remembered(
        &self,
        filtered: &CharacterWorld<'_>,
        (config, mover): (&Config, &Mover),
        actor: &StageCharacter,
        inputs: (Input, f64),
        (near, own): (&mut Near, &mut Own),
        (buffer, planes): (&mut SlideBuffer, &mut Vec<SlidePlane>),
    ) -> (Start, Carrier) {
        let from = actor.state.position;
        let known = own.known_contacts(&self.world, mover, from);
        if let Some(contacts) = known.filter(|contacts| mover.is_clear_of(contacts, from)) {
            buffer.contacts.clear();
            buffer.contacts.extend_from_slice(contacts);
            return (Ok(from), Carrier::of(filtered, config, &actor.state, contacts, planes));
        }
        let mut found = (Ok(from), Carrier::default());
        let memory = (near, own, Recalled::Subject);
        character::with_close(&self.world, config, &actor.state, inputs, memory, &mut |world| {
            found = start_of((filtered, world), config, mover, actor, buffer, planes);
        });
        found
    }
}

/// Where the moving world finds a character, after recovery from overlaps. If it is stuck: what squeezes it there, if anything does.
type Start = Result<DVec3, Option<Squeeze>>;

/// The start of a character's tick and its carrier.
///
/// A crushed character stays put until the crusher leaves: there is more than one way out of a squeeze, and the
/// shortest may lead through the door.
///
/// `world` answers what the filtered world does.
fn start_of(
    (filtered, world): (&CharacterWorld<'_>, &dyn Collide),
    config: &Config,
    mover: &Mover,
    actor: &StageCharacter,
    buffer: &mut SlideBuffer,
    planes: &mut Vec<SlidePlane>,
) -> (Start, Carrier) {
    let state = &actor.state;
    let recovery = if !actor.is_crushed {
        character::recover_character(&world, mover, state, buffer, &mut Recorder::none())
    } else if is_clear(&world, mover, state.position, buffer)
        && enclosing(filtered, state.position, mover.filter(), actor.cabin).is_none()
    {
        Recovery::Free
    } else {
        Recovery::Stuck
    };
    let at = match recovery {
        Recovery::Free => state.position,
        Recovery::Moved(to) => to,
        Recovery::Stuck if !actor.is_crushed => {
            let squeeze = squeeze_of_stuck(filtered, mover, state.position, buffer);
            return (Err(squeeze), Carrier::default());
        }
        Recovery::Stuck => {
            mover.gather(&world, state.position, &mut buffer.contacts);
            let by = buffer.contacts.first().copied();
            let against = buffer.contacts.iter().find(|c| by.is_some_and(|by| c.normal.dot(by.normal) < 0.0));
            let squeeze = Squeeze { time: 0.0, by, against: against.copied() };
            let carrier = Carrier::of(filtered, config, state, &buffer.contacts, planes);
            return (Err(Some(squeeze)), carrier);
        }
    };
    mover.gather(&world, at, &mut buffer.contacts);
    (Ok(at), Carrier::of(filtered, config, state, &buffer.contacts, planes))
}
