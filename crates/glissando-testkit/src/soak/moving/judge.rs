//! The judge: is every character clear or says why not, did anything pass through it, did a mover that gives way
//! end in it?

mod way;

use super::counts::{Counts, Fault, Oddity};
use super::scene::{MovingBody, Scene};
use crate::oracle::{Body, Carried, Swept, nearest_radii};
use crate::soak::paths::Eye;
use glissando::motion::Motion;
use glissando::slide::{Mover, Stop};
use glissando::stage::{MoverState, Outcome, StageCharacter, StageEventKind, StageState, TickReport};
use glissando::{Config, DAffine3, DVec3, EventKind, Input, Shape};

/// One tick of all.
#[derive(Clone, Copy)]
pub(super) struct Tick<'a> {
    pub(super) walk: &'a str,
    pub(super) number: usize,
    pub(super) before: &'a StageState,
    pub(super) after: &'a StageState,
    pub(super) inputs: &'a [Input],
    pub(super) dt: f64,
    pub(super) report: &'a TickReport<'a>,
}

/// Depth from which a body counts as inside: rounding of the oracle and of a sum of sweeps, as a part of half its
/// thickness.
const ROUNDING: f64 = 1e-6;

/// The same in radii: the rounding of a box may be a hundredth of its thickness.
fn rounding_of(mover: &Mover) -> f64 {
    let shape = mover.shape();
    ROUNDING * shape.smallest_half_extent() / shape.smallest_radius()
}

/// Remembers which characters were clear.
pub(super) struct Judge {
    clear: Vec<bool>,
}

/// A character in a tick.
struct Subject<'a> {
    index: usize,
    before: &'a StageCharacter,
    after: &'a StageCharacter,
    mover: Mover,
    outcome: Outcome,
    was_clear: bool,
}

/// The poses and motions of all movers.
struct Moving<'a> {
    shape: &'a MovingBody,
    from: DAffine3,
    to: DAffine3,
    motion: Motion,
    middle: DVec3,
    index: usize,
}

impl Moving<'_> {
    /// The triangles that may come within `reach` metres of a place, in a pose of the body: by the spheres about them.
    fn near(&self, pose: &DAffine3, at: DVec3, reach: f64) -> impl Iterator<Item = &[DVec3; 3]> {
        self.shape.triangles.iter().filter(move |corners| {
            let [a, b, c] = corners.map(|corner| pose.transform_point(corner));
            let middle = (a + b + c) * (1.0 / 3.0);
            let radius = [a, b, c].map(|corner| (corner - middle).length()).into_iter().fold(0.0, f64::max);
            (at - middle).length() <= 1.000_001 * (radius + reach)
        })
    }
}

impl Judge {
    pub(super) fn new() -> Self {
        Self { clear: Vec::new() }
    }

    /// A character was put at another place.
    pub(super) fn forget(&mut self, index: usize) {
        if let Some(clear) = self.clear.get_mut(index) {
            *clear = false;
        }
    }

    pub(super) fn judge(&mut self, tick: &Tick<'_>, scene: &Scene, counts: &mut Counts) {
        self.clear.resize(tick.after.characters.len(), false);
        let moving: Vec<Moving<'_>> = scene
            .movers
            .iter()
            .enumerate()
            .map(|(index, shape)| moving(index, shape, &tick.before.movers[index], &tick.after.movers[index]))
            .collect();
        for index in 0..tick.after.characters.len() {
            let (before, after) = (&tick.before.characters[index], &tick.after.characters[index]);
            let config: &Config = scene.config(after.config);
            let subject = Subject {
                index,
                before,
                after,
                mover: config.mover(after.state.is_crouching),
                outcome: tick.report.characters[index].outcome,
                was_clear: self.clear[index],
            };
            counts.ticks += 1;
            let story = || story(tick, &subject);
            if !(after.state.position.is_finite() && after.state.velocity.is_finite()) {
                counts.fault(Fault::NotFinite, tick.walk, tick.number, story);
                self.clear[index] = false;
                continue;
            }
            if !scene.recipe.is_inside(after.state.position) {
                counts.fault(Fault::Escapes, tick.walk, tick.number, story);
            }
            let has_recovered = tell(tick, &subject, counts);
            self.clear[index] = judge_place(tick, &subject, scene, &moving, counts);
            counts.distance += (after.state.position - before.state.position).length();
            if !has_recovered {
                way::judge(tick, &subject, scene, &moving, config, counts);
            }
        }
    }
}

