//! Every mover of every real level, called again and again, with people on it, beside it and under it.
//!
//! The judge does not ask the stage: after every tick it looks for contacts in the whole world at the end pose. A
//! character that overlaps a body must have been reported as crushed.

use crate::scene::Scene;
use glissando::DVec3;
use glissando::stage::Outcome;
use glissando_level::Start;
use glissando_mechanisms::IncidentKind;
use glissando_testkit::levels::shared_folder;
use std::fs;
use std::path::{Path, PathBuf};

/// With this environment variable set the soak takes its long form, which is for optimised builds: minutes there.
const LONG: &str = "GLISSANDO_LONG";
/// Seconds that each mover is called again and again, and the step from one mover to the next.
const SHORT_FORM: (f64, usize) = (8.0, 5);
const LONG_FORM: (f64, usize) = (60.0, 1);

/// Radii of rounding beyond which a character is inside a body.
const ROUNDING: f64 = 1e-6;

/// What became of the ticks of one level.
#[derive(Clone, Debug, Default)]
struct Table {
    movers: usize,
    ticks: u64,
    outcomes: [u64; 5],
    silent: u64,
    deepest: f64,
    recovered: u64,
    arrivals: u64,
    gave_way: u64,
}

impl Table {
    fn row(&self, name: &str) -> String {
        let [crushed, blocked, pushed, carried, alone] = self.outcomes;
        let Self { movers, ticks, silent, deepest, recovered, arrivals, gave_way, .. } = self;
        format!(
            "{name:<14} {movers:>3} movers {ticks:>8} ticks: {alone:>7} alone {carried:>6} carried {pushed:>5} pushed \
             {blocked:>5} blocked {crushed:>6} crushed; {arrivals:>4} arrivals, {gave_way:>4} gave way, \
             {recovered:>5} recovered, {silent} silent overlaps (deepest {deepest:.2e} m)"
        )
    }
}

fn slot(outcome: Outcome) -> usize {
    match outcome {
        Outcome::Crushed => 0,
        Outcome::Blocked => 1,
        Outcome::Pushed => 2,
        Outcome::Carried => 3,
        Outcome::Unaffected => 4,
    }
}

/// Feet for people around a box: on its top, at its sides and corners, under it.
fn places(low: DVec3, high: DVec3, height: f64) -> Vec<DVec3> {
    let middle = (low + high) * 0.5;
    let half = (high - low) * 0.5;
    let mut places = vec![DVec3 { y: high.y, ..middle }, DVec3 { y: low.y - height - 0.1, ..middle }];
    for (x, z) in [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0), (0.8, 0.8), (-0.8, 0.8)] {
        let side = DVec3::new(x, 0.0, z);
        let off = DVec3::new(side.x * (half.x + 0.6), 0.0, side.z * (half.z + 0.6));
        places.push(DVec3 { y: low.y + 0.05, ..middle + off });
        places
            .push(DVec3 { y: high.y + 0.05, ..middle + DVec3::new(0.8 * x * half.x, 0.0, 0.8 * z * half.z) });
    }
    places
}

