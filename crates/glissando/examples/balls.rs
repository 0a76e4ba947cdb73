//! Newton's cradle, a break shot and a ball that comes to rest: impacts in order of their exact times.
//!
//! Learned here: [`balls::step`] moves a slice of plain [`Ball`]s, reports every impact with its time and impulse, and
//! [`Conserved`] measures what impacts must keep.
//!
//! `cargo run -p glissando --example balls`

use glissando::balls::{self, Ball, Conserved, Order, Other, Scratch, Settings};
use glissando::{DVec3, Mesh, MeshOptions, Soup, Vec3, World};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    cradle()?;
    break_shot()?;
    bounces()
}

/// Five balls in a row, hit by a sixth: the last one leaves with the speed of the first.
fn cradle() -> Result<(), Box<dyn Error>> {
    let settings = Settings { order: Order::Sequential, ..Settings::default() };
    let mut row: Vec<Ball> = (0..6).map(|k| Ball::at(DVec3::X * f64::from(k), 0.5)).collect();
    row[0].position.x = -2.0;
    row[0].velocity = DVec3::X * 4.0;
    let mut scratch = Scratch::new();
    let report = balls::step(&World::new(), &settings, &mut row, 1.0, &mut scratch)?;
    println!("cradle: {} impacts, the first after {} s", report.impacts.len(), report.impacts[0].time);
    let speeds: Vec<f64> = row.iter().map(|ball| ball.velocity.x).collect();
    println!("        speeds afterwards: {speeds:?}");
    Ok(())
}

/// Fifteen balls in a triangle that touch, and a cue ball: all impacts of one moment are solved together.
fn break_shot() -> Result<(), Box<dyn Error>> {
    let radius = 0.028;
    let mut balls = vec![Ball::at(DVec3::X * -0.5, radius)];
    balls[0].velocity = DVec3::X * 6.0;
    for row in 0..5 {
        for place in 0..=row {
            let (x, z) = (f64::from(row) * 3_f64.sqrt() * radius, f64::from(2 * place - row) * radius);
            balls.push(Ball::at(DVec3::new(x, 0.0, z), radius));
        }
    }
    let before = Conserved::of(&balls, DVec3::ZERO);
    let mut scratch = Scratch::new();
    let report = balls::step(&World::new(), &Settings::default(), &mut balls, 0.25, &mut scratch)?;
    println!("break:  {} impacts, all solved: {}", report.impacts.len(), report.is_complete());
    let after = Conserved::of(&balls, DVec3::ZERO);
    println!("        energy {:.9} J before, {:.9} J after", before.energy(), after.energy());
    Ok(())
}

/// A ball that is dropped on a floor and loses a third of its speed with each bounce.
fn bounces() -> Result<(), Box<dyn Error>> {
    let floor = Soup::plane(Vec3::new(0.0, 0.0, 0.0), 5.0, 5.0, 1);
    let mut world = World::new();
    world.insert_mesh(Mesh::build(&floor, &MeshOptions::default())?.0);
    let settings = Settings { gravity: DVec3::Y * -9.81, ..Settings::default() };
    let mut balls = [Ball { restitution: 0.66, ..Ball::at(DVec3::Y * 2.0, 0.1) }];
    let (mut scratch, tick) = (Scratch::new(), 1.0 / 60.0);
    for k in 0..300 {
        let report = balls::step(&world, &settings, &mut balls, tick, &mut scratch)?;
        for impact in report.impacts.iter().filter(|impact| impact.approach > 0.5) {
            let Other::Surface(surface) = impact.other else { continue };
            let time = f64::from(k) * tick + impact.time;
            println!(
                "bounce: at {time:.3} s with {:.2} m/s on triangle {}",
                impact.approach, surface.triangle
            );
        }
    }
    println!("        at rest: {}", balls[0].velocity == DVec3::ZERO);
    Ok(())
}
