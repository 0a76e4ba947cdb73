//! What members remember of the world behind their planes changes no bit of their states and reports.

use glissando::character::BodyShape;
use glissando::crowd::{CrowdReport, CrowdScratch, Member, step, step_through};
use glissando::{Config, DVec3, Input, Settings, State, World};
use glissando_testkit::random::Random;
use glissando_testkit::scenes;

const COUNT: usize = 64;
const TICKS: usize = 150;
const DT: f64 = 1.0 / 60.0;

/// A small yard of blocks within walls, so that a dense crowd is at edges, corners and steps.
fn yard(random: &mut Random) -> World {
    let mut soup = scenes::fan_floor(6.0, 9, 5);
    soup.append(&scenes::open_box(6.0, 6.0));
    for _ in 0..25 {
        let low = DVec3::new(random.between(-5.0, 4.0), 0.0, random.between(-5.0, 4.0));
        let size = DVec3::new(random.between(0.1, 1.6), random.between(0.05, 1.0), random.between(0.1, 1.6));
        scenes::block(&mut soup, low, low + size);
    }
    scenes::world_of(&soup)
}

fn members(random: &mut Random) -> Vec<Member> {
    let member = |k: usize| {
        let body = match k % 8 {
            0 => BodyShape::Capsule,
            1 => BodyShape::Box,
            2 => BodyShape::Cylinder,
            _ => BodyShape::Ellipsoid,
        };
        let radius = random.between(0.25, 0.45);
        let (radii, crouch_radii) = (DVec3::new(radius, 0.9, radius), DVec3::new(radius, 0.5, radius));
        let config = Config::new(&Settings { body, radii, crouch_radii, ..Settings::default() }).unwrap();
        let at = DVec3::new((k % 8) as f64 * 1.2 - 4.2, 2.0, (k / 8) as f64 * 1.2 - 4.2);
        Member { mass: random.between(40.0, 120.0), ..Member::new(config, State::at(at)) }
    };
    (0..COUNT).map(member).collect()
}

/// How often what a test is about happened.
#[derive(Debug, Default)]
struct Seen {
    shoved: usize,
    met: usize,
    touched: usize,
}

impl Seen {
    fn add(&mut self, report: &CrowdReport<'_>) {
        for member in report.members() {
            self.shoved += usize::from(member.shoved != DVec3::ZERO);
            self.met += usize::from(!member.meetings.is_empty());
            self.touched += usize::from(member.contacts.len() > 1);
        }
    }
}

#[test]
fn a_crowd_with_new_memory_in_every_tick_or_none_has_the_same_states_and_reports() {
    let mut seen = Seen::default();
    for case in 0..6 {
        let mut random = Random::nth(1807, 0, case);
        let world = yard(&mut random);
        let mut kept = members(&mut random);
        let (mut fresh, mut bare) = (kept.clone(), kept.clone());
        let (mut memory, mut unused) = (CrowdScratch::new(), CrowdScratch::new());
        let mut inputs = vec![Input::default(); COUNT];
        for tick in 0..TICKS {
            for input in &mut inputs {
                if tick % 20 == 0 {
                    let speed = random.pick(&[0.0, 2.0, 5.0]);
                    input.wish = scenes::heading(random.between(0.0, 360.0)) * speed;
                }
                (input.jump, input.crouch) = (random.chance(0.02), random.chance(0.05));
            }
            let mut new = CrowdScratch::new();
            let report = step(&world, &mut kept, &inputs, DT, &mut memory).unwrap();
            let again = step(&world, &mut fresh, &inputs, DT, &mut new).unwrap();
            let without = step_through(&world, &mut bare, &inputs, DT, &mut unused).unwrap();
            assert!(report.members().eq(again.members()), "case {case}, tick {tick}");
            assert!(report.members().eq(without.members()), "case {case}, tick {tick}");
            seen.add(&report);
            for ((kept, fresh), bare) in kept.iter().zip(&fresh).zip(&bare) {
                assert_eq!(kept.state, fresh.state, "case {case}, tick {tick}");
                assert_eq!(kept.state, bare.state, "case {case}, tick {tick}");
            }
        }
    }
    println!("{seen:?}");
    assert!(seen.shoved > 2_000 && seen.met > 5_000 && seen.touched > 10_000, "{seen:?}");
}
