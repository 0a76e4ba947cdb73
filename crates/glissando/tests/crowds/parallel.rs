//! A crowd on any number of threads gives the bits of one thread: states and reports.

#![cfg(feature = "parallel")]

use glissando::character::BodyShape;
use glissando::crowd::{CrowdScratch, Member, step, step_parallel};
use glissando::{Config, DVec3, Input, Settings, State, World};
use glissando_testkit::random::Random;
use glissando_testkit::scenes;

const TICKS: usize = 20;
const DT: f64 = 1.0 / 60.0;

/// Members of all bodies in a square, so near each other that many push and some overlap.
fn members(count: usize) -> Vec<Member> {
    let config = |k: usize| {
        let (body, radius) = match k % 9 {
            0 => (BodyShape::Capsule, 0.3),
            1 => (BodyShape::Box, 0.35),
            2 => (BodyShape::Cylinder, 0.4),
            size => (BodyShape::Ellipsoid, 0.3 + 0.02 * size as f64),
        };
        let (radii, crouch_radii) = (DVec3::new(radius, 0.9, radius), DVec3::new(radius, 0.5, radius));
        Config::new(&Settings { body, radii, crouch_radii, ..Settings::default() }).unwrap()
    };
    let side = (count as f64).sqrt().ceil() as usize;
    let at = |k: usize| DVec3::new((k % side) as f64 * 0.8 - 6.0, 1.0, (k / side) as f64 * 0.8 - 6.0);
    (0..count).map(|k| Member { mass: 60.0 + k as f64, ..Member::new(config(k), State::at(at(k))) }).collect()
}

/// Everything of every tick as text, and the number of members that another one pushed.
fn walk(threads: Option<usize>, world: &World, count: usize) -> (Vec<String>, usize) {
    let pool = threads.map(|threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap());
    let (mut members, mut scratch) = (members(count), CrowdScratch::new());
    let mut random = Random::new(5);
    let (mut inputs, mut told, mut pushed) = (vec![Input::default(); count], Vec::new(), 0);
    for tick in 0..TICKS {
        for input in &mut inputs {
            if tick % 30 == 0 {
                input.wish = scenes::heading(random.between(0.0, 360.0)) * random.between(0.0, 5.0);
            }
            (input.jump, input.crouch) = (random.chance(0.02), random.chance(0.1));
        }
        let report = match &pool {
            None => step(world, &mut members, &inputs, DT, &mut scratch).unwrap(),
            Some(pool) => {
                pool.install(|| step_parallel(world, &mut members, &inputs, DT, &mut scratch)).unwrap()
            }
        };
        pushed += report.members().filter(|member| member.shoved != DVec3::ZERO).count();
        let mut text = format!("{} ", report.is_settled);
        for member in report.members() {
            text += &format!("{member:?}");
        }
        for member in &members {
            text += &format!("{:?}", member.state);
        }
        told.push(text);
    }
    (told, pushed)
}

#[test]
fn a_crowd_on_any_number_of_threads_gives_the_same_states_and_reports() {
    let mut soup = scenes::open_box(9.0, 6.0);
    scenes::block(&mut soup, DVec3::new(-2.0, 0.0, -2.0), DVec3::new(1.0, 0.3, 1.0));
    let world = scenes::world_of(&soup);
    let (alone, pushed) = walk(None, &world, 230);
    assert!(pushed > 1_000, "{pushed}");
    for threads in [1, 2, 7] {
        let (told, _) = walk(Some(threads), &world, 230);
        for (tick, (told, alone)) in told.iter().zip(&alone).enumerate() {
            assert!(told == alone, "tick {tick} on {threads} threads differs");
        }
    }
}
