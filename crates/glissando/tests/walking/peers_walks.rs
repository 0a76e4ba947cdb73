//! Walks of the test suites and issues of other engines, for every kind of body; the name of each is in its comment.

use glissando::character::{AccelerationSettings, BodyShape};
use glissando::{
    Body, Config, DAffine3, DQuat, DVec3, EventKind, Filter, Ground, Input, Mesh, MeshOptions, Scratch,
    Settings, Soup, State, Sweep, Vec3, World, step,
};
use glissando_testkit::scenes;

const BODIES: [BodyShape; 4] =
    [BodyShape::Ellipsoid, BodyShape::Capsule, BodyShape::Box, BodyShape::Cylinder];

/// Jolt's character: 0.3 m wide to each side, 1.95 m high; the wish is reached at once.
fn person(body: BodyShape) -> Settings {
    let at_once = f64::INFINITY;
    let pace = AccelerationSettings {
        acceleration: at_once,
        friction: at_once,
        air_acceleration: at_once,
        fly_acceleration: at_once,
    };
    Settings { body, pace, ..Settings::default().with_radii(DVec3::new(0.3, 0.975, 0.3)) }
}

struct Walk {
    world: World,
    config: Config,
    state: State,
    scratch: Scratch,
    dt: f64,
    events: Vec<EventKind>,
}

impl Walk {
    fn new(world: World, settings: &Settings, feet: DVec3) -> Self {
        let config = Config::new(settings).unwrap();
        let state = State::with_feet_at(&config, feet);
        Self { world, config, state, scratch: Scratch::new(), dt: 1.0 / 60.0, events: Vec::new() }
    }

    /// Put down on what is below `above`.
    fn put_down(world: World, settings: &Settings, above: DVec3) -> Self {
        let mut walk = Self::new(world, settings, DVec3::ZERO);
        let down = DVec3::Y * -100.0;
        let hit = walk.world.sweep(&Sweep::new(walk.config.shape(false), above, down).unwrap()).unwrap();
        walk.state = State::at(above + down * hit.fraction + DVec3::Y * 0.02);
        walk.go(DVec3::ZERO, 0.2);
        walk.events.clear();
        walk
    }

    fn tick(&mut self, input: Input) {
        let report =
            step(&self.world, &self.config, &mut self.state, input, self.dt, &mut self.scratch).unwrap();
        self.events.extend(report.events.iter().map(|event| event.kind));
    }

    fn go(&mut self, wish: DVec3, seconds: f64) {
        for _ in 0..(seconds / self.dt).round() as usize {
            self.tick(Input { wish, ..Input::default() });
        }
    }

    /// The lowest point, less the skin.
    fn feet(&self) -> DVec3 {
        self.state.position - State::with_feet_at(&self.config, DVec3::ZERO).position
    }

    fn stands(&self) -> bool {
        self.state.ground == Ground::Standing
    }

    fn is_free(&self) -> bool {
        let shape = self.config.shape(self.state.is_crouching);
        self.world.overlap(&shape, self.state.position, Filter::ALL).unwrap().is_none()
    }
}

fn add(world: &mut World, soup: &Soup, pose: DAffine3) {
    world.insert(Body::new(Mesh::build(soup, &MeshOptions::default()).unwrap().0).at(pose)).unwrap();
}

fn floor() -> World {
    scenes::world_of(&Soup::cuboid(Vec3::new(0.0, -1.0, 0.0), Vec3::new(60.0, 1.0, 60.0)))
}

fn block(world: &mut World, center: [f32; 3], half: [f32; 3]) {
    add(world, &Soup::cuboid(Vec3::from(center), Vec3::from(half)), DAffine3::IDENTITY);
}

/// A large slab whose top rises by `angle` along x and passes through the origin.
fn slope(angle: f64) -> World {
    let (sin, cos) = (0.5 * angle).sin_cos();
    let turn = DQuat::from_xyzw(0.0, 0.0, sin, cos);
    let mut world = World::new();
    let slab = Soup::cuboid(Vec3::new(0.0, -1.0, 0.0), Vec3::new(60.0, 1.0, 60.0));
    add(&mut world, &slab, DAffine3::from_scale_rotation_translation(DVec3::ONE, turn, DVec3::ZERO));
    world
}

