//! A character that is a capsule: seams, stairs, corners, ceilings, soups.

use glissando::character::BodyShape;
use glissando::{Config, DQuat, DVec3, Filter, Ground, Input, Scratch, Settings, Soup, State, World, step};
use glissando_testkit::oracle;
use glissando_testkit::random::Random;
use glissando_testkit::scenes;
use glissando_testkit::script::{Start, Walk, What};
use glissando_testkit::soak::{self, BodyKind, PACES, Place, Verdicts};
use glissando_testkit::soups::Recipe;

fn in_scene(soup: &Soup) -> Start {
    Walk::in_scene(soup).with(|s| s.body = BodyShape::Capsule)
}

#[test]
fn over_the_seams_of_a_floor_the_speed_is_exactly_the_wished_one() {
    let floors = [scenes::floor(20.0, 1), scenes::floor(20.0, 40), scenes::fan_floor(20.0, 9, 3)];
    let mut walked = 0;
    for floor in &floors {
        for degrees in [0.0, 17.0, 45.0, 90.0, 201.0] {
            for speed in [0.01, 1.0, 4.5, 30.0] {
                let wish = scenes::heading(degrees) * speed;
                let seconds = (8.0_f64 / speed).min(2.0);
                let mut walk = in_scene(floor).on(wish * (-0.5 * seconds));
                let start = walk.position();
                walk.always(Ground::Standing).wish(wish).for_seconds(seconds);
                let ticks = (seconds * 60.0).round();
                walk.expect_near(start + wish * (ticks / 60.0), 1e-13 * ticks * (1.0 + speed));
                walk.expect_close("height", walk.position().y, start.y, 1e-13);
                walk.expect_close("speed", walk.velocity().length(), speed, 1e-12 * speed);
                walk.expect_never(What::HitWall).expect_never(What::SteppedUp).expect_never(What::Recovered);
                walked += 1;
            }
        }
    }
    println!("{walked} walks");
}

/// A floor and an upright wall in the plane z = 0, cut into cells of this size, with its grid turned in its plane.
pub(super) fn wall(cell: f64, lean: f64) -> Soup {
    let mut soup = scenes::floor(20.0, 8);
    let count = (30.0 / cell) as i32;
    let at = |i: i32, k: i32| {
        let (x, y) = (f64::from(i) * cell - 15.0, f64::from(k) * cell * 0.9 - 0.3);
        DVec3::new(x + lean * y, y, 0.0)
    };
    for i in 0..count {
        for k in 0..(4.0 / cell).ceil() as i32 {
            let corners = [at(i, k), at(i + 1, k), at(i + 1, k + 1), at(i, k + 1)].map(DVec3::as_vec3);
            soup.push([corners[0], corners[1], corners[2]], 0);
            soup.push([corners[0], corners[2], corners[3]], 0);
        }
    }
    soup
}

#[test]
fn along_the_seams_of_a_wall_the_speed_is_that_along_the_wall() {
    let mut walked = 0;
    for (cell, lean) in [(0.37, 0.0), (0.37, 0.31), (1.5, 0.0), (5.0, 0.2), (0.15, 0.5)] {
        let soup = wall(cell, lean);
        for degrees in [5.0, 30.0, 60.0] {
            // Turned about up, the wall's corners are rounded and no longer in one plane.
            for turn in [0.0, 0.3] {
                let wish = scenes::heading(-degrees) * 4.0;
                let rotation = DQuat::from_xyzw(0.0, turn, 0.0, 1.0).try_normalize().unwrap();
                let mut walk = in_scene(&soup).moved(rotation, DVec3::ZERO).on(DVec3::new(-6.0, 0.0, 0.55));
                walk.always(Ground::Standing);
                let against = if wish.z < 0.0 { wish } else { DVec3::new(wish.x, 0.0, -wish.z) };
                walk.wish(against).for_seconds(1.5);
                let (from, ticks) = (walk.position(), 60);
                for _ in 0..ticks {
                    let before = walk.position();
                    walk.tick();
                    let gone = walk.position() - before;
                    walk.expect_close("way along", gone.x, against.x / 60.0, 1e-6);
                    walk.expect_close("way off the wall", gone.z, 0.0, 1e-6);
                }
                let gone = (walk.position() - from).x;
                walk.expect_close("way", gone, against.x, 1e-6);
                walk.expect_never(What::LeftGround)
                    .expect_never(What::Recovered)
                    .expect_never(What::SteppedUp);
                walked += 1;
            }
        }
    }
    println!("{walked} walks along a wall");
}

