//! Walls and ceilings in motion that reach characters in the air: one hit each, with the speed of approach.

use glissando::character::BodyShape;
use glissando::stage::{
    Drive, MoverSpec, Policy, Stage, StageCharacter, StageEventKind, StageScratch, StageState,
};
use glissando::{
    Body, Config, DAffine3, DVec3, EventKind, Input, Mesh, MeshOptions, Settings, Soup, State, Vec3, World,
};
use glissando_testkit::scenes::random::Random;

const BODIES: [BodyShape; 4] =
    [BodyShape::Ellipsoid, BodyShape::Capsule, BodyShape::Box, BodyShape::Cylinder];

/// A block in motion and a character in the air that moves along the same line.
struct Approach {
    stage: Stage,
    state: StageState,
    scratch: StageScratch,
}

impl Approach {
    /// The block's face is `gap` before the character at the origin and moves along `way`; the character moves at `own` along it.
    fn new(settings: &Settings, way: DVec3, (gap, speed, own): (f64, f64, f64)) -> Self {
        let block = Soup::cuboid(Vec3::ZERO, Vec3::new(9.0, 9.0, 9.0));
        let (mesh, _) = Mesh::build(&block, &MeshOptions::default()).unwrap();
        let config = Config::new(settings).unwrap();
        let from = way * -(9.0 + gap + config.shape(false).half_extents().dot(way.abs()));
        let mut world = World::new();
        let body = world.insert(Body::new(mesh).at(DAffine3::from_translation(from))).unwrap();
        let mut stage = Stage::new(world);
        let config = stage.add_config(config);
        let drive = Drive::Velocity { linear: way * speed, angular: DVec3::ZERO };
        stage.add_mover(MoverSpec { body, pivot: DVec3::ZERO, drive, policy: Policy::Push }).unwrap();
        let mut state = stage.initial_state();
        let velocity = way * own;
        state.characters.insert(StageCharacter::new(config, State { velocity, ..State::at(DVec3::ZERO) }));
        Self { stage, state, scratch: StageScratch::default() }
    }

    /// The hits of walls and ceilings in a second: time, speed, and whether it is a ceiling.
    fn hits(&mut self, input: Input, dt: f64) -> Vec<(f64, f64, bool)> {
        let mut hits = Vec::new();
        for tick in 0..(1.0 / dt) as usize {
            let report = self.stage.tick(&mut self.state, &[input], dt, &mut self.scratch).unwrap();
            let start = tick as f64 * dt;
            hits.extend(report.events.iter().filter_map(|event| match event.kind {
                StageEventKind::Own(EventKind::HitWall { speed, .. }) => {
                    Some((start + event.time, speed, false))
                }
                StageEventKind::Own(EventKind::HitCeiling { speed, .. }) => {
                    Some((start + event.time, speed, true))
                }
                _ => None,
            }));
        }
        hits
    }
}

#[test]
fn a_wall_or_a_ceiling_that_reaches_a_character_in_the_air_is_one_hit_at_the_speed_of_approach() {
    let cases = 400;
    for case in 0..cases {
        let mut random = Random::nth(2202, case, 1);
        let (is_ceiling, fly) = (random.chance(0.5), random.chance(0.5));
        let mut settings = Settings { body: BODIES[case as usize % 4], ..Settings::default() };
        // Nothing but the block changes the velocity of what does not fly.
        settings.gravity = DVec3::ZERO;
        let way = if is_ceiling { -DVec3::Y } else { DVec3::X };
        let (speed, own) = (random.between(3.0, 12.0), random.between(-2.0, 2.0));
        let gap = random.between(0.05, 0.8) * (speed - own);
        let dt = 1.0 / random.magnitude(20.0, 240.0);
        let input = Input { wish: way * own, fly, ..Input::default() };
        let hits = Approach::new(&settings, way, (gap, speed, own)).hits(input, dt);
        let [(time, at, overhead)] = hits[..] else { panic!("{case}: {hits:?}") };
        assert_eq!(overhead, is_ceiling, "{case}");
        assert!((at - (speed - own)).abs() < 1e-6 * speed, "{case}: {at} for {}", speed - own);
        // The world moves first: by up to a tick of either, and a contact counts from the rest shell on.
        let (due, slack) = (gap / (speed - own), dt * speed / (speed - own) + 0.01);
        assert!((time - due).abs() <= slack, "{case}: {time} for {due}");
    }
    println!("{cases} approaches");
}

#[test]
fn a_flyer_that_leans_against_a_wall_in_motion_is_hit_by_it_once() {
    for body in BODIES {
        for dt in [1.0 / 20.0, 1.0 / 60.0, 1.0 / 120.0, 1.0 / 240.0] {
            let settings = Settings { body, ..Settings::default() };
            let mut scene = Approach::new(&settings, DVec3::X, (0.3, 4.0, 0.0));
            let input = Input { wish: DVec3::X * -2.0, fly: true, ..Input::default() };
            assert_eq!(scene.hits(input, dt).len(), 1, "{body:?} {dt}");
        }
    }
}
