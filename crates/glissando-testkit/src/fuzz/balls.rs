//! Kind `balls`: balls of any size, mass and speed, in any world.

use super::depth;
use super::mix::Mix;
use super::people::tick;
use super::questions::Counted;
use super::stage::{ball, ball_rules};
use super::watch::Watch;
use super::worlds::world;
use glissando::balls::{Ball, Conserved, Mass, Report, Scratch, Settings, bounce, step};
use glissando::{DVec3, Shape, World};

/// Ticks of one set of balls.
const TICKS: usize = 6;

/// Questions to the world in one tick of five balls: at most a few for each impact that the rules allow.
const MOST_QUESTIONS: u64 = 100_000;

/// The share of its radius that a ball may go into another by rounding.
const OVERLAP: f64 = 1e-6;

pub(super) fn run(mix: &mut Mix, watch: &mut Watch) {
    let size = mix.size();
    let (world, _) = world(mix, watch, size);
    let rules = ball_rules(mix);
    let mut balls: Vec<Ball> = (0..mix.below(6)).map(|_| any_ball(mix, size)).collect();
    let mut scratch = Scratch::new();
    for _ in 0..TICKS {
        let (before, dt) = (balls.clone(), tick(mix));
        let counted = Counted::new(&world);
        let report = watch.call("balls::step", || step(&counted, &rules, &mut balls, dt, &mut scratch));
        watch.work("balls::step", counted.asked(), MOST_QUESTIONS);
        let Some(report) = report else {
            watch.unchanged("balls::step", &before, &balls);
            balls = before.iter().map(|_| any_ball(mix, size)).collect();
            continue;
        };
        watch.finite("balls after a tick", &balls);
        for impact in report.impacts {
            watch.unit("an impact", impact.normal);
            watch.expect((0.0..=dt).contains(&impact.time), "an impact beyond the tick", || {
                format!("{impact:?}")
            });
        }
        Ticked { world: &world, rules: &rules, before: &before, now: &balls, dt }.check(watch, &report);
    }
    for _ in 0..4 {
        single_bounce(mix, watch);
    }
}

fn any_ball(mix: &mut Mix, size: f64) -> Ball {
    let radius = if mix.chance(0.7) { 0.02 * size } else { mix.length(0.5) };
    ball(mix, size, radius)
}

/// A tick that was made.
struct Ticked<'a> {
    world: &'a World,
    rules: &'a Settings,
    before: &'a [Ball],
    now: &'a [Ball],
    dt: f64,
}

impl Ticked<'_> {
    fn check(&self, watch: &mut Watch, report: &Report<'_>) {
        let is_complete = report.is_complete();
        for (before, now) in self.before.iter().zip(self.now) {
            self.wall(watch, before, now, report);
        }
        for one in 0..self.now.len() {
            for two in 0..one {
                self.pair(watch, [one, two], is_complete);
            }
        }
    }

    fn tell(&self, index: usize) -> String {
        format!("dt {} {:?} {:?} -> {:?}", self.dt, self.rules, self.before[index], self.now[index])
    }

    /// A ball that was clear ends clear. In a flat world it cannot get out of the way along the flat axis.
    fn wall(&self, watch: &mut Watch, before: &Ball, now: &Ball, report: &Report<'_>) {
        let Ok(sphere) = Shape::sphere(now.radius) else { return };
        if self.rules.flat.is_some() || now.mass == Mass::Immovable || !watch.judges_depth {
            return;
        }
        let inside = |at: DVec3| depth::surface_inside(self.world, &sphere, at, self.rules.filter);
        if inside(before.position).is_none()
            && let Some(contact) = inside(now.position)
            && 1.0 - contact.radii
                > depth::along_way(&contact, (now.position - before.position).length() / now.radius)
        {
            watch.find("a ball that was clear ends in a wall", || {
                let Report { damped, held, .. } = report;
                format!("{contact:?}, damped {damped} held {held} {before:?} -> {now:?} {:?}", self.rules)
            });
        }
    }

    /// Two balls that were apart stay apart, unless the report says that not everything could be solved, or nothing can
    /// change how either of them moves.
    fn pair(&self, watch: &mut Watch, [one, two]: [usize; 2], is_complete: bool) {
        let gap = |balls: &[Ball]| {
            let (a, b) = (&balls[one], &balls[two]);
            (a.position - b.position).length() - a.radius - b.radius
        };
        let (a, b) = (&self.now[one], &self.now[two]);
        let far = a.position.abs().max_element().max(b.position.abs().max_element());
        let rounding = OVERLAP * (a.radius + b.radius) + 1e-9 + 16.0 * f64::EPSILON * far;
        let is_movable = [a, b].iter().any(|ball| ball.mass != Mass::Immovable);
        let is_judged = is_complete && is_movable && self.rules.flat.is_none() && gap(self.before) > 0.0;
        watch.expect(!is_judged || gap(self.now) >= -rounding, "two balls that were apart overlap", || {
            let gaps = (gap(self.before), gap(self.now));
            format!("gaps {gaps:?}: {}\n  {}", self.tell(one), self.tell(two))
        });
    }
}

/// A bounce of two, whose momentum and energy must be kept.
fn single_bounce(mix: &mut Mix, watch: &mut Watch) {
    let mass =
        |mix: &mut Mix| if mix.chance(0.2) { Mass::Immovable } else { Mass::Kilograms(mix.length(3.0)) };
    let (masses, velocities) = ([mass(mix), mass(mix)], [mix.point(10.0), mix.point(10.0)]);
    let (normal, restitution) = (mix.point(1.0), mix.length(1.0));
    let call = || bounce(masses, velocities, normal, restitution);
    let Some(after) = watch.call("balls::bounce", call) else { return };
    let [before, now] = after.energy;
    // One that cannot be moved may bring energy of its own.
    let is_closed = masses.iter().all(|mass| matches!(mass, Mass::Kilograms(_)));
    watch.expect(
        !is_closed || now <= before * (1.0 + 1e-9) + f64::MIN_POSITIVE,
        "a bounce that gains energy",
        || format!("{masses:?} {velocities:?} {normal:?} {restitution}: {after:?}"),
    );
    let balls =
        [0, 1].map(|i| Ball { velocity: velocities[i], mass: masses[i], ..Ball::at(DVec3::ZERO, 1.0) });
    watch.value("Conserved::of", || Conserved::of(&balls, DVec3::Y));
}
