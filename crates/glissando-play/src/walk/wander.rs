//! A walker without a script: goes somewhere else every second or when it gets nowhere, jumps now and then, and is
//! drawn to doors, lifts and whatever can be touched.

use crate::script::Order;
use glissando::{DQuat, DVec3, Ground, Input, State};
use rand_pcg::Pcg64;
use rand_pcg::rand_core::Rng;
use serde::{Deserialize, Serialize};

/// Seconds for which a direction is kept.
const PATIENCE: f64 = 1.0;

/// Seconds of getting nowhere after which another direction is tried.
const BLOCKED: f64 = 0.25;

/// Seconds for which jump stays pressed.
const PRESS: f64 = 0.1;

/// How many of the turns begin with a jump.
const JUMPS: f64 = 0.25;

/// How many of the turns go to a place that draws, if one is near.
const VISITS: f64 = 0.5;

/// Metres within which a place draws, and from which on it is reached.
const DRAWN: (f64, f64) = (25.0, 0.3);

/// Seconds for which a place is headed for, and for which one stays there.
const VISIT: (f64, f64) = (5.0, 2.0);

/// Shares of its own speed from which on a walker in the air lets itself be carried.
const THROWN: f64 = 1.2;

/// Points that are tried for a direction. One in five lies outside the disc, so that a chance that is one never uses
/// them up; a generator out of a forged clip may give the same point for ever.
const TRIES: usize = 64;

/// Slower than this share of the wish is nowhere.
const NOWHERE: f64 = 0.2;

/// Decides where to go, the same for the same seed and the same walk.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Wanderer {
    random: Pcg64,
    /// From the plane y = 0 to the plane across up.
    upright: DQuat,
    speed: f64,
    wish: DVec3,
    turn_left: f64,
    press_left: f64,
    blocked: f64,
    /// Places that draw, and the one that is headed for.
    places: Vec<DVec3>,
    place: Option<DVec3>,
}

impl Wanderer {
    /// A wanderer that walks `speed` m/s where `up` (of length one) is up.
    pub fn new(seed: u64, up: DVec3, speed: f64) -> Self {
        let random = Pcg64::new(u128::from(seed), 0);
        let upright = DQuat::from_rotation_arc(DVec3::Y, up);
        let (places, place) = (Vec::new(), None);
        let wish = DVec3::ZERO;
        Self { random, upright, speed, wish, turn_left: 0.0, press_left: 0.0, blocked: 0.0, places, place }
    }

    /// The same, drawn to these places.
    pub fn drawn_to(mut self, places: Vec<DVec3>) -> Self {
        self.places = places;
        self
    }

    /// What to do in the next tick of `dt` seconds.
    pub fn order(&mut self, state: &State, dt: f64) -> Order {
        let pace = state.velocity.dot(self.wish);
        let is_slow = state.ground != Ground::Airborne && pace < NOWHERE * self.wish.length() * self.speed;
        self.blocked = if is_slow { self.blocked + dt } else { 0.0 };
        if self.turn_left <= 0.0 || self.blocked > BLOCKED {
            self.turn(state.position);
        }
        self.head_for_place(state.position);
        let jump = self.press_left > 0.0;
        self.turn_left -= dt;
        self.press_left -= dt;
        let over_ground = self.level(state.velocity);
        let is_thrown = state.ground == Ground::Airborne && over_ground.length() > THROWN * self.speed;
        let wish = if is_thrown { over_ground } else { self.wish };
        Order::Step(Input { wish, jump, ..Input::default() })
    }

    /// The part across up.
    fn level(&self, v: DVec3) -> DVec3 {
        let up = self.upright * DVec3::Y;
        v - up * v.dot(up)
    }

    /// Keeps the wish towards the place that draws, and stays there for a while.
    fn head_for_place(&mut self, at: DVec3) {
        let Some(place) = self.place else { return };
        let way = self.level(place - at);
        if way.length() > DRAWN.1 {
            self.wish = way * (self.speed / way.length());
        } else {
            (self.place, self.wish, self.turn_left) = (None, DVec3::ZERO, VISIT.1);
        }
    }

    /// A place that is near, by chance.
    fn choose_place(&mut self, at: DVec3) -> Option<DVec3> {
        let is_near = |place: &&DVec3| (**place - at).length() < DRAWN.0;
        let count = self.places.iter().filter(is_near).count();
        if count == 0 || self.fraction() >= VISITS {
            return None;
        }
        let chosen = (self.fraction() * count as f64) as usize;
        self.places.iter().filter(is_near).nth(chosen).copied()
    }

    fn turn(&mut self, at: DVec3) {
        (self.turn_left, self.blocked) = (PATIENCE, 0.0);
        self.place = self.choose_place(at);
        if self.place.is_some() {
            self.turn_left = VISIT.0;
        }
        if self.fraction() < JUMPS {
            self.press_left = PRESS;
        }
        self.wish = self.upright * (self.direction() * self.speed);
    }

    /// A unit vector with y 0: points of the square until one is in the disc.
    fn direction(&mut self) -> DVec3 {
        for _ in 0..TRIES {
            let point = DVec3::new(2.0 * self.fraction() - 1.0, 0.0, 2.0 * self.fraction() - 1.0);
            let length = point.length();
            if length > 0.1 && length <= 1.0 {
                return point * (1.0 / length);
            }
        }
        DVec3::X
    }

    /// A number in `0..1`.
    fn fraction(&mut self) -> f64 {
        (self.random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_wanders_the_same_way_every_time_and_another_does_not() {
        let orders = |seed| -> Vec<Order> {
            let mut wanderer = Wanderer::new(seed, DVec3::Z, 5.0);
            let state = State { ground: Ground::Standing, ..State::at(DVec3::ZERO) };
            (0..300).map(|_| wanderer.order(&state, 1.0 / 60.0)).collect()
        };
        assert_eq!(orders(1), orders(1));
        assert_ne!(orders(1), orders(2));
        for order in orders(3) {
            let Order::Step(input) = order else { panic!("a wanderer never slides") };
            assert!(input.wish.z.abs() < 1e-12 && (input.wish.length() - 5.0).abs() < 1e-12);
        }
    }

    #[test]
    fn who_gets_nowhere_turns_after_a_quarter_of_a_second() {
        let mut wanderer = Wanderer::new(7, DVec3::Y, 5.0);
        let state = State { ground: Ground::Standing, ..State::at(DVec3::ZERO) };
        let mut wish = || match wanderer.order(&state, 0.05) {
            Order::Step(input) => input.wish,
            Order::Slide(_) => panic!("a wanderer never slides"),
        };
        let first = wish();
        let turned = (1..20).find(|_| wish() != first).unwrap();
        assert!((5..=7).contains(&turned), "{turned}");
    }
}
