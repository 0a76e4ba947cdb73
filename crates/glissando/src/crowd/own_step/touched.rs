//! The members that a member touches at the end of its own step: how fast they meet, and how fast it pushes on.

use super::Steps;
use crate::character::{Ground, Input, LoadedContact, Report, State};
use crate::crowd::company::Company;
use crate::crowd::member::MemberRef;
use crate::crowd::pairs::{Neighbours, Pair};
use crate::crowd::report::{Lists, Meeting};
use crate::crowd::views::Views;
use crate::handle::CharacterId;
use crate::math::DVec3;
use alloc::vec::Vec;

impl Steps<'_> {
    /// Reports the members that hold a member at the end of its step, and lets it move on as fast as they yield.
    #[inline]
    pub(super) fn touch_others(
        &self,
        views: &impl Views,
        (index, number): (usize, usize),
        report: &Report<'_>,
        state: &mut State,
        (holders, lists): (&mut Vec<Option<usize>>, &mut Lists),
    ) {
        let Self { handles, company, pairs, neighbours, .. } = *self;
        let others = Others { of: number, handles, company, pairs, near: neighbours };
        let (member, input) = (views.member(index), &self.inputs[index]);
        let mut own = None;
        let retreat_of = |other: usize| {
            (self.walkers[other].at - views.member(others.member(other)).state.position) / self.dt
        };
        holders.clear();
        for held in report.contacts {
            let Some(other) = others.holding(held) else { continue };
            let towards = -held.contact.normal;
            let mut retreat = retreat_of(other).dot(towards);
            if report.contacts.iter().any(|beside| is_beside(held, beside)) {
                // Of several at one place the fastest, since their order is that of their names.
                for beside in others.beside(held, report.contacts, holders) {
                    retreat = retreat.max(retreat_of(beside).dot(towards));
                }
            }
            state.velocity = pushing_on(state, (&member, input), towards, retreat);
            let other = others.member(other);
            let velocity = |member| views.member(member).state.velocity_in(&views.of(member));
            let closing = velocity(other) - *own.get_or_insert_with(|| velocity(index));
            let normal = held.contact.normal;
            let speed = normal.dot(closing);
            lists.touch(Meeting::Touched { other: handles[other], normal, speed, load: held.load });
        }
    }
}

/// The velocity of a member held by another that yields: it moves on as fast as the other yields.
///
/// The velocity of a standing member stays level. `towards` is the direction of the other, `speed` that at which the other was
/// shoved along it.
fn pushing_on(state: &State, (member, input): (&MemberRef, &Input), towards: DVec3, speed: f64) -> DVec3 {
    let wanted = if speed > 0.0 { member.drive(input).dot(towards) } else { 0.0 };
    let is_level = state.ground == Ground::Standing;
    let level = || if is_level { towards - member.up() * towards.dot(member.up()) } else { towards };
    let along = if wanted > 0.0 { level().try_normalize() } else { None };
    let Some(along) = along else { return state.velocity };
    let lack = if speed < wanted { speed } else { wanted } - state.velocity.dot(along);
    if lack > 0.0 { state.velocity + along * lack } else { state.velocity }
}

/// The members that one member could meet, by their numbers in the company.
struct Others<'a> {
    of: usize,
    handles: &'a [CharacterId],
    company: &'a Company,
    pairs: &'a [Pair],
    near: &'a Neighbours,
}

impl Others<'_> {
    /// The index of the member with a number.
    fn member(&self, number: usize) -> usize {
        self.company.members[number] as usize
    }

    /// The number of the member that a contact is with; `None` for other contacts.
    fn holding(&self, held: &LoadedContact) -> Option<usize> {
        let name = held.contact.surface.owner.character()?;
        let others = self.near.of(self.of).iter();
        let mut others = others.map(|index| self.pairs[*index as usize].other_of(self.of).1 as usize);
        others.find(|other| self.handles[self.member(*other)] == name)
    }

    /// The numbers of other members with a contact at the same place. The members of all contacts are looked up once, into `holders`.
    #[inline(never)]
    fn beside<'a>(
        &self,
        held: &'a LoadedContact,
        contacts: &'a [LoadedContact],
        holders: &'a mut Vec<Option<usize>>,
    ) -> impl Iterator<Item = usize> + use<'a> {
        if holders.is_empty() {
            holders.extend(contacts.iter().map(|held| self.holding(held)));
        }
        let beside = contacts.iter().zip(&*holders).filter(|(other, _)| is_beside(held, other));
        beside.filter_map(|(_, holder)| *holder)
    }
}

/// Whether another owner has a contact at the same place.
fn is_beside(held: &LoadedContact, other: &LoadedContact) -> bool {
    let (held, other) = (&held.contact, &other.contact);
    other.normal == held.normal && other.radii == held.radii && other.surface.owner != held.surface.owner
}
