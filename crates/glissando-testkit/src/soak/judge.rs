//! The judge: after every tick, is the body clear, did it pass through anything, did it stand still for nothing?
//!
//! It knows triangles, the oracle's distance and the path that the mover says it took. It does not use the
//! library's tree, culls, sweeps or closest points.

use super::grid::Grid;
use crate::oracle;
use glissando::trace::TraceStep;
use glissando::{Config, DVec3, EventKind, Ground, Input, Report, State, World, slide};

/// What was found, added up.
#[derive(Clone, Debug, Default)]
pub struct Verdicts {
    /// Ticks judged.
    pub ticks: usize,
    /// Ticks that ended nearer to a triangle than the sweep shell.
    pub inside: usize,
    /// Ticks in which the centre's path crossed a triangle.
    pub passages: usize,
    /// Ticks with a number that is not finite.
    pub not_finite: usize,
    /// Ticks in which the body could not come out of what it was in, and said so.
    pub reported_stuck: usize,
    /// Ticks that began inside something and came out.
    pub recovered: usize,
    /// Ticks that went back to the last safe position.
    pub sent_back: usize,
    /// Ticks whose sub-steps or pieces ran out.
    pub dropped: usize,
    /// Times that a walker stood still for a second although a way was free.
    pub stood_still: usize,
    /// Walks that left the level's box.
    pub left_the_level: usize,
    /// Ticks refused.
    pub errors: usize,
    /// Landings, steps up, jumps: signs of life.
    pub events: usize,
    /// Metres walked.
    pub distance: f64,
    /// Least distance seen, in radii beyond the sweep shell.
    pub least: f64,
    /// The first findings, in words.
    pub notes: Vec<String>,
}

impl Verdicts {
    /// Adds another's counts.
    pub fn add(&mut self, other: &Self) {
        self.ticks += other.ticks;
        self.inside += other.inside;
        self.passages += other.passages;
        self.not_finite += other.not_finite;
        self.reported_stuck += other.reported_stuck;
        self.recovered += other.recovered;
        self.sent_back += other.sent_back;
        self.dropped += other.dropped;
        self.stood_still += other.stood_still;
        self.left_the_level += other.left_the_level;
        self.errors += other.errors;
        self.events += other.events;
        self.distance += other.distance;
        self.least = self.least.min(other.least);
        for note in &other.notes {
            self.note(note.clone());
        }
    }

    /// Whether nothing was found that must never be.
    pub fn is_clean(&self) -> bool {
        self.inside + self.passages + self.not_finite + self.errors + self.stood_still == 0
    }

    /// Keeps a finding, if there are not many already.
    pub fn note(&mut self, note: String) {
        if self.notes.len() < 40 {
            self.notes.push(note);
        }
    }
}

/// Watches one walk.
pub struct Judge<'a> {
    grid: &'a Grid,
    config: &'a Config,
    found: Vec<u32>,
    still_for: f64,
    still_from: DVec3,
}

/// Distances from which a body counts as inside: rounding of the oracle and of the mover, in radii.
const ROUNDING: f64 = 1e-6;

impl<'a> Judge<'a> {
    /// For a walk that begins here.
    pub fn new(grid: &'a Grid, config: &'a Config, state: &State) -> Self {
        Self { grid, config, found: Vec::new(), still_for: 0.0, still_from: state.position }
    }

    /// Judges one tick.
    #[expect(clippy::too_many_arguments, reason = "a tick has this many parts, and only the soak calls this")]
    pub fn tick(
        &mut self,
        world: &World,
        before: &State,
        after: &State,
        input: Input,
        dt: f64,
        report: &Report<'_>,
        trace: &[TraceStep],
        verdicts: &mut Verdicts,
        place: impl Fn() -> String,
    ) {
        verdicts.ticks += 1;
        verdicts.events += report.events.len();
        verdicts.dropped += usize::from(report.stop == slide::Stop::SubSteps);
        if !(after.position.is_finite() && after.velocity.is_finite()) {
            verdicts.not_finite += 1;
            verdicts.note(format!("{}: not finite", place()));
            return;
        }
        let is_stuck = report.events.iter().any(|e| matches!(e.kind, EventKind::Stuck { .. }));
        let has_recovered = report.events.iter().any(|e| matches!(e.kind, EventKind::Recovered { .. }));
        verdicts.reported_stuck += usize::from(is_stuck);
        verdicts.recovered += usize::from(has_recovered);
        let is_back =
            |e: &glissando::Event| matches!(e.kind, EventKind::Recovered { to_safe_position: true, .. });
        if report.events.iter().any(is_back) {
            verdicts.sent_back += 1;
            verdicts.note(format!("{}: sent back to {:?}{}", place(), after.position, story(trace)));
        }
        if report.stop == slide::Stop::SubSteps {
            let held = report.contacts.iter().map(|h| {
                let c = &h.contact;
                format!(
                    "\n        contact {} {:?} normal {:?} face {:?} radii {:.9}",
                    c.surface.triangle,
                    c.feature,
                    c.normal.to_array(),
                    c.face_normal.to_array(),
                    c.radii
                )
            });
            let held: String = held.collect();
            verdicts.note(format!("{}: dropped{}{held}", place(), story(trace)));
        }
        if is_stuck {
            return;
        }
        let clearance = self.clearance(after);
        verdicts.least = verdicts.least.min(clearance);
        if clearance < -ROUNDING {
            verdicts.inside += 1;
            verdicts.note(format!("{}: inside by {clearance:e} radii at {:?}", place(), after.position));
            verdicts.note(story(trace));
        }
        if !has_recovered && self.passes(before.position, after.position, trace) {
            verdicts.passages += 1;
            verdicts.note(format!("{}: through, {:?} to {:?}", place(), before.position, after.position));
        }
        verdicts.distance += (after.position - before.position).length();
        self.watch_stillness(world, after, input, dt, verdicts, place);
    }

