//! What the tour shows is so: one test for each thing on the way, at several rates where that matters.

use crate::scenes;
use crate::walk::{Driver, Play, Setup, Tick, Wishes, input};
use glissando::repro::Repro;
use glissando::stage::Outcome;
use glissando::{DVec3, Event, EventKind, Ground, Input, Scratch, State, step};
use std::sync::OnceLock;

/// Height of the centre over what is stood on: the radius and, as its share of the skin, one half or all of it.
const STANDING: (f64, f64) = (0.9045, 0.909);

/// Metres by which a seam may lift. An edge counts until it is further than `tolerance::SAME_DISTANCE` from
/// being the nearest, which tilts the floor by a hundred-thousandth for one tick; 1e-8 m were measured.
const RIPPLE: f64 = 1e-6;

/// Rates at which the tour is walked.
pub(super) const RATES: [f64; 4] = [30.0, 60.0, 144.0, 1000.0];

/// A walk of the tour, with the log of its character.
pub(super) struct Walked {
    dt: f64,
    /// The state before each tick, and at the end.
    states: Vec<State>,
    ticks: Vec<Tick>,
    /// Metres to the nearest surface after each tick.
    clearances: Vec<f64>,
    /// What the world did to the second character, without repetitions, and where it ends.
    pub(super) others: Vec<Outcome>,
    pub(super) freed: DVec3,
}

fn setup(hz: f64) -> Setup {
    let wishes = Wishes { hz: Some(hz), ..Wishes::default() };
    scenes::Entry::named("tour").unwrap().setup(&wishes).unwrap()
}

impl Walked {
    fn new(hz: f64) -> Self {
        let walk = setup(hz);
        let mut play = Play::new(&walk).unwrap();
        let mut walked = Self {
            dt: walk.dt,
            states: Vec::new(),
            ticks: Vec::new(),
            clearances: Vec::new(),
            others: Vec::new(),
            freed: DVec3::ZERO,
        };
        walked.states.push(play.state().characters[0].state);
        let mut driver = Driver::new(&walk);
        while let Some(turn) = driver.next(&play) {
            let mut ticks = play.take(&turn).unwrap();
            walked.others.push(ticks[1].staged.as_ref().unwrap().outcome);
            walked.ticks.push(ticks.swap_remove(0));
            walked.states.push(play.state().characters[0].state);
            walked.clearances.push(play.clearance(0).unwrap().unwrap_or(f64::INFINITY));
        }
        walked.others.dedup();
        walked.freed = play.state().characters[1].state.position;
        walked
    }

    /// The walk at one of [`RATES`]; every test looks at the same.
    pub(super) fn at(hz: f64) -> &'static Self {
        static WALKED: [OnceLock<Walked>; RATES.len()] = [const { OnceLock::new() }; RATES.len()];
        let index = RATES.iter().position(|rate| *rate == hz).unwrap();
        WALKED[index].get_or_init(|| Self::new(hz))
    }

    /// The character at a time that is a whole number of ticks.
    pub(super) fn state(&self, seconds: f64) -> &State {
        let tick = (seconds / self.dt).round();
        assert!((tick * self.dt - seconds).abs() < 1e-9, "{seconds} s is between ticks");
        &self.states[tick as usize]
    }

    /// The ticks that end after `from` and by `to`, in seconds.
    pub(super) fn between(&self, from: f64, to: f64) -> impl Iterator<Item = &Tick> {
        let room = 1e-9;
        self.ticks.iter().filter(move |t| t.time > from + room && t.time <= to + room)
    }

    pub(super) fn events(&self, from: f64, to: f64) -> Vec<&Event> {
        self.between(from, to).flat_map(|t| &t.events).collect()
    }
}

/// Whether a centre at this height stands on a floor at that one.
pub(super) fn is_standing(centre: f64, floor: f64) -> bool {
    let height = centre - floor;
    height > STANDING.0 - RIPPLE && height < STANDING.1 + RIPPLE
}