fn climbs(rise: f64, tread: f64, degrees: f64, speed: f64, rate: f64) {
    const COUNT: usize = 8;
    let wish = scenes::heading(degrees) * speed;
    let length = COUNT as f64 * tread;
    let depth = wish.z / wish.x * length;
    let start = DVec3::new(-1.0, 0.0, -0.5 * depth);
    let mut walk = in_scene(&scenes::stairs(rise, COUNT, tread)).at_rate(rate).on(start);
    walk.always(Ground::Standing).wish(wish);
    walk.until(20.0 * (length + 2.0) / wish.x, |w| w.position().x > length + 0.8);
    walk.expect_feet_on(rise * COUNT as f64);
    walk.wish(-wish);
    walk.until(20.0 * (length + 2.0) / wish.x, |w| w.position().x < -0.8);
    walk.expect_feet_on(0.0);
    walk.expect_never(What::LeftGround).expect_never(What::Landed).expect_never(What::Recovered);
    assert_eq!(walk.dropped(), 0);
}

#[test]
fn stairs_are_climbed_and_walked_down_without_leaving_the_ground() {
    let mut count = 0;
    for centimetres in [5, 10, 20, 30, 40] {
        for tread in [0.3, 0.5, 1.0] {
            for degrees in [0.0, 30.0, 330.0] {
                climbs(f64::from(centimetres) / 100.0, tread, degrees, 3.0, 60.0);
                count += 1;
            }
        }
        for (speed, rate) in [(1.0, 20.0), (5.0, 30.0), (10.0, 144.0), (5.0, 240.0)] {
            climbs(f64::from(centimetres) / 100.0, 0.5, 0.0, speed, rate);
            count += 1;
        }
    }
    println!("{count} stairs up and down");
}

#[test]
fn a_step_higher_than_the_step_height_is_refused() {
    for rise in [0.45, 0.6, 1.0] {
        let mut walk = in_scene(&scenes::stairs(rise, 3, 1.0)).on(DVec3::new(-1.0, 0.0, 0.0));
        walk.wish(DVec3::X * 3.0).for_seconds(2.0);
        walk.expect_feet_on(0.0).expect_never(What::SteppedUp).expect_event(What::HitWall);
    }
}

#[test]
fn a_corner_is_where_a_walk_ends_and_a_house_is_walked_around() {
    for degrees in [40.0, 90.0, 120.0, 170.0] {
        let mut walk = in_scene(&scenes::corner(degrees)).on(DVec3::new(-4.0, 0.0, 0.3));
        walk.always(Ground::Standing).wish(DVec3::X * 4.0).for_seconds(3.0);
        let at = walk.position();
        walk.for_seconds(1.0).expect_near(at, 1e-9).expect_speed_below(1e-6);
        walk.wish(DVec3::X * -4.0).for_seconds(0.5);
        assert!(walk.position().x < at.x - 1.5, "{degrees}: stuck at {:?}", walk.position());
    }
}

#[test]
fn it_crouches_under_a_low_ceiling_and_stands_up_behind_it() {
    let mut walk = in_scene(&scenes::low_ceiling(1.2)).on(DVec3::new(-2.0, 0.0, 0.0));
    walk.always(Ground::Standing).wish(DVec3::X * 3.0).for_seconds(2.0).expect_speed_below(1e-9);
    let stopped = walk.position();
    assert!(stopped.x < 0.0, "{stopped:?}");
    walk.crouch(true).for_seconds(1.0);
    assert!(walk.position().x > 1.0);
    walk.expect_feet_on(0.0);
    // No room to stand up.
    walk.crouch(false).for_ticks(5);
    assert!(walk.state().is_crouching);
    walk.wish(DVec3::X * -3.0).for_seconds(1.5);
    assert!(!walk.state().is_crouching);
    walk.expect_feet_on(0.0).expect_never(What::Recovered).expect_never(What::Stuck);
}

