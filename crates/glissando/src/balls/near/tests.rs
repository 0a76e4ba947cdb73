//! Boxes leave out only what no path meets.

use super::*;
use crate::balls::{Ball, Scratch, Settings, step};
use crate::random::Numbers;

/// Balls in a cloud, some of them fast, some of them large.
fn balls(numbers: &mut Numbers, count: usize, flat: f64) -> Vec<Body> {
    let settings = Settings { gravity: DVec3::Y * -9.81, ..Settings::default() };
    let ball = |numbers: &mut Numbers| {
        let at = numbers.vector(6.0);
        let mut ball = Ball::at(DVec3::new(at.x, at.y * flat, at.z), 0.2 + 0.15 * numbers.next());
        let fastest = if numbers.next() > 0.8 { 90.0 } else { 3.0 };
        ball.velocity = numbers.vector(fastest);
        Body::new(&ball, &settings, 1.0 / 60.0).unwrap()
    };
    (0..count).map(|_| ball(numbers)).collect()
}

#[test]
fn a_list_has_all_whose_boxes_meet_and_a_box_keeps_what_it_had() {
    let mut numbers = Numbers::new();
    let (mut near, mut found, mut loose) = (Near::default(), Vec::new(), 0);
    for case in 0..200 {
        let (flat, dt) = (if case % 3 == 0 { 0.0 } else { 1.0 }, 1.0 / 60.0);
        let bodies = balls(&mut numbers, 1 + case, flat);
        let elsewhere = balls(&mut numbers, 1 + case, flat);
        // The last third plays the characters.
        let count = bodies.len() - bodies.len() / 3;
        near.begin(&bodies, count, dt);
        for sent in (0..count).step_by(5) {
            near.send_on(sent, &elsewhere[sent], (0.25 * dt, dt));
        }
        loose += near.loose.len();
        let cover = |body: usize| {
            let first = Cover::of(&bodies[body], (0.0, dt));
            let (is_sent, then) =
                (body < count && body.is_multiple_of(5), Cover::of(&elsewhere[body], (0.25 * dt, dt)));
            let (low, high) = if is_sent { (then.low, then.high) } else { (first.low, first.high) };
            Cover { low: first.low.min(low), high: first.high.max(high), is_loose: false }
        };
        for body in 0..bodies.len() {
            let is_character = body >= count;
            near.list_in_order(body, is_character, &mut found);
            let all = 0..if is_character { count } else { bodies.len() };
            let expected: Vec<usize> = all.filter(|&other| cover(other).meets(&cover(body))).collect();
            assert_eq!(found, expected, "case {case}, body {body} of {count}");
        }
    }
    assert!(loose > 1000, "{loose}");
}

#[test]
fn balls_fly_as_they_do_without_those_that_are_far() {
    let mut numbers = Numbers::new();
    let mut met = 0;
    for case in 0..30 {
        let gravity = if case % 2 == 0 { DVec3::ZERO } else { DVec3::Y * -9.81 };
        let settings = Settings { gravity, rolling_deceleration: 0.1, ..Settings::default() };
        let mut cloud = |count: usize, middle: DVec3| -> Vec<Ball> {
            let ball = |numbers: &mut Numbers| {
                let mut ball = Ball::at(middle + numbers.vector(2.0), 0.15 + 0.05 * numbers.next());
                ball.velocity = numbers.vector(6.0);
                ball
            };
            (0..count).map(|_| ball(&mut numbers)).collect()
        };
        let (mut alone, others) = (cloud(20, DVec3::ZERO), cloud(60, DVec3::new(300.0, -20.0, 40.0)));
        // Those that are asked about come first in one list, and last in the other.
        let mut first = [alone.clone(), others.clone()].concat();
        let mut last = [others, alone.clone()].concat();
        let world = crate::World::new();
        let mut scratch = [(); 3].map(|()| Scratch::new());
        for _ in 0..20 {
            let lists = [&mut alone, &mut first, &mut last];
            for (balls, scratch) in lists.into_iter().zip(&mut scratch) {
                met += step(&world, &settings, balls, 1.0 / 60.0, scratch).unwrap().impacts.len();
            }
            assert_eq!(first[..20], alone, "case {case}");
            assert_eq!(last[60..], alone, "case {case}");
        }
    }
    assert!(met > 500, "{met}");
}
