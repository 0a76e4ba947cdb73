//! The ground map and single findings.

use crate::level::{Plant, checked, level, with_subject};
use glissando::{Config, DVec3, Settings, State, step};
use glissando_check::{Finished, Keep, Kind, MovesOf, Options, Sampling, check, check_resumed};

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
        off_limits: &[],
    };
    let checked = check(&subject, &Options::usual(&subject)).unwrap();
    let places: Vec<_> = checked.graph.places().collect();
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
fn the_clip_of_a_crouched_fall_starts_upright_and_falls() {
    use glissando_scenes::{block, quad, world_of};
    let mut soup = glissando::Soup::default();
    let at = DVec3::new;
    quad(&mut soup, [at(0.0, 0.0, 0.0), at(0.0, 0.0, 4.0), at(6.0, 0.0, 4.0), at(6.0, 0.0, 0.0)]);
    for (low, high) in [
        (at(-0.3, 0.0, -0.3), at(0.0, 4.0, 4.3)),
        (at(-0.3, 0.0, -0.3), at(6.0, 4.0, 0.0)),
        (at(-0.3, 0.0, 4.0), at(6.0, 4.0, 4.3)),
        // Too low to stand below, and too high to jump on.
        (at(3.0, 1.2, 0.0), at(7.0, 4.0, 4.0)),
    ] {
        block(&mut soup, low, high);
    }
    let (world, config) = (world_of(&soup), Config::new(&Settings::default()).unwrap());
    let spawns = [glissando_check::Point::at("a", at(1.5, 0.0, 2.0))];
    let subject = glissando_check::Subject {
        world: &world,
        two_sided: None,
        config: &config,
        speed: 5.0,
        spawns: &spawns,
        items: &[],
        acts: &[],
        off_limits: &[],
    };
    let checked = check(&subject, &Options::usual(&subject)).unwrap();
    let fall = checked.findings.iter().find(|finding| finding.kind == Kind::FallsOut).unwrap();
    let clip = fall.clip.as_ref().unwrap();
    assert!(fall.at.x > 5.0 && clip.start.x < 3.5 && clip.start.y > 0.8, "{fall:?}");
    let mut state = State::at(clip.start);
    let mut scratch = glissando::Scratch::new();
    for input in clip.ticks() {
        step(&world, &config, &mut state, input, 1.0 / clip.hz, &mut scratch).unwrap();
    }
    assert!(state.position.y < f64::from(world.bounds().min.y), "{:?}", state.position);
}

/// What is kept of a check: lines of JSON, as a file would have them.
#[derive(Default)]
pub(crate) struct Kept(pub(crate) std::sync::Mutex<(Option<Sampling>, Vec<String>)>);

impl Keep for Kept {
    fn begin(&self, sampling: &Sampling) {
        self.0.lock().unwrap().0 = Some(*sampling);
    }

    fn keep(&self, moves: MovesOf<'_>) {
        self.0.lock().unwrap().1.push(serde_json::to_string(&moves).unwrap());
    }
}

#[test]
fn a_check_that_goes_on_from_kept_moves_makes_the_others_alone_and_finds_the_same() {
    let level = level(5, Some(Plant::DeepPit));
    let config = Config::new(&Settings::default()).unwrap();
    with_subject(&level, &config, |subject| {
        let options = Options { cell: 0.5, ..Options::usual(subject) };
        let text = |checked: &glissando_check::Checked| {
            serde_json::to_string(&(&checked.findings, &checked.summary)).unwrap()
        };
        let all = Kept::default();
        let whole = check_resumed(subject, &options, &Finished::default(), &all, &()).unwrap();
        assert_eq!(text(&whole), text(&check(subject, &options).unwrap()));
        let (sampling, lines) = all.0.into_inner().unwrap();
        let mut finished = Finished::of(sampling.unwrap());
        for line in &lines[..lines.len() / 2] {
            finished.read(&mut serde_json::Deserializer::from_str(line)).unwrap();
        }
        assert_eq!(finished.count(), lines.len() / 2);
        let rest = Kept::default();
        let resumed = check_resumed(subject, &options, &finished, &rest, &()).unwrap();
        assert_eq!(text(&resumed), text(&whole));
        assert_eq!(rest.0.into_inner().unwrap().1, lines[lines.len() / 2..]);
        let other = Options { hz: 30.0, ..options };
        let error = check_resumed(subject, &other, &finished, &(), &()).unwrap_err().to_string();
        assert!(error.contains("another level"), "{error}");
    });
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
