//! Kind `ordinary-stage`: people and balls among lifts, doors and tables that turn, in a closed room.

use super::mix::Mix;
use super::ordinary_crowd::wishes;
use super::people::ordinary_settings;
use super::rooms::{free_places, room};
use super::soups::cuboid;
use super::stage::tick_of;
use super::watch::Watch;
use glissando::balls::{Ball, Settings as BallSettings};
use glissando::slide::Stop;
use glissando::stage::{
    Drive, Key, MoverSpec, PathEnds, Policy, Stage, StageCharacter, StageScratch, StageState,
};
use glissando::{Body, BodyId, Config, ConfigId, DAffine3, DQuat, DVec3, Input, Mesh, MeshOptions, World};

/// Ticks of one stage.
const TICKS: usize = 60;

pub(super) fn run(mix: &mut Mix, watch: &mut Watch) {
    let size = mix.pick(&[4.0, 6.0, 10.0]);
    let mut world = room(mix, size);
    let bodies: Vec<BodyId> = (0..mix.integer(1, 4)).filter_map(|_| block(mix, &mut world, size)).collect();
    let configs: Vec<Config> = (0..3).filter_map(|_| Config::new(&ordinary_settings(mix)).ok()).collect();
    let count = mix.integer(1, 8) as usize;
    let places = free_places(mix, &world, size, count, &configs);
    let mut stage = Stage::new(world);
    for body in bodies {
        let spec = mover(mix, body, size);
        watch.call("Stage::add_mover", || stage.add_mover(spec));
    }
    let names: Vec<ConfigId> = configs.iter().map(|config| stage.add_config(*config)).collect();
    let rules = BallSettings { gravity: DVec3::Y * -9.81, wall_restitution: 0.7, ..BallSettings::default() };
    watch.call("Stage::set_ball_settings", || stage.set_ball_settings(rules));
    let mut now = stage.initial_state();
    now.characters.extend(places.into_iter().map(|(index, state)| StageCharacter::new(names[index], state)));
    balls(mix, &mut now, size);
    walk(mix, watch, &mut stage, &mut now);
}

/// A block somewhere in the room: upright, or turned.
fn block(mix: &mut Mix, world: &mut World, size: f64) -> Option<BodyId> {
    let half = DVec3::new(mix.between(0.2, 1.2), mix.between(0.1, 1.1), mix.between(0.2, 1.2));
    let (mesh, _) = Mesh::build(&cuboid(half), &MeshOptions::default()).ok()?;
    let turn = if mix.chance(0.6) { DQuat::IDENTITY } else { mix.rotation() };
    let pose = DAffine3::from_scale_rotation_translation(DVec3::ONE, turn, mix.vector(0.8 * size));
    world.insert(Body::new(mesh).at(pose)).ok()
}

fn mover(mix: &mut Mix, body: BodyId, size: f64) -> MoverSpec {
    let drive = if mix.chance(0.33) {
        Drive::Velocity { linear: mix.vector(2.0), angular: mix.vector(1.5) }
    } else {
        let mut time = 0.0;
        let key = |_| {
            time += mix.between(0.3, 2.3);
            Key { time, translation: mix.vector(0.5 * size), rotation: DQuat::IDENTITY }
        };
        let keys = std::iter::once(Key::default()).chain((0..mix_count(size)).map(key)).collect();
        Drive::Path { keys, ends: PathEnds::PingPong }
    };
    let policy = mix.pick(&[Policy::Push, Policy::Stop, Policy::Reverse]);
    MoverSpec { body, pivot: mix.vector(0.5 * size), drive, policy }
}

/// Keys after the first: more in larger rooms.
fn mix_count(size: f64) -> usize {
    if size > 5.0 { 3 } else { 1 }
}

fn balls(mix: &mut Mix, now: &mut StageState, size: f64) {
    if !mix.chance(0.4) {
        return;
    }
    for _ in 0..mix.integer(1, 4) {
        let mut ball = Ball::at(mix.vector(0.8 * size), mix.between(0.05, 0.35));
        ball.velocity = mix.vector(10.0);
        now.balls.insert(ball);
    }
}

fn walk(mix: &mut Mix, watch: &mut Watch, stage: &mut Stage, now: &mut StageState) {
    let (dt, mut scratch) = (mix.pick(&[1.0 / 60.0, 1.0 / 30.0, 1.0 / 144.0]), StageScratch::default());
    let mut inputs = vec![Input::default(); now.characters.len()];
    for tick in 0..TICKS {
        wishes(mix, &mut inputs, 5.0, tick == 0);
        let Some(ends) = tick_of(watch, stage, now, (&inputs, dt), &mut scratch) else {
            return watch.find("an ordinary stage is refused", || format!("{now:?}"));
        };
        for (index, end) in ends.iter().enumerate() {
            watch.expect(
                end.stop != Some(Stop::SubSteps),
                "an ordinary character's tick is cut short",
                || format!("dt {dt} {end:?} {:?} {:?}", inputs[index], now.characters[index]),
            );
        }
    }
}
