//! A character walks into a volume in which gravity points at the wall, falls onto that wall and walks up it.
//!
//! Learned here: a volume with rules of its own is a trigger and a second [`Config`]; [`TriggerMemory::is_in`] tells
//! which one holds. A wish may point anywhere: only its part across the present up counts.
//!
//! `cargo run -p glissando --example gravity_zone`

use glissando::trigger::{Trigger, TriggerBuffer, TriggerKind, TriggerMemory, Triggers};
use glissando::{
    Config, DVec3, Ground, Input, Mesh, MeshOptions, Scratch, Settings, Soup, State, Vec3, World, step,
};

const TICK: f64 = 1.0 / 60.0;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let build = |soup: &Soup| Mesh::build(soup, &MeshOptions::default()).map(|(mesh, _)| mesh);
    let mut world = World::new();
    world.insert_mesh(build(&Soup::cuboid(Vec3::new(0.0, -0.5, 0.0), Vec3::new(12.0, 0.5, 5.0)))?);
    world.insert_mesh(build(&Soup::cuboid(Vec3::new(10.5, 10.0, 0.0), Vec3::new(0.5, 10.0, 5.0)))?);
    let mut triggers = Triggers::new();
    let volume = build(&Soup::cuboid(Vec3::new(8.5, 10.0, 0.0), Vec3::new(1.5, 10.0, 5.0)))?;
    let zone = triggers.insert(Trigger::new(volume, TriggerKind::VolumeByCentre))?;

    let settings = Settings::default();
    let outside = Config::new(&settings)?;
    let inside = Config::new(&settings.turned_to(-DVec3::X))?;
    let mut state = State::with_feet_at(&outside, DVec3::ZERO);
    let (mut scratch, mut memory, mut buffer) = (Scratch::new(), TriggerMemory::new(), TriggerBuffer::new());
    for tick in 0..360 {
        let is_in = memory.is_in(zone);
        let config = if is_in { &inside } else { &outside };
        // Ahead on the floor, and upwards on the wall.
        let wish = DVec3::new(4.0, 4.0, 0.0);
        let input = Input { wish, ..Input::default() };
        let report = step(&world, config, &mut state, input, TICK, &mut scratch)?;
        triggers.travel(&config.shape(false), report.path, settings.filter, &mut memory, &mut buffer)?;
        if tick % 30 == 0 || is_in != memory.is_in(zone) {
            let (at, time) = (state.position, f64::from(tick) * TICK);
            println!("{time:5.2} s  x {:5.2} m  y {:5.2} m  {}", at.x, at.y, state.ground.name());
        }
    }
    println!("it stands on the wall, {:.2} m above the floor", state.position.y);
    assert!(state.ground == Ground::Standing && state.position.x > 9.0 && state.position.y > 8.0);
    Ok(())
}
