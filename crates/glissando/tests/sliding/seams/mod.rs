//! Inner edges have no effect: a flat floor of any construction is flat, a ridge is round.

mod floors;
mod ridge;

use self::floors::{Build, Floor, HALF};
use glissando::slide::{Mover, SlideBuffer, slide};
use glissando::{DQuat, DVec3, Filter, Shape};
use glissando_testkit::random::Random;

/// Counts and largest deviations.
#[derive(Debug, Default)]
struct Tally {
    slides: usize,
    contacts: usize,
    /// Largest change of height, in smallest radii.
    ripple: f64,
    /// Largest difference from the wish along the floor, in wishes.
    drag: f64,
    /// Largest angle of a contact with the floor's normal, in radians.
    tilt: f64,
}

/// Slides `shape` once across the floor.
fn cross(floor: &Floor, shape: Shape, random: &mut Random, tally: &mut Tally) {
    let up = floor.axes.y_axis;
    let radius = shape.smallest_radius();
    let mover = Mover::with_usual_skin(shape, Filter::ALL).unwrap();
    let edge = HALF - 1.5;
    let (x, z) = (random.between(-edge, edge), random.between(-edge, edge));
    let mut at = floor.at(x, shape.extent_along(up) * random.between(1.011, 1.02), z);
    let (angle, speed) =
        (random.between(0.0, core::f64::consts::TAU), radius * random.pick(&[0.02, 0.1, 0.4]));
    let along = floor.axes * DVec3::new(speed * angle.cos(), 0.0, speed * angle.sin());
    let wish = along - up * (speed * random.pick(&[0.05, 0.3, 1.0]));
    let mut buffer = SlideBuffer::default();
    let mut rest: Option<f64> = None;
    for _ in 0..400 {
        let moved = slide(&floor.world, &mover, at, wish, &mut buffer, &mut ()).unwrap().position - at;
        at += moved;
        let here = floor.axes.transpose() * (at - floor.origin);
        if here.x.abs().max(here.z.abs()) > HALF - 1.5 {
            break;
        }
        tally.slides += 1;
        for contact in &buffer.contacts {
            tally.tilt = tally.tilt.max(contact.normal.cross(up).length());
            tally.contacts += 1;
        }
        if let Some(rest) = rest {
            tally.ripple = tally.ripple.max((here.y - rest).abs() / radius);
            tally.drag = tally.drag.max((moved - up * up.dot(moved) - along).length() / speed);
        } else if !buffer.contacts.is_empty() && up.dot(moved).abs() < 1e-9 * radius {
            rest = Some(here.y);
        }
    }
}

fn shapes(random: &mut Random) -> [Shape; 5] {
    let tall = DVec3::new(0.4, 0.9, 0.4);
    [
        Shape::sphere(0.5).unwrap(),
        Shape::upright_ellipsoid(tall).unwrap(),
        Shape::ellipsoid(tall, random.rotation()).unwrap(),
        Shape::capsule(0.4, 0.5, DQuat::IDENTITY).unwrap(),
        Shape::capsule(0.3, 0.8, random.rotation()).unwrap(),
    ]
}

#[test]
fn a_flat_floor_of_any_construction_is_flat() {
    let builds =
        [Build::Whole, Build::Quarters, Build::Sheared, Build::Junction, Build::Slivers, Build::Degenerate];
    let offsets =
        [DVec3::ZERO, DVec3::new(1e4, -7e3, 3e3), DVec3::new(-4e5, 1e6, 6e5), DVec3::new(4e6, -6e6, 1e7)];
    let mut slides = 0;
    for build in builds {
        for origin in offsets {
            let mut tally = Tally::default();
            for seed in 0..3 {
                let mut random = Random::nth(1, seed, 0);
                let floor = Floor::new(build, origin, &mut random);
                for shape in shapes(&mut random) {
                    for _ in 0..6 {
                        cross(&floor, shape, &mut random, &mut tally);
                    }
                }
            }
            println!("{build:?} at {origin:?}: {tally:?}");
            assert!(tally.ripple <= 1e-4 && tally.drag <= 1e-4 && tally.tilt <= 1e-3);
            assert!(tally.contacts * 100 > tally.slides * 99);
            slides += tally.slides;
        }
    }
    println!("{slides} slides over flat floors");
    assert!(slides >= 100_000);
}

#[test]
fn a_floor_never_holds_a_body_at_any_accepted_distance_from_the_origin() {
    let mut slides = 0;
    for far in [1e5, 1e6, 1e7, 1e8, 9.9e8] {
        for seed in 0..10 {
            let mut random = Random::nth(2, seed, 0);
            let floor =
                Floor::new(Build::Quarters, random.vector(0.1 * far) + DVec3::Z * (0.89 * far), &mut random);
            let up = floor.axes.y_axis;
            for shape in shapes(&mut random) {
                let mover = Mover::with_usual_skin(shape, Filter::ALL).unwrap();
                let along = floor.axes * DVec3::new(0.08, 0.0, 0.05);
                let mut at = floor.at(-8.0, shape.extent_along(up) * 1.02, -6.0);
                let mut buffer = SlideBuffer::default();
                for _ in 0..200 {
                    let end =
                        slide(&floor.world, &mover, at, along - up * 0.03, &mut buffer, &mut ()).unwrap();
                    let moved = end.position - at;
                    // A hundred units in the last place of the body's position.
                    let rounding = 1e-14 * far;
                    let off = (moved - up * up.dot(moved) - along).length();
                    assert!(off < 1e-5 + rounding, "{far} {seed}: {off:e} m off, {end:?}");
                    at = end.position;
                    slides += 1;
                }
            }
        }
    }
    println!("{slides} slides up to 990000 km away: none is held");
}