fn moving<'a>(index: usize, shape: &'a MovingBody, before: &MoverState, after: &MoverState) -> Moving<'a> {
    let middle = shape.spec.pivot + after.pose.translation;
    let (from, to) = (shape.pose(before), shape.pose(after));
    Moving { shape, from, to, motion: shape.motion(before, after), middle, index }
}

fn story(tick: &Tick<'_>, subject: &Subject<'_>) -> String {
    let (before, after) = (&subject.before.state, &subject.after.state);
    let report = &tick.report.characters[subject.index];
    let path: String = tick
        .report
        .path_of(subject.index)
        .iter()
        .map(|w| format!("\n        at {:e} {:?}", w.time, w.position.to_array()))
        .collect();
    let movers: String = tick
        .before
        .movers
        .iter()
        .zip(tick.report.movers)
        .map(|(m, r)| format!("\n        mover {:?} {r:?}", m.pose))
        .collect();
    format!(
        "character {} {:?}\n      from {:?} by {:?} to {:?} by {:?}, wish {:?}, dt {}, {:?} then {:?}, {:?}{path}{movers}",
        subject.index,
        subject.outcome,
        before.position.to_array(),
        before.velocity.to_array(),
        after.position.to_array(),
        after.velocity.to_array(),
        tick.inputs[subject.index].wish.to_array(),
        tick.dt,
        before.ground,
        after.ground,
        report.squeeze.map(|s| (
            s.time,
            s.by.map(|c| (c.surface.owner, c.normal, c.radii)),
            s.against.map(|c| (c.surface.owner, c.normal, c.radii))
        )),
    )
}

/// Counts what the character says; whether it was put somewhere.
fn tell(tick: &Tick<'_>, subject: &Subject<'_>, counts: &mut Counts) -> bool {
    let report = &tick.report.characters[subject.index];
    match report.outcome {
        Outcome::Crushed => counts.oddity(Oddity::Crushed),
        Outcome::Blocked => counts.oddity(Oddity::Blocked),
        Outcome::Pushed => counts.oddity(Oddity::Pushed),
        Outcome::Carried => counts.oddity(Oddity::Carried),
        Outcome::Unaffected => {}
    }
    if report.stop == Some(Stop::SubSteps) {
        counts.note(Oddity::Dropped, tick.walk, tick.number, || story(tick, subject));
    }
    let start = tick.report.path_of(subject.index).first().map(|w| w.position);
    let is_put = start.is_some_and(|start| start != subject.before.state.position);
    let has_recovered = events(tick, subject).any(|kind| matches!(kind, EventKind::Recovered { .. }));
    if is_put || has_recovered {
        counts.note(Oddity::Recovered, tick.walk, tick.number, || story(tick, subject));
    }
    is_put || has_recovered
}

fn events<'a>(tick: &Tick<'a>, subject: &Subject<'_>) -> impl Iterator<Item = EventKind> + 'a {
    let (who, report) = (tick.before.characters.id(subject.index), tick.report);
    report.events.iter().filter(move |e| Some(e.character) == who).filter_map(|e| match e.kind {
        StageEventKind::Own(kind) => Some(kind),
        _ => None,
    })
}

