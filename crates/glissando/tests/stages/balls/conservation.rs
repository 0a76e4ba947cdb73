//! Conserved quantities over tens of thousands of impacts.

use super::{moving, tick, weighing};
use glissando::balls::{Ball, Conserved, Order, Scratch, Settings, bounce, step};
use glissando::{DVec3, Soup, World};
use glissando_testkit::random::Random;
use glissando_testkit::scenes;

/// Relative: five times the measured error of `f64`.
const ENERGY: f64 = 5e-13;
const MOMENTUM: f64 = 1e-15;

/// Sum of the magnitudes of all momenta: the scale of momentum's rounding.
fn bustle(balls: &[Ball]) -> f64 {
    balls.iter().map(|b| Conserved::of(&[*b], DVec3::ZERO).momentum.length()).sum()
}

#[test]
fn sixty_thousand_single_impacts_keep_energy_and_momentum() {
    let mut random = Random::nth(1, 92, 0);
    let mut balls: Vec<Ball> = (0..50)
        .map(|_| weighing(random.magnitude(0.1, 10.0), moving(DVec3::ZERO, 1.0, random.vector(5.0))))
        .collect();
    let before = Conserved::of(&balls, DVec3::ZERO);
    let mut hits = 0;
    while hits < 60_000 {
        let (a, b) = (random.integer(0, 49) as usize, random.integer(0, 49) as usize);
        let normal = random.direction();
        if a == b {
            continue;
        }
        let [one, other] = [balls[a], balls[b]];
        let after = bounce([one.mass, other.mass], [one.velocity, other.velocity], normal, 1.0).unwrap();
        hits += u32::from(after.impulse > 0.0);
        [balls[a].velocity, balls[b].velocity] = after.velocities;
    }
    let after = Conserved::of(&balls, DVec3::ZERO);
    let energy = (after.kinetic - before.kinetic).abs() / before.kinetic;
    let momentum = (after.momentum - before.momentum).length() / bustle(&balls);
    println!("{hits} impacts: energy {energy:.1e}, momentum {momentum:.1e}");
    assert!(energy < ENERGY && momentum < MOMENTUM);
}

/// Balls of many weights in a closed room, without gravity.
fn gas(count: usize, seed: u64) -> Vec<Ball> {
    let mut random = Random::nth(seed, 93, 0);
    (0..count)
        .map(|i| {
            let cell = DVec3::new((i % 4) as f64, (i / 4 % 4) as f64, (i / 16) as f64);
            let at = cell * 0.9 + DVec3::new(-1.35, 0.5, -1.35);
            let ball = moving(at, random.between(0.1, 0.3), random.vector(8.0));
            weighing(random.magnitude(0.1, 10.0), ball)
        })
        .collect()
}

#[test]
fn a_gas_in_a_box_keeps_its_energy_through_sixty_thousand_impacts() {
    let world = scenes::world_of(&scenes::room(2.0, 4.0));
    let mut balls = gas(48, 1);
    let before = Conserved::of(&balls, DVec3::ZERO);
    let (mut scratch, settings) = (Scratch::new(), Settings::default());
    let (mut hits, mut ticks) = (0, 0);
    while hits < 60_000 {
        let report = step(&world, &settings, &mut balls, 1.0 / 60.0, &mut scratch).unwrap();
        assert!(report.is_complete(), "tick {ticks}: {} {}", report.damped, report.held);
        hits += report.impacts.len();
        ticks += 1;
        assert_clear(&balls, ticks);
    }
    let after = Conserved::of(&balls, DVec3::ZERO);
    let energy = (after.kinetic - before.kinetic).abs() / before.kinetic;
    println!("{hits} impacts in {ticks} ticks: energy {energy:.1e}");
    assert!(energy < ENERGY);
}

#[test]
fn balls_in_the_open_keep_their_momentum() {
    let (mut hits, mut worst) = (0, 0.0_f64);
    for seed in 0..300 {
        let mut balls = gas(48, seed);
        for ball in &mut balls {
            // All towards the middle: every ball hits another.
            ball.velocity = (DVec3::Y * 1.5 - ball.position) * 2.0;
        }
        let before = Conserved::of(&balls, DVec3::ZERO);
        for _ in 0..60 {
            hits += tick(&World::new(), &Settings::default(), &mut balls, 1.0 / 60.0, |r| r.impacts.len());
        }
        let after = Conserved::of(&balls, DVec3::ZERO);
        worst = worst.max((after.momentum - before.momentum).length() / bustle(&balls));
        assert!((after.kinetic - before.kinetic).abs() < ENERGY * before.kinetic);
    }
    println!("{hits} impacts in 300 clouds: momentum {worst:.1e}");
    assert!(hits > 10_000 && worst < MOMENTUM);
}

