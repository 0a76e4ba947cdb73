//! The cost of a check against the size of a level: a generated town, a line of a table for each side length in metres.
//!
//! ```sh
//! cargo run --release -p glissando-check --example town -- 100 250 500
//! ```
//! Seconds are those of the processor, all threads together; on a loaded machine they say more than the clock. They and the memory
//! are read from `/proc`, so elsewhere they are 0. The memory is the most of the process so far: give rising lengths.

mod plan;

use glissando::{Config, MeshOptions, Settings, World};
use glissando_check::{Options, Point, Progress, Severity, Stage, Subject, check_with};
use std::collections::BTreeMap;
use std::sync::Mutex;

fn main() {
    let sides: Vec<String> = std::env::args().skip(1).collect();
    if sides.is_empty() {
        eprintln!("give the lengths of the town's side in metres, such as 100 250 500");
        std::process::exit(2);
    }
    println!(
        "| side, m | triangles | places | reached | moves | findings | ground, s | moves, s | findings, s | MB |"
    );
    println!("|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
    for text in &sides {
        match text.parse::<f64>() {
            Ok(side) if (50.0..=5000.0).contains(&side) => row(side),
            _ => {
                eprintln!("{text} is no length from 50 to 5000 metres");
                std::process::exit(2);
            }
        }
    }
}

/// The seconds at which each stage began.
#[derive(Default)]
struct Times(Mutex<Vec<f64>>);

impl Progress for Times {
    fn begin(&self, _: Stage, _: u64) {
        if let Ok(mut times) = self.0.lock() {
            times.push(processor_seconds());
        }
    }
}

/// Checks a town and prints its line.
fn row(side: f64) {
    let (soup, spawn) = plan::town(side);
    let (mesh, _) = glissando::Mesh::build(&soup, &MeshOptions::default()).expect("the town makes a mesh");
    let mut world = World::new();
    world.insert_mesh(mesh);
    let triangles = soup.triangles.len();
    drop(soup);
    let config = Config::new(&Settings::default()).expect("the usual character");
    let spawns = [Point::at("square", spawn)];
    let subject = Subject {
        world: &world,
        two_sided: None,
        config: &config,
        speed: 5.0,
        spawns: &spawns,
        items: &[],
        acts: &[],
        off_limits: &[],
    };
    let times = Times::default();
    let checked = check_with(&subject, &Options::usual(&subject), &times).expect("the town can be checked");
    let mut at = times.0.into_inner().expect("no thread has panicked");
    at.push(processor_seconds());
    let took: Vec<String> = at.windows(2).map(|pair| format!("{:.1}", pair[1] - pair[0])).collect();
    let summary = &checked.summary;
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for finding in checked.findings.iter().filter(|finding| finding.severity != Severity::Note) {
        *kinds.entry(finding.kind.name()).or_default() += 1;
    }
    let kinds: Vec<String> = kinds.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
    let counted = if kinds.is_empty() { "none".to_owned() } else { kinds.join(", ") };
    println!(
        "| {side} | {triangles} | {} | {:.0} % | {} | {counted} | {} | {:.0} |",
        summary.places,
        100.0 * summary.share,
        summary.moves,
        took.join(" | "),
        most_megabytes()
    );
}

/// Seconds of the processor so far, all threads together.
fn processor_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // After the name in brackets; user and system ticks of a hundredth of a second are the 12th and 13th field.
    let rest = text.rsplit(')').next().unwrap_or_default();
    let ticks = rest.split_whitespace().skip(11).take(2).filter_map(|field| field.parse::<f64>().ok());
    ticks.sum::<f64>() / 100.0
}

/// The most memory that the process has had.
fn most_megabytes() -> f64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok()).unwrap_or_default() / 1024.0
}
