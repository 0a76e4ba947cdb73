//! A character walks off a pier, sinks, rises to the surface, swims across and walks out over a ramp.
//!
//! Learned here: a medium is a second [`Config`] and the input's `fly`. In water there is no gravity; drag is the
//! acceleration towards the wish, and buoyancy is a part of the wish that fades at the surface.
//!
//! `cargo run -p glissando --example swimming`

use glissando::{
    Config, DVec3, Ground, Input, Mesh, MeshOptions, Scratch, Settings, Soup, State, Vec3, World, step,
};

/// Height of the surface, and of the centre of a body that floats, metres.
const SURFACE: f64 = 0.0;
const FLOATING: f64 = SURFACE - 0.3;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut pool = Soup::cuboid(Vec3::new(-4.0, -2.0, 0.0), Vec3::new(4.0, 2.5, 5.0));
    pool.append(&Soup::cuboid(Vec3::new(10.0, -4.5, 0.0), Vec3::new(20.0, 0.5, 5.0)));
    let ramp = [[8.0, -4.0, -5.0], [8.0, -4.0, 5.0], [20.0, 2.0, 5.0], [20.0, 2.0, -5.0]];
    pool.append(&Soup::new(&ramp, &[[0, 1, 2], [0, 2, 3]]));
    let mut world = World::new();
    world.insert_mesh(Mesh::build(&pool, &MeshOptions::default())?.0);

    let settings = Settings::default();
    let land = Config::new(&settings)?;
    let mut wet = settings;
    wet.pace.fly_acceleration = 6.0;
    let water = Config::new(&wet)?;
    let mut state = State::with_feet_at(&land, DVec3::new(-3.0, 0.5, 0.0));
    let (mut scratch, mut deepest) = (Scratch::new(), f64::INFINITY);
    for tick in 0..690 {
        let at = state.position.y;
        // Who can stand wades: water carries only where it is deeper than the body floats.
        let swims = at < FLOATING + 0.1 && state.ground != Ground::Standing;
        let buoyancy = 2.0 * (FLOATING - at).clamp(0.0, 1.0);
        let wish = DVec3::new(2.0, if swims { buoyancy } else { 0.0 }, 0.0);
        let input = Input { wish, fly: swims, ..Input::default() };
        let config = if swims { &water } else { &land };
        step(&world, config, &mut state, input, 1.0 / 60.0, &mut scratch)?;
        deepest = deepest.min(at);
        if tick % 60 == 0 {
            let how = if swims { "swims" } else { "walks or falls" };
            println!("{:4.1} s  x {:6.2} m  y {at:6.2} m  {how}", f64::from(tick) / 60.0, state.position.x);
        }
    }
    println!("the deepest point was {deepest:.2} m, the end {:.2} m", state.position.y);
    assert!(deepest < -0.6 && state.ground == Ground::Standing && state.position.y > 1.0);
    Ok(())
}
