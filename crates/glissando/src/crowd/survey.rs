//! The first look at a tick: what every member can reach, who could meet whom, what those want, and who pushes whom.

use super::member::MemberRef;
use super::share::{Walker, parting_of, plane_between};
use super::tick::CrowdScratch;
use super::views::Views;
use crate::character::{Input, Own, recover_character, with_close};
use crate::collide::Collide;
use crate::slide::Recovery;

impl CrowdScratch {
    /// Computes the ranges of all members; pairs, wants, planes and pushes of those that could meet.
    pub(super) fn survey(&mut self, views: &impl Views, inputs: &[Input], dt: f64) {
        self.ranges.clear();
        self.walls.clear();
        self.own_walls.clear();
        for (index, input) in inputs.iter().enumerate() {
            let member = views.member(index);
            if self.knows_clear_place(views, index, &member) {
                self.ranges.push(member.range(input, dt, 0.0));
                self.own_walls.push(None);
            } else {
                let out = self.escape_distance(views, index, (input, dt));
                self.ranges.push(member.range(input, dt, out));
                self.own_walls.push(Some(member.walls(input, &self.buffer.contacts, &mut self.walls)));
            }
        }
        self.meet();
        self.set_walkers(views, inputs, dt);
        self.set_pushers(views, inputs);
        self.pushes.clear(self.company.members.len());
        self.put_planes();
        self.is_settled = true;
        if dt > 0.0 {
            let (members, meetings) = ((&*self.pushers, &*self.walls), (&*self.pairs, &self.neighbours));
            self.is_settled = self.pushes.find(members, meetings, &self.between, dt);
        }
    }

    /// Whether a member remembers its contacts, and is clear of all.
    fn knows_clear_place(&mut self, views: &impl Views, index: usize, member: &MemberRef) -> bool {
        let (mover, at) = (member.config.body(member.state.is_crouching), member.state.position);
        let Some(world) = views.plain(index) else { return false };
        let Some(own) = self.own.get_mut(views.own(index)) else { return false };
        let known = own.known_contacts(world, mover, at, views.is_apart(index));
        known.is_some_and(|contacts| mover.is_clear_of(contacts, at))
    }

    /// How far a member may jump to leave a surface that it is in, metres; 0 if it is clear. The buffer gets its contacts.
    fn escape_distance(&mut self, views: &impl Views, index: usize, (input, dt): (&Input, f64)) -> f64 {
        let member = views.member(index);
        let state = member.state;
        let mover = member.config.body(state.is_crouching);
        let mut recovery = Recovery::Free;
        let recover = &mut |world: &dyn Collide| {
            recovery = recover_character(&world, mover, state, &mut self.buffer, &mut ());
        };
        match (views.plain(index), self.own.get_mut(views.own(index))) {
            (Some(world), Some(own)) => {
                let memory = (&mut self.memory.near, own, views.is_apart(index));
                with_close(world, member.config, state, (*input, dt), memory, recover);
            }
            _ => recover(&views.of(index)),
        }
        let to = match recovery {
            Recovery::Free => return 0.0,
            Recovery::Moved(to) => to,
            Recovery::Stuck => state.safe_position,
        };
        2.0 * (to - state.position).length() + mover.shape().largest_radius()
    }

    pub(super) fn meet(&mut self) {
        self.search.find(&self.ranges, &mut self.pairs);
        self.company.number(self.ranges.len(), &mut self.pairs);
        self.neighbours.list(self.company.members.len(), &self.pairs);
        self.partings.clear();
        self.partings.resize(self.pairs.len(), None);
    }

    pub(super) fn set_walkers(&mut self, views: &impl Views, inputs: &[Input], dt: f64) {
        self.walkers.clear();
        self.frames.clear();
        for &index in &self.company.members {
            let index = index as usize;
            let mut walker = views.member(index).walker(&inputs[index], dt);
            let before = self.walkers.last().and_then(|walker: &Walker| walker.kind);
            walker.kind = self.frames.kind(walker.body(), before);
            self.walkers.push(walker);
        }
        self.frames.fill();
    }

    fn set_pushers(&mut self, views: &impl Views, inputs: &[Input]) {
        self.pushers.clear();
        for &index in &self.company.members {
            let index = index as usize;
            let (member, input) = (views.member(index), &inputs[index]);
            let walls = self.own_walls[index].unwrap_or_else(|| {
                let contacts = self.own.get(views.own(index)).map_or(&[][..], Own::contacts);
                member.walls(input, contacts, &mut self.walls)
            });
            self.pushers.push(member.pusher(input, walls, &self.walls));
        }
    }

    /// Puts a plane between every pair at the present places.
    pub(super) fn put_planes(&mut self) {
        let Self { pairs, walkers, frames, partings, pushes, between, .. } = self;
        between.clear();
        between.extend(pairs.iter().zip(partings).map(|(pair, parting)| {
            let both = [pair.first, pair.second].map(|number| &walkers[number as usize]);
            frames.with(both, |frame| {
                let parting = *parting.get_or_insert_with(|| parting_of(both, frame));
                plane_between(both, frame, parting, pushes.yields(*pair))
            })
        }));
    }
}
