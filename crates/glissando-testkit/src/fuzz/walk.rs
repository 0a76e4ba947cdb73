//! Kind `walk`: ordinary characters where walking is hard. Nothing here is hostile, so nothing may go wrong.
//!
//! Slopes exactly at the climb limit, gutters between a wall and a slope, gaps a centimetre or three wider than
//! the body, corners; at 10 to 240 ticks a second, at 1 to 100 m/s.

use super::depth;
use super::mix::Mix;
use super::step::{check, says_stuck};
use super::watch::Watch;
use crate::scenes;
use glissando::slide::Stop;
use glissando::{
    Body, Config, DAffine3, DVec3, Filter, Ground, Input, Mesh, MeshOptions, Report, Scratch, Settings, Soup,
    State, World, step,
};

/// Seconds of one walk.
const SECONDS: f64 = 4.0;

/// Seconds for which no character may be held without standing, and the metres that are no move in them.
const HELD: (f64, f64) = (3.0, 0.01);

/// What to walk in.
struct Scene {
    soup: Soup,
    settings: Settings,
    /// Where the feet start.
    feet: DVec3,
    /// The direction that leads to what is hard, level.
    ahead: DVec3,
    /// Whether the way ahead is a gap that the body fits through.
    is_gap: bool,
}

pub(super) fn run(mix: &mut Mix, watch: &mut Watch) {
    let Scene { soup, settings, feet, ahead, is_gap } = match mix.integer(0, 5) {
        0 => slope(mix),
        1 => hanging_slope(mix),
        2 => gutter(mix),
        3 => pit(mix),
        4 => gap(mix),
        _ => corner(mix),
    };
    let turn = if mix.chance(0.5) { 0.0 } else { mix.between(0.0, 360.0) };
    let turned = Turned::by(turn);
    let Some((mesh, _)) = watch.attempt("Mesh::build", || Mesh::build(&soup, &MeshOptions::default())) else {
        return;
    };
    let mut world = World::new();
    let body = Body::new(mesh).at(turned.pose());
    watch.call("World::insert", || world.insert(body));
    let Some(config) = watch.call("Config::new", || Config::new(&settings)) else { return };
    let start = State::at(turned.of(feet + DVec3::Y * config.shape(false).half_extents().y));
    let fits = depth::nearest(&world, &config.shape(false), start.position, 1.0, Filter::ALL).is_none();
    if fits {
        Walk { world, config, ahead: turned.of(ahead), is_gap }.go(mix, watch, start);
    }
}

/// A turn about the vertical axis, so that walls do not lie along axes alone.
struct Turned {
    x: DVec3,
    z: DVec3,
}

impl Turned {
    fn by(degrees: f64) -> Self {
        let x = scenes::heading(degrees);
        Self { x, z: x.cross(DVec3::Y) }
    }

    fn of(&self, v: DVec3) -> DVec3 {
        self.x * v.x + DVec3::Y * v.y + self.z * v.z
    }

    fn pose(&self) -> DAffine3 {
        let matrix3 = glissando::DMat3::from_cols(self.x, DVec3::Y, self.z);
        DAffine3 { matrix3, translation: DVec3::ZERO }
    }
}

/// Settings of a person whose climb limit is near this many degrees: at it, or a hair off; slip limit equal or not.
fn climber(mix: &mut Mix, degrees: f64) -> Settings {
    let mut settings = Settings::default();
    let climb = degrees + mix.pick(&[0.0, 0.0, 1e-3, -1e-3, 1e-6, -1e-6]);
    let slip = climb + mix.pick(&[0.0, 0.0, 1e-3, 5.0]);
    settings.ground = settings.ground.with_slopes_degrees(climb, slip);
    settings
}

/// Flat ground, a slope at the climb limit, flat ground above: from below, from above, or beginning on it.
fn slope(mix: &mut Mix) -> Scene {
    let degrees = if mix.chance(0.5) { mix.integer(30, 60) as f64 } else { mix.between(30.0, 60.0) };
    let length = mix.pick(&[1.0, 4.0, 12.0]);
    let (cosine, sine) = scenes::cos_sin(degrees);
    let soup = scenes::ramp(degrees, length);
    let at = mix.between(-1.5, length * cosine + 1.5);
    let height = (at / cosine).clamp(0.0, length) * sine;
    // Beside a slope a round body stands higher than on level ground: it falls the rest.
    let feet = DVec3::new(at, height + mix.pick(&[0.02, 0.5]), mix.between(-1.0, 1.0));
    let ahead = if mix.chance(0.5) { DVec3::X } else { -DVec3::X };
    Scene { soup, settings: climber(mix, degrees), feet, ahead, is_gap: false }
}

