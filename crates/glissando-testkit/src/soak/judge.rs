//! The judge: after every tick, is the body clear, did it pass through anything, did it stand still for nothing?
//!
//! It knows triangles, the oracle's distance and the path that the mover says it took. It does not use the
//! library's tree, culls, sweeps or closest points.

use super::landings::Landings;
use super::paths::{Eye, straight_pieces};
use super::place::Place;
use super::progress::Progress;
use super::resting::Resting;
use super::still::{self, Stillness};
use super::verdicts::{Finding, Verdicts};
use glissando::slide;
use glissando::trace::TraceStep;
use glissando::{Config, DVec3, EventKind, Input, Report, State};

/// One tick of a walk.
#[derive(Clone, Copy)]
pub struct Tick<'a> {
    /// Its number in the walk.
    pub number: usize,
    /// The state before.
    pub before: &'a State,
    /// The state after.
    pub after: &'a State,
    /// What was wished.
    pub input: Input,
    /// Seconds.
    pub dt: f64,
    /// What the character says.
    pub report: &'a Report<'a>,
    /// How it says it moved.
    pub trace: &'a [TraceStep],
}

/// Watches one walk.
pub struct Judge<'a> {
    place: &'a Place,
    config: &'a Config,
    walk: String,
    standing: Eye<'a>,
    crouching: Eye<'a>,
    landings: Landings,
    progress: Progress<'a>,
    resting: Resting,
    still_for: f64,
    still_from: DVec3,
    still_wish: DVec3,
}

/// Distances from which a body counts as inside: rounding of the oracle and of the mover, in radii.
const ROUNDING: f64 = 1e-6;

/// Seconds without a centimetre's move that are looked into.
const PATIENCE: f64 = 0.5;

impl<'a> Judge<'a> {
    /// For a walk of this name that begins here.
    pub fn new(place: &'a Place, config: &'a Config, walk: String, state: &State) -> Self {
        let eye = |is_crouching| Eye::new(&place.grid, &config.mover(is_crouching));
        Self {
            place,
            config,
            walk,
            standing: eye(false),
            crouching: eye(true),
            landings: Landings::default(),
            progress: Progress::new(place, config, state),
            resting: Resting::default(),
            still_for: 0.0,
            still_from: state.position,
            still_wish: DVec3::ZERO,
        }
    }

    /// Judges one tick.
    pub fn judge(&mut self, tick: &Tick<'_>, verdicts: &mut Verdicts) {
        verdicts.ticks += 1;
        verdicts.events += tick.report.events.len();
        let Tick { before, after, report, .. } = *tick;
        if !(after.position.is_finite() && after.velocity.is_finite()) {
            verdicts.not_finite += 1;
            self.keep(tick, verdicts, "not_finite", true, format!("{after:?}"));
            return;
        }
        if report.stop == slide::Stop::SubSteps {
            verdicts.cut += 1;
            self.keep(tick, verdicts, "cut", true, held_by(report));
        }
        if let Some(story) =
            self.landings.watch(report.events, (after.position - before.position).length(), tick.dt)
        {
            verdicts.landings += 1;
            self.keep(tick, verdicts, "landings", true, story);
        }
        if let Some(skin) = report.reduced_skin {
            verdicts.narrow += 1;
            self.keep(tick, verdicts, "narrow", false, format!("skin {skin:e} m"));
        }
        let (mut is_stuck, mut has_recovered) = (false, false);
        for event in report.events {
            match event.kind {
                EventKind::Stuck { .. } => is_stuck = true,
                EventKind::Recovered { to_safe_position, .. } => {
                    has_recovered = true;
                    if to_safe_position {
                        verdicts.sent_back += 1;
                        self.keep(tick, verdicts, "sent_back", false, String::new());
                    }
                }
                _ => {}
            }
        }
        verdicts.recovered += usize::from(has_recovered);
        if is_stuck {
            verdicts.reported_stuck += 1;
            self.keep(tick, verdicts, "stuck", false, String::new());
            return;
        }
        self.judge_place(tick, verdicts);
        if !has_recovered {
            self.judge_way(tick, verdicts);
        }
        verdicts.distance += (after.position - before.position).length();
        self.watch_stillness(tick, verdicts);
        let (mut resting, config) = (self.resting, self.config);
        if resting.watch(self.eye(after), config, after, tick.input, tick.dt) {
            verdicts.hung += 1;
            self.keep(tick, verdicts, "hung", true, held_by(report));
        }
        self.resting = resting;
        if let Some(way) = self.progress.watch(after, tick.input, tick.dt) {
            verdicts.room_to_go += 1;
            let story = format!("along {:?}{}", way.to_array(), held_by(report));
            self.keep(tick, verdicts, "room_to_go", true, story);
        }
    }

