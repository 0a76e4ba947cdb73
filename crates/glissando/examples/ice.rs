//! Two characters run, let go, and come to rest: one on ground, one on ice and then in mud.
//!
//! Learned here: the state says what a character stands on, so pace and friction of a surface are a [`Config`] for its
//! material, chosen anew in every tick. A configuration is a plain value: it is made once.
//!
//! `cargo run -p glissando --example ice`

use glissando::{Config, DVec3, Input, Mesh, MeshOptions, Scratch, Settings, Soup, State, Vec3, World, step};

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
    let mut world = World::new();
    world.insert_mesh(Mesh::build(&soup, &MeshOptions::default())?.0);

    let usual = Settings::default();
    let (mut icy, mut muddy) = (usual, usual);
    (icy.pace.friction, icy.pace.acceleration) = (0.8, 1.5);
    (muddy.pace.friction, muddy.pace.acceleration) = (60.0, 8.0);
    let [usual, icy, muddy] = [Config::new(&usual)?, Config::new(&icy)?, Config::new(&muddy)?];
    let mut rests = [0.0; 2];
    for (rest, z) in rests.iter_mut().zip([2.5, -2.5]) {
        let mut state = State::with_feet_at(&usual, DVec3::new(-8.0, 0.0, z));
        let mut scratch = Scratch::new();
        for tick in 0..900 {
            let material = state.support.map_or(0, |on| on.material);
            let config = match material {
                ICE => &icy,
                MUD => &muddy,
                _ => &usual,
            };
            let runs = state.position.x < 0.0 && tick < 300;
            let input = Input { wish: DVec3::X * if runs { 7.0 } else { 0.0 }, ..Input::default() };
            step(&world, config, &mut state, input, 1.0 / 60.0, &mut scratch)?;
            if tick % 90 == 0 {
                println!(
                    "z {z:4.1} m  x {:6.2} m  {:5.2} m/s  material {material}",
                    state.position.x, state.velocity.x
                );
            }
        }
        *rest = state.position.x;
    }
    println!("on ground it came to rest after {:.2} m, on ice and mud after {:.2} m", rests[0], rests[1]);
    assert!(rests[0] < 1.0 && (29.9..30.5).contains(&rests[1]));
    Ok(())
}
