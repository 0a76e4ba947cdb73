//! Every character's own move, in the world after the movers' motion, and its report.

use super::beside_balls::Clearing;
use super::character_world::{CharacterWorld, CharacterWorlds, ContactFilters};
use super::effect::WorldEffect;
use super::report::CharacterReport;
use super::reporter::{BATCH, Batch, Moved, ReportLists, Reporter, Taken};
use super::scratch::StageScratch;
use super::strike::Strike;
use super::wedge::nearest_in_wedge;
use super::with_balls::Obstacle;
use super::{Stage, StageCharacter, StageState};
use crate::character::{self, Config, Ground, Input, Recalled, State, step_recorded, step_with};
use crate::crowd::{self, CrowdScratch, MemberReport};
use crate::input::InputError;
use crate::math::DVec3;
use crate::slide::{SlidePlane, nearest_known};
use crate::threads::Threads;
use crate::tolerance;
use alloc::vec::Vec;

impl Stage {
    /// Makes every character's own move. Several move as a crowd, in which no character enters another.
    pub(super) fn own_moves<F: ContactFilters + Copy>(
        &self,
        state: &StageState,
        inputs: &[Input],
        (contact_filters, threads): (
            F,
            impl for<'a> Threads<CharacterWorlds<'a, F>> + for<'a> Threads<Reporter<'a, F>>,
        ),
        dt: f64,
        scratch: &mut StageScratch,
    ) -> Result<(), InputError> {
        let StageScratch { effects, left, pushes, next, indices, inputs: wishes, planes, .. } = &mut *scratch;
        next.truncate(state.characters.len());
        indices.clear();
        for (index, actor) in (0..).zip(state.characters.iter()) {
            match next.get_mut(index as usize) {
                Some(next) => next.clone_from(actor),
                None => next.push(actor.clone()),
            }
            let place = effects.places[index as usize];
            let Some(effect) = effects.get_mut(index as usize) else {
                let actor = &mut next[index as usize];
                actor.cabin = None;
                // As below, by nothing: zeros have one sign.
                actor.state.velocity += DVec3::ZERO;
                indices.push(index);
                continue;
            };
            let config = self.config_of(actor)?;
            // It holds for the place and the speed that it was asked with.
            let is_same = place == actor.state.position && effect.struck == DVec3::ZERO;
            left[index as usize].is_apart &= is_same;
            let actor = &mut next[index as usize];
            let world = CharacterWorld::of(&self.world, &contact_filters, index as usize);
            let pushes = &pushes[effect.pushes.clone()];
            Strike::set(effect, pushes, (config, &actor.state), &world, dt);
            take_along(actor, config, (effect, place, pushes), planes);
            if !actor.is_crushed {
                indices.push(index);
            }
        }
        wishes.clear();
        wishes.extend(indices.iter().map(|index| inputs[*index as usize]));
        scratch.characters.resize_with(state.characters.len(), CharacterReport::default);
        let batches = state.characters.len().div_ceil(BATCH);
        if scratch.report_lists.len() < batches {
            scratch.report_lists.resize_with(batches, ReportLists::default);
        }
        scratch.path.clear();
        scratch.events.clear();
        scratch.touches.clear();
        scratch.balls.forget_presses();
        scratch.crowd.listener.story.clear();
        scratch.is_settled = !scratch.room.is_spent();
        if scratch.indices.len() == 1 && state.balls.is_empty() {
            self.alone(state, &contact_filters, dt, scratch)
        } else {
            self.together(state, (contact_filters, threads), dt, scratch)
        }
    }

    /// The own move if only one character moves.
    fn alone(
        &self,
        before: &StageState,
        contact_filters: &dyn ContactFilters,
        dt: f64,
        scratch: &mut StageScratch,
    ) -> Result<(), InputError> {
        let StageScratch {
            character,
            crowd,
            indices,
            inputs,
            effects,
            left,
            next,
            ways,
            path,
            characters,
            events,
            touches,
            room,
            report_lists: lists,
            ..
        } = scratch;
        let moving = indices[0] as usize;
        let mut state = next[moving].state;
        let config = self.config_of(&next[moving])?;
        let filtered = CharacterWorld::of(&self.world, contact_filters, moving);
        let ids = before.characters.ids();
        let CrowdScratch { listener, lanes, own, .. } = crowd;
        let memory = &mut lanes[0].memory;
        let story = &mut listener.recorder_for(ids[moving]);
        let own = match (filtered.contact_filter, own.get_mut(moving)) {
            (None, Some(own)) => step_with(
                &self.world,
                config,
                &mut state,
                (inputs[0], dt),
                (memory, own, if left[moving].is_apart { Recalled::All } else { Recalled::No }),
                story,
            )?,
            _ => step_recorded(&filtered, config, &mut state, (inputs[0], dt), character, story)?,
        };
        let own = MemberReport::of_one(own);
        let (before, places) = (&before.characters, &room.places);
        let taken = Taken { ids, before, effects, places, shoved: ways, dt };
        let reporter = Reporter { world: &self.world, contact_filters, balls: &[], taken };
        let [lists] = &mut lists[..1] else { return Ok(()) };
        lists.clear();
        for (index, (actor, report)) in next.iter_mut().zip(characters.iter_mut()).enumerate() {
            let own = if actor.is_crushed { None } else { Some(&own) };
            if own.is_some() {
                actor.state = state;
            }
            reporter.add(index, actor, own, (report, &mut *lists));
        }
        lists.append_to(characters, (path, events, touches));
        Ok(())
    }

