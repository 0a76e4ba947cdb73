//! Twenty-four characters press through a door that is too narrow for two of them.
//!
//! Learned here: [`crowd::step`] moves all members at once, none enters another, and the order of the members does not
//! matter; pushes follow mass and strength; [`crowd::parting`] measures the gap between two.
//!
//! `cargo run -p glissando --example crowd`

use glissando::crowd::{self, CrowdScratch, Meeting, Member, Placed, parting};
use glissando::{Config, DVec3, Input, Mesh, MeshOptions, Settings, Soup, State, Vec3, World};
use std::error::Error;

const TICK: f64 = 1.0 / 60.0;

fn main() -> Result<(), Box<dyn Error>> {
    let mut soup = Soup::cuboid(Vec3::new(0.0, -0.5, 0.0), Vec3::new(12.0, 0.5, 8.0));
    for side in [-1.0, 1.0] {
        soup.append(&Soup::cuboid(Vec3::new(0.0, 1.5, 4.7 * side), Vec3::new(0.2, 1.5, 4.0)));
    }
    let mut world = World::new();
    world.insert_mesh(Mesh::build(&soup, &MeshOptions::default())?.0);

    let config = Config::new(&Settings::default())?;
    let feet = |k: u32| DVec3::new(-6.0 + f64::from(k / 6), 0.0, f64::from(k % 6) - 2.5);
    let mut members: Vec<Member> =
        (0..24).map(|k| Member::new(config, State::with_feet_at(&config, feet(k)))).collect();
    // A heavy member, which is hard to push and pushes hard.
    (members[8].mass, members[8].strength) = (200.0, 2000.0);

    let mut scratch = CrowdScratch::new();
    println!("time  through  touching  pushed  smallest gap");
    for tick in 1..=480 {
        let inputs: Vec<Input> = members.iter().map(|member| towards_the_door(&member.state)).collect();
        let report = crowd::step(&world, &mut members, &inputs, TICK, &mut scratch)?;
        if tick % 60 == 0 {
            let meetings = || report.members().flat_map(|member| member.meetings);
            let touching = meetings().filter(|m| matches!(m, Meeting::Touched { .. })).count();
            let pushed = meetings().filter(|m| matches!(m, Meeting::PushedBy { .. })).count();
            let through = members.iter().filter(|member| member.state.position.x > 0.6).count();
            let gap = smallest_gap(&members);
            println!("{:3} s  {through:7}  {touching:8}  {pushed:6}  {:9.4} m", tick / 60, gap);
        }
    }
    Ok(())
}

/// To the middle of the door, and straight on behind it.
fn towards_the_door(state: &State) -> Input {
    let door = DVec3::new(0.4, state.position.y, 0.0);
    let way = if state.position.x < 0.4 { door - state.position } else { DVec3::X };
    Input { wish: way.try_normalize().unwrap_or(DVec3::X) * 2.5, ..Input::default() }
}

fn smallest_gap(members: &[Member]) -> f64 {
    let placed = |m: &Member| Placed { shape: m.config.shape(false), at: m.state.position, shell: 1.0 };
    let pairs = members.iter().enumerate().flat_map(|(k, a)| members[k + 1..].iter().map(move |b| (a, b)));
    pairs.map(|(a, b)| parting(&placed(a), &placed(b)).gap).fold(f64::INFINITY, f64::min)
}