pub(super) fn is_at(value: f64, expected: f64, tolerance: f64) -> bool {
    (value - expected).abs() <= tolerance
}

#[test]
fn the_tour_is_never_inside_anything_at_any_rate() {
    for hz in RATES {
        let walk = Walked::at(hz);
        for (tick, clearance) in walk.ticks.iter().zip(&walk.clearances) {
            assert!(*clearance > 0.0, "{hz} Hz, {} s: {clearance}", tick.time);
        }
    }
}

#[test]
fn a_seam_of_a_flat_floor_never_lifts_brakes_or_turns() {
    for hz in RATES {
        let walk = Walked::at(hz);
        assert!(walk.events(1.0, 3.5).is_empty(), "{hz} Hz");
        let start = walk.state(1.0).position;
        for tick in walk.between(1.5, 3.5) {
            let State { position, velocity, ground, .. } = tick.state;
            assert_eq!(ground, Ground::Standing);
            assert!(is_at(position.y, start.y, RIPPLE) && is_at(position.z, 0.0, 1e-9), "{position:?}");
            assert!(is_at((velocity - DVec3::X * 4.0).length(), 0.0, 1e-9), "{velocity:?}");
        }
    }
}

#[test]
fn every_fall_lands_with_the_speed_of_its_height() {
    for hz in RATES {
        let walk = Walked::at(hz);
        let events = walk.events(0.0, 58.0);
        let mut top = walk.states[0].position.y;
        let mut falls = 0;
        for event in events {
            match event.kind {
                EventKind::LeftGround => {
                    assert!(event.velocity.y.abs() < 1e-9);
                    top = event.position.y;
                }
                EventKind::Jumped | EventKind::HitCeiling { .. } | EventKind::HitWall { .. } => {
                    top = f64::NAN;
                }
                EventKind::Landed { speed, energy_per_mass, .. } if top.is_finite() => {
                    let height = top - event.position.y;
                    let expected = (2.0 * 9.81 * height).sqrt();
                    assert!(is_at(speed, expected, 1e-3), "{hz} Hz: {speed} instead of {expected}");
                    assert!(is_at(energy_per_mass, 9.81 * height, 1e-2));
                    falls += 1;
                }
                _ => {}
            }
        }
        assert_eq!(
            falls, 3,
            "{hz} Hz: the drop at the start, the one from the deck and the one from the dock"
        );
    }
}

#[test]
fn an_acute_corner_holds_and_an_obtuse_one_does_not() {
    for hz in RATES {
        let walk = Walked::at(hz);
        let walls =
            walk.events(3.5, 6.5).iter().filter(|e| matches!(e.kind, EventKind::HitWall { .. })).count();
        assert!(walls >= 2, "{hz} Hz");
        assert!(walk.state(6.5).position.x > 16.0, "{hz} Hz: past the obtuse corner");
        let held = walk.state(8.0);
        // Between walls that lean by 0.8 in 2 from the way: the centre is 0.4 / sin of that angle before the tip.
        let (lean, way) = (0.8_f64, 2.0_f64);
        let before = 0.4 * (lean * lean + way * way).sqrt() / lean;
        assert!(is_at(held.position.x, 20.0 - before, 0.012), "{hz} Hz: {:?}", held.position);
        assert!(is_at(held.position.z, 3.0, 1e-2) && held.velocity.length() < 1e-6, "{hz} Hz: {held:?}");
    }
}

#[test]
fn steps_up_to_40_cm_are_climbed_and_45_cm_are_refused_but_jumped() {
    for hz in RATES {
        let walk = Walked::at(hz);
        let heights: Vec<f64> = walk
            .events(9.5, 12.5)
            .iter()
            .filter_map(
                |e| if let EventKind::SteppedUp { height, .. } = e.kind { Some(height) } else { None },
            )
            .collect();
        assert!(heights.len() >= 4, "{hz} Hz: {heights:?}");
        for (height, expected) in heights.iter().rev().zip([0.4, 0.3, 0.2, 0.1]) {
            assert!(is_at(*height, expected, 1e-3), "{hz} Hz: {heights:?}");
        }
        let refused = walk.state(12.5);
        assert!(is_standing(refused.position.y, 1.05), "{hz} Hz: {:?}", refused.position);
        assert!(refused.position.x > 9.3 && refused.velocity.length() < 1e-6, "{hz} Hz");
        let jumped = walk.state(14.0);
        assert!(is_standing(jumped.position.y, 1.5), "{hz} Hz: {:?}", jumped.position);
    }
}

