//! A character jumps at a wall beside a chasm, runs along it and leaps off to the other side.
//!
//! Learned here: the state knows the walls that held the character in the last tick. A run along one is a flight with a
//! wish along it: the library slides the body along the wall, and the game decides how long and how much it sinks.
//!
//! `cargo run -p glissando --example wall_run`

use glissando::{
    Config, DVec3, Ground, Input, Mesh, MeshOptions, Scratch, Settings, Soup, State, Vec3, World, step,
};

/// Metres per second along a wall, and ticks that a run lasts.
const SPEED: f64 = 8.0;
const LONGEST: u32 = 75;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Two roofs, 9 m apart; a wall to the right of the chasm.
    let mut soup = Soup::cuboid(Vec3::new(-10.0, -5.0, 0.0), Vec3::new(10.0, 5.0, 3.0));
    soup.append(&Soup::cuboid(Vec3::new(19.0, -5.0, 0.0), Vec3::new(10.0, 5.0, 3.0)));
    soup.append(&Soup::cuboid(Vec3::new(4.0, 0.0, 3.2), Vec3::new(12.0, 10.0, 0.2)));
    let mut world = World::new();
    world.insert_mesh(Mesh::build(&soup, &MeshOptions::default())?.0);

    let config = Config::new(&Settings::default())?;
    let up = config.settings().up;
    let mut state = State::with_feet_at(&config, DVec3::new(-6.0, 0.0, 2.2));
    let (mut scratch, mut runs_for) = (Scratch::new(), 0);
    for tick in 0..170 {
        let wall = state.wall_normals[0].as_dvec3();
        let level = wall - up * wall.dot(up);
        let may_run = state.ground == Ground::Airborne && wall != DVec3::ZERO && runs_for < LONGEST;
        let wish = DVec3::new(SPEED, 0.0, 1.0);
        let input = if may_run {
            runs_for += 1;
            // Along the wall, a little into it, rising first and sinking at the end.
            let along = (wish - level * wish.dot(level)).try_normalize().unwrap_or(DVec3::ZERO) * SPEED;
            let rise = 2.0 - 3.0 * f64::from(runs_for) / f64::from(LONGEST);
            Input { wish: along - level + up * rise, fly: true, ..Input::default() }
        } else {
            Input { wish, jump: state.position.x > -1.0, ..Input::default() }
        };
        step(&world, &config, &mut state, input, 1.0 / 60.0, &mut scratch)?;
        if state.ground == Ground::Standing {
            runs_for = 0;
        }
        if tick % 20 == 0 {
            let how = if may_run { "runs along the wall" } else { "walks or flies" };
            println!(
                "{:4.1} s  x {:5.2} m  y {:5.2} m  {how}",
                f64::from(tick) / 60.0,
                state.position.x,
                state.position.y
            );
        }
    }
    println!("it stands at x {:.2} m, y {:.2} m", state.position.x, state.position.y);
    assert!(state.ground == Ground::Standing && state.position.x > 9.5);
    Ok(())
}