    /// The box that a character's own move is likely to stay in, if no ball is in it.
    fn clearing(
        &self,
        actor: &StageCharacter,
        (input, dt): (&Input, f64),
        balls: &[Obstacle],
    ) -> Option<Clearing> {
        let (config, state) = (self.config(actor.config)?, &actor.state);
        let mover = config.body(state.is_crouching);
        let reach = character::reach(config, mover, state, input, dt).most;
        Clearing::about(state.position, character::region(mover, reach), balls)
    }

    /// The own moves of several characters.
    fn together<F: ContactFilters + Copy>(
        &self,
        before: &StageState,
        (contact_filters, threads): (
            F,
            impl for<'a> Threads<CharacterWorlds<'a, F>> + for<'a> Threads<Reporter<'a, F>>,
        ),
        dt: f64,
        scratch: &mut StageScratch,
    ) -> Result<(), InputError> {
        let StageScratch {
            crowd,
            indices,
            inputs,
            effects,
            left,
            next,
            ways,
            path,
            characters,
            events,
            touches,
            room,
            balls,
            is_settled,
            report_lists: lists,
            ..
        } = scratch;
        let round = core::mem::take(&mut balls.obstacles);
        let mut clearings = core::mem::take(&mut balls.clearings);
        clearings.clear();
        if !round.is_empty() && contact_filters.is_empty() {
            let movers = indices.iter().map(|index| &next[*index as usize]).zip(inputs.iter());
            clearings.extend(movers.map(|(actor, input)| self.clearing(actor, (input, dt), &round)));
        }
        let ids = before.characters.ids();
        crowd.set_handles(indices.iter().map(|position| ids[*position as usize]));
        let worlds = CharacterWorlds {
            world: &self.world,
            configs: &self.configs,
            characters: next,
            contact_filters,
            left,
            indices,
            balls: &round,
            clearings: &clearings,
        };
        crowd::step_with_handles(&worlds, threads, inputs, dt, crowd)?;
        let moved = Moved { indices, states: crowd.states(), report: crowd.report() };
        *is_settled &= moved.report.is_settled;
        if !round.is_empty() {
            for (index, own) in indices.iter().map(|index| *index as usize).zip(moved.report.members()) {
                let config = self.config_of(&next[index])?;
                balls.note_presses(&round, index, &next[index], config, own.contacts, own.events);
            }
        }
        let (before, places) = (&before.characters, &room.places);
        let taken = Taken { ids, before, effects, places, shoved: ways, dt };
        let reporter = Reporter { world: &self.world, contact_filters, balls: &round, taken };
        // One thread makes one batch: its lists become those of the report without a copy.
        let size = if threads.count() == 1 { next.len().max(1) } else { BATCH };
        let parts = next.chunks_mut(size).zip(characters.chunks_mut(size)).zip(lists.iter_mut());
        let batches = parts.enumerate().map(|(number, ((actors, reports), lists))| Batch {
            first: number * size,
            actors,
            reports,
            lists,
        });
        let lanes = &mut alloc::vec![(); threads.count()];
        threads.deal(&reporter, batches, lanes, |reporter, batch, ()| reporter.report(moved, batch));
        for (reports, lists) in characters.chunks_mut(size).zip(lists) {
            lists.append_to(reports, (path, events, touches));
        }
        (balls.obstacles, balls.clearings) = (round, clearings);
        Ok(())
    }
}

/// Puts a character where the world has taken it, before its own move.
fn take_along(
    actor: &mut StageCharacter,
    config: &Config,
    (effect, place, pushes): (&WorldEffect, DVec3, &[SlidePlane]),
    planes: &mut Vec<SlidePlane>,
) {
    actor.state.position = place;
    let was_crushed = actor.is_crushed;
    actor.is_crushed = effect.shoved.squeeze.is_some();
    if !was_crushed || !actor.is_crushed {
        actor.cabin = effect.cabin;
    }
    if actor.is_crushed {
        actor.state.velocity = DVec3::ZERO;
    } else {
        take_up_speed(config, &mut actor.state, pushes, planes);
        effect.strike.note(&mut actor.state);
        actor.state.velocity += effect.struck;
    }
}

/// An airborne character moves at least as fast as the body that pushes it; it lands on ground that comes from below, and in a wedge.
fn take_up_speed(config: &Config, state: &mut State, pushes: &[SlidePlane], planes: &mut Vec<SlidePlane>) {
    if state.ground == Ground::Standing {
        return;
    }
    let settings = config.settings();
    let walls = pushes.iter().filter(|p| p.normal.dot(settings.up) < settings.ground.cos_climb);
    planes.clear();
    planes.extend(walls.clone().map(|p| SlidePlane { least: 0.0, ..*p }));
    if planes.len() > 1 && holds_a_fall(-settings.up, planes) {
        return;
    }
    planes.clear();
    planes.extend(walls);
    if let Some(allowed) = nearest_in_wedge(state.velocity, planes, 0.0) {
        state.velocity = allowed.displacement;
    }
}

/// Whether surfaces that come to rest let nothing fall.
fn holds_a_fall(down: DVec3, planes: &[SlidePlane]) -> bool {
    nearest_known(down, planes)
        .is_some_and(|allowed| allowed.displacement.length() <= tolerance::LEVEL * down.length())
}