#[test]
fn bouncing_under_gravity_neither_gains_nor_loses_height() {
    let world = scenes::world_of(&scenes::floor(50.0, 4));
    let gravity = DVec3::Y * -9.81;
    let settings = Settings { gravity, ..Settings::default() };
    for hz in [30.0, 60.0, 144.0] {
        let mut balls = [moving(DVec3::new(0.3, 5.0, 0.1), 0.25, DVec3::new(0.4, 0.0, 0.1))];
        let before = Conserved::of(&balls, gravity).energy();
        let mut hits = 0;
        for _ in 0..(60.0 * hz) as u32 {
            hits += tick(&world, &settings, &mut balls, 1.0 / hz, |r| r.impacts.len());
        }
        let drift = (Conserved::of(&balls, gravity).energy() - before).abs() / before;
        println!("{hits} bounces at {hz} Hz: energy {drift:.1e}");
        assert!(hits > 20 && drift < ENERGY);
    }
}

#[test]
fn no_group_of_impacts_gains_energy_at_any_restitution() {
    let mut random = Random::nth(1, 94, 0);
    let mut impacts = 0;
    for trial in 0..2000 {
        // A rack struck by a ball of any weight from anywhere: groups of up to thirty contacts.
        let mut balls = super::rack(1.0);
        let target = balls[random.integer(0, 14) as usize].position;
        let from = DVec3::new(4.0, 0.0, 0.0) + random.direction() * 12.0;
        let e = random.pick(&[0.0, 0.5, 0.9, 1.0]);
        balls.push(moving(from, 1.0, (target - from) * 10.0));
        for ball in &mut balls {
            *ball = weighing(random.magnitude(0.1, 10.0), Ball { restitution: e, ..*ball });
        }
        let order = random.pick(&[Order::Simultaneous, Order::Sequential]);
        let before = Conserved::of(&balls, DVec3::ZERO);
        let settings = Settings { order, ..Settings::default() };
        impacts += tick_any(&settings, &mut balls, trial);
        let after = Conserved::of(&balls, DVec3::ZERO);
        let gain = (after.kinetic - before.kinetic) / before.kinetic;
        assert!(gain < 1e-13, "trial {trial}: {gain:e}");
        assert!(e < 1.0 || gain > -1e-12, "trial {trial}: {gain:e}, {order:?}");
        assert!((after.momentum - before.momentum).length() < 1e-14 * bustle(&balls).max(1.0));
    }
    println!("{impacts} impacts in 2000 racks");
}

fn tick_any(settings: &Settings, balls: &mut [Ball], trial: u64) -> usize {
    let mut scratch = Scratch::new();
    let report = step(&World::new(), settings, balls, 0.2, &mut scratch).unwrap();
    assert!(report.held == 0, "trial {trial}");
    report.impacts.len()
}

/// Asserts that no two balls overlap by more than rounding.
fn assert_clear(balls: &[Ball], tick: usize) {
    for (i, a) in balls.iter().enumerate() {
        for b in &balls[..i] {
            let gap = (a.position - b.position).length() - (a.radius + b.radius);
            assert!(gap > -1e-14, "tick {tick}: {gap:e}");
        }
    }
}

/// Two heavy balls in bumpy ground: one runs into the other and pushes it up a crease, slides along it, and is turned aside by a wall
/// in the middle of the tick. The push ends with it.
#[test]
fn a_push_ends_when_the_pushing_ball_is_turned_aside() {
    let corners = [
        [2.4, -0.038_505_62, 0.8],
        [3.2, 0.435_139_18, 0.8],
        [4.0, -0.463_078_38, 0.8],
        [2.4, 0.387_018_26, 1.6],
        [3.2, -0.427_908_5, 1.6],
        [4.0, -0.038_968_65, 1.6],
        [2.4, -0.331_520_05, 2.4],
        [3.2, 0.170_554_13, 2.4],
        [4.0, 0.351_821_33, 2.4],
    ];
    let ground = [[0, 1, 4], [0, 4, 3], [3, 4, 7], [3, 7, 6], [1, 2, 5], [1, 5, 4], [4, 5, 8], [4, 8, 7]];
    let world = scenes::world_of(&Soup::new(&corners, &ground));
    let gravity = DVec3::Y * -9.81;
    let settings = Settings { gravity, wall_restitution: 0.0, ..Settings::default() };
    let (radius, v) = (0.144_045_059_451_184_26, DVec3::new);
    let pushing = moving(
        v(3.374_578_912_255_012, -0.153_041_044_673_680_9, 1.630_809_724_632_923_2),
        radius,
        v(-0.945_796_374_067_475, -0.467_522_749_539_363_74, -0.015_763_627_728_507_076),
    );
    let pushed = moving(
        v(3.110_467_859_251_445, -0.161_932_760_344_755_95, 1.516_041_595_419_521_4),
        radius,
        v(-0.669_389_740_515_418_4, 0.325_827_892_712_189_65, -0.669_389_790_388_843_7),
    );
    let mut balls = [
        weighing(23.264_347_643_845_436, Ball { restitution: 0.130_790_218_011_573_42, ..pushing }),
        weighing(27.836_740_778_821_532, Ball { restitution: 0.701_435_492_833_051_4, ..pushed }),
    ];
    let before = Conserved::of(&balls, gravity).energy();
    step(&world, &settings, &mut balls, 1.0 / 144.0, &mut Scratch::new()).unwrap();
    let after = Conserved::of(&balls, gravity).energy();
    assert!(after < before, "{before} J became {after} J");
}
