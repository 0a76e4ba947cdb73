//! A tick of a stage with the mechanisms of a level.

use crate::Machinery;
use crate::incident::{Cause, Incident, IncidentKind};
use crate::person::{PersonScratch, Visit};
use crate::start::Holder;
use crate::state::MachineryState;
use glissando::stage::{GoingMover, Policy, Stage, StageScratch, StageState, TickReport};
use glissando::{CharacterId, Input, InputError};

/// Memory that a tick works in. Holds nothing from one tick to the next.
#[derive(Debug, Default)]
pub struct MachineryScratch {
    stage: StageScratch,
    after: After,
}

impl MachineryScratch {
    /// Listens to a character, as [`StageScratch::trace_character`] does.
    pub fn trace_character(&mut self, character: Option<CharacterId>) {
        self.stage.trace_character(character);
    }
}

/// The part that is used when the stage has had its tick.
#[derive(Debug, Default)]
pub(crate) struct After {
    moved: Vec<Moved>,
    pub(crate) person: PersonScratch,
    pub(crate) holders: Vec<Holder>,
    pub(crate) incidents: Vec<Incident>,
}

/// A machine whose clock the tick of the stage moved, or whose mover gave way in it. Most machines rest.
#[derive(Clone, Copy, Debug)]
struct Moved {
    machine: usize,
    /// The clock before and after the tick.
    clocks: [f64; 2],
    held_by: Option<CharacterId>,
}

/// A tick that was played. Borrows from the scratch memory.
#[derive(Clone, Copy, Debug)]
pub struct Played<'a> {
    /// What the stage says. Teleports, launches and deaths come after it, and are in the state.
    pub report: TickReport<'a>,
    /// What happened with the mechanisms, in order of time.
    pub incidents: &'a [Incident],
}

impl Machinery {
    /// One tick of `dt` seconds: [`Stage::tick`], and what follows from it for movers and characters.
    ///
    /// The stage must have [`Machinery::movers`] after the `first` others, and [`Machinery::add_triggers`] must have
    /// added the triggers. Where several characters come to one pick-up in one tick, the first of them takes it.
    ///
    /// # Errors
    /// Those of [`Stage::tick`], and a [`Person::home`](crate::Person::home) out of the world; nothing has changed then.
    pub fn tick<'s>(
        &self,
        stage: &mut Stage,
        now: &mut StageState,
        state: &mut MachineryState,
        inputs: &[Input],
        dt: f64,
        scratch: &'s mut MachineryScratch,
    ) -> Result<Played<'s>, InputError> {
        self.tick_by(stage, now, state, dt, scratch, |stage, now, work| stage.tick(now, inputs, dt, work))
    }

    /// [`Machinery::tick`] with another tick of the stage, of `dt` seconds: [`Stage::tick_filtered`], or one on several threads.
    ///
    /// # Errors
    /// Those of [`Machinery::tick`]; nothing has changed then.
    pub fn tick_by<'s>(
        &self,
        stage: &mut Stage,
        now: &mut StageState,
        state: &mut MachineryState,
        dt: f64,
        scratch: &'s mut MachineryScratch,
        tick: impl FnOnce(&mut Stage, &mut StageState, &'s mut StageScratch) -> Result<TickReport<'s>, InputError>,
    ) -> Result<Played<'s>, InputError> {
        state.check_homes()?;
        let MachineryScratch { stage: work, after } = scratch;
        let report = tick(stage, now, work)?;
        self.list_moved(now, &report, after);
        self.follow(stage, now, state, &report, dt, after)?;
        after.incidents.sort_by(|a, b| a.time.total_cmp(&b.time).then(a.character.cmp(&b.character)));
        Ok(Played { report, incidents: &after.incidents })
    }

    /// Everything that follows from a tick of the stage.
    fn follow(
        &self,
        stage: &mut Stage,
        now: &mut StageState,
        state: &mut MachineryState,
        report: &TickReport<'_>,
        dt: f64,
        after: &mut After,
    ) -> Result<(), InputError> {
        after.incidents.clear();
        after.person.take(report);
        state.pass(dt);
        state.align(&now.characters);
        for index in 0..now.characters.len() {
            let Some(character) = now.characters.id(index) else { continue };
            let mut visit = Visit { machinery: self, stage, now, state, after, index, character, dt };
            if !visit.meet()? {
                continue;
            }
            let person = &mut visit.state.people[index];
            if let Some((machine, damage)) = self.squeezed(&report.characters[index], person, dt) {
                visit.hurt(Cause::Mover(machine), damage, dt)?;
            }
        }
        self.tell_movers(now, dt, after);
        self.hold(now, state, dt, after);
        Ok(())
    }

    /// Lists what the tick of the stage did to the movers, before anything starts one of them.
    fn list_moved(&self, now: &StageState, report: &TickReport<'_>, After { moved, .. }: &mut After) {
        moved.clear();
        for &GoingMover { mover, clock_before, .. } in report.going {
            let machine = mover.checked_sub(self.first).filter(|machine| *machine < self.machines.len());
            let states = now.movers.get(mover).zip(report.movers.get(mover));
            let (Some(machine), Some((state, told))) = (machine, states) else { continue };
            if clock_before != state.clock || told.held_by.is_some() {
                moved.push(Moved { machine, clocks: [clock_before, state.clock], held_by: told.held_by });
            }
        }
    }

    /// The ends of this tick's motions: movers that arrived fire their targets, movers that gave way turn their teams round.
    fn tell_movers(&self, now: &mut StageState, dt: f64, After { moved, incidents, .. }: &mut After) {
        for &Moved { machine, clocks: [was, is], held_by } in moved.iter() {
            let Some(mover) = now.movers.get(self.first + machine) else { continue };
            let position = self.specs[machine].pivot + mover.pose.translation;
            let tell = |kind| Incident { time: dt, character: None, position, kind };
            if let Some(by) = held_by {
                let kind = IncidentKind::GaveWay { mover: machine };
                incidents.push(Incident { character: Some(by), ..tell(kind) });
                self.turn_team(machine, now);
            }
            let Some(call) = self.machines[machine].call else { continue };
            if was < call.length && is >= call.length {
                incidents.push(tell(IncidentKind::Arrived { mover: machine }));
                self.fire(self.machines[machine].target, now, (dt, None), incidents);
            }
            if was > 0.0 && is <= 0.0 {
                incidents.push(tell(IncidentKind::Returned { mover: machine }));
            }
        }
    }

    /// When one of a team goes back, all do.
    fn turn_team(&self, index: usize, now: &mut StageState) {
        let Some(rate) = now.movers.get(self.first + index).map(|m| m.rate) else { return };
        if self.specs[index].policy != Policy::Reverse {
            return;
        }
        for &mate in self.machines[index].team.iter().filter(|mate| **mate != index) {
            if let Some(mover) = now.movers.get_mut(self.first + mate).filter(|mover| mover.rate != 0.0) {
                mover.rate = rate;
            }
        }
    }
}
