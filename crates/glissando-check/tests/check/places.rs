//! The ground map and single findings.

use crate::level::{Plant, checked, level, with_subject};
use glissando::{Config, DVec3, Settings, State, step};
use glissando_check::{Kind, Options, check};

#[test]
fn a_level_of_two_storeys_has_places_on_both_and_below_a_low_roof_crouched_ones() {
    use glissando_scenes::{block, quad, world_of};
    let mut soup = glissando::Soup::default();
    let at = DVec3::new;
    quad(&mut soup, [at(-5.0, 0.0, -5.0), at(-5.0, 0.0, 5.0), at(5.0, 0.0, 5.0), at(5.0, 0.0, -5.0)]);
    // A thin upper floor over one half, and a low roof over a quarter of the other.
    quad(&mut soup, [at(-5.0, 3.0, -5.0), at(-5.0, 3.0, 5.0), at(0.0, 3.0, 5.0), at(0.0, 3.0, -5.0)]);
    block(&mut soup, at(2.0, 1.2, -5.0), at(5.0, 1.5, 5.0));
    let world = world_of(&soup);
    let config = Config::new(&Settings::default()).unwrap();
    let spawns = [glissando_check::Point::at("a", at(0.5, 0.0, 0.0))];
    let subject = glissando_check::Subject {
        world: &world,
        two_sided: None,
        config: &config,
        speed: 5.0,
        spawns: &spawns,
        items: &[],
        acts: &[],
    };
    let checked = check(&subject, &Options::usual(&subject)).unwrap();
    let places = checked.graph.places();
    let near = |x: f64, y: f64| {
        places.iter().filter(|p| (p.position.x - x).abs() < 0.3 && (p.position.y - y).abs() < 0.1).count()
    };
    assert!(near(-2.0, 0.9) > 10 && near(-2.0, 3.9) > 10, "two storeys");
    assert!(near(3.5, 0.5) > 10 && near(3.5, 2.4) > 10, "under the roof and on it");
    assert!(places.iter().any(|p| p.is_crouched && p.position.x > 2.5));
    // The rim of an open floor: every side can be left.
    assert!(checked.findings.iter().any(|finding| finding.kind == Kind::FallsOut));
    let crouched = (0..).zip(places).filter(|(id, p)| p.is_crouched && checked.graph.is_reached(*id)).count();
    assert!(crouched > 50, "{crouched} crouched places are reached");
}

#[test]
fn the_clip_of_a_fall_falls() {
    let level = level(3, Some(Plant::MissingTriangle));
    let checked = checked(&level);
    let fall = checked.findings.iter().find(|finding| finding.kind == Kind::FallsOut).unwrap();
    let clip = fall.clip.as_ref().unwrap();
    let config = Config::new(&Settings::default()).unwrap();
    let mut state = State::at(clip.start);
    let mut scratch = glissando::Scratch::new();
    for input in clip.ticks() {
        step(&level.world, &config, &mut state, input, 1.0 / clip.hz, &mut scratch).unwrap();
    }
    assert!(state.position.y < f64::from(level.world.bounds().min.y), "{:?}", state.position);
}

#[test]
fn what_cannot_be_checked_is_refused_by_name() {
    let level = level(0, None);
    let config = Config::new(&Settings::default()).unwrap();
    with_subject(&level, &config, |subject| {
        let usual = Options::usual(subject);
        for (options, word) in [
            (Options { cell: 0.9, ..usual }, "the cell is 0.9"),
            (Options { hz: 1.0, ..usual }, "hz is 1"),
            (Options { least_area: f64::NAN, ..usual }, "the least area"),
        ] {
            let error = check(subject, &options).unwrap_err().to_string();
            assert!(error.contains(word), "{error}");
        }
    });
    let lying = Config::new(&Settings::default().with_up(DVec3::Z)).unwrap();
    let error = with_subject(&level, &lying, |subject| check(subject, &Options::usual(subject)).unwrap_err());
    assert!(error.to_string().contains("up is [0.0, 0.0, 1.0]"), "{error}");
}
