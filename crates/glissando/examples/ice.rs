//! Two characters run, let go, and come to rest: one on ground, one on ice and then in mud.
//!
//! Learned here: `Body::tractions` gives materials factors for the wish, the acceleration and the friction of a character
//! that stands on them.
//!
//! `cargo run -p glissando --example ice`

use glissando::traction::Traction;
use glissando::{
    Body, Config, DVec3, Input, Mesh, MeshOptions, Scratch, Settings, Soup, State, Vec3, World, step,
};

const ICE: u16 = 1;
const MUD: u16 = 2;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Ground, ice from 0 to 30 m, then mud; beside them ground all the way.
    let mut soup = Soup::default();
    for (from, to, low, high, material) in [
        (-20.0, 0.0, -5.0, 5.0, 0),
        (0.0, 30.0, -5.0, 0.0, ICE),
        (30.0, 60.0, -5.0, 0.0, MUD),
        (0.0, 60.0, 0.0, 5.0, 0),
    ] {
        let corner = |x: f32, z: f32| Vec3::new(x, 0.0, z);
        soup.push([corner(from, low), corner(from, high), corner(to, high)], material);
        soup.push([corner(from, low), corner(to, high), corner(to, low)], material);
    }
    let ice = Traction { acceleration: 0.04, friction: 0.02, ..Traction::NORMAL };
    let mud = Traction { speed: 0.3, friction: 1.5, ..Traction::NORMAL };
    let mut world = World::new();
    let ground = Body::new(Mesh::build(&soup, &MeshOptions::default())?.0);
    world.insert(Body { tractions: vec![(ICE, ice), (MUD, mud)], ..ground })?;

    let config = Config::new(&Settings::default())?;
    let mut rests = [0.0; 2];
    for (rest, z) in rests.iter_mut().zip([2.5, -2.5]) {
        let mut state = State::with_feet_at(&config, DVec3::new(-8.0, 0.0, z));
        let mut scratch = Scratch::new();
        for tick in 0..900 {
            let runs = state.position.x < 0.0 && tick < 300;
            let input = Input { wish: DVec3::X * if runs { 7.0 } else { 0.0 }, ..Input::default() };
            step(&world, &config, &mut state, input, 1.0 / 60.0, &mut scratch)?;
            if tick % 90 == 0 {
                let (x, speed) = (state.position.x, state.velocity.x);
                let material = state.support.map_or(0, |on| on.material);
                println!("z {z:4.1} m  x {x:6.2} m  {speed:5.2} m/s  material {material}");
            }
        }
        *rest = state.position.x;
    }
    println!("on ground it came to rest after {:.2} m, on ice and mud after {:.2} m", rests[0], rests[1]);
    assert!(rests[0] < 1.0 && (29.9..30.5).contains(&rests[1]));
    Ok(())
}