/// A level floor from which a slope at the climb limit leads down to a drop.
fn hanging_slope(mix: &mut Mix) -> Scene {
    let degrees = mix.pick(&[30.0, 36.869_897_645_844_02, 40.0, 45.0, 45.0, 53.130_102_354_155_98, 60.0]);
    let degrees = if mix.chance(0.7) { degrees } else { mix.between(30.0, 60.0) };
    let (cosine, sine) = scenes::cos_sin(degrees);
    let length = mix.between(0.5, 2.0);
    let top = (cosine * length, sine * length);
    let soup = scenes::strip(&[(0.0, -20.0), (0.0, 0.0), top, (top.0 + 12.0, top.1)], scenes::HALF_WIDTH);
    let feet = DVec3::new(top.0 + mix.between(0.5, 5.0), top.1 + 0.02, mix.between(-2.0, 2.0));
    let ahead = scenes::heading(180.0 + mix.pick(&[0.0, 0.0, -1.0, 1.0]) * mix.between(0.0, 60.0));
    Scene { soup, settings: climber(mix, degrees), feet, ahead, is_gap: false }
}

/// Two surfaces that meet below, between two ends: a steep slope, and a wall or another slope.
fn gutter(mix: &mut Mix) -> Scene {
    let left = mix.pick(&[50.0, 60.0, 60.0, 70.0, 80.0, 89.0]);
    let right = mix.pick(&[90.0, 90.0, 86.0, 80.0, 60.0, 50.0]);
    let side = |degrees: f64| {
        let (cosine, sine) = scenes::cos_sin(degrees);
        (10.0 * cosine, 10.0 * sine)
    };
    let ((left_x, left_y), (right_x, right_y)) = (side(left), side(right));
    let half_width = mix.pick(&[0.5, 1.0, 4.0]);
    let mut soup = scenes::strip(&[(-left_x, left_y), (0.0, 0.0), (right_x, right_y)], half_width);
    for end in [-half_width, half_width] {
        let at = |x: f64, y: f64| DVec3::new(x, y, end);
        scenes::quad(&mut soup, [at(-10.0, -1.0), at(10.0, -1.0), at(10.0, 10.0), at(-10.0, 10.0)]);
    }
    let middle = 0.5 * (right_x - left_x);
    let feet = DVec3::new(0.3 * middle, mix.between(3.0, 5.0), 0.0);
    let ahead = mix.pick(&[-DVec3::X, DVec3::X, DVec3::Z]);
    Scene { soup, settings: Settings::default(), feet, ahead, is_gap: false }
}

/// Steep slopes all around: a funnel with three to six sides.
fn pit(mix: &mut Mix) -> Scene {
    let sides = mix.integer(3, 6);
    let (cosine, sine) = scenes::cos_sin(mix.between(50.0, 85.0));
    let first = mix.between(0.0, 120.0);
    let rim = |side: i64| {
        let turn = (first + 360.0 * side as f64 / sides as f64) % 360.0;
        scenes::heading(turn) * (8.0 * cosine) + DVec3::Y * (8.0 * sine)
    };
    let mut soup = Soup::default();
    for side in 0..sides {
        soup.push([DVec3::ZERO, rim(side + 1), rim(side)].map(DVec3::as_vec3), 0);
    }
    let feet = DVec3::new(0.0, 8.0 * sine * mix.between(0.5, 0.9), 0.0);
    let ahead = scenes::heading(mix.between(0.0, 360.0));
    Scene { soup, settings: Settings::default(), feet, ahead, is_gap: false }
}

