//! One-way platforms: jumped through from below, stood on from above, walked under at their edge.

use glissando::character::BodyShape;
use glissando::{
    Config, DVec3, EventKind, Ground, Input, Mesh, MeshOptions, Scratch, Settings, Soup, State, Vec3, World,
    step,
};
use glissando_testkit::scenes;
use glissando_testkit::scenes::random::Random;

const DT: f64 = 1.0 / 60.0;

/// A floor at 0 and a one-way platform at this height, from -2 to 2.
fn world(height: f32) -> World {
    let mut soup = Soup::default();
    scenes::block(&mut soup, DVec3::new(-10.0, -1.0, -10.0), DVec3::new(10.0, 0.0, 10.0));
    let corner = |x: f32, z: f32| Vec3::new(x, height, z);
    soup.push([corner(-2.0, -2.0), corner(-2.0, 2.0), corner(2.0, 2.0)], 1);
    soup.push([corner(-2.0, -2.0), corner(2.0, 2.0), corner(2.0, -2.0)], 1);
    let options = MeshOptions { one_way: vec![1], ..MeshOptions::default() };
    let mut world = World::new();
    world.insert_mesh(Mesh::build(&soup, &options).unwrap().0);
    world
}

struct Walker(World, Config, State, Scratch);

const BODIES: [BodyShape; 2] = [BodyShape::Ellipsoid, BodyShape::Capsule];

impl Walker {
    fn new(body: BodyShape, height: f32, feet: DVec3) -> Self {
        let mut settings = Settings { body, ..Settings::default() };
        settings.jump.speed = 7.0;
        let config = Config::new(&settings).unwrap();
        Self(world(height), config, State::with_feet_at(&config, feet), Scratch::new())
    }

    fn tick(&mut self, wish: DVec3, jump: bool) -> Vec<EventKind> {
        let input = Input { wish, jump, ..Input::default() };
        let report = step(&self.0, &self.1, &mut self.2, input, DT, &mut self.3).unwrap();
        report.events.iter().map(|e| e.kind).collect()
    }

    fn feet(&self) -> f64 {
        self.2.position.y - 0.9
    }
}

#[test]
fn a_character_jumps_up_through_it_and_lands_on_it_without_popping() {
    for body in BODIES {
        let mut walker = Walker::new(body, 1.5, DVec3::ZERO);
        for _ in 0..5 {
            walker.tick(DVec3::ZERO, false);
        }
        let mut before = walker.feet();
        let mut landed = false;
        for tick in 0..90 {
            let events = walker.tick(DVec3::ZERO, tick == 0);
            assert!(
                !events
                    .iter()
                    .any(|e| matches!(e, EventKind::Recovered { .. } | EventKind::HitCeiling { .. }))
            );
            // No faster than the jump: no character is teleported.
            assert!((walker.feet() - before).abs() <= 7.0 * DT + 1e-3, "{tick}");
            before = walker.feet();
            landed |= events.iter().any(|e| matches!(e, EventKind::Landed { .. }));
        }
        assert!(landed && (walker.feet() - 1.5).abs() < 0.02, "{}", walker.feet());
        assert_eq!(walker.2.ground, Ground::Standing);
        for _ in 0..120 {
            walker.tick(DVec3::X * 3.0, false);
        }
        assert!(walker.feet().abs() < 0.02, "walked off its edge and down");
    }
}

#[test]
fn a_jump_that_is_too_low_falls_back() {
    for body in BODIES {
        let mut walker = Walker::new(body, 2.4, DVec3::ZERO);
        for _ in 0..5 {
            walker.tick(DVec3::ZERO, false);
        }
        let mut highest: f64 = 0.0;
        for tick in 0..120 {
            walker.tick(DVec3::ZERO, tick == 0);
            highest = highest.max(walker.feet());
        }
        // 7² / 2g is 2.5 m: the head passes through, the feet do not clear the platform by a skin.
        assert!(highest > 2.3 && walker.feet() < 2.6);
        let mut low = Walker::new(body, 2.6, DVec3::ZERO);
        for tick in 0..125 {
            low.tick(DVec3::ZERO, tick == 5);
        }
        assert!(low.feet().abs() < 0.02, "{}", low.feet());
    }
}

#[test]
fn its_edge_is_no_wall() {
    for body in BODIES {
        for height in [0.6_f32, 0.9, 1.2] {
            let mut walker = Walker::new(body, height, DVec3::X * -5.0);
            for _ in 0..120 {
                let events = walker.tick(DVec3::X * 5.0, false);
                assert!(!events.iter().any(|e| matches!(e, EventKind::HitWall { .. })), "{height}");
            }
            assert!(walker.2.position.x > 4.0, "{height}: {:?}", walker.2.position);
        }
    }
}

#[test]
fn a_fall_from_high_lands_on_it_at_any_speed() {
    for body in BODIES {
        for from in [3.0, 50.0, 400.0] {
            let mut walker = Walker::new(body, 1.5, DVec3::Y * from);
            walker.2.velocity = DVec3::Y * -90.0;
            for _ in 0..600 {
                walker.tick(DVec3::ZERO, false);
            }
            assert!((walker.feet() - 1.5).abs() < 0.02, "{from}: {}", walker.feet());
        }
    }
}

