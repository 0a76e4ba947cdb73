//! Ten thousand ticks have one hash on every machine: the page's test finds the same in a browser.

use glissando_play::scenes::Entry;
use glissando_play::session::Session;
use glissando_play::walk::Wishes;
use glissando_testkit::run_trace::RunTrace;

/// The positions on the way, compared first: they say where a run parts.
const TRACE: &str = include_str!("../../../../web/test/tour.trace.txt");

/// What `glissando walk --scene tour --wander --seed 7 --seconds 166.66666666666666` prints, and the page too.
const HASH: &str = include_str!("../../../../web/test/tour.hash");

#[test]
fn ten_thousand_ticks_of_the_tour_end_with_the_print_that_browsers_have() {
    let wishes = Wishes { seed: 7, wanders: true, ..Wishes::default() };
    let mut session = Session::new(Entry::named("tour").unwrap().setup(&wishes).unwrap()).unwrap();
    session.set_autopilot(true);
    let mut trace = RunTrace::every(250);
    for tick in 1..=10_000 {
        session.step().unwrap();
        trace.add(tick, 0, session.position().to_array());
    }
    trace.check("tour", TRACE);
    assert_eq!(session.state_hash(), HASH.trim());
}