/// A floor and a ceiling, or two walls, little further apart than the body is wide.
fn gap(mix: &mut Mix) -> Scene {
    let mut settings = Settings::default();
    let (across, high) = (mix.between(0.25, 0.5), mix.pick(&[0.9, 0.975, 0.6, 1.2]));
    settings.radii = DVec3::new(across, high, across);
    settings.crouch_radii = DVec3::new(across, 0.6 * high, across);
    let room = mix.between(0.01, 0.03);
    let (soup, lift) = if mix.chance(0.6) {
        (scenes::low_ceiling(2.0 * high + room), room * mix.between(0.05, 0.95))
    } else {
        (scenes::corridor(2.0 * across + room), 0.03)
    };
    let feet = DVec3::new(mix.between(2.0, 4.0), lift, 0.0);
    Scene { soup, settings, feet, ahead: DVec3::X, is_gap: true }
}

/// Two walls that meet at any angle, before their corner.
fn corner(mix: &mut Mix) -> Scene {
    let soup = scenes::corner(mix.between(15.0, 160.0));
    let feet = DVec3::new(-mix.between(3.0, 6.0), 0.02, 0.0);
    Scene { soup, settings: Settings::default(), feet, ahead: DVec3::X, is_gap: false }
}

/// A walk that is under way.
struct Walk {
    world: World,
    config: Config,
    ahead: DVec3,
    is_gap: bool,
}

impl Walk {
    fn go(&self, mix: &mut Mix, watch: &mut Watch, start: State) {
        let dt = 1.0 / mix.integer(10, 240) as f64;
        let speed = mix.magnitude(1.0, 100.0);
        let (mut now, mut scratch) = (start, Scratch::new());
        let mut held = Held { at: now.position, since: 0.0, has_jumped: false };
        let mut input = Input { wish: self.ahead * speed, ..Input::default() };
        let mut time = 0.0;
        while time < SECONDS {
            // The first second goes ahead, the rest anywhere.
            if time > 1.0 && mix.chance(3.0 * dt) {
                input.wish = self.wish(mix) * speed;
            }
            input.jump = time > 1.0 && mix.chance(2.0 * dt);
            let before = now;
            let (world, config) = (&self.world, &self.config);
            let Some(report) = watch.call("step", || step(world, config, &mut now, input, dt, &mut scratch))
            else {
                return watch.find("an ordinary tick is refused", || format!("{before:?} {input:?} {dt}"));
            };
            let told =
                || format!("{time} s, dt {dt} {input:?} {before:?} -> {now:?} {:?}", config.settings());
            check(watch, &report, &before, &now, dt, &told);
            self.judge(watch, &report, &now, &told);
            let end = time + dt;
            held.note(&now, input, end);
            let is_held = end - held.since > HELD.0 && held.has_jumped;
            watch.expect(!is_held, "held for three seconds, without standing", told);
            if time < 1.0 && end >= 1.0 && self.is_gap {
                let way = (now.position - start.position).dot(self.ahead);
                watch.expect(way > 0.25, "does not go ahead in a gap that it fits in", || {
                    format!("{way} m, {}", told())
                });
            }
            time = end;
        }
    }

    fn wish(&self, mix: &mut Mix) -> DVec3 {
        let anywhere = scenes::heading(mix.between(0.0, 360.0));
        mix.pick(&[self.ahead, self.ahead, -self.ahead, DVec3::ZERO, anywhere, anywhere])
    }

    /// What no tick of an ordinary walk may be like.
    fn judge(&self, watch: &mut Watch, report: &Report<'_>, now: &State, told: &dyn Fn() -> String) {
        watch.expect(report.stop != Stop::SubSteps, "an ordinary tick is cut short", told);
        watch.expect(!says_stuck(report), "stuck where it fits", told);
        let mover = self.config.mover(now.is_crouching);
        if !says_stuck(report)
            && let Some(near) =
                depth::surface_within_half_skin(&self.world, &mover, report.reduced_skin, now.position)
        {
            watch.find("an ordinary tick ends nearer than half the skin", || {
                format!("{} radii of {}: {}", near.radii, mover.sweep_shell(), told())
            });
        }
    }
}

/// Since when a character is at one place without standing.
struct Held {
    at: DVec3,
    since: f64,
    /// Whether it has tried to jump since.
    has_jumped: bool,
}

impl Held {
    fn note(&mut self, now: &State, input: Input, time: f64) {
        let has_moved = (now.position - self.at).length() > HELD.1;
        if has_moved || now.ground == Ground::Standing {
            *self = Self { at: now.position, since: time, has_jumped: false };
        }
        self.has_jumped |= input.jump;
    }
}
