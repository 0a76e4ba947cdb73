//! Movers are started: by a zone, a name, a member of their team, or the game.

use crate::course::start_mover;
use crate::incident::{Incident, IncidentKind};
use crate::tick::After;
use crate::{Machinery, Role};
use glissando::stage::StageState;
use glissando::{CharacterId, Ground};

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
        After { holders, incidents, .. }: &mut After,
    ) {
        self.list_holders(stage, holders);
        for group in holders.chunk_by(|a, b| a.machine == b.machine) {
            let machine = group[0].machine;
            let is_far =
                stage.movers.get(self.first + machine).is_some_and(|m| m.clock > 0.0 && m.rate == 0.0);
            if let Some(by) = group.iter().find(|holder| holder.is_in_zone || is_far) {
                let by = stage.characters.id(by.character);
                self.call(machine, stage, (dt, by), incidents);
            }
        }
        for by in 0..stage.characters.len() {
            let mut place = 0;
            while let Some(&id) = stage.characters[by].inside.inside().get(place) {
                place += 1;
                let Some((index, Role::Touch(touch))) = self.role(id) else { continue };
                if touch.target.is_none() || touch.crossing.is_some() || state.is_waiting(index) {
                    continue;
                }
                self.fire(touch.target, stage, (dt, stage.characters.id(by)), incidents);
                state.wait(index, touch.wait);
            }
        }
    }

    /// The characters that may hold a machine, by machine and in their order. A level has many machines, and a character is
    /// near few of them.
    fn list_holders(&self, stage: &StageState, holders: &mut Vec<Holder>) {
        holders.clear();
        let is_held = |machine: usize| self.machines[machine].zone.is_some_and(|zone| zone.holds);
        for (character, actor) in stage.characters.iter().enumerate() {
            for id in actor.inside.inside() {
                if let Some((_, Role::Zone(machine))) = self.role(*id)
                    && is_held(*machine)
                {
                    holders.push(Holder { machine: *machine, character, is_in_zone: true });
                }
            }
            let support = actor.state.support.filter(|_| actor.state.ground == Ground::Standing);
            if let Some(machine) = support.and_then(|on| self.machine_of(on.owner.body()?))
                && is_held(machine)
            {
                holders.push(Holder { machine, character, is_in_zone: false });
            }
        }
        // Of those of one character any may be first: they name the same.
        holders.sort_unstable_by_key(|holder| (holder.machine, holder.character));
    }
}

/// A character that keeps a machine at its far end: always by its zone; by standing on it only once it is there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Holder {
    machine: usize,
    character: usize,
    is_in_zone: bool,
}