#[test]
fn the_gap_is_jumped_and_the_ramp_below_the_limit_is_walked_at_full_speed() {
    for hz in RATES {
        let walk = Walked::at(hz);
        let lowest = walk.between(14.0, 15.5).map(|t| t.state.position.y).fold(f64::INFINITY, f64::min);
        assert!(is_standing(lowest, 1.5), "{hz} Hz: {lowest}");
        let landing = walk.state(15.5);
        assert!(landing.position.x < 2.5 && landing.ground == Ground::Standing, "{hz} Hz");
        for tick in walk.between(15.5, 16.5) {
            let level = DVec3 { y: 0.0, ..tick.state.position - tick.from };
            assert!(is_at(level.length(), 4.0 * walk.dt, 1e-9), "{hz} Hz, {} s", tick.time);
        }
        assert!(is_standing(walk.state(16.5).position.y, 3.0), "{hz} Hz");
        assert!(walk.events(15.5, 16.5).is_empty(), "{hz} Hz");
    }
}

#[test]
fn the_low_passage_stops_who_stands_and_lets_through_who_crouches() {
    for hz in RATES {
        let walk = Walked::at(hz);
        let stopped = walk.state(20.0);
        assert!(stopped.position.x < 0.0 && stopped.velocity.length() < 1e-6, "{hz} Hz: {stopped:?}");
        let inside = walk.state(21.5);
        assert!(inside.position.x > 0.4 && inside.position.x < 3.1, "{hz} Hz");
        assert!(inside.is_crouching, "{hz} Hz: stood up without room");
        for tick in &walk.ticks {
            let State { position, is_crouching, .. } = tick.state;
            let is_below = position.x > 0.0 && position.x < 3.5 && position.z > 8.5 && position.y < 1.2;
            assert!(!is_below || is_crouching, "{hz} Hz, {} s", tick.time);
        }
        let outside = walk.state(22.5);
        assert!(outside.position.x > 3.9 && !outside.is_crouching, "{hz} Hz");
    }
}

#[test]
fn a_jump_under_the_beam_ends_at_the_beam() {
    for hz in RATES {
        let walk = Walked::at(hz);
        let names: Vec<&str> = walk
            .events(22.5, 24.0)
            .iter()
            .map(|e| match e.kind {
                EventKind::Jumped => "jumped",
                EventKind::HitCeiling { .. } => "ceiling",
                EventKind::Landed { .. } => "landed",
                _ => "other",
            })
            .collect();
        assert_eq!(names, ["jumped", "ceiling", "landed"], "{hz} Hz");
        let highest = walk.between(22.5, 24.0).map(|t| t.state.position.y + 0.9).fold(0.0, f64::max);
        assert!(highest < 2.3, "{hz} Hz: {highest}");
    }
}

#[test]
fn a_slope_above_the_limit_is_never_walked_up_nor_stood_on() {
    for hz in RATES {
        let walk = Walked::at(hz);
        for tick in walk.between(24.0, 26.0) {
            let at = tick.state.position;
            assert!(is_standing(at.y, 0.0) && at.x < 9.0, "{hz} Hz, {} s: {at:?}", tick.time);
        }
        let slides = walk.between(28.5, 29.5).filter(|t| t.state.ground == Ground::Steep).count();
        assert!(slides > 0, "{hz} Hz");
        let landed =
            walk.events(29.0, 30.0).iter().filter(|e| matches!(e.kind, EventKind::Landed { .. })).count();
        assert_eq!(landed, 1, "{hz} Hz");
        assert!(walk.state(30.0).position.x > 13.5 && walk.state(30.0).ground == Ground::Standing, "{hz} Hz");
    }
}

