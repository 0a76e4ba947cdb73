//! A quick soak of all real levels: `soak_walks TICKS [NAME-PART]`.
use glissando_testkit::levels::{RealLevel, shared_files};
use glissando_testkit::soak::{Grid, Pace, Verdicts, WalkPlan, walk_level};

fn main() {
    let mut args = std::env::args().skip(1);
    let ticks: usize = args.next().and_then(|t| t.parse().ok()).unwrap_or(10_000);
    let part = args.next().unwrap_or_default();
    let seed: u64 = args.next().and_then(|t| t.parse().ok()).unwrap_or(1);
    let mut total = Verdicts::default();
    for file in shared_files() {
        if !file.to_string_lossy().contains(&part) {
            continue;
        }
        let level = RealLevel::load(&file).unwrap();
        let grid = Grid::new(&level.world, 1.0);
        for pace in [
            Pace::on_foot(5.0),
            Pace { speed: 30.0, is_instant: true, is_flying: false },
            Pace { speed: 100.0, is_instant: true, is_flying: false },
            Pace { speed: 20.0, is_instant: true, is_flying: true },
        ] {
            let start = std::time::Instant::now();
            let v = walk_level(&level, &grid, &WalkPlan { ticks, ticks_per_walk: 2000, seed, pace });
            println!(
                "{:16} {:5} m/s fly {:5}: {} ticks, inside {} passages {} nan {} stuck {} recovered {} back {} dropped {} still {} left {} err {} events {} {:.0} m least {:.2e} ({:.0} ns/tick with judge)",
                level.name,
                pace.speed,
                pace.is_flying,
                v.ticks,
                v.inside,
                v.passages,
                v.not_finite,
                v.reported_stuck,
                v.recovered,
                v.sent_back,
                v.dropped,
                v.stood_still,
                v.left_the_level,
                v.errors,
                v.events,
                v.distance,
                v.least,
                start.elapsed().as_nanos() as f64 / v.ticks as f64
            );
            for n in v.notes.iter().take(4) {
                println!("      {n}");
            }
            total.add(&v);
        }
    }
    println!("total {} ticks, clean {}", total.ticks, total.is_clean());
}
