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
use crate::sorting;
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
        (names, lists): (&mut Vec<Named>, &mut Lists),
    ) {
        let Self { handles, company, pairs, neighbours, .. } = *self;
        names.clear();
        let mut others = Others { of: number, handles, company, pairs, near: neighbours, names };
        let (member, input) = (views.member(index), &self.inputs[index]);
        let mut own = None;
        let member_of = |other: usize| company.members[other] as usize;
        let retreat_of =
            |other: usize| (self.walkers[other].at - views.member(member_of(other)).state.position) / self.dt;
        debug_assert!(
            report.contacts.is_sorted_by(|a, b| a.contact.radii <= b.contact.radii),
            "nearest first"
        );
        let mut last: Option<(&LoadedContact, f64)> = None;
        for (at, held) in report.contacts.iter().enumerate() {
            let Some(other) = others.holding(held) else { continue };
            let towards = -held.contact.normal;
            // Of several at one place the fastest, since their order is that of their names.
            let fastest = match last {
                Some((last, fastest)) if are_at_one_place(last, held) => fastest,
                _ => {
                    let mut fastest = retreat_of(other).dot(towards);
                    let near = equally_near(at, report.contacts).iter();
                    for beside in
                        near.filter(|beside| !core::ptr::eq(*beside, held) && are_at_one_place(held, beside))
                    {
                        if let Some(other) = others.holding(beside) {
                            fastest = fastest.max(retreat_of(other).dot(towards));
                        }
                    }
                    fastest
                }
            };
            last = Some((held, fastest));
            state.velocity = pushing_on(state, (&member, input), towards, fastest);
            let other = member_of(other);
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

/// A member that another could meet: its handle, and its number in the company.
pub(in crate::crowd) type Named = (CharacterId, u32);

/// So many members are looked through one by one; more are sorted by their handles first.
const FEW: usize = 16;

/// The members that one member could meet, by their numbers in the company.
struct Others<'a> {
    of: usize,
    handles: &'a [CharacterId],
    company: &'a Company,
    pairs: &'a [Pair],
    near: &'a Neighbours,
    /// Sorted; empty until one of many is asked for.
    names: &'a mut Vec<Named>,
}

impl<'a> Others<'a> {
    fn all(&self) -> impl Iterator<Item = Named> + use<'a> {
        let Self { of, handles, company, pairs, near, .. } = *self;
        let numbers = near.of(of).iter().map(move |index| pairs[*index as usize].other_of(of).1);
        numbers.map(|number| (handles[company.members[number as usize] as usize], number))
    }

    /// The number of the member that a contact is with; `None` for other contacts.
    fn holding(&mut self, held: &LoadedContact) -> Option<usize> {
        let name = held.contact.surface.owner.character()?;
        if self.near.of(self.of).len() <= FEW {
            return self.all().find(|other| other.0 == name).map(|(_, number)| number as usize);
        }
        if self.names.is_empty() {
            let all = self.all();
            self.names.extend(all);
            sorting::sort_by_key(self.names, |named| named.0);
        }
        let place = self.names.binary_search_by_key(&name, |named| named.0).ok()?;
        Some(self.names[place].1 as usize)
    }
}

/// The contacts that are as near as one of them: they are side by side, since contacts are listed nearest first.
fn equally_near(at: usize, contacts: &[LoadedContact]) -> &[LoadedContact] {
    let is_as_near = |other: &&LoadedContact| other.contact.radii == contacts[at].contact.radii;
    let before = contacts[..at].iter().rev().take_while(is_as_near).count();
    let after = contacts[at..].iter().take_while(is_as_near).count();
    &contacts[at - before..at + after]
}

/// Whether two contacts are as near, with the same normal.
fn are_at_one_place(a: &LoadedContact, b: &LoadedContact) -> bool {
    let (a, b) = (&a.contact, &b.contact);
    a.radii == b.radii && a.normal == b.normal
}