#[test]
fn steps_down_are_followed_without_leaving_the_ground() {
    for hz in RATES {
        let walk = Walked::at(hz);
        let steps = walk.events(30.0, 33.0);
        assert!(steps.iter().all(|e| matches!(e.kind, EventKind::SteppedUp { .. })), "{hz} Hz: {steps:?}");
        assert_eq!(steps.len(), 3, "{hz} Hz");
        assert!(walk.between(30.0, 33.0).all(|t| t.state.ground == Ground::Standing), "{hz} Hz");
    }
}

#[test]
fn the_tour_ends_at_one_place_at_every_rate() {
    let ends: Vec<DVec3> = RATES.map(|hz| Walked::at(hz).states.last().unwrap().position).to_vec();
    for (hz, end) in RATES.iter().zip(&ends) {
        let apart = (*end - ends[3]).length();
        assert!(apart < SPREAD, "{hz} Hz ends {apart} m from where 1000 Hz does: {end:?}");
    }
}

/// Metres that the ends at different rates may be apart; 3 mm are measured, less than the skin of 4 mm.
const SPREAD: f64 = 0.004;

#[test]
fn two_tours_are_the_same_to_the_last_bit() {
    let (one, other) = (Walked::new(60.0), Walked::new(60.0));
    let bits = |walk: &Walked| -> Vec<[u64; 6]> {
        let of = |s: &State| {
            let ([a, b, c], [d, e, f]) = (s.position.to_array(), s.velocity.to_array());
            [a, b, c, d, e, f].map(f64::to_bits)
        };
        walk.states.iter().map(of).collect()
    };
    assert_eq!(bits(&one), bits(&other));
}

/// The character's part of the tour before the first mover, with each tick's input and the state after it.
fn at_rest() -> (Setup, Vec<(State, Input, State)>) {
    let walk = setup(60.0);
    let player = &walk.players[0];
    let (mut state, mut scratch, mut ticks) = (State::at(player.spawn), Scratch::new(), Vec::new());
    let until = (AT_REST / walk.dt).round() as usize;
    for order in player.plan().unwrap().orders().take(until) {
        let (before, input) = (state, input(Some(order)));
        step(&walk.scene.world, &player.config, &mut state, input, walk.dt, &mut scratch).unwrap();
        ticks.push((before, input, state));
    }
    (walk, ticks)
}

/// Seconds until the first mover is near.
const AT_REST: f64 = 33.0;

#[test]
fn where_nothing_moves_the_stage_and_the_step_give_the_same_bits() {
    let (_, ticks) = at_rest();
    let staged = Walked::at(60.0);
    for (tick, (before, _, after)) in ticks.iter().enumerate() {
        let (then, now) = (&staged.states[tick], &staged.states[tick + 1]);
        assert_eq!(format!("{then:?} {now:?}"), format!("{before:?} {after:?}"), "tick {tick}");
    }
    println!("{} ticks the same", ticks.len());
}

#[test]
fn every_kept_tick_of_the_tour_plays_again_with_the_same_bits() {
    let (walk, ticks) = at_rest();
    let (world, config) = (&walk.scene.world, &walk.players[0].config);
    for (tick, (before, input, after)) in ticks.iter().enumerate().step_by(3) {
        let repro = Repro::capture(world, config, before, *input, walk.dt).unwrap();
        assert_eq!(repro.after, *after, "tick {tick}: listening changed the walk");
        let text = serde_json::to_vec(&repro).unwrap();
        let read: Repro = crate::script::read::json(&text).unwrap();
        assert_eq!(read, repro, "tick {tick}: the file lost something");
        let replay = read.replay(&mut ()).unwrap();
        assert!(replay.is_same, "tick {tick}");
    }
}
