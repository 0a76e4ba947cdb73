//! What soaks among moving bodies found, each made small.

use glissando::stage::{Actor, Drive, MoverSpec, Policy, Stage, StageScratch, StageState};
use glissando::{
    Body, Config, DAffine3, DVec3, Filter, Ground, Input, Mesh, MeshOptions, Settings, Soup, State, World,
};
use glissando_testkit::scenes;

const DT: f64 = 1.0 / 60.0;

fn block(world: &mut World, low: DVec3, high: DVec3) -> glissando::BodyId {
    let mut soup = Soup::default();
    let middle = (low + high) * 0.5;
    scenes::block(&mut soup, low - middle, high - middle);
    let mesh = Mesh::build(&soup, &MeshOptions::default()).unwrap().0;
    world.insert(Body::new(mesh).at(DAffine3::from_translation(middle))).unwrap()
}

fn goes(stage: &mut Stage, body: glissando::BodyId, linear: DVec3, policy: Policy) {
    let drive = Drive::Velocity { linear, angular: DVec3::ZERO };
    stage.add_mover(MoverSpec { body, pivot: DVec3::ZERO, drive, policy }).unwrap();
}

fn standing(config: u32, settings: &Config, feet: DVec3) -> Actor {
    Actor::new(config, State { ground: Ground::Standing, ..State::with_feet_at(settings, feet) })
}

/// One is crushed between a ram and a wall; a gate that stops for people comes later in the same tick.
#[test]
fn a_mover_that_gives_way_does_not_go_into_one_whom_another_crushes() {
    for policy in [Policy::Stop, Policy::Reverse] {
        let mut world = World::new();
        block(&mut world, DVec3::new(-5.0, -1.0, -5.0), DVec3::new(5.0, 0.0, 5.0));
        block(&mut world, DVec3::new(0.45, 0.01, -0.3), DVec3::new(0.9, 2.0, 0.3));
        let ram = block(&mut world, DVec3::new(-1.5, 0.01, -0.3), DVec3::new(-0.5, 2.0, 0.3));
        let gate = block(&mut world, DVec3::new(-0.3, 0.01, 0.6), DVec3::new(0.3, 2.0, 1.0));
        let mut stage = Stage::new(world);
        goes(&mut stage, ram, DVec3::X * 30.0, Policy::Push);
        goes(&mut stage, gate, DVec3::Z * -30.0, policy);
        let config = Config::new(&Settings::default()).unwrap();
        let index = stage.add_config(config);
        let mut state = stage.begin();
        state.characters.push(standing(index, &config, DVec3::ZERO));
        let mut scratch = StageScratch::default();
        let report = stage.tick(&mut state, &[Input::default()], DT, &mut scratch).unwrap();
        assert!(report.characters[0].squeeze.is_some(), "{:?}", report.characters[0]);
        let actor = &state.characters[0].state;
        let mut found = Vec::new();
        let world = stage.world_at(&state).unwrap();
        let shape = config.shape(actor.is_crouching);
        world.contacts(&shape, actor.position, 0.0, Filter::ALL, &mut found).unwrap();
        assert!(found.iter().all(|c| c.surface.body != gate), "{policy:?}: {found:?}");
    }
}

/// Three of different heights hold a press that stops: where it stops is not a product in the order of their names.
#[test]
fn who_stands_under_a_press_in_which_order_does_not_move_it() {
    let place = |order: [usize; 3]| {
        let mut world = World::new();
        block(&mut world, DVec3::new(-5.0, -1.0, -5.0), DVec3::new(5.0, 0.0, 5.0));
        let press = block(&mut world, DVec3::new(-4.0, 1.9, -2.0), DVec3::new(4.0, 2.5, 2.0));
        let mut stage = Stage::new(world);
        goes(&mut stage, press, DVec3::Y * -30.0, Policy::Stop);
        let heights = [0.9, 0.87, 0.83];
        let configs = heights.map(|height| {
            let radii = DVec3::new(0.4, height, 0.4);
            Config::new(&Settings { radii, ..Settings::default() }).unwrap()
        });
        let indices = configs.map(|config| stage.add_config(config));
        let mut state: StageState = stage.begin();
        for who in order {
            let feet = DVec3::X * (who as f64 * 2.0 - 2.0);
            state.characters.push(standing(indices[who], &configs[who], feet));
        }
        let inputs = [Input::default(); 3];
        stage.tick(&mut state, &inputs, DT, &mut StageScratch::default()).unwrap();
        state.movers[0].place.translation.y
    };
    let first = place([0, 1, 2]);
    // The tallest is 1.8 m, the press was at 1.9.
    assert!((-0.1..-0.05).contains(&first), "{first}");
    for order in [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        assert_eq!(place(order).to_bits(), first.to_bits(), "{order:?}");
    }
}
