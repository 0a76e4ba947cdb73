//! `step_many` equals `step` for each character, to the bit: states and reports, on one thread or on several.

use glissando::many::ReportLists;
use glissando::many::{ManyReport, ManyScratch, step_many};
use glissando::{BodyId, Config, DVec3, Input, InputError, Scratch, Settings, State, World, step};
use glissando_testkit::levels::{RealLevel, shared_file};
use glissando_testkit::random::Random;
use glissando_testkit::scenes;
use glissando_testkit::soak::{PACES, Wanderer};

/// Threads that `step_many` runs on.
enum Way {
    Alone,
    #[cfg(feature = "parallel")]
    Pool(rayon::ThreadPool),
}

impl Way {
    /// One thread, and with the feature pools of 1, 2 and 8.
    fn all() -> Vec<Self> {
        let mut ways = vec![Self::Alone];
        #[cfg(feature = "parallel")]
        ways.extend([1, 2, 8].map(|threads| {
            Self::Pool(rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap())
        }));
        if ways.len() == 1 {
            eprintln!("SKIPPED: pools of 1, 2 and 8 threads, since the feature `parallel` is off");
        }
        ways.push(Self::Alone);
        ways
    }

    fn step<'s>(
        &self,
        world: &World,
        configs: &[Config],
        states: &mut [State],
        inputs: &[Input],
        dt: f64,
        scratch: &'s mut ManyScratch,
    ) -> Result<ManyReport<'s>, InputError> {
        match self {
            Self::Alone => step_many(world, configs, states, inputs, dt, scratch),
            #[cfg(feature = "parallel")]
            Self::Pool(pool) => pool
                .install(|| glissando::many::step_many_parallel(world, configs, states, inputs, dt, scratch)),
        }
    }
}

/// Every bit of a state.
fn bits(s: &State) -> Vec<u64> {
    let vectors = [s.position, s.velocity, s.safe_position, s.ground_normal.as_dvec3()];
    let walls = s.wall_normals.map(|n| n.as_dvec3());
    let vectors = vectors.into_iter().chain(walls).flat_map(|v| v.to_array().map(f64::to_bits));
    let flags = [s.is_crouching, s.is_jump_held, s.is_at_ceiling].map(u64::from);
    let surface = s
        .support
        .map_or([u64::MAX; 2], |on| [on.body().map_or(u64::MAX, BodyId::to_bits), u64::from(on.triangle)]);
    let timers = [s.ledge.to_bits(), s.coyote_left.to_bits().into(), s.buffer_left.to_bits().into()];
    vectors.chain(flags).chain(surface).chain(timers).chain([s.ground as u64]).collect()
}

/// Counts of a comparison.
#[derive(Debug, Default)]
struct Seen {
    ticks: usize,
    events: usize,
    contacts: usize,
    waypoints: usize,
}

/// Walks `count` walkers of all paces for `ticks` ticks on all kinds of threads and each alone, and compares
/// everything.
fn compare(world: &World, settings: Settings, starts: &[State], count: usize, ticks: usize) -> Seen {
    let pace = |k: usize| PACES[k % PACES.len()];
    let configs: Vec<Config> =
        (0..count).map(|k| Config::new(&pace(k).settings(settings)).unwrap()).collect();
    let mut wanderers: Vec<Wanderer> =
        (0..count).map(|k| Wanderer::new(Random::nth(17, 1, k as u64), pace(k))).collect();
    let mut alone: Vec<State> = (0..count).map(|k| starts[k % starts.len()]).collect();
    let mut ways: Vec<(Way, Vec<State>, ManyScratch)> =
        Way::all().into_iter().map(|way| (way, alone.clone(), ManyScratch::new())).collect();
    let (mut scratch, mut seen) = (Scratch::new(), Seen::default());
    for tick in 0..ticks {
        let dt = [1.0 / 60.0, 1.0 / 30.0, 1.0 / 144.0][tick / 100 % 3];
        let inputs: Vec<Input> = wanderers.iter_mut().map(|w| w.decide().0).collect();
        let reports: Vec<ManyReport> = ways
            .iter_mut()
            .map(|(way, states, scratch)| way.step(world, &configs, states, &inputs, dt, scratch).unwrap())
            .collect();
        for (k, state) in alone.iter_mut().enumerate() {
            let report = step(world, &configs[k], state, inputs[k], dt, &mut scratch);
            for many in &reports {
                assert_eq!(many.walker(k).unwrap(), report, "tick {tick}, walker {k}");
            }
            if let Ok(report) = report {
                seen.ticks += 1;
                seen.events += report.events.len();
                seen.contacts += report.contacts.len();
                seen.waypoints += report.path.len();
            }
        }
        for (_, states, _) in &ways {
            assert!(states.iter().map(bits).eq(alone.iter().map(bits)), "tick {tick}");
        }
    }
    seen
}