const ALL_BODIES: [BodyShape; 4] =
    [BodyShape::Ellipsoid, BodyShape::Capsule, BodyShape::Box, BodyShape::Cylinder];

/// A world of these one-way triangles alone.
fn one_way(soup: &Soup) -> World {
    let options = MeshOptions { one_way: vec![0], ..MeshOptions::default() };
    let mut world = World::new();
    world.insert_mesh(Mesh::build(soup, &options).unwrap().0);
    world
}

/// A one-way roof with its ridge along z at height 0; both sides fall by these slopes over 6 m.
fn roof(left: f64, right: f64) -> World {
    let mut soup = Soup::default();
    let at = |x: f64, slope: f64, z: f64| DVec3::new(x, -x.abs() * slope, z).as_vec3();
    for (from, to, slope) in [(-6.0, 0.0, left), (0.0, 6.0, right)] {
        let [a, b] = [at(from, slope, -3.0), at(from, slope, 3.0)];
        let [c, d] = [at(to, slope, 3.0), at(to, slope, -3.0)];
        soup.push([a, b, c], 0);
        soup.push([a, c, d], 0);
    }
    one_way(&soup)
}

#[test]
fn no_body_falls_through_the_ridge_of_a_one_way_roof() {
    let mut walks = 0;
    for body in ALL_BODIES {
        let config = Config::new(&Settings { body, ..Settings::default() }).unwrap();
        for degrees in [1.0_f64, 5.0, 20.0, 40.0] {
            let slope = degrees.to_radians().tan();
            for (left, right) in [(slope, 0.0), (slope, slope)] {
                let world = roof(left, right);
                for speed in [0.1, 0.5, 2.0, 7.0] {
                    let mut scratch = Scratch::new();
                    let mut state = State::with_feet_at(&config, DVec3::new(-1.0, 0.5 - slope, 0.1));
                    let input = Input { wish: DVec3::X * speed, ..Input::default() };
                    // As far as the ridge takes it, and a metre beyond.
                    for tick in 0..(2.0 / speed / DT) as usize {
                        step(&world, &config, &mut state, input, DT, &mut scratch).unwrap();
                        let least = -(state.position.x.abs() + 0.1) * slope - 0.05;
                        assert!(state.position.y - 0.9 > least, "{body:?} {degrees} {speed} {tick}");
                    }
                    walks += 1;
                }
            }
        }
    }
    println!("{walks} walks over a ridge");
}

#[test]
fn a_bumpy_one_way_floor_holds_whoever_walks_on_it_and_is_passed_from_below() {
    let (mut ticks, mut throws) = (0, 0);
    for case in 0..24 {
        let mut random = Random::nth(2201, case, 1);
        let cell = random.between(0.5, 3.0);
        let bump = cell * random.between(0.0, 0.4);
        let mut heights = [[0.0; 12]; 12];
        heights.as_flattened_mut().iter_mut().for_each(|height| *height = random.between(0.0, bump));
        let at = |i: usize, j: usize| {
            DVec3::new((i as f64 - 5.5) * cell, heights[i][j], (j as f64 - 5.5) * cell).as_vec3()
        };
        let mut soup = Soup::default();
        for (i, j) in (0..11).flat_map(|i| (0..11).map(move |j| (i, j))) {
            let [a, b, c, d] = [at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j)];
            soup.push([a, b, c], 0);
            soup.push([a, c, d], 0);
        }
        let world = one_way(&soup);
        let body = ALL_BODIES[case as usize % 4];
        let config = Config::new(&Settings { body, ..Settings::default() }).unwrap();
        let mut scratch = Scratch::new();
        let mut state = State::with_feet_at(&config, DVec3::Y * (bump + 0.2));
        let mut wish = DVec3::ZERO;
        for tick in 0..200 {
            let there = DVec3::new(random.between(-2.0, 2.0), 0.0, random.between(-2.0, 2.0)) * cell;
            if tick % 20 == 0 {
                let way = there - state.position;
                wish = DVec3::new(way.x, 0.0, way.z) * 0.8;
            }
            step(&world, &config, &mut state, Input { wish, ..Input::default() }, DT, &mut scratch).unwrap();
            assert!(state.position.y - 0.9 > -0.05, "{case} {body:?} {tick}: {:?}", state.position);
            ticks += 1;
        }
        for feet in [-0.2, bump + 0.3] {
            // From below, as fast as it takes to raise the feet to this height.
            let rise = feet + 2.5;
            let at = DVec3::new(random.between(-2.0, 2.0) * cell, -2.5, random.between(-2.0, 2.0) * cell);
            let mut state = State::with_feet_at(&config, at);
            state.velocity = DVec3::Y * (2.0 * 9.81 * rise).sqrt();
            for _ in 0..120 {
                let report = step(&world, &config, &mut state, Input::default(), DT, &mut scratch).unwrap();
                let is_hit =
                    |k: &EventKind| matches!(k, EventKind::HitCeiling { .. } | EventKind::HitWall { .. });
                assert!(!report.events.iter().any(|e| is_hit(&e.kind)), "{case} {body:?} {feet}");
            }
            assert_eq!(state.ground == Ground::Standing, feet > 0.0, "{case} {body:?} {feet}");
            throws += 1;
        }
    }
    println!("{ticks} ticks on bumpy floors, {throws} throws from below");
}