/// Jolt `TestFallingAndJumping`: in the air, landed once at the speed of the fall, up by a small jump, down again.
#[test]
fn a_body_that_falls_and_jumps_is_where_the_figures_say() {
    for body in BODIES {
        let mut settings = person(body);
        settings.jump.speed = 1.0;
        let mut walk = Walk::new(floor(), &settings, DVec3::Y * 2.0);
        walk.tick(Input::default());
        assert_eq!(walk.state.ground, Ground::Airborne, "{body:?}");
        walk.go(DVec3::ZERO, 1.0);
        assert!(
            walk.stands() && walk.feet().length() < 1e-9 && walk.state.velocity == DVec3::ZERO,
            "{:?}",
            walk.state
        );
        let [EventKind::Landed { speed, .. }] = walk.events[..] else { panic!("{:?}", walk.events) };
        assert!((speed - (2.0 * 9.81 * 2.0_f64).sqrt()).abs() < 1e-6, "{body:?} {speed}");
        walk.tick(Input { jump: true, ..Input::default() });
        let rise = walk.dt - 0.5 * 9.81 * walk.dt * walk.dt;
        assert!((walk.feet().y - rise).abs() < 1e-9 && !walk.stands(), "{:?}", walk.state);
        walk.go(DVec3::ZERO, 1.0);
        assert!(walk.stands() && walk.feet().length() < 1e-9, "{:?}", walk.state);
    }
}

/// Jolt `TestMovingOnSlope`, Godot `floor_max_angle`: stands up to the limit and walks along the slope, slides down beyond it.
#[test]
fn slopes_are_stood_on_up_to_the_limit() {
    for body in BODIES {
        for degrees in [5.0_f64, 25.0, 49.99, 50.01, 65.0, 80.0] {
            let (angle, mut settings) = (degrees.to_radians(), person(body));
            settings.ground = settings.ground.with_slopes_degrees(50.0, 50.0);
            let mut walk = Walk::put_down(slope(angle), &settings, DVec3::Y * 20.0);
            let start = walk.state.position;
            if degrees < 50.0 {
                walk.go(DVec3::ZERO, 0.5);
                assert!(walk.stands() && (walk.state.position - start).length() < 1e-9, "{body:?} {degrees}");
                walk.go(DVec3::X * 2.0, 1.5);
                let gone = walk.state.position - start;
                // The wish is the speed over level ground: 3 m along x, and up with the slope.
                assert!(
                    (gone - DVec3::new(3.0, 3.0 * angle.tan(), 0.0)).length() < 1e-3,
                    "{body:?} {degrees} {gone:?}"
                );
            } else {
                walk.go(DVec3::X * 2.0, 1.0);
                assert_eq!(walk.state.ground, Ground::Steep, "{body:?} {degrees}");
                assert!(walk.state.position.y < start.y - 0.1, "{body:?} {degrees}");
            }
        }
    }
}

/// Jolt `TestStickToFloor`: down a slope of 45 degrees, faster than gravity could follow.
#[test]
fn a_fast_walk_down_a_slope_never_leaves_it() {
    for body in BODIES {
        for speed in [10.0, 20.0] {
            let mut settings = person(body);
            settings.ground = settings.ground.with_slopes_degrees(50.0, 50.0);
            let mut walk = Walk::put_down(slope(std::f64::consts::FRAC_PI_4), &settings, DVec3::Y * 20.0);
            let start = walk.state.position;
            for _ in 0..90 {
                walk.tick(Input { wish: DVec3::X * -speed, ..Input::default() });
                assert!(walk.stands(), "{body:?} {speed}");
            }
            let gone = walk.state.position - start;
            assert!(walk.events.is_empty() && (gone.y - gone.x).abs() < 1e-3, "{body:?} {speed} {gone:?}");
        }
    }
}

/// Jolt `TestStairWalkAlongWall`, Rapier #418 and #611: pressed into a wall of many triangles, on its way at its share of the speed.
#[test]
fn a_wall_never_holds_who_walks_along_it() {
    let mut wall = Soup::default();
    for k in 0..24 {
        let at = |y: f64, z: i32| DVec3::new(1.0, y, f64::from(z));
        scenes::quad(&mut wall, [at(0.0, k), at(3.0, k), at(3.0, k + 1), at(0.0, k + 1)]);
    }
    for body in BODIES {
        for (degrees, dt) in
            [(1.0_f64, 1.0 / 60.0), (45.0, 1.0 / 240.0), (80.0, 1.0 / 60.0), (89.0, 1.0 / 120.0)]
        {
            let mut world = floor();
            add(&mut world, &wall, DAffine3::IDENTITY);
            let mut walk = Walk::new(world, &person(body), DVec3::new(0.69, 0.0, 1.0));
            walk.dt = dt;
            let (sin, cos) = degrees.to_radians().sin_cos();
            walk.go(DVec3::new(5.0 * sin, 0.0, 5.0 * cos), 4.0);
            let off = walk.state.position.z - 1.0 - 20.0 * cos;
            assert!(off.abs() < 1e-3 && walk.feet().y.abs() < 1e-9, "{body:?} {degrees}: {off}");
            assert!(
                !walk.events.iter().any(|e| matches!(e, EventKind::SteppedUp { .. })),
                "{body:?} {degrees}"
            );
        }
    }
}