/// A yard of blocks within walls.
fn yard() -> World {
    let mut random = Random::new(11);
    let mut soup = scenes::fan_floor(14.0, 12, 7);
    soup.append(&scenes::open_box(14.0, 6.0));
    for _ in 0..80 {
        let low = DVec3::new(random.between(-13.0, 12.0), 0.0, random.between(-13.0, 12.0));
        let size = DVec3::new(random.between(0.1, 1.6), random.between(0.05, 1.4), random.between(0.1, 1.6));
        scenes::block(&mut soup, low, low + size);
    }
    scenes::world_of(&soup)
}

fn scattered(count: usize) -> Vec<State> {
    let mut random = Random::new(12);
    (0..count)
        .map(|_| State::at(DVec3::new(random.between(-12.0, 12.0), 3.0, random.between(-12.0, 12.0))))
        .collect()
}

#[test]
fn many_in_a_yard_equal_each_alone_to_the_bit() {
    let seen = compare(&yard(), Settings::default(), &scattered(101), 101, 900);
    println!("yard: {seen:?}");
    assert!(seen.events > 2_000 && seen.contacts > 45_000 && seen.waypoints > seen.ticks);
}

#[test]
fn capsules_in_a_yard_equal_each_alone_to_the_bit() {
    let settings = Settings { body: glissando::character::BodyShape::Capsule, ..Settings::default() };
    let seen = compare(&yard(), settings, &scattered(41), 41, 1_000);
    println!("yard of capsules: {seen:?}");
    assert!(seen.events > 500 && seen.contacts > 10_000 && seen.waypoints > seen.ticks);
}

/// Enough walkers for `step_many` to process them in another order than the slice's.
#[test]
fn hundreds_in_a_yard_equal_each_alone_to_the_bit() {
    let seen = compare(&yard(), Settings::default(), &scattered(700), 700, 100);
    println!("hundreds: {seen:?}");
    assert!(seen.events > 2_000 && seen.contacts > 40_000);
}

#[test]
#[ignore = "needs ../shared/levels"]
fn many_on_real_levels_equal_each_alone_to_the_bit() {
    for name in ["doom_e1m1.glb", "oa_dm2.glb", "recast_dungeon.glb", "re_vault.glb"] {
        let level = RealLevel::load(&shared_file(name)).unwrap();
        let starts = level.spawns(&Config::new(&level.settings()).unwrap());
        let seen = compare(&level.world, level.settings(), &starts, 40, 1_500);
        println!("{name}: {seen:?}");
        assert!(seen.events > 1_000 && seen.contacts > 10_000, "{seen:?}");
    }
}

#[test]
fn one_config_serves_all() {
    let (world, config) = (yard(), Config::new(&Settings::default()).unwrap());
    let inputs = vec![Input { wish: DVec3::new(2.0, 0.0, 1.0), ..Input::default() }; 70];
    for way in Way::all() {
        let (mut one, mut each, mut scratch) = (scattered(70), scattered(70), ManyScratch::new());
        for _ in 0..100 {
            way.step(&world, &[config], &mut one, &inputs, 0.016, &mut scratch).unwrap();
            way.step(&world, &[config; 70], &mut each, &inputs, 0.016, &mut scratch).unwrap();
        }
        assert_eq!(one, each);
        assert_ne!(one, scattered(70));
    }
}

#[test]
fn lists_that_are_not_kept_are_empty_and_the_rest_is_the_same() {
    let (world, config) = (yard(), Config::new(&Settings::default()).unwrap());
    let inputs = vec![Input { wish: DVec3::X * 4.0, jump: true, ..Input::default() }; 70];
    let keep = |bits: u32| ReportLists { events: bits & 1 > 0, contacts: bits & 2 > 0, path: bits & 4 > 0 };
    let mut scratches: Vec<ManyScratch> = (0..8).map(|bits| ManyScratch::keeping(keep(bits))).collect();
    let mut states = vec![scattered(70); 8];
    let (mut events, mut contacts) = (0, 0);
    for _ in 0..200 {
        let reports: Vec<ManyReport> = scratches
            .iter_mut()
            .zip(&mut states)
            .map(|(scratch, states)| step_many(&world, &[config], states, &inputs, 0.016, scratch).unwrap())
            .collect();
        for k in 0..70 {
            let all = reports[7].walker(k).unwrap().unwrap();
            (events, contacts) = (events + all.events.len(), contacts + all.contacts.len());
            for (bits, report) in (0..).zip(&reports) {
                let mut expected = all;
                let ReportLists { events, contacts, path } = keep(bits);
                expected.events = if events { all.events } else { &[] };
                expected.contacts = if contacts { all.contacts } else { &[] };
                expected.path = if path { all.path } else { &[] };
                assert_eq!(report.walker(k), Some(Ok(expected)));
            }
        }
    }
    assert_eq!([ReportLists::NONE, ReportLists::EVENTS, ReportLists::ALL], [0, 1, 7].map(keep));
    assert!(states.iter().all(|s| *s == states[7]) && events > 100 && contacts > 1000);
}

