//! One-way platforms: jumped through from below, stood on from above, walked under at their edge.

use glissando::character::BodyShape;
use glissando::{
    Config, DVec3, EventKind, Ground, Input, Mesh, MeshOptions, Scratch, Settings, Soup, State, Vec3, World,
    step,
};
use glissando_testkit::scenes;

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
