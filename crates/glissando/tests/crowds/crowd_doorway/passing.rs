//! A hundred characters at a doorway, two hundred in the long form: they neither overlap, nor explode, nor block it for ever.

use glissando::crowd::{Meeting, Member};
use glissando::{Config, DVec3, EventKind, Settings, Soup, State, World};
use glissando_testkit::crowds::Crowd;
use glissando_testkit::form;
use glissando_testkit::random::Random;
use glissando_testkit::scenes;

const DT: f64 = 1.0 / 60.0;

/// Two halls with a wall between them at x = 0 and a door of this width about z = 0.
fn halls(door: f64) -> World {
    let mut soup: Soup = scenes::floor(24.0, 4);
    let half = 0.5 * door;
    for (from, to) in [(-24.0, -half), (half, 24.0)] {
        scenes::block(&mut soup, DVec3::new(-0.25, -0.1, from), DVec3::new(0.25, 4.0, to));
    }
    for (low, high) in [
        (DVec3::new(-24.0, -0.1, -25.0), DVec3::new(24.0, 4.0, -24.0)),
        (DVec3::new(-24.0, -0.1, 24.0), DVec3::new(24.0, 4.0, 25.0)),
        (DVec3::new(-25.0, -0.1, -25.0), DVec3::new(-24.0, 4.0, 25.0)),
        (DVec3::new(24.0, -0.1, -25.0), DVec3::new(25.0, 4.0, 25.0)),
    ] {
        scenes::block(&mut soup, low, high);
    }
    scenes::world_of(&soup)
}

fn person() -> Config {
    Config::new(&Settings::default()).unwrap()
}

/// A character that walks through the door from one side to the other.
struct Passer {
    side: f64,
    random: Random,
    aside: f64,
    pace: f64,
    turn: usize,
}

impl Passer {
    /// To the door on its own right side, through it, and on. A blocked character steps back or pauses for a while.
    fn wish(&mut self, at: DVec3, speed: f64, tick: usize, door: f64) -> DVec3 {
        let beyond = at.x * self.side;
        if (tick + self.turn).is_multiple_of(30) {
            let is_blocked = speed < 0.5 && beyond < 1.0;
            let [presses, waits] = [0.6, 0.6].map(|share| !is_blocked || self.random.chance(share));
            self.pace = if presses {
                3.0
            } else if waits {
                0.0
            } else {
                -1.5
            };
            self.aside = if waits && !presses { 0.0 } else { self.random.between(-0.8, 0.8) };
        }
        let far = DVec3::new(20.0 * self.side, 0.0, at.z);
        let mouth = DVec3::new(-0.6 * self.side, 0.0, self.side * 0.25 * door);
        let aim = if beyond > 3.0 {
            far
        } else if beyond > -1.0 {
            DVec3::new(8.0 * self.side, 0.0, mouth.z)
        } else {
            mouth
        };
        towards(at, aim) * self.pace + DVec3::Z * self.aside
    }
}

fn towards(at: DVec3, aim: DVec3) -> DVec3 {
    DVec3::new(aim.x - at.x, 0.0, aim.z - at.z).try_normalize().unwrap_or(DVec3::X)
}

/// Walks `count` characters through a door of this width; with `two_ways` from both halls. Returns the ticks until the
/// last is through.
fn through_door(count: usize, door: f64, two_ways: bool, seed: u64) -> usize {
    let world = halls(door);
    let config = person();
    let (mut crowd, mut passers) = (Crowd::default(), Vec::new());
    for k in 0..count {
        let side = if two_ways && k % 2 == 1 { -1.0 } else { 1.0 };
        let (row, column) = if two_ways { (k / 2 / 10, k / 2 % 10) } else { (k / 14, k % 14) };
        let x = -side * (3.0 + 1.0 * row as f64);
        // Arrivals keep to their right, so that those that have come through find room.
        let z = if two_ways { side * (0.6 + column as f64) } else { column as f64 - 6.5 };
        crowd.add(Member::new(config, State::with_feet_at(&config, DVec3::new(x, 0.0, z))), DVec3::ZERO);
        passers.push(Passer { side, random: Random::nth(seed, 8, k as u64), aside: 0.0, pace: 3.0, turn: k });
    }
    let (mut nearest, mut judged, mut fastest, mut touches) = (f64::INFINITY, 0, 0.0_f64, 0);
    let mut last = 0;
    for tick in 0..60 * 180 {
        for (k, passer) in passers.iter_mut().enumerate() {
            crowd.inputs[k].wish =
                passer.wish(crowd.at(k), crowd.members[k].state.velocity.length(), tick, door);
        }
        let before: Vec<DVec3> = (0..count).map(|k| crowd.at(k)).collect();
        let report = crowd.step(&world, DT);
        for member in report.members() {
            touches += member.meetings.iter().filter(|m| matches!(m, Meeting::Touched { .. })).count();
            assert!(!member.events.iter().any(|e| matches!(e.kind, EventKind::Stuck { .. })));
        }
        for (k, from) in before.into_iter().enumerate() {
            let way = (crowd.at(k) - from).length();
            assert!(way < 8.0 * DT, "{k} goes {way} m in tick {tick}");
            let at = crowd.at(k);
            assert!((at.y - 0.9).abs() < 0.05, "{k} stays on the ground: {at:?} in tick {tick}");
        }
        fastest = fastest.max(crowd.fastest());
        let (least, pairs) = crowd.closest();
        (nearest, judged) = (nearest.min(least), judged + pairs);
        assert!(least > 1.0, "tick {tick}: {least}");
        if passers.iter().enumerate().any(|(k, p)| crowd.at(k).x * p.side < 1.0) {
            last = tick + 1;
        } else {
            break;
        }
    }
    let waiting = passers.iter().enumerate().filter(|(k, p)| crowd.at(*k).x * p.side < 1.0).count();
    println!(
        "{count} through {door} m, both ways {two_ways}: {last} ticks ({:.0} s), {judged} near pairs checked, nearest {nearest:.6} radii, fastest {fastest:.2} m/s, {touches} touches, {waiting} left",
        last as f64 * DT
    );
    assert_eq!(waiting, 0);
    assert!(fastest < 4.5, "{fastest}");
    last
}

#[test]
fn many_get_through_a_doorway() {
    through_door(form::cases(100, 200), 2.8, false, 1);
}

#[test]
fn many_get_through_a_doorway_from_both_sides() {
    through_door(form::cases(100, 200), 5.0, true, 2);
}