    /// Radii between the body and the nearest triangle, less the sweep shell.
    fn clearance(&mut self, state: &State) -> f64 {
        let mover = self.config.mover(state.is_crouching);
        let (radii, axes) = (mover.shape().radii(), mover.shape().rotation().to_mat3().transpose());
        let reach = DVec3::splat(mover.shape().largest_radius() * 1.1);
        let at = state.position;
        self.grid.near(at - reach, at + reach, &mut self.found);
        let unit = |v: DVec3| {
            let local = axes * (v - at);
            DVec3::new(local.x / radii.x, local.y / radii.y, local.z / radii.z)
        };
        let nearest =
            self.found.iter().map(|&t| oracle::distance(DVec3::ZERO, self.grid.triangle(t).map(unit)));
        nearest.fold(f64::INFINITY, f64::min) - mover.sweep_shell()
    }

    /// Whether the centre's way crosses a triangle: first by the straight line, then by the path it took.
    fn passes(&mut self, from: DVec3, to: DVec3, trace: &[TraceStep]) -> bool {
        if !self.crosses(from, to) {
            return false;
        }
        let mut at = from;
        for step in trace {
            let next = match step {
                TraceStep::Moved { to } => *to,
                TraceStep::Hit { at, .. } => *at,
                _ => continue,
            };
            if self.crosses(at, next) {
                return true;
            }
            at = next;
        }
        self.crosses(at, to)
    }

    fn crosses(&mut self, from: DVec3, to: DVec3) -> bool {
        self.grid.near(from.min(to), from.max(to), &mut self.found);
        self.found.iter().any(|&t| segment_crosses(from, to, self.grid.triangle(t)))
    }

    /// Counts seconds without a move although one is wished, and asks whether a way was free.
    fn watch_stillness(
        &mut self,
        world: &World,
        state: &State,
        input: Input,
        dt: f64,
        verdicts: &mut Verdicts,
        place: impl Fn() -> String,
    ) {
        let moved = (state.position - self.still_from).length();
        if moved > 0.01 || input.wish == DVec3::ZERO {
            self.still_for = 0.0;
            self.still_from = state.position;
            return;
        }
        self.still_for += dt;
        if self.still_for < 1.0 {
            return;
        }
        self.still_for = 0.0;
        let mover = self.config.mover(state.is_crouching);
        let wish = input.wish.try_normalize().unwrap_or(DVec3::X);
        let sweep = glissando::Sweep::new(mover.shape(), state.position, wish * 0.2)
            .and_then(|s| s.with_skin(0.5 * mover.skin()));
        let is_free = sweep.is_ok_and(|s| world.sweep(&s).is_none());
        if is_free && state.ground != Ground::Steep {
            verdicts.stood_still += 1;
            verdicts.note(format!("{}: stands still at {:?} wishing {wish:?}", place(), state.position));
        }
    }
}

/// The steps of a tick in words.
fn story(trace: &[TraceStep]) -> String {
    trace.iter().map(|step| format!("\n        {step}")).collect()
}

/// Whether a segment crosses a triangle's inside, by the signs of five volumes.
fn segment_crosses(from: DVec3, to: DVec3, [a, b, c]: [DVec3; 3]) -> bool {
    let volume = |p: DVec3, q: DVec3, r: DVec3, s: DVec3| (q - p).cross(r - p).dot(s - p);
    let (start, end) = (volume(a, b, c, from), volume(a, b, c, to));
    if (start > 0.0) == (end > 0.0) || start == 0.0 || end == 0.0 {
        return false;
    }
    let sides = [volume(from, to, a, b), volume(from, to, b, c), volume(from, to, c, a)];
    sides.iter().all(|&s| s > 0.0) || sides.iter().all(|&s| s < 0.0)
}
