//! The break shot and Newton's cradle: simultaneous and sequential impacts, each where it is right.

use super::{moving, rack, tick};
use glissando::balls::{Ball, Conserved, Order, Settings};
use glissando::{DVec3, World};

/// A rack and the cue ball that approaches the tip.
fn table() -> Vec<Ball> {
    let mut balls = rack(0.028575);
    balls.push(moving(DVec3::new(-0.5, 0.0, 0.0), 0.028575, DVec3::X * 8.0));
    balls
}

/// The largest difference between the balls and their mirror images, in metres and metres a second.
fn asymmetry(balls: &[Ball]) -> f64 {
    let mirrored = |v: DVec3| DVec3::new(v.x, -v.y, v.z);
    balls
        .iter()
        .map(|ball| {
            let off = |other: &Ball| {
                let x = (mirrored(ball.position) - other.position).length();
                x.max((mirrored(ball.velocity) - other.velocity).length())
            };
            balls.iter().map(off).fold(f64::INFINITY, f64::min)
        })
        .fold(0.0, f64::max)
}

#[test]
fn three_balls_part_in_proportion_to_their_masses() {
    // The cue ball hits two that touch, between them: -1/5 and 2/5 sqrt 3 of its speed.
    let half_root = 0.75_f64.sqrt();
    let mut balls = [
        moving(DVec3::new(-2.0 * half_root - 1.0, 0.0, 0.0), 1.0, DVec3::X),
        Ball::at(DVec3::new(0.0, 1.0, 0.0), 1.0),
        Ball::at(DVec3::new(0.0, -1.0, 0.0), 1.0),
    ];
    tick(&World::new(), &Settings::default(), &mut balls, 2.0, |_| ());
    assert!((balls[0].velocity - DVec3::X * -0.2).length() < 1e-12, "{:?}", balls[0].velocity);
    for ball in &balls[1..] {
        assert!((ball.velocity.length() - 0.4 * 3.0_f64.sqrt()).abs() < 1e-12);
    }
    assert!((Conserved::of(&balls, DVec3::ZERO).kinetic - 0.5).abs() < 1e-14);
}

#[test]
fn the_break_is_its_own_mirror_image() {
    let mut balls = table();
    let mut moved = 0;
    for number in 0..60 {
        let impacts = tick(&World::new(), &Settings::default(), &mut balls, 1.0 / 240.0, |r| r.impacts.len());
        let off = asymmetry(&balls);
        assert!(off < 1e-12, "tick {number}, {impacts} impacts: {off:e}");
        moved = balls.iter().filter(|b| b.velocity != DVec3::ZERO).count();
    }
    let off = asymmetry(&balls);
    let energy = Conserved::of(&balls, DVec3::ZERO).kinetic / 32.0 - 1.0;
    println!("break of 15: {moved} move, asymmetry {off:.1e}, energy {energy:.1e}");
    assert!(moved >= 6 && energy.abs() < 5e-13);
}

/// Five balls in a row that touch, `struck` of them moving from the left.
fn cradle(struck: usize, order: Order) -> Vec<f64> {
    let mut balls: Vec<Ball> = (0..5).map(|i| Ball::at(DVec3::X * f64::from(i), 0.5)).collect();
    for ball in &mut balls[..struck] {
        ball.position.x -= 0.25;
        ball.velocity.x = 1.0;
    }
    let settings = Settings { order, ..Settings::default() };
    tick(&World::new(), &settings, &mut balls, 0.5, |_| ());
    let energy = Conserved::of(&balls, DVec3::ZERO).kinetic;
    assert!((energy - 0.5 * struck as f64).abs() < 1e-14);
    balls.iter().map(|b| b.velocity.x).collect()
}

#[test]
fn newtons_cradle_swings_in_sequence() {
    assert_eq!(cradle(1, Order::Sequential), [0.0, 0.0, 0.0, 0.0, 1.0]);
    assert_eq!(cradle(2, Order::Sequential), [0.0, 0.0, 0.0, 1.0, 1.0]);
    assert_eq!(cradle(3, Order::Sequential), [0.0, 0.0, 1.0, 1.0, 1.0]);
}

#[test]
fn newtons_cradle_spreads_when_all_is_solved_at_once() {
    // The row is one body of four: -3/5 and 2/5.
    let speeds = cradle(1, Order::Simultaneous);
    for (speed, expected) in speeds.iter().zip([-0.6, 0.4, 0.4, 0.4, 0.4]) {
        assert!((speed - expected).abs() < 1e-14, "{speeds:?}");
    }
}

#[test]
fn a_row_with_gaps_is_a_cradle_in_either_order() {
    for order in [Order::Simultaneous, Order::Sequential] {
        let mut balls: Vec<Ball> = (0..5).map(|i| Ball::at(DVec3::X * (1.1 * f64::from(i)), 0.5)).collect();
        balls[0].velocity.x = 3.0;
        tick(&World::new(), &Settings { order, ..Settings::default() }, &mut balls, 0.5, |r| {
            assert_eq!(r.impacts.len(), 4);
            assert!(r.impacts.windows(2).all(|w| w[0].time < w[1].time));
        });
        let speeds: Vec<f64> = balls.iter().map(|b| b.velocity.x).collect();
        assert_eq!(speeds, [0.0, 0.0, 0.0, 0.0, 3.0]);
    }
}