#[test]
fn a_jump_into_a_ceiling_hits_it_once() {
    for rate in [30.0, 60.0, 144.0] {
        let mut walk = in_scene(&scenes::low_ceiling(2.2)).at_rate(rate).on(DVec3::new(3.0, 0.0, 0.0));
        walk.press_jump().until(2.0, |w| w.count(What::Landed) > 0);
        walk.expect_count(What::HitCeiling, 1).expect_feet_on(0.0);
    }
}

/// Settings for a small capsule in a soup.
fn small(random: &mut Random) -> Settings {
    let radius = random.between(0.15, 0.4);
    let body = BodyShape::Capsule;
    let settings = Settings { body, ..Settings::default() };
    let settings = settings.with_radii(DVec3::new(radius, random.between(radius, 0.9), radius));
    let rotation = if random.chance(0.3) { random.rotation() } else { settings.rotation };
    Settings { rotation, ..settings }
}

/// Depth in the world, in radii, by the oracle.
fn depth(world: &World, config: &Config, state: &State) -> f64 {
    let shape = config.shape(state.is_crouching);
    let mut near = Vec::new();
    let reach = shape.half_extents();
    let (low, high) = (state.position - reach, state.position + reach);
    world.triangles_in_box(low, high, Filter::ALL, &mut near).unwrap();
    let distance = |corners| oracle::capsule_distance(state.position, shape.core(), corners);
    let least = near.iter().map(|t| distance(t.corners)).fold(f64::INFINITY, f64::min);
    1.0 - least / shape.smallest_radius()
}

#[test]
fn no_capsule_is_ever_inside_of_anything_in_a_random_soup() {
    let (mut ticks, mut stuck, mut deepest) = (0, 0, f64::NEG_INFINITY);
    for seed in 0..60 {
        let mut random = Random::nth(77, 0, seed);
        let (triangles, edge) = random.pick(&[(40, 4.0), (70, 4.0), (72, 2.0), (200, 0.8)]);
        let recipe = Recipe { bodies: random.pick(&[1, 3]), triangles, edge, middle: DVec3::ZERO };
        let world = recipe.world(&mut random);
        let config = Config::new(&small(&mut random)).unwrap();
        let Some(at) = recipe.free_place(&mut random, &world, &config.mover(false)) else { continue };
        let (mut state, mut scratch) = (State::at(at), Scratch::new());
        for stretch in 0..12 {
            let speed = random.pick(&[1.0, 5.0, 100.0]);
            let input = Input {
                wish: random.direction() * speed,
                jump: random.chance(0.3),
                crouch: random.chance(0.3),
                fly: random.chance(0.3),
            };
            for _ in 0..20 {
                let report = step(&world, &config, &mut state, input, 1.0 / 60.0, &mut scratch).unwrap();
                stuck += usize::from(report.stop == glissando::slide::Stop::Stuck);
                let in_by = depth(&world, &config, &state);
                deepest = deepest.max(in_by);
                assert!(
                    in_by < 0.0,
                    "seed {seed}, stretch {stretch}: {in_by} radii in at {:?}",
                    state.position
                );
                assert!(recipe.is_inside(state.position), "seed {seed}: out at {:?}", state.position);
                ticks += 1;
            }
        }
    }
    println!("{ticks} ticks, {stuck} stuck; nearest {deepest} radii (negative: free)");
    assert!(ticks > 12_000 && stuck == 0);
}

/// The judge of the soaks knows triangles and an oracle, not the library's culls, sweeps or closest points.
#[test]
fn the_judge_of_the_soaks_finds_no_fault_in_walks_of_capsules() {
    let mut verdicts = Verdicts::default();
    for number in 0..16 {
        let place = Place::soup(21, number);
        let pace = PACES[number as usize % PACES.len()];
        let plan = soak::Walk { body: BodyKind::Capsule, pace, seed: 21, number, ticks: 200 };
        verdicts.add(&soak::walk(&place, &plan));
    }
    for finding in verdicts.findings.iter().filter(|f| f.is_fault) {
        println!("{} tick {}: {} {}", finding.walk, finding.tick, finding.kind, finding.story);
    }
    println!("{} ticks of {} walks, nearest {:e} radii", verdicts.ticks, verdicts.walks, verdicts.least);
    assert!(verdicts.is_clean() && verdicts.ticks > 2_000);
}
