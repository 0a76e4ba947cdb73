//! One walk over a course.

use super::{Course, Kind, Leg, Walker};
use crate::random::Random;
use crate::soak::{Finding, Judge, Place, Tick, Verdicts};
use glissando::character::step_traced;
use glissando::{Config, Ground, Input, Scratch, State};

/// Which walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// The family of courses.
    pub kind: Kind,
    /// Seed of everything.
    pub seed: u64,
    /// Number of the walk.
    pub number: u64,
}

/// The outcome of walks, added up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// Walks that did not get to the end of a course that can be passed.
    pub hung: usize,
    /// Walks that passed what cannot be passed, or stood higher than any ground.
    pub climbed: usize,
    /// The verdicts on all ticks.
    pub verdicts: Verdicts,
    /// The first walks of each kind that hung or climbed.
    pub findings: Vec<Finding>,
}

/// Walks of a kind that are kept in words.
const KEPT: usize = 10;

impl Outcome {
    /// Whether nothing was found that must never be.
    pub fn is_clean(&self) -> bool {
        self.hung == 0 && self.climbed == 0 && self.verdicts.is_clean()
    }

    /// Adds another's counts.
    pub fn add(&mut self, other: &Self) {
        self.hung += other.hung;
        self.climbed += other.climbed;
        self.verdicts.add(&other.verdicts);
        for finding in &other.findings {
            let course = |finding: &Finding| finding.walk.split('/').nth(1).map(String::from);
            if self.findings.iter().filter(|f| course(f) == course(finding)).count() < KEPT {
                self.findings.push(finding.clone());
            }
        }
    }
}

/// Feet that are higher than the highest ground by more than this, metres, stand on no ground of the course.
const ABOVE: f64 = 0.05;

impl Attempt {
    /// Its name: `obstacles/kind/seed/number`.
    pub fn name(&self) -> String {
        format!("obstacles/{}/{}/{}", self.kind, self.seed, self.number)
    }

    /// The walker and the course of it.
    pub fn scene(&self) -> (Walker, Course) {
        let mut random = Random::nth(self.seed, 6000 + self.kind as u64, self.number);
        let walker = Walker::any(&mut random);
        let course = self.kind.course(&mut random, &walker);
        let course = if random.chance(0.4) { course.moved(&mut random) } else { course };
        (walker, course)
    }
}

/// Walks, judging every tick.
///
/// # Panics
/// If a course makes no mesh, which is a mistake of the course.
pub fn attempt(which: &Attempt) -> Outcome {
    let (walker, course) = which.scene();
    let config = Config::new(&walker.settings).expect("a walker has good settings");
    let place = Place::scene(which.name(), &course.soup);
    let mut walk = Walk::begin(which, &walker, &config, &place, &course);
    for leg in &course.legs {
        if !walk.leg(leg) {
            break;
        }
    }
    walk.end()
}

struct Walk<'a> {
    which: &'a Attempt,
    walker: &'a Walker,
    config: &'a Config,
    place: &'a Place,
    course: &'a Course,
    judge: Judge<'a>,
    state: State,
    scratch: Scratch,
    legs_done: usize,
    number: usize,
    outcome: Outcome,
}

impl<'a> Walk<'a> {
    fn begin(
        which: &'a Attempt,
        walker: &'a Walker,
        config: &'a Config,
        place: &'a Place,
        course: &'a Course,
    ) -> Self {
        let state = State::with_feet_at(config, course.start);
        let mut outcome = Outcome::default();
        outcome.verdicts.walks = 1;
        let judge = Judge::new(place, config, which.name(), &state);
        let scratch = Scratch::new();
        Self { which, walker, config, place, course, judge, state, scratch, legs_done: 0, number: 0, outcome }
    }

    /// Walks one leg to its end; false if that takes too long, or the tick is refused.
    fn leg(&mut self, leg: &Leg) -> bool {
        let Walker { speed, dt, .. } = *self.walker;
        let mut ticks = (Course::patience(leg, self.state.position, speed) / dt) as usize;
        while leg.left(self.state.position).is_some() {
            let wish = leg.wish(self.state.position, speed, dt);
            if ticks == 0 || !self.tick(Input { wish, ..Input::default() }) {
                return false;
            }
            ticks -= 1;
        }
        self.legs_done += 1;
        true
    }

    fn tick(&mut self, input: Input) -> bool {
        let (before, dt, mut trace) = (self.state, self.walker.dt, Vec::new());
        let world = &self.place.world;
        let report =
            step_traced(world, self.config, &mut self.state, input, dt, &mut self.scratch, &mut trace);
        let report = match report {
            Ok(report) => report,
            Err(error) => {
                self.outcome.verdicts.errors += 1;
                let (walk, story) = (self.which.name(), error.to_string());
                let tick = self.number;
                self.outcome.verdicts.keep(Finding { walk, tick, kind: "errors", is_fault: true, story });
                return false;
            }
        };
        let (after, number) = (&self.state, self.number);
        let tick = Tick { number, before: &before, after, input, dt, report: &report, trace: &trace };
        self.judge.judge(&tick, &mut self.outcome.verdicts);
        self.number += 1;
        let feet = self.state.position.y - self.walker.settings.radii.y;
        // A walker that runs off the end of a ramp flies higher.
        if self.state.ground == Ground::Standing && feet > self.course.top + ABOVE {
            self.outcome.climbed = 1;
            self.tell("climbed", &format!("feet at {feet}, the highest ground at {}", self.course.top));
            return false;
        }
        true
    }

    fn end(mut self) -> Outcome {
        let has_arrived = self.legs_done == self.course.legs.len();
        if has_arrived && !self.course.is_passable {
            self.outcome.climbed = 1;
            self.tell("climbed", "passed what cannot be passed");
        }
        if !has_arrived && self.course.is_passable && self.outcome.climbed == 0 {
            self.outcome.hung = 1;
            let leg = self.course.legs[self.legs_done];
            self.tell(
                "hung",
                &format!("in leg {} of {}: {leg:?}", self.legs_done + 1, self.course.legs.len()),
            );
        }
        self.outcome
    }

    fn tell(&mut self, kind: &'static str, what: &str) {
        let Walker { settings, speed, dt } = self.walker;
        let story = format!(
            "{what}\n      {:?} of {:?}, step {}, {speed} m/s at {} Hz, {:?} at {:?} by {:?}",
            settings.body,
            settings.radii.to_array(),
            settings.ground.step_height,
            1.0 / dt,
            self.state.ground,
            self.state.position.to_array(),
            self.state.velocity.to_array(),
        );
        let (walk, tick) = (self.which.name(), self.number);
        self.outcome.findings.push(Finding { walk, tick, kind, is_fault: true, story });
    }
}