/// Rapier #182 (two fields edge to edge) and #669 (ghost collisions at the joints of a strip): no dip, no bump, no loss.
#[test]
fn seams_of_flat_ground_are_never_felt() {
    let field = Soup::heightfield(&[0.0; 289], 17, 1.0);
    for body in BODIES {
        let mut world = World::new();
        for x in [-8.0, 8.0] {
            add(&mut world, &field, DAffine3::from_translation(DVec3::new(x, 0.0, -8.0)));
        }
        let mut walk = Walk::new(world, &person(body), DVec3::ZERO);
        walk.go(DVec3::ZERO, 0.1);
        for _ in 0..360 {
            walk.tick(Input { wish: DVec3::X * 2.5, ..Input::default() });
            assert!(walk.stands() && walk.feet().y.abs() < 1e-9, "{body:?} {:?}", walk.feet());
        }
        assert!((walk.feet().x - 15.0).abs() < 1e-9 && walk.events.is_empty(), "{body:?} {:?}", walk.feet());
    }
}

/// Jolt PR #696 (jitter at the base of a steep slope), Godot #32182 (jitter in corners): held and still.
#[test]
fn bases_of_slopes_and_corners_hold_without_jitter() {
    let lean = |degrees: f64, axis: DVec3, at: DVec3| {
        let (sin, cos) = (0.5 * degrees.to_radians()).sin_cos();
        let turn = DQuat::from_xyzw(axis.x * sin, axis.y * sin, axis.z * sin, cos);
        DAffine3::from_scale_rotation_translation(DVec3::ONE, turn, at)
    };
    for body in BODIES {
        let mut steep = floor();
        let slab = Soup::cuboid(Vec3::new(0.0, -3.0, 0.0), Vec3::splat(3.0));
        add(&mut steep, &slab, lean(70.0, DVec3::Z, DVec3::X * 2.0));
        block(&mut steep, [0.0, 2.0, -1.2], [10.0, 2.0, 0.5]);
        let mut worlds = vec![(steep, DVec3::new(4.0, 0.0, -1.0))];
        for degrees in [10.0, 30.0, 60.0] {
            let mut corner = floor();
            for side in [degrees, -degrees] {
                let wall = Soup::cuboid(Vec3::new(-10.0, 2.0, 0.0), Vec3::new(10.0, 2.0, 0.1));
                add(&mut corner, &wall, lean(side, DVec3::Y, DVec3::X * 3.0));
            }
            worlds.push((corner, DVec3::new(5.0, 0.0, -0.2)));
        }
        for (index, (world, wish)) in worlds.into_iter().enumerate() {
            let mut walk = Walk::new(world, &person(body), DVec3::X * -1.0);
            walk.go(wish, 3.0);
            let held = walk.state.position;
            for _ in 0..60 {
                walk.tick(Input { wish, ..Input::default() });
                let off = walk.state.position - held;
                assert!(walk.stands() && off.length() < 1e-6, "{body:?} in {index}: {off:?}");
            }
            assert!(walk.feet().y < 0.01 && walk.is_free(), "{body:?} in {index}: {:?}", walk.feet());
        }
    }
}

/// Jolt `TestInitiallyIntersecting`: a person in a crate by half its width comes out beside it, in one tick.
#[test]
fn a_body_that_begins_in_a_crate_comes_out_of_its_near_side() {
    for body in BODIES {
        let mut world = floor();
        block(&mut world, [-0.5, 0.5, 0.0], [0.5; 3]);
        let mut walk = Walk::new(world, &person(body), DVec3::X * 0.05);
        walk.tick(Input::default());
        let feet = walk.feet();
        assert!(
            (feet.x - 0.3).abs() < 0.01 && feet.y.abs() < 0.01 && feet.z.abs() < 1e-6,
            "{body:?} {feet:?}"
        );
        assert!(
            walk.is_free() && walk.events.iter().any(|e| matches!(e, EventKind::Recovered { .. })),
            "{body:?}"
        );
    }
}

/// Godot `slide_on_ceiling`: a jump under a ceiling ends its rise and keeps its way; the ceiling is met once.
#[test]
fn a_jump_under_a_ceiling_keeps_its_way() {
    for body in BODIES {
        let mut world = floor();
        block(&mut world, [0.0, 3.0, 0.0], [10.0, 0.5, 10.0]);
        let mut walk = Walk::new(world, &person(body), DVec3::ZERO);
        walk.go(DVec3::ZERO, 0.1);
        for tick in 0..40 {
            walk.tick(Input { wish: DVec3::X * 3.0, jump: tick == 0, ..Input::default() });
            assert!(walk.is_free() && walk.feet().y < 0.55, "{body:?} {tick}");
        }
        let met = walk.events.iter().filter(|e| matches!(e, EventKind::HitCeiling { .. })).count();
        assert!(met == 1 && (walk.feet().x - 2.0).abs() < 1e-3, "{body:?} {met} {:?}", walk.feet());
    }
}