    fn eye(&mut self, state: &State) -> &mut Eye<'a> {
        if state.is_crouching { &mut self.crouching } else { &mut self.standing }
    }

    /// The eye for a tick that may have kept less than the whole skin: sweeps end at half of it.
    fn eye_for(&mut self, tick: &Tick<'_>) -> Eye<'a> {
        let skin = self.config.mover(tick.after.is_crouching).skin();
        let kept = tick.report.reduced_skin.unwrap_or(skin);
        self.eye(tick.after).with_gap(0.5 * kept)
    }

    fn keep(
        &self,
        tick: &Tick<'_>,
        verdicts: &mut Verdicts,
        kind: &'static str,
        is_fault: bool,
        more: String,
    ) {
        let steps: String = tick.trace.iter().map(|step| format!("\n        {step}")).collect();
        let Tick { before, after, input, dt, .. } = tick;
        let story = format!(
            "{more}\n      from {:?} by {:?} to {:?}, wish {:?}, dt {dt}, {:?} then {:?}{steps}",
            before.position.to_array(),
            before.velocity.to_array(),
            after.position.to_array(),
            input.wish.to_array(),
            before.ground,
            after.ground
        );
        verdicts.keep(Finding { walk: self.walk.clone(), tick: tick.number, kind, is_fault, story });
    }

    fn judge_place(&mut self, tick: &Tick<'_>, verdicts: &mut Verdicts) {
        let at = tick.after.position;
        let clearance = self.eye_for(tick).clearance(at);
        verdicts.least = verdicts.least.min(clearance);
        if clearance < -ROUNDING {
            verdicts.inside += 1;
            self.keep(tick, verdicts, "inside", true, format!("by {:e} radii", -clearance));
        }
        if self.place.is_escape(at) {
            verdicts.escapes += 1;
            self.keep(tick, verdicts, "escapes", true, String::new());
        }
    }

    fn judge_way(&mut self, tick: &Tick<'_>, verdicts: &mut Verdicts) {
        let Tick { before, after, trace, .. } = *tick;
        let eye = self.eye(after);
        if eye.must_have_crossed(before.position, after.position, trace) {
            verdicts.passages += 1;
            self.keep(tick, verdicts, "passages", true, String::new());
        }
        // Standing up and crouching move the centre by themselves.
        if before.is_crouching != after.is_crouching {
            return;
        }
        let Some(pieces) = straight_pieces(before.position, after.position, trace) else { return };
        verdicts.pieces += pieces.len();
        let mut eye = self.eye_for(tick);
        let deepest = pieces.iter().map(|&(from, to)| eye.deepest(from, to)).fold(0.0, f64::max);
        if deepest > ROUNDING {
            verdicts.scrapes += 1;
            self.keep(tick, verdicts, "scrapes", true, format!("by {deepest:e} radii"));
        }
    }

    /// Counts seconds without a move under one wish, and asks whether a way was free.
    fn watch_stillness(&mut self, tick: &Tick<'_>, verdicts: &mut Verdicts) {
        let Tick { after, input, dt, .. } = *tick;
        let has_moved = (after.position - self.still_from).length() > 0.01;
        if has_moved || input.wish == DVec3::ZERO || input.wish != self.still_wish {
            self.still_for = 0.0;
            self.still_from = after.position;
            self.still_wish = input.wish;
            return;
        }
        self.still_for += dt;
        if self.still_for < PATIENCE {
            return;
        }
        self.still_for = 0.0;
        let config = self.config;
        match still::judge(self.eye(after), config, after, input) {
            Stillness::Free(way) => {
                verdicts.stood_still += 1;
                let story = format!("though {:?} is free{}", way.to_array(), held_by(tick.report));
                self.keep(tick, verdicts, "stood_still", true, story);
            }
            Stillness::Steppable(way) => {
                verdicts.unstepped += 1;
                let story = format!("though {:?} is free from a step up", way.to_array());
                self.keep(tick, verdicts, "unstepped", false, story);
            }
            Stillness::Blocked | Stillness::Held => verdicts.held += 1,
        }
    }
}

/// What the character says it is held by.
fn held_by(report: &Report<'_>) -> String {
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
    held.collect()
}
