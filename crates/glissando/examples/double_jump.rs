//! A character jumps onto a platform that one jump does not reach: it jumps again in the air.
//!
//! Learned here: a state is plain data. What the library's rules do not know is written into its velocity between two
//! ticks, and the next tick goes on from there.
//!
//! `cargo run -p glissando --example double_jump`

use glissando::{
    Config, DVec3, EventKind, Ground, Input, Mesh, MeshOptions, Scratch, Settings, Soup, State, Vec3, World,
    step,
};

/// Jumps that are allowed in the air.
const MORE: u32 = 1;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut soup = Soup::cuboid(Vec3::new(0.0, -0.5, 0.0), Vec3::new(20.0, 0.5, 5.0));
    soup.append(&Soup::cuboid(Vec3::new(8.0, 1.0, 0.0), Vec3::new(4.0, 1.0, 5.0)));
    let mut world = World::new();
    world.insert_mesh(Mesh::build(&soup, &MeshOptions::default())?.0);

    let config = Config::new(&Settings::default())?;
    let (up, speed) = (config.settings().up, config.settings().jump.speed);
    for allowed in [0, MORE] {
        let mut state = State::with_feet_at(&config, DVec3::ZERO);
        let (mut scratch, mut left, mut was_pressed) = (Scratch::new(), allowed, false);
        for tick in 0..240 {
            let jump = (60..64).contains(&tick) || (85..89).contains(&tick);
            let is_pressed_now = jump && !was_pressed;
            was_pressed = jump;
            if state.ground == Ground::Standing {
                left = allowed;
            } else if is_pressed_now && left > 0 {
                left -= 1;
                let level = state.velocity - up * state.velocity.dot(up);
                state.velocity = level + up * speed;
                println!("{:5.2} s  jumps again at {:.2} m", f64::from(tick) / 60.0, state.position.y);
            }
            let input = Input { wish: DVec3::X * 3.0, jump, ..Input::default() };
            let report = step(&world, &config, &mut state, input, 1.0 / 60.0, &mut scratch)?;
            for event in report
                .events
                .iter()
                .filter(|e| matches!(e.kind, EventKind::Jumped | EventKind::Landed { .. }))
            {
                println!(
                    "{:5.2} s  {} at {:.2} m",
                    f64::from(tick) / 60.0 + event.time,
                    event.kind.name(),
                    event.position.y
                );
            }
        }
        println!("with {allowed} jumps in the air it ends at {:.2} m", state.position.y);
        assert_eq!(state.position.y > 2.5, allowed > 0);
    }
    Ok(())
}
