//! Kind `crowd`: members of any settings, in any state, in any world.

use super::depth;
use super::mix::Mix;
use super::people::{config, input, state, tick};
use super::questions::Counted;
use super::rooms::{do_meet, gap};
use super::step::{self, has_stuck, landings};
use super::watch::Watch;
use super::worlds::world;
use glissando::crowd::{CrowdReport, CrowdScratch, Meeting, Member, MemberReport, step, step_through};
use glissando::slide::Stop;
use glissando::{Input, World};

/// Ticks of one crowd.
const TICKS: usize = 8;

/// Metres that two may come into each other by rounding, near the origin.
const OVERLAP: f64 = 1e-6;

pub(super) fn run(mix: &mut Mix, watch: &mut Watch) {
    let size = mix.pick(&[3.0, 10.0, 10.0, 30.0, 1e3]);
    let (world, _) = world(mix, watch, size);
    let mut members: Vec<Member> = (0..mix.below(14)).filter_map(|_| member(mix, watch, size)).collect();
    let mut scratch = CrowdScratch::new();
    for _ in 0..TICKS {
        let inputs: Vec<Input> = members.iter().map(|_| input(mix)).collect();
        if tick_of(watch, &world, &mut members, (&inputs, tick(mix)), &mut scratch).is_none() {
            for member in &mut members {
                member.state = state(mix, size);
            }
        }
    }
}

fn member(mix: &mut Mix, watch: &mut Watch, size: f64) -> Option<Member> {
    let mut member = Member::new(config(mix, watch)?, state(mix, size));
    if mix.chance(0.2) {
        member.mass = mix.length(200.0);
    }
    if mix.chance(0.2) {
        member.strength = mix.length(1000.0);
    }
    if mix.chance(0.1) {
        member.layers = mix.pick(&[0, 1, 2, u32::MAX]);
    }
    Some(member)
}

/// How a member's way ended.
pub(super) struct End {
    pub(super) stop: Stop,
    pub(super) is_held: bool,
    /// What happened on a way that was cut short or undone.
    pub(super) story: String,
}

impl End {
    fn of(report: &MemberReport<'_>) -> Self {
        let MemberReport { stop, is_held, events, meetings, sub_steps, shoved, .. } = *report;
        let is_odd = stop == Stop::SubSteps || is_held;
        let kinds: Vec<_> = events.iter().map(|e| (e.time, e.kind)).collect();
        let story = || format!("{sub_steps} sub-steps, shoved {shoved:?}, {meetings:?}, {kinds:?}");
        Self { stop, is_held, story: if is_odd { story() } else { String::new() } }
    }
}

/// A tick, and all that must be true of it; how each way ended, or none if the tick was refused.
pub(super) fn tick_of(
    watch: &mut Watch,
    world: &World,
    members: &mut [Member],
    (inputs, dt): (&[Input], f64),
    scratch: &mut CrowdScratch,
) -> Option<Vec<End>> {
    let before = members.to_vec();
    let counted = Counted::new(world);
    let (mut twin, mut fresh) = (before.clone(), CrowdScratch::new());
    let through = || step_through(&counted, &mut twin, inputs, dt, &mut fresh).map(drop);
    let is_twin_done = watch.call("crowd::step_through", through).is_some();
    watch.work("crowd::step_through", counted.asked(), step::MOST_QUESTIONS * (members.len() as u64 + 1));
    let Some(report) = watch.call("crowd::step", || step(world, members, inputs, dt, scratch)) else {
        watch.unchanged("crowd::step", &before, &members.to_vec());
        watch.expect(!is_twin_done, "crowd::step answers what crowd::step_through answers", String::new);
        return None;
    };
    watch.expect(twin == *members, "what members remember changes no state", || format!("{twin:?}"));
    let ticked = Ticked { world, before: &before, now: members, inputs, dt };
    ticked.check(watch, &report);
    Some(report.members().map(|member| End::of(&member)).collect())
}

/// A tick that was made.
struct Ticked<'a> {
    world: &'a World,
    before: &'a [Member],
    now: &'a [Member],
    inputs: &'a [Input],
    dt: f64,
}

impl Ticked<'_> {
    fn check(&self, watch: &mut Watch, report: &CrowdReport<'_>) {
        watch.expect(report.members().count() == self.now.len(), "not one report a member", String::new);
        for (index, member) in report.members().enumerate() {
            watch.finite("crowd::step", &(member, self.now[index].state));
            let told = || self.tell(index);
            landings(watch, member.events, self.dt, &told);
            self.depth(watch, index, &member);
        }
        for one in 0..self.now.len() {
            for two in 0..one {
                self.pair(watch, report, one, two);
            }
        }
    }

    fn tell(&self, index: usize) -> String {
        let (before, now) = (&self.before[index], &self.now[index]);
        let (input, settings) = (self.inputs[index], now.config.settings());
        format!("member {index}, dt {} {input:?} {:?} -> {:?} {settings:?}", self.dt, before.state, now.state)
    }

    /// No member ends in the world unreported.
    fn depth(&self, watch: &mut Watch, index: usize, report: &MemberReport<'_>) {
        let inside = |member: &Member| {
            let mover = member.config.mover(member.state.is_crouching);
            depth::surface_inside(self.world, &mover.shape(), member.state.position, mover.filter())
        };
        let Some(contact) = inside(&self.now[index]) else { return };
        let was_in = inside(&self.before[index]).is_some();
        if !watch.judges_depth {
            return;
        }
        // A member with an undone move is where it was; that explains only what was so before.
        let says_so = report.stop == Stop::Stuck || has_stuck(report.events) || (report.is_held && was_in);
        let property = if was_in {
            "a member that was in the world stays in it, unsaid"
        } else {
            "a member that was clear ends in the world, unsaid"
        };
        watch.expect(says_so, property, || {
            let MemberReport { stop, shoved, is_held, meetings, .. } = *report;
            let radii = contact.radii;
            format!(
                "{radii} radii, {stop:?} shoved {shoved:?} held {is_held} {meetings:?} {}",
                self.tell(index)
            )
        });
    }

    /// Two that were apart stay apart.
    fn pair(&self, watch: &mut Watch, report: &CrowdReport<'_>, one: usize, two: usize) {
        let (a, b) = (&self.now[one], &self.now[two]);
        if !do_meet(a, b) {
            return;
        }
        let (before, after) = (gap(&self.before[one], &self.before[two]), gap(a, b));
        let far = a.state.position.abs().max_element().max(b.state.position.abs().max_element());
        let rounding = OVERLAP + 64.0 * f64::EPSILON * far;
        watch.finite("crowd::parting", &[before, after]);
        watch.expect(before <= rounding || after >= -rounding, "two members that were apart overlap", || {
            let says_so = report
                .member(one)
                .is_some_and(|m| m.meetings.iter().any(|m| matches!(m, Meeting::Overlaps { .. })));
            format!("gap {before} -> {after}, said {says_so}: {}\n  {}", self.tell(one), self.tell(two))
        });
    }
}
