//! A character dashes: ten times its speed for a sixth of a second, on the ground, in the air, and into a wall.
//!
//! Learned here: a dash is a wish and a [`Config`] without inertia for a few ticks. It is swept like any other move, so
//! no speed takes it through a wall, and a low step is climbed on the way.
//!
//! `cargo run -p glissando --example dash`

use glissando::{
    Config, DVec3, Ground, Input, Mesh, MeshOptions, Scratch, Settings, Soup, State, Vec3, World, step,
};

/// Metres per second, and ticks.
const WALK: f64 = 4.0;
const DASH: f64 = 40.0;
const LENGTH: u32 = 10;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut soup = Soup::cuboid(Vec3::new(0.0, -0.5, 0.0), Vec3::new(60.0, 0.5, 5.0));
    soup.append(&Soup::cuboid(Vec3::new(6.0, 0.15, 0.0), Vec3::new(1.0, 0.15, 5.0)));
    soup.append(&Soup::cuboid(Vec3::new(30.0, 3.0, 0.0), Vec3::new(0.01, 3.0, 5.0)));
    let mut world = World::new();
    world.insert_mesh(Mesh::build(&soup, &MeshOptions::default())?.0);

    let settings = Settings::default();
    let mut fast = settings;
    (fast.pace.acceleration, fast.pace.fly_acceleration) = (f64::INFINITY, f64::INFINITY);
    let [usual, fast] = [Config::new(&settings)?, Config::new(&fast)?];
    let mut state = State::with_feet_at(&usual, DVec3::ZERO);
    let (mut scratch, mut dashes_for) = (Scratch::new(), 0);
    for tick in 0..240 {
        let jump = tick == 100;
        if [60, 115, 170].contains(&tick) {
            dashes_for = LENGTH;
        }
        let is_dash = dashes_for > 0;
        let (config, speed) = if is_dash { (&fast, DASH) } else { (&usual, WALK) };
        // In the air a dash flies straight: no gravity while it lasts.
        let fly = is_dash && state.ground == Ground::Airborne;
        let input = Input { wish: DVec3::X * speed, jump, fly, ..Input::default() };
        let report = step(&world, config, &mut state, input, 1.0 / 60.0, &mut scratch)?;
        for event in report.events {
            let time = f64::from(tick) / 60.0 + event.time;
            println!("{time:5.2} s  x {:5.2} m  dash: {is_dash:5}  {}", event.position.x, event.kind.name());
        }
        dashes_for = dashes_for.saturating_sub(1);
        // What is left of the dash ends with it.
        state.velocity.x = if dashes_for == 0 { state.velocity.x.min(WALK) } else { state.velocity.x };
    }
    println!("it stands before the wall at x {:.3} m", state.position.x);
    assert!((29.5..29.6).contains(&state.position.x));
    Ok(())
}
