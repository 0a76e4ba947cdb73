//! A tick compared with a slow reference: tiny steps and bisection, impacts one by one.

use super::{moving, tick, weighing};
use glissando::balls::{Ball, Mass, Settings, bounce};
use glissando::{DVec3, World};
use glissando_testkit::random::Random;

/// The first moment within `dt` at which two approaching balls touch: sampled densely, then bisected.
fn first_meeting(balls: &[Ball], dt: f64) -> Option<(f64, usize, usize)> {
    let mut first: Option<(f64, usize, usize)> = None;
    for a in 0..balls.len() {
        for b in 0..a {
            let (x, v) = (balls[a].position - balls[b].position, balls[a].velocity - balls[b].velocity);
            let reach = balls[a].radius + balls[b].radius;
            let is_closing = |t: f64| (x + v * t).dot(v) < 0.0;
            let is_in = |t: f64| (x + v * t).length() < reach;
            let steps = 4000;
            let inside = (0..=steps)
                .map(|k| dt * f64::from(k) / f64::from(steps))
                .find(|&t| is_in(t) && is_closing(t));
            let Some(mut late) = inside else { continue };
            let mut early = 0.0;
            for _ in 0..80 {
                let middle = 0.5 * (early + late);
                if is_in(middle) { late = middle } else { early = middle }
            }
            if first.is_none_or(|(t, _, _)| late < t) {
                first = Some((late, a, b));
            }
        }
    }
    first
}

fn slow_tick(balls: &mut [Ball], dt: f64) -> usize {
    let (mut left, mut impacts) = (dt, 0);
    while let Some((time, a, b)) = first_meeting(balls, left) {
        for ball in &mut *balls {
            ball.position += ball.velocity * time;
        }
        left -= time;
        let [one, other] = [balls[a], balls[b]];
        let normal = one.position - other.position;
        let e = one.restitution.min(other.restitution);
        let after = bounce([one.mass, other.mass], [one.velocity, other.velocity], normal, e).unwrap();
        [balls[a].velocity, balls[b].velocity] = after.velocities;
        impacts += 1;
    }
    for ball in &mut *balls {
        ball.position += ball.velocity * left;
    }
    impacts
}

#[test]
fn a_tick_agrees_with_its_slow_twin() {
    let (mut impacts, mut worst) = (0, 0.0_f64);
    for trial in 0..400 {
        let mut random = Random::nth(1, 99, trial);
        let mut balls: Vec<Ball> = (0..6)
            .map(|i| {
                let at = DVec3::new(f64::from(i % 3), f64::from(i / 3), 0.0) * 2.0 + random.vector(0.3);
                let velocity =
                    (DVec3::new(2.0, 1.0, 0.0) - at) * random.between(0.5, 2.0) + random.vector(0.3);
                let ball = moving(at, random.between(0.2, 0.6), velocity);
                weighing(random.magnitude(0.2, 5.0), Ball { restitution: random.pick(&[1.0, 0.8]), ..ball })
            })
            .collect();
        if random.chance(0.2) {
            balls[0].mass = Mass::Immovable;
        }
        let mut twin = balls.clone();
        let (fast, report) = tick(&World::new(), &Settings::default(), &mut balls, 1.0, |r| {
            (r.impacts.len(), r.impacts.to_vec())
        });
        let slow = slow_tick(&mut twin, 1.0);
        assert_eq!(fast, slow, "trial {trial}: {report:?}");
        impacts += fast;
        for (a, b) in balls.iter().zip(&twin) {
            worst = worst.max((a.position - b.position).length()).max((a.velocity - b.velocity).length());
        }
    }
    println!("{impacts} impacts in 400 ticks, worst difference {worst:.1e}");
    // A few impacts one after another amplify the bisection's last digits.
    assert!(impacts > 1000 && worst < 1e-6);
}
