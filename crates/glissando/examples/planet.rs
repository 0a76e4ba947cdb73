//! A character walks once around a small planet.
//!
//! Learned here: up, gravity and the body may point anywhere and may turn from tick to tick: [`Settings::turned_to`].
//! Neither the state nor the world has to be told.
//!
//! `cargo run -p glissando --example planet`

use glissando::{
    Config, DVec3, Ground, Input, Mesh, MeshOptions, Scratch, Settings, Soup, State, World, step,
};

/// Metres, and metres per second.
const RADIUS: f64 = 12.0;
const SPEED: f64 = 6.0;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut world = World::new();
    world.insert_mesh(Mesh::build(&planet(), &MeshOptions::default())?.0);
    let settings = Settings::default();
    let mut state = State::with_feet_at(&Config::new(&settings)?, DVec3::Y * RADIUS);
    let (mut scratch, mut airborne, mut way) = (Scratch::new(), 0, 0.0);
    let (start, ticks) = (state.position, (std::f64::consts::TAU * state.position.y / SPEED * 60.0) as u32);
    for tick in 0..ticks {
        let up = state.position.try_normalize().ok_or("the centre has no up")?;
        let config = Config::new(&settings.turned_to(up))?;
        // Ahead is across the axis of the walk; the part of a wish along up never counts.
        let wish = DVec3::Z.cross(up) * -SPEED;
        let from = state.position;
        step(&world, &config, &mut state, Input { wish, ..Input::default() }, 1.0 / 60.0, &mut scratch)?;
        way += (state.position - from).length();
        airborne += u32::from(state.ground == Ground::Airborne);
        if tick % 120 == 0 {
            let time = f64::from(tick) / 60.0;
            println!("{time:5.1} s  x {:6.2} m  y {:6.2} m  {way:6.2} m gone", from.x, from.y);
        }
    }
    let apart = (state.position - start).length();
    println!("after {way:.1} m it is {apart:.2} m from its start; {airborne} of {ticks} ticks in the air");
    assert!(apart < 1.5 && way > 80.0 && airborne < 30);
    Ok(())
}

/// A cube of 12 by 12 squares a side, blown up to a sphere.
fn planet() -> Soup {
    let mut soup = Soup::default();
    for (side, cell) in (0..6).flat_map(|side| (0..144_u16).map(move |cell| (side, cell))) {
        let at = |x: u16, y: u16| {
            let [x, y] = [x, y].map(|k| f64::from(k) / 6.0 - 1.0);
            let (x, y, z) = if side % 2 == 0 { (x, y, 1.0) } else { (y, x, -1.0) };
            let v = [DVec3::new(x, y, z), DVec3::new(z, x, y), DVec3::new(y, z, x)][side / 2];
            (v * (RADIUS / v.length())).as_vec3()
        };
        let (x, y) = (cell % 12, cell / 12);
        soup.push([at(x, y), at(x + 1, y), at(x + 1, y + 1)], 0);
        soup.push([at(x, y), at(x + 1, y + 1), at(x, y + 1)], 0);
    }
    soup
}
