//! A character climbs a ladder on a wall, steps over its top and goes on; on the way it lets go once and falls back.
//!
//! Learned here: a surface is known by its material. While the character touches one of the ladder's triangles and wants
//! towards it, its wish is turned upward, and it flies: without gravity, held by the wall.
//!
//! `cargo run -p glissando --example ladder`

use glissando::{
    Config, DVec3, Ground, Input, Mesh, MeshOptions, Scratch, Settings, Soup, State, Vec3, World, step,
};

/// The material of ladders, and metres per second up one.
const LADDER: u16 = 7;
const CLIMB: f64 = 2.0;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut soup = Soup::cuboid(Vec3::new(0.0, -0.5, 0.0), Vec3::new(20.0, 0.5, 5.0));
    soup.append(&Soup::cuboid(Vec3::new(8.0, 2.0, 0.0), Vec3::new(5.0, 2.0, 5.0)));
    for (a, b, c) in [(-0.5, -0.5, 0.5), (0.5, 0.5, -0.5)] {
        let low = if a < 0.0 { 0.0 } else { 4.0 };
        let corners = [Vec3::new(2.99, low, a), Vec3::new(2.99, 4.0 - low, b), Vec3::new(2.99, low, c)];
        soup.push(corners, LADDER);
    }
    let mut world = World::new();
    world.insert_mesh(Mesh::build(&soup, &MeshOptions::default())?.0);

    let config = Config::new(&Settings::default())?;
    let mut state = State::with_feet_at(&config, DVec3::ZERO);
    let (mut scratch, mut climbs, mut highest) = (Scratch::new(), false, 0.0_f64);
    for tick in 0..420 {
        let is_let_go = (130..190).contains(&tick);
        let wish = if is_let_go { DVec3::ZERO } else { DVec3::X * 2.5 };
        // On the ladder a part of the wish still presses against it; the rest goes up.
        let told = if climbs && wish.x > 0.0 { DVec3::new(0.5, CLIMB, 0.0) } else { wish };
        let input = Input { wish: told, fly: climbs && wish.x > 0.0, ..Input::default() };
        let report = step(&world, &config, &mut state, input, 1.0 / 60.0, &mut scratch)?;
        climbs = report.contacts.iter().any(|held| held.contact.surface.material == LADDER);
        highest = highest.max(state.position.y);
        if tick % 30 == 0 {
            let how = if climbs { "on the ladder" } else { "off the ladder" };
            println!(
                "{:4.1} s  x {:5.2} m  y {:5.2} m  {how}",
                f64::from(tick) / 60.0,
                state.position.x,
                state.position.y
            );
        }
    }
    println!("it stands at x {:.2} m, y {:.2} m", state.position.x, state.position.y);
    assert!(state.ground == Ground::Standing && state.position.y > 4.5 && state.position.x > 4.0);
    Ok(())
}