/// Whether the character is clear at the end.
fn judge_place(
    tick: &Tick<'_>,
    subject: &Subject<'_>,
    scene: &Scene,
    moving: &[Moving<'_>],
    counts: &mut Counts,
) -> bool {
    let at = subject.after.state.position;
    let still = Eye::new(&scene.still, &subject.mover).clearance(at);
    let rounding = rounding_of(&subject.mover);
    let mut least = still;
    let mut holder = None;
    for mover in moving {
        let clearance = clearance(&subject.mover, at, mover);
        if clearance < least {
            (least, holder) = (clearance, Some(mover.index));
        }
        if clearance < -rounding && subject.was_clear && scene.gives_way(mover.index) {
            let depth =
                || format!("mover {} by {:e} radii; {}", mover.index, -clearance, story(tick, subject));
            counts.fault(Fault::EndedIn, tick.walk, tick.number, depth);
        }
    }
    let is_clear = least >= -rounding;
    let is_stuck = events(tick, subject).any(|kind| matches!(kind, EventKind::Stuck { .. }));
    let words = || format!("by {:e} radii in {holder:?}; {}", -least, story(tick, subject));
    match subject.outcome {
        Outcome::Crushed if is_clear && subject.was_clear && !is_in_another(tick, subject, scene) => {
            counts.note(Oddity::CrushedFree, tick.walk, tick.number, words);
        }
        Outcome::Crushed => {}
        Outcome::Blocked if !is_clear => counts.note(Oddity::BlockedIn, tick.walk, tick.number, words),
        _ if is_stuck => counts.note(Oddity::Stuck, tick.walk, tick.number, words),
        _ => {
            counts.least = counts.least.min(least);
            if !is_clear {
                counts.fault(Fault::Inside, tick.walk, tick.number, words);
            }
        }
    }
    is_clear
}

/// Whether a character is in another where the world has taken both: one may be squeezed by another too.
fn is_in_another(tick: &Tick<'_>, subject: &Subject<'_>, scene: &Scene) -> bool {
    let placed = |index: usize| {
        let before = &tick.before.characters[index];
        let mover = scene.config(before.config).mover(before.state.is_crouching);
        let start = tick.report.path_of(index).first().map_or(before.state.position, |w| w.position);
        let shape = mover.shape();
        let (radii, turn) = (shape.radii() * mover.sweep_shell(), shape.rotation());
        let grown = if shape.is_box() {
            Shape::cuboid(shape.core_half_extents() + radii, radii.y, turn)
        } else if shape.is_cylinder() {
            let whole = shape.core_half_extents() + radii;
            Shape::cylinder(whole.x, whole.y, radii.y, turn)
        } else if shape.is_capsule() {
            Shape::capsule(radii.y, shape.half_height(), turn)
        } else {
            Shape::ellipsoid(radii, turn)
        };
        let at = start + tick.report.characters[index].moved;
        (grown.expect("a good shape"), at)
    };
    let (own, at) = placed(subject.index);
    let others = (0..tick.before.characters.len()).filter(|index| *index != subject.index);
    others.map(placed).any(|(other, to)| nearest_radii(&own, at, &other, to) < 1.0)
}

fn body(mover: &Mover, centre: DVec3) -> Body {
    let shape = mover.shape();
    Body { radii: shape.radii(), axes: shape.rotation().to_mat3(), centre }
}

/// The corner of a core, relative to its centre, metres: of a capsule, the end.
fn half_core(mover: &Mover) -> DVec3 {
    let shape = mover.shape();
    shape.rotation().to_mat3() * shape.core_half_extents()
}

/// Radii between a body at rest and a mover at the end, less the sweep shell.
fn clearance(mover: &Mover, at: DVec3, moving: &Moving<'_>) -> f64 {
    let largest = mover.shape().largest_radius();
    if (at - moving.middle).length() > moving.shape.reach + 1.5 * largest {
        return f64::INFINITY;
    }
    let swept = Swept {
        body: body(mover, at),
        half: half_core(mover),
        is_round: mover.shape().is_cylinder(),
        translation: DVec3::ZERO,
        span: (0.0, 0.0),
    };
    let distance = |corners: &[DVec3; 3]| {
        let there = Carried { motion: Motion::STILL, pose: moving.to, corners: *corners };
        swept.distance(&there, 0.0)
    };
    let near = moving.near(&moving.to, at, 1.5 * largest);
    near.map(distance).fold(f64::INFINITY, f64::min) - mover.sweep_shell()
}