#[test]
fn an_empty_list_of_walkers_is_accepted() {
    let config = Config::new(&Settings::default()).unwrap();
    for (way, configs) in Way::all().iter().zip([&[][..], &[config]].into_iter().cycle()) {
        let mut scratch = ManyScratch::new();
        let report = way.step(&yard(), configs, &mut [], &[], 0.016, &mut scratch).unwrap();
        assert_eq!((report.walkers().count(), report.refused().len()), (0, 0));
        assert!(report.walker(0).is_none());
    }
}

#[test]
fn one_invalid_walker_stands_and_the_others_go_on() {
    let (world, config) = (yard(), Config::new(&Settings::default()).unwrap());
    for way in Way::all() {
        let (mut states, mut scratch) = (scattered(100), ManyScratch::new());
        let mut inputs = vec![Input { wish: DVec3::Z, ..Input::default() }; 100];
        inputs[3].wish.x = f64::NAN;
        states[50].velocity = DVec3::new(0.0, f64::INFINITY, 0.0);
        states[99].position = DVec3::X * 1e300;
        let before = states.clone();
        let report = way.step(&world, &[config], &mut states, &inputs, 0.016, &mut scratch).unwrap();
        let refusals: Vec<(usize, String)> =
            report.refused().iter().map(|(k, e)| (*k, e.to_string())).collect();
        let wish = "wish is (NaN, 0, 1): every component must be a finite number";
        let velocity = "state velocity is (0, inf, 0): every component must be a finite number";
        let position = "state position is 1e300: it must lie between -1e9 and 1e9";
        let expected = [(3, wish), (50, velocity), (99, position)].map(|(k, words)| (k, words.to_owned()));
        assert_eq!(refusals, expected);
        let mut one = Scratch::new();
        for (k, state) in before.iter().enumerate() {
            let mut alone = *state;
            let single = step(&world, &config, &mut alone, inputs[k], 0.016, &mut one);
            // The NaN in an error is not equal to itself.
            assert_eq!(format!("{:?}", report.walker(k).unwrap()), format!("{single:?}"));
            assert_eq!(bits(&states[k]), bits(&alone));
        }
        assert!(report.walker(100).is_none());
        // The next tick has no memory of it.
        (inputs[3].wish, states[50].velocity, states[99]) = (DVec3::ZERO, DVec3::ZERO, before[0]);
        let report = way.step(&world, &[config], &mut states, &inputs, 0.016, &mut scratch).unwrap();
        assert_eq!(report.refused().len(), 0);
        assert!(report.walkers().all(|walker| walker.is_ok()));
    }
}

#[test]
fn lists_of_other_lengths_are_refused_by_both_numbers() {
    let (world, config) = (yard(), Config::new(&Settings::default()).unwrap());
    let refusal = |configs: usize, inputs: usize, dt: f64, way: &Way| {
        let (mut states, mut scratch) = (scattered(5), ManyScratch::new());
        let (configs, inputs) = (vec![config; configs], vec![Input::default(); inputs]);
        let refused = way.step(&world, &configs, &mut states, &inputs, dt, &mut scratch).map(drop);
        assert_eq!(states, scattered(5));
        refused.unwrap_err().to_string()
    };
    for way in Way::all() {
        let refusals = [(1, 4, 0.1), (0, 5, 0.1), (6, 5, 0.1), (1, 5, 11.0), (5, 5, f64::NAN)]
            .map(|(configs, inputs, dt)| refusal(configs, inputs, dt, &way));
        let configs = "number of configs (one for all, or one for each state)";
        assert_eq!(refusals[0], "number of inputs (one for each state) is 4: it must be 5");
        assert_eq!(refusals[1], format!("{configs} is 0: it must be 5"));
        assert_eq!(refusals[2], format!("{configs} is 6: it must be 5"));
        assert_eq!(refusals[3], "dt is 11: it must lie between 0 and 10");
        assert_eq!(refusals[4], "dt is NaN: it must be a finite number");
    }
}
