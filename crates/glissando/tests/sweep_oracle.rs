//! `World::sweep` before two independent oracles: nothing missed, nothing false, every stop within its bound.

use glissando_testkit::sweep_check::{BATCH, Depth, check};

#[test]
fn a_million_sweeps_are_never_missed_never_false_and_stop_within_the_bound() {
    let count: u64 = std::env::var("N").ok().and_then(|n| n.parse().ok()).unwrap_or(1_000_000);
    let tally = check(1, 0..count.next_multiple_of(BATCH), Depth::Exact(1000));
    println!("{tally}");
    for finding in &tally.findings {
        println!("seed {} trial {}: {}", finding.seed, finding.number, finding.story);
    }
    assert!(tally.total().is_clean());
}
