//! A body pushed against walls comes to rest, and stays.

use super::corners::Corner;
use super::play::{Player, mover, shapes};
use glissando::slide::Stop;
use glissando::{DVec3, Shape};
use glissando_testkit::random::Random;
use glissando_testkit::soups::PLAIN;

/// Counts and largest deviations.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    runs: usize,
    slides: usize,
    reversals: usize,
    /// Largest move after the hundredth, in smallest radii.
    unrest: f64,
    /// Latest tick that still moved by a millionth radius.
    settled: usize,
    overlap: f64,
}

impl Tally {
    /// Whether all bodies came to rest, without a step back, free of overlap.
    pub(crate) fn is_at_rest(&self) -> bool {
        self.reversals == 0 && self.unrest <= 1e-6 && self.overlap <= 1e-8
    }
}

/// Pushes a body for 120 ticks.
pub(crate) fn push(corner: &Corner, shape: Shape, start: DVec3, wish: DVec3, tally: &mut Tally) {
    let radius = shape.smallest_radius();
    let mut player = Player::new(&corner.world, mover(shape), start);
    let mut last = DVec3::ZERO;
    tally.runs += 1;
    for tick in 0..120 {
        let (_, moved) = player.step(wish);
        let length = moved.length() / radius;
        tally.reversals += usize::from(moved.dot(last) < -1e-12 * radius * radius);
        if tick >= 100 {
            tally.unrest = tally.unrest.max(length);
        }
        if length > 1e-6 {
            tally.settled = tally.settled.max(tick);
        }
        tally.slides += 1;
        last = moved;
    }
    tally.overlap = tally.overlap.max(player.overlap());
}

/// Every wedge from 5 to 175 degrees, pushed in ten directions that are blocked.
pub(crate) fn wedges(degrees: impl Iterator<Item = u32>, has_floor: bool) -> Tally {
    let mut tally = Tally::default();
    for degree in degrees {
        let mut random = Random::nth(1, u64::from(degree), u64::from(has_floor));
        let angle = f64::from(degree).to_radians();
        for shape in shapes(&mut random) {
            let turn = random.rotation_matrix();
            let corner = Corner::wedge(angle, has_floor, turn);
            for k in 0..10 {
                let beside = random.between(1.02, 1.06);
                let start = corner.beside(&shape, [beside, beside, 1.3]);
                let between = (0.05 + 0.1 * f64::from(k) - 0.5) * (core::f64::consts::PI - angle);
                let down = if has_floor { -0.15 } else { 0.0 };
                let way = DVec3::new(between.sin(), -between.cos(), down);
                let wish = turn * way * (0.2 * shape.largest_radius());
                push(&corner, shape, start, wish, &mut tally);
            }
        }
    }
    tally
}

fn check(name: &str, tally: &Tally) {
    println!("{name}: {tally:?}");
    assert!(tally.is_at_rest());
}

#[test]
fn a_push_into_any_wedge_comes_to_rest_without_a_single_reversal() {
    check("wedges", &wedges((5..=175).step_by(5), false));
    check("wedges with a floor", &wedges((5..=175).step_by(5), true));
}

#[test]
fn a_push_into_any_corner_comes_to_rest_without_a_single_reversal() {
    let (mut random, mut tally) = (Random::new(2), Tally::default());
    while tally.runs < 800 {
        let normals = [(); 3].map(|()| random.direction());
        let [a, b, c] = normals;
        if a.dot(b.cross(c)).abs() < 0.15 {
            continue;
        }
        let corner = Corner::of(normals);
        for shape in shapes(&mut random) {
            let start = corner.beside(&shape, [random.between(1.02, 1.06); 3]);
            let push_of = [(); 3].map(|()| random.between(0.1, 1.0));
            let way = a * push_of[0] + b * push_of[1] + c * push_of[2];
            let wish = way * (-0.2 * shape.largest_radius() / way.length());
            push(&corner, shape, start, wish, &mut tally);
        }
    }
    check("corners", &tally);
}

#[test]
fn a_resting_body_never_moves_and_a_blocked_one_stays_blocked() {
    let (mut still, mut blocked, mut creep) = (0, 0, 0.0_f64);
    for seed in 0..40 {
        let mut random = Random::nth(3, seed, 0);
        let world = PLAIN.world(&mut random);
        for shape in shapes(&mut random) {
            let mover = mover(shape);
            let radius = shape.smallest_radius();
            let Some(start) = PLAIN.free_place(&mut random, &world, &mover) else { continue };
            let mut player = Player::new(&world, mover, start);
            for _ in 0..20 {
                let wish = random.direction() * (random.pick(&[0.02, 0.3, 2.0]) * radius);
                for _ in 0..60 {
                    let (end, _) = player.step(wish);
                    let (_, moved) = player.step(DVec3::ZERO);
                    assert_eq!(moved, DVec3::ZERO);
                    still += 1;
                    if end.stop != Stop::Blocked {
                        continue;
                    }
                    for _ in 0..3 {
                        let (end, moved) = player.step(wish);
                        assert_eq!(end.stop, Stop::Blocked);
                        creep = creep.max(moved.length() / radius);
                    }
                    blocked += 1;
                    break;
                }
            }
        }
    }
    println!("{still} zero wishes, {blocked} pushes that were blocked, then at most {creep:e} radii");
    assert!(blocked > 500 && creep < 1e-9);
}
