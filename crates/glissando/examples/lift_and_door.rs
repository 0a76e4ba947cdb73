//! A lift that goes up and down, a door that is called, and a press that must not crush.
//!
//! Learned here: a mover of a [`Stage`] carries and pushes characters; `Call` rests until the game opens it; a mover's
//! [`Policy`] decides what it does when a character has no room; the report names the outcome for each character.
//!
//! `cargo run -p glissando --example lift_and_door`

use glissando::stage::{Drive, Key, MoverSpec, PathEnds, Policy, Stage, StageCharacter, StageScratch};
use glissando::{
    Body, Config, DAffine3, DVec3, Input, Mesh, MeshOptions, Settings, Soup, State, Vec3, World,
};
use std::error::Error;

const TICK: f64 = 1.0 / 60.0;

fn main() -> Result<(), Box<dyn Error>> {
    let mut world = World::new();
    let mut block = |at: DVec3, half: Vec3| -> Result<_, Box<dyn Error>> {
        let (mesh, _) = Mesh::build(&Soup::cuboid(Vec3::ZERO, half), &MeshOptions::default())?;
        Ok(world.insert(Body::new(mesh).at(DAffine3::from_translation(at)))?)
    };
    block(DVec3::new(0.0, -0.5, 0.0), Vec3::new(20.0, 0.5, 5.0))?;
    let lift = block(DVec3::new(-6.0, 0.1, 0.0), Vec3::new(1.0, 0.1, 1.0))?;
    let door = block(DVec3::new(0.0, 1.5, 0.0), Vec3::new(0.1, 1.5, 2.0))?;
    let press = block(DVec3::new(6.0, 4.0, 0.0), Vec3::new(1.0, 0.5, 1.0))?;

    let mut stage = Stage::new(world);
    let path = |way: DVec3, seconds: f64, ends: PathEnds| {
        let end = Key { time: seconds, translation: way, ..Key::default() };
        Drive::Path { keys: vec![Key::default(), end], ends }
    };
    let mut mover =
        |body, drive, policy| stage.add_mover(MoverSpec { body, pivot: DVec3::ZERO, drive, policy });
    mover(lift, path(DVec3::Y * 3.0, 2.0, PathEnds::PingPong), Policy::Push)?;
    let door = mover(door, path(DVec3::Z * 4.0, 1.0, PathEnds::OnCall { wait: 2.0 }), Policy::Reverse)?;
    mover(press, path(DVec3::Y * -3.4, 3.0, PathEnds::PingPong), Policy::Reverse)?;

    let config = Config::new(&Settings::default())?;
    let person = stage.add_config(config);
    let mut state = stage.initial_state();
    for feet in [DVec3::new(-6.0, 0.2, 0.0), DVec3::X * -2.0, DVec3::X * 6.0] {
        state.characters.insert(StageCharacter::new(person, State::with_feet_at(&config, feet)));
    }
    let still = Input::default();
    let inputs = [still, Input { wish: DVec3::X * 1.5, ..still }, still];
    let mut scratch = StageScratch::default();
    let mut last = Vec::new();
    println!("   time  rides the lift      walks to the door   stands under the press");
    for tick in 0..300 {
        // The door opens for the character that waits before it.
        if tick == 120 {
            state.movers[door].open();
        }
        let report = stage.tick(&mut state, &inputs, TICK, &mut scratch)?;
        let outcomes: Vec<_> = report.characters.iter().map(|character| character.outcome).collect();
        // A row whenever an outcome changes, and each second.
        if outcomes != last || tick % 60 == 59 {
            let shown = |k: usize| {
                let at = state.characters[k].state.position;
                format!("{:<8} {:5.2} {:4.2}", format!("{:?}", outcomes[k]), at.x, at.y)
            };
            println!("{:5.2} s  {}  {}  {}", f64::from(tick + 1) * TICK, shown(0), shown(1), shown(2));
            last = outcomes;
        }
    }
    Ok(())
}