/// One mover for a minute.
fn torment(plain: &Scene, mover: usize, seconds: f64, name: &str, table: &mut Table) {
    let mut scene = Scene::real_again(plain);
    let height = 2.0 * scene.config().shape(false).extent_along(DVec3::Y);
    let (low, high) = scene.box_of(mover);
    for feet in places(low, high, height) {
        scene.enter(feet);
    }
    // A character that would begin inside a body proves nothing.
    let clear: Vec<bool> = (0..scene.state.characters.len()).map(|who| scene.depth(who) <= 0.0).collect();
    let mut keep = clear.iter();
    scene.state.characters.retain(|_, _| *keep.next().unwrap());
    scene.resize();
    let people = scene.state.characters.len();
    let least = scene.config().shape(false).smallest_radius();
    table.movers += 1;
    for tick in 0..(seconds * 60.0) as u64 {
        // As soon as it is at rest again, and sometimes on its way; it does not wait long at its far end.
        let now = scene.state.movers[mover];
        let Scene { machinery, state, .. } = &mut scene;
        if now.rate == 0.0 && now.clock > 0.0 && tick.is_multiple_of(30) {
            state.movers[mover].close();
        } else if (now.rate == 0.0 && now.clock == 0.0) || tick % 331 == 330 {
            machinery.start(mover, state);
        }
        for who in 0..people {
            // Each to the mover and away again, in a rhythm of its own; some stand.
            let (low, high) = scene.box_of(mover);
            let beat = (tick / 60 + who as u64) % 4;
            let way = (low + high) * 0.5 - scene.feet(who);
            let way = DVec3 { y: 0.0, ..way }.try_normalize().unwrap_or(DVec3::ZERO);
            scene.wish(who, way * [3.0, 0.0, -3.0, 1.0][beat as usize]);
            scene.press(who, (tick / 20 + who as u64).is_multiple_of(13));
        }
        let told = scene.tick();
        for incident in &told.incidents {
            table.arrivals += u64::from(incident.kind == IncidentKind::Arrived { mover });
            table.gave_way += u64::from(incident.kind == IncidentKind::GaveWay { mover });
        }
        for who in 0..people {
            table.ticks += 1;
            table.outcomes[slot(told.outcomes[who])] += 1;
            table.recovered += u64::from(told.troubled[who]);
            let body = scene.body(who);
            assert!(body.position.is_finite() && body.velocity.is_finite(), "{name} {mover} {tick} {who}");
            let is_told = told.outcomes[who] == Outcome::Crushed || told.troubled[who];
            let depth = scene.depth(who);
            if depth > ROUNDING * least && !is_told {
                if table.silent < 5 {
                    let at = scene.body(who).position;
                    println!("SILENT {name}, mover {mover}, tick {tick}, {who} at {at:?}: {depth:e} m deep");
                }
                table.silent += 1;
                table.deepest = table.deepest.max(depth);
            }
        }
    }
}

/// The levels that have movers.
fn levels() -> Vec<(PathBuf, String)> {
    let folder = shared_folder();
    let mut names: Vec<String> = fs::read_dir(&folder)
        .unwrap()
        .filter_map(|e| e.unwrap().file_name().to_str()?.strip_suffix(".movers.glb").map(Into::into))
        .collect();
    names.sort();
    names.into_iter().map(|name| (folder.clone(), name)).collect()
}

/// The level with its movers alone: they go when the test starts them, and no character dies.
fn stripped(folder: &Path, name: &str) -> Scene {
    Scene::real_with(folder, name, |mechanisms| {
        mechanisms.triggers.clear();
        mechanisms.liquids.clear();
        for mover in &mut mechanisms.movers {
            mover.damage = 0.0;
            if matches!(mover.start, Start::Zone { .. }) {
                mover.start = Start::Target;
            }
        }
    })
}

#[test]
#[ignore = "needs ../shared/levels"]
fn nobody_is_ever_silently_inside_of_a_mover_of_a_real_level() {
    let (seconds, every) = if std::env::var_os(LONG).is_some() { LONG_FORM } else { SHORT_FORM };
    let mut silent = 0;
    for (folder, name) in levels() {
        let plain = stripped(&folder, &name);
        let mut table = Table::default();
        for mover in (0..plain.machinery.movers().len()).step_by(every) {
            torment(&plain, mover, seconds, &name, &mut table);
        }
        println!("{}", table.row(&name));
        silent += table.silent;
    }
    assert_eq!(silent, 0, "a character was inside a body, unreported");
}

#[test]
#[ignore = "needs ../shared/levels"]
fn the_fan_pushes_or_crushes_and_nobody_is_in_it_unreported() {
    let plain = stripped(&shared_folder(), "oa_fan");
    let is_fan = |mover: &usize| plain.machinery.mover_class(*mover) == "func_rotating";
    let fan = (0..plain.machinery.movers().len()).find(is_fan).unwrap();
    let mut table = Table::default();
    torment(&plain, fan, 20.0, "the fan", &mut table);
    println!("{}", table.row("the fan"));
    assert_eq!(table.silent, 0);
    assert!(table.outcomes[..4].iter().sum::<u64>() > 100, "it meets characters: {table:?}");
}
