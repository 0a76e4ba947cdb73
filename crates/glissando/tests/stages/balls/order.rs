//! Independence of the order of the balls, of used memory, and of a save in between.

use super::{moving, weighing};
use glissando::DVec3;
use glissando::balls::{Ball, Order, Scratch, Settings, step};
use glissando_testkit::random::Random;
use glissando_testkit::scenes;

fn crowd(random: &mut Random) -> Vec<Ball> {
    // On a grid, touching and at equal speeds: many ties.
    (0..27)
        .map(|i| {
            let cell = DVec3::new(f64::from(i % 3), f64::from(i / 3 % 3), f64::from(i / 9));
            let velocity = if random.chance(0.5) { random.half_vector(3) } else { DVec3::ZERO };
            let ball = moving(cell * 0.5 + DVec3::new(-0.5, 0.5, -0.5), 0.25, velocity);
            weighing(random.pick(&[1.0, 1.0, 2.0]), Ball { restitution: random.pick(&[1.0, 0.5]), ..ball })
        })
        .collect()
}

#[test]
fn the_order_of_the_balls_changes_no_bit() {
    let world = scenes::world_of(&scenes::room(1.0, 2.0));
    let mut impacts = 0;
    for trial in 0..60 {
        let mut random = Random::nth(1, 97, trial);
        let gravity = if trial % 2 == 0 { DVec3::ZERO } else { DVec3::Y * -9.81 };
        let order = if trial % 3 == 0 { Order::Sequential } else { Order::Simultaneous };
        let settings = Settings { gravity, order, rolling_deceleration: 0.1, ..Settings::default() };
        let balls = crowd(&mut random);
        let mut places: Vec<usize> = (0..balls.len()).collect();
        for i in (1..places.len()).rev() {
            places.swap(i, random.integer(0, i as i64) as usize);
        }
        let (mut plain, mut shuffled) = (balls.clone(), places.iter().map(|&i| balls[i]).collect::<Vec<_>>());
        let (mut one, mut other) = (Scratch::new(), Scratch::new());
        for number in 0..40 {
            let a = step(&world, &settings, &mut plain, 1.0 / 60.0, &mut one).unwrap();
            let b = step(&world, &settings, &mut shuffled, 1.0 / 60.0, &mut other).unwrap();
            assert_eq!((a.damped, a.held, a.impacts.len()), (b.damped, b.held, b.impacts.len()));
            for (x, y) in a.impacts.iter().zip(b.impacts) {
                assert_eq!((x.time, x.point, x.impulse), (y.time, y.point, y.impulse));
            }
            eprintln!("{trial} {number} {} {} {}", a.impacts.len(), a.damped, a.held);
            impacts += a.impacts.len();
            for (place, &i) in places.iter().enumerate() {
                assert_eq!(shuffled[place], plain[i], "trial {trial}, tick {number}");
            }
        }
    }
    println!("{impacts} impacts in two orders");
}

#[test]
fn a_restored_state_continues_with_the_same_bits() {
    let world = scenes::world_of(&scenes::room(1.0, 2.0));
    let settings = Settings { gravity: DVec3::Y * -9.81, ..Settings::default() };
    let mut balls = crowd(&mut Random::nth(1, 98, 0));
    let mut scratch = Scratch::new();
    let mut run = |balls: &mut Vec<Ball>, ticks: u32| {
        for _ in 0..ticks {
            step(&world, &settings, balls, 1.0 / 60.0, &mut scratch).unwrap();
        }
    };
    run(&mut balls, 60);
    let saved = balls.clone();
    run(&mut balls, 60);
    let first = balls;
    let mut again = saved;
    run(&mut again, 60);
    let bits = |balls: &[Ball]| -> Vec<u64> {
        balls
            .iter()
            .flat_map(|b| [b.position, b.velocity])
            .flat_map(DVec3::to_array)
            .map(f64::to_bits)
            .collect()
    };
    assert_eq!(bits(&first), bits(&again));
}

/// A row of balls rolls across its own length, and a ball behind its middle falls on two of them at the same moment. It waits with
/// one of them until the tick ends, and the other one rolls on.
#[test]
fn which_of_two_balls_met_at_one_moment_waits_does_not_depend_on_the_order() {
    let world = scenes::world_of(&scenes::floor(20.0, 1));
    let settings = Settings { gravity: DVec3::Y * -9.81, ..Settings::default() };
    let (radius, apart, speed) = (0.25, 0.5 + 1.0 / 4096.0, DVec3::X * 2.0);
    let mut balls: Vec<Ball> = (-12..12)
        .map(|i| moving(DVec3::new(0.0, radius * (1.0 + 2e-6), (f64::from(i) + 0.5) * apart), radius, speed))
        .collect();
    balls.push(moving(DVec3::new(-0.1, 0.8, 0.0), radius, speed - DVec3::Y * 9.0));
    let mut back: Vec<Ball> = balls.iter().rev().copied().collect();
    for balls in [&mut balls, &mut back] {
        step(&world, &settings, balls, 1.0 / 60.0, &mut Scratch::new()).unwrap();
    }
    back.reverse();
    assert_ne!(balls[11].position.x, balls[12].position.x, "one of the two waits");
    assert_eq!(balls, back);
}
