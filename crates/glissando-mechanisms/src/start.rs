//! Movers are started: by a zone, a name, a member of their team, or the game.

use crate::course::start_mover;
use crate::incident::{Incident, IncidentKind};
use crate::{Machinery, Role};
use glissando::CharacterId;
use glissando::stage::StageState;

impl Machinery {
    /// How the movers of a stage begin: what waits to be started rests. To be called once on a fresh state.
    pub fn begin(&self, stage: &mut StageState) {
        for (machine, mover) in self.machines.iter().zip(stage.movers.iter_mut().skip(self.first)) {
            mover.rate = if machine.is_going { 1.0 } else { 0.0 };
        }
    }

    /// Starts a mover and its team, as a shot or a game's own rule may do. Those at their far end stay there longer.
    pub fn start(&self, mover: usize, stage: &mut StageState) {
        self.set_going(mover, stage, |_| {});
    }

    /// Starts what a trigger or mover starts that fires this target.
    pub(crate) fn fire(
        &self,
        target: Option<usize>,
        stage: &mut StageState,
        (time, character): (f64, Option<CharacterId>),
        incidents: &mut Vec<Incident>,
    ) {
        let machines = target.and_then(|target| self.targets.get(target)).into_iter().flatten();
        for &machine in machines {
            self.call(machine, stage, (time, character), incidents);
        }
    }

    /// Starts a machine with its team, and tells of each that was not on its way already.
    pub(crate) fn call(
        &self,
        machine: usize,
        stage: &mut StageState,
        (time, character): (f64, Option<CharacterId>),
        incidents: &mut Vec<Incident>,
    ) {
        self.set_going(machine, stage, |mover| {
            let kind = IncidentKind::Started { mover };
            incidents.push(Incident { time, character, position: self.specs[mover].pivot, kind });
        });
    }

    fn set_going(&self, machine: usize, stage: &mut StageState, mut tell: impl FnMut(usize)) {
        let Some(team) = self.machines.get(machine).map(|m| &m.team) else { return };
        for &index in team {
            let Some(mover) = stage.movers.get_mut(self.first + index) else { continue };
            if start_mover(self.machines[index].call, mover) {
                tell(index);
            }
        }
    }

    /// Keeps open what is held open: by a character in its zone, on it, or in a trigger that fires it.
    pub(crate) fn hold(
        &self,
        stage: &mut StageState,
        state: &mut crate::MachineryState,
        dt: f64,
        incidents: &mut Vec<Incident>,
    ) {
        for index in 0..self.machines.len() {
            let machine = &self.machines[index];
            let Some(zone) = machine.zone.filter(|zone| zone.holds) else { continue };
            let trigger = self.ids.get(zone.trigger);
            let is_far = stage.movers.get(self.first + index).is_some_and(|m| m.clock > 0.0 && m.rate == 0.0);
            let by = stage.characters.iter().position(|actor| {
                let stands = actor.state.ground == glissando::Ground::Standing;
                let is_on = stands && actor.state.support.is_some_and(|on| on.owner == machine.body);
                trigger.is_some_and(|id| actor.inside.is_in(*id)) || (is_far && is_on)
            });
            if let Some(by) = by {
                self.call(index, stage, (dt, stage.characters.id(by)), incidents);
            }
        }
        for by in 0..stage.characters.len() {
            for id in stage.characters[by].inside.inside().to_vec() {
                let Some((index, Role::Touch(touch))) = self.role(id) else { continue };
                if touch.target.is_none() || touch.crossing.is_some() || state.is_waiting(index) {
                    continue;
                }
                self.fire(touch.target, stage, (dt, stage.characters.id(by)), incidents);
                state.wait(index, touch.wait);
            }
        }
    }
}
