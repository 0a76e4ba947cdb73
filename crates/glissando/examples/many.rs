//! A thousand walkers that do not meet each other, moved by one call a tick.
//!
//! Learned here: [`step_many`] gives each walker the very tick that [`step`](glissando::step) gives, to the bit; a bad
//! input stops one walker and not the others; `ReportLists` selects the lists of the reports. With the feature
//! `parallel`, `step_many_parallel` does the same on all threads.
//!
//! `cargo run -p glissando --example many`

use glissando::many::ManyScratch;
use glissando::many::ReportLists;
use glissando::many::step_many;
use glissando::{Config, DVec3, EventKind, Ground, Input, Mesh, MeshOptions, Scratch};
use glissando::{Settings, Soup, State, World, step};
use std::error::Error;

const WALKERS: u32 = 1000;
const TICK: f64 = 1.0 / 60.0;

fn main() -> Result<(), Box<dyn Error>> {
    // Rolling ground, 128 m square.
    let height = |k: u32| ((k % 65) as f32 * 0.31).sin() + ((k / 65) as f32 * 0.23).cos();
    let heights: Vec<f32> = (0..65 * 65).map(height).collect();
    let mut world = World::new();
    world.insert_mesh(Mesh::build(&Soup::heightfield(&heights, 65, 2.0), &MeshOptions::default())?.0);

    let config = Config::new(&Settings::default())?;
    let place = |k: u32| DVec3::new(4.0 + f64::from(k % 40) * 3.0, 4.0, 4.0 + f64::from(k / 40) * 3.0);
    let mut states: Vec<State> = (0..WALKERS).map(|k| State::at(place(k))).collect();
    let wish = |k: u32| DVec3::new(f64::from(k % 7) - 3.0, 0.0, f64::from(k % 5) - 2.0);
    let mut inputs: Vec<Input> = (0..WALKERS).map(|k| Input { wish: wish(k), ..Input::default() }).collect();
    inputs[3].wish.x = f64::NAN;

    // Walker 500 walks alone as well.
    let (mut alone, mut own) = (states[500], Scratch::new());
    // No contacts and no paths: less to copy.
    let mut scratch = ManyScratch::keeping(ReportLists::EVENTS);
    println!("time  standing  landings in this second");
    let mut landings = 0;
    for tick in 1..=120 {
        let report = step_many(&world, &[config], &mut states, &inputs, TICK, &mut scratch)?;
        let events = report.walkers().flatten().flat_map(|walker| walker.events);
        landings += events.filter(|event| matches!(event.kind, EventKind::Landed { .. })).count();
        if tick == 1 {
            for (index, error) in report.refused() {
                println!("walker {index} stays where it is: {error}");
            }
        }
        step(&world, &config, &mut alone, inputs[500], TICK, &mut own)?;
        if tick % 60 == 0 {
            let standing = states.iter().filter(|state| state.ground == Ground::Standing).count();
            println!("{:3} s  {standing:8}  {landings:8}", tick / 60);
            landings = 0;
        }
    }
    assert_eq!(alone, states[500]);
    println!("walker 500 has the same bits alone and with the others");
    Ok(())
}
