//! Jumps and falls: heights, speeds and times as in a physics textbook, at every tick rate.

use glissando::{Config, DVec3, Ground, Input, Mesh, MeshOptions, Scratch, Settings, State, World, step};
use glissando_testkit::scenes;
use glissando_testkit::script::{Walk, What};

const GRAVITY: f64 = 9.81;
const RATES: [f64; 4] = [30.0, 60.0, 144.0, 1000.0];

#[test]
fn a_jump_is_as_high_as_its_speed_allows() {
    for rate in RATES {
        for speed in [2.0, 5.0, 12.0] {
            let mut walk = Walk::in_scene(&scenes::floor(20.0, 4))
                .at_rate(rate)
                .with(|s| s.jump.speed = speed)
                .on(DVec3::ZERO);
            let start = walk.position().y;
            walk.press_jump().tick();
            let mut highest = f64::MIN;
            while walk.state().ground == Ground::Airborne {
                let (y, v) = (walk.position().y, walk.velocity().y);
                highest = highest.max(y);
                // The parabola of the jump, at any tick.
                walk.expect_close("reach", y + v * v / (2.0 * GRAVITY), start + speed * speed / 19.62, 1e-9);
                walk.tick();
            }
            let between_ticks = GRAVITY / (8.0 * rate * rate);
            walk.expect_close("height", highest - start, speed * speed / 19.62, between_ticks + 1e-9);
            // The feet may hang a few millimetres higher than before.
            let landed = walk.first(What::Landed);
            let wanted = (speed * speed - 2.0 * GRAVITY * (landed.position.y - start)).sqrt();
            walk.expect_close("landing speed", walk.landing_speed(), wanted, 1e-9 * speed);
            walk.expect_close("time", landed.time, (speed + wanted) / GRAVITY, 1e-9);
        }
    }
}

#[test]
fn a_fall_lands_at_the_speed_and_time_of_its_height() {
    for rate in RATES {
        for height in [0.1, 0.5, 1.0, 3.0, 10.0, 30.0, 100.0] {
            let scene = scenes::floor(5.0, 3);
            let start = Walk::in_scene(&scene).on(DVec3::ZERO).feet();
            let mut walk =
                Walk::in_scene(&scene).at_rate(rate).at(DVec3::new(0.1, 0.9 + start + height, 0.2));
            walk.until(6.0, |w| w.count(What::Landed) > 0);
            let landed = walk.first(What::Landed);
            // The gap above the floor at which a body counts as landed lies within the shells: 6 mm.
            let fallen = 0.9 + start + height - landed.position.y;
            walk.expect_close("fall", fallen, height, 6e-3);
            let speed = (2.0 * GRAVITY * fallen).sqrt();
            walk.expect_close("speed", walk.landing_speed(), speed, 1e-3 * speed);
            walk.expect_close("time", landed.time, speed / GRAVITY, 1e-3 * speed / GRAVITY);
            walk.for_ticks(3).expect(Ground::Standing).expect_count(What::Landed, 1);
        }
    }
}

#[test]
fn a_landing_on_a_slope_counts_the_speed_into_it_and_keeps_the_level_speed() {
    for degrees in [10.0, 30.0, 44.0] {
        let (c, s) = scenes::cos_sin(degrees);
        let mut walk = Walk::in_scene(&scenes::slope(degrees, 30.0)).at(DVec3::new(-6.0, 4.0, 0.0));
        walk.state_mut().velocity = DVec3::new(3.0, 0.0, 0.0);
        walk.wish(DVec3::X * 3.0).until(3.0, |w| w.count(What::Landed) > 0);
        let landed = walk.first(What::Landed);
        let v = landed.event.velocity;
        walk.expect_close("speed", walk.landing_speed(), 3.0 * s - v.y * c, 1e-6);
        walk.expect_close("level speed", walk.velocity().x, 3.0, 1e-9);
    }
}

#[test]
fn energy_is_never_gained_by_falling_among_blocks() {
    let mut scene = scenes::floor(20.0, 3);
    for k in 0..12 {
        let at = DVec3::new(f64::from(k % 4) * 1.7 - 3.0, f64::from(k / 4), f64::from(k * 7 % 5) - 2.0);
        scenes::block(&mut scene, at, at + DVec3::new(0.8, 0.6, 0.9));
    }
    let mut ticks = 0;
    for k in 0..24 {
        let mut walk = Walk::in_scene(&scene).with(|s| s.pace.air_acceleration = 0.0).at(DVec3::new(
            f64::from(k % 6) * 1.1 - 3.0,
            7.0,
            f64::from(k / 6) * 1.2 - 2.0,
        ));
        walk.state_mut().velocity = DVec3::new(f64::from(k % 3) - 1.0, 0.0, 1.0);
        let energy = |w: &Walk| 0.5 * w.velocity().length_sq() + GRAVITY * w.position().y;
        let mut before = energy(&walk);
        for _ in 0..180 {
            walk.tick();
            let now = energy(&walk);
            // A body that is pushed from the sweep shell to the rest shell may rise by that.
            assert!(now <= before + GRAVITY * 6e-3, "{now} after {before}");
            (before, ticks) = (now, ticks + 1);
        }
    }
    println!("{ticks} ticks");
}

#[test]
fn a_launch_from_the_ground_is_a_throw_and_the_same_velocity_on_foot_is_not() {
    let mut settings = Settings::default();
    settings.pace.air_acceleration = 0.0;
    let config = Config::new(&settings).unwrap();
    let (mesh, _) = Mesh::build(&scenes::floor(50.0, 4), &MeshOptions::default()).unwrap();
    let mut world = World::new();
    world.insert_mesh(mesh);
    let mut scratch = Scratch::new();
    let mut tick = |state: &mut State| {
        step(&world, &config, state, Input::default(), 1.0 / 60.0, &mut scratch).unwrap();
    };
    let mut rested = State::with_feet_at(&config, DVec3::ZERO);
    (0..30).for_each(|_| tick(&mut rested));
    assert_eq!(rested.ground, Ground::Standing);
    let velocity = DVec3::new(3.0, 6.0, -2.0);

    let mut thrown = rested;
    thrown.launch(velocity);
    assert_eq!((thrown.ground, thrown.teleports), (Ground::Airborne, rested.teleports));
    for count in 1..=60 {
        tick(&mut thrown);
        let time = f64::from(count) / 60.0;
        let parabola = rested.position + velocity * time - DVec3::Y * (0.5 * GRAVITY * time * time);
        assert!((thrown.position - parabola).length() < 1e-9, "after {time} s");
    }

    let mut written = rested;
    written.velocity = velocity;
    tick(&mut written);
    assert_eq!((written.ground, written.velocity.y), (Ground::Standing, 0.0));
}
