//! The order of a tick's events: by time, and by character at one time.
//!
//! Events are large and a crowd has thousands in a tick. The standard library's stable sort allocates for so many, and moves each
//! some ten times; here small keys are sorted, and each event is moved once.

use super::report::StageEvent;
use alloc::vec::Vec;

/// Working memory.
#[derive(Clone, Debug, Default)]
pub(super) struct EventOrder {
    /// The order of an event's time, then of its character's slot above its place in the list.
    keys: Vec<(u64, u64)>,
    sorted: Vec<StageEvent>,
}

impl EventOrder {
    /// Sorts by (time, character); events of one character at one time keep their order.
    pub(super) fn sort(&mut self, events: &mut Vec<StageEvent>) {
        let Self { keys, sorted } = self;
        keys.clear();
        keys.extend(events.iter().zip(0_u64..).map(|(event, place)| {
            // The characters of a tick are all alive, so their slots tell them apart.
            (order_of(event.time), u64::from(event.character.index) << 32 | place)
        }));
        if keys.is_sorted() {
            return;
        }
        keys.sort_unstable();
        sorted.clear();
        sorted.extend(keys.iter().map(|(_, last)| events[*last as u32 as usize]));
        core::mem::swap(events, sorted);
    }
}

/// A number that is ordered as `f64::total_cmp` orders times.
fn order_of(time: f64) -> u64 {
    let bits = time.to_bits();
    if bits >> 63 == 0 { bits | 1 << 63 } else { !bits }
}

#[cfg(test)]
mod tests {
    use super::super::report::StageEventKind;
    use super::*;
    use crate::EventKind;
    use crate::handle::CharacterId;
    use crate::math::DVec3;
    use crate::random::Numbers;

    #[test]
    fn events_are_in_the_order_of_the_standard_librarys_stable_sort() {
        let mut numbers = Numbers::new();
        let mut next = |below: f64| (0.5 * (numbers.next() + 1.0) * below) as u32;
        let (mut order, mut moved) = (EventOrder::default(), 0);
        let times = [0.0, -0.0, 1e-3, 0.5, f64::MIN_POSITIVE, -1.0, f64::INFINITY, f64::NEG_INFINITY];
        for round in 0..400 {
            let count = next(if round % 40 == 0 { 3000.0 } else { 30.0 });
            let mut events: Vec<StageEvent> = (0..count)
                .map(|place| StageEvent {
                    time: times[next(8.0) as usize],
                    character: CharacterId::of_member(next(12.0)),
                    // What tells the events apart.
                    position: DVec3::X * f64::from(place),
                    velocity: DVec3::ZERO,
                    kind: StageEventKind::Own(EventKind::Stuck { depth: 0.0 }),
                })
                .collect();
            let mut expected = events.clone();
            expected.sort_by(|a, b| a.time.total_cmp(&b.time).then(a.character.cmp(&b.character)));
            moved += usize::from(expected != events);
            order.sort(&mut events);
            assert_eq!(events, expected);
        }
        assert!(moved > 300, "{moved}");
    }
}
