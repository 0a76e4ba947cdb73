//! Effects of trigger events: each once, at its time, and none after a death.

use super::twin::mesh;
use glissando::TriggerId;
use glissando::path::Waypoint;
use glissando::trigger::effect::{Consequence, ConsequenceKind, Effect, Effects, Taken, consequences};
use glissando::trigger::{Trigger, TriggerBuffer, TriggerKind, TriggerMemory, Triggers};
use glissando::{DVec3, Filter, Shape, Soup};
use glissando_testkit::scenes;

/// Blocks along the x axis, each two metres long, with one effect each.
struct Course {
    set: Triggers,
    effects: Effects,
    ids: Vec<TriggerId>,
    taken: Taken,
}

fn course(effects: &[(f64, Effect)]) -> Course {
    let mut course =
        Course { set: Triggers::new(), effects: Effects::new(), ids: Vec::new(), taken: Taken::new() };
    for (x, effect) in effects {
        let mut soup = Soup::default();
        scenes::block(&mut soup, DVec3::new(x - 1.0, -1.0, -1.0), DVec3::new(x + 1.0, 1.0, 1.0));
        let id = course.set.insert(Trigger::new(mesh(&soup), TriggerKind::VolumeByCentre)).unwrap();
        course.effects.set(id, *effect).unwrap();
        course.ids.push(id);
    }
    course
}

impl Course {
    /// Moves along the x axis in one second.
    fn go(&mut self, memory: &mut TriggerMemory, from: f64, to: f64) -> Vec<Consequence> {
        let shape = Shape::sphere(0.5).unwrap();
        let path = [Waypoint::new(0.0, DVec3::X * from), Waypoint::new(1.0, DVec3::X * to)];
        let (mut buffer, mut found) = (TriggerBuffer::new(), Vec::new());
        let events = self.set.travel(&shape, &path, Filter::ALL, memory, &mut buffer).unwrap();
        consequences(&self.effects, events, memory, 1.0, &mut self.taken, &mut found).unwrap();
        found
    }
}

fn outcomes(found: &[Consequence]) -> Vec<(f64, ConsequenceKind)> {
    found.iter().map(|c| ((c.time * 1e9).round() / 1e9, c.kind)).collect()
}

#[test]
fn a_pick_up_is_taken_once_by_the_first_character() {
    let mut course = course(&[(5.0, Effect::PickUp)]);
    let (mut first, mut second) = (TriggerMemory::new(), TriggerMemory::new());
    assert_eq!(outcomes(&course.go(&mut first, 0.0, 10.0)), [(0.4, ConsequenceKind::PickedUp)]);
    assert_eq!(outcomes(&course.go(&mut second, 0.0, 10.0)), []);
    assert_eq!(outcomes(&course.go(&mut first, 10.0, 0.0)), []);
    assert!(course.taken.is_taken(course.ids[0]));
    course.taken.put_back(course.ids[0]);
    assert_eq!(outcomes(&course.go(&mut second, 10.0, 0.0)), [(0.4, ConsequenceKind::PickedUp)]);
}

#[test]
fn pads_checkpoints_and_doors_act_at_their_times() {
    let velocity = DVec3::Y * 12.0;
    let mut course = course(&[
        (1.0, Effect::Signal),
        (2.0, Effect::Checkpoint),
        (5.0, Effect::Open { target: 7 }),
        (8.0, Effect::Launch { velocity }),
    ]);
    let expected = [
        (0.0, ConsequenceKind::Signalled),
        (0.1, ConsequenceKind::Reached),
        (0.4, ConsequenceKind::Opened { target: 7 }),
        (0.6, ConsequenceKind::Released { target: 7 }),
        (0.7, ConsequenceKind::Launched { velocity }),
    ];
    assert_eq!(outcomes(&course.go(&mut TriggerMemory::new(), 0.0, 10.0)), expected);
}

#[test]
fn lava_hurts_for_the_exact_time_inside_at_any_tick_rate() {
    let hurt = Effect::Hurt { per_second: 30.0 };
    let total = |stops: &[f64]| {
        let (mut course, mut memory) = (course(&[(5.0, hurt)]), TriggerMemory::new());
        let mut damage = 0.0;
        for pair in stops.windows(2) {
            for c in course.go(&mut memory, pair[0], pair[1]) {
                let ConsequenceKind::Hurt { seconds, damage: done } = c.kind else { panic!("{c:?}") };
                // Seconds for one metre in this tick.
                let metre = 1.0 / (pair[1] - pair[0]);
                assert!((done - 30.0 * seconds).abs() < 1e-12);
                damage += seconds / metre;
            }
        }
        damage
    };
    for stops in [&[0.0, 10.0][..], &[0.0, 4.5, 10.0], &[0.0, 4.0, 6.0, 10.0], &[0.0, 4.2, 4.9, 5.3, 8.0]] {
        assert!((total(stops) - 2.0).abs() < 1e-9, "{stops:?}: {}", total(stops));
    }
}

#[test]
fn after_a_teleport_or_a_death_nothing_on_the_old_path_counts() {
    let to = DVec3::X * -50.0;
    for (last, outcome) in [
        (Effect::Teleport { to, velocity: None }, ConsequenceKind::Teleported { to, velocity: None }),
        (Effect::Teleport { to, velocity: Some(to) }, ConsequenceKind::Teleported { to, velocity: Some(to) }),
        (Effect::Kill, ConsequenceKind::Killed),
    ] {
        let hurt = Effect::Hurt { per_second: 10.0 };
        let mut course = course(&[(8.5, Effect::PickUp), (5.0, last), (4.5, hurt)]);
        let found = outcomes(&course.go(&mut TriggerMemory::new(), 0.0, 10.0));
        // In the lava from 3.5 m, dead at 4 m.
        assert_eq!(found.len(), 2, "{found:?}");
        let ConsequenceKind::Hurt { seconds, .. } = found[0].1 else { panic!("{found:?}") };
        assert!((seconds - 0.05).abs() < 1e-9);
        assert_eq!(found[1], (0.4, outcome));
        assert!(!course.taken.is_taken(course.ids[0]));
    }
}

#[test]
fn effects_with_invalid_numbers_are_refused() {
    let mut effects = Effects::new();
    let id = TriggerId::from_bits(1 << 32 | 3);
    for bad in [
        Effect::Launch { velocity: DVec3::splat(f64::NAN) },
        Effect::Teleport { to: DVec3::X * f64::INFINITY, velocity: None },
        Effect::Teleport { to: DVec3::X, velocity: Some(DVec3::X * f64::NAN) },
        Effect::Hurt { per_second: f64::NAN },
    ] {
        assert!(effects.set(id, bad).is_err());
    }
    assert_eq!(effects.get(id), None);
    effects.set(id, Effect::Kill).unwrap();
    effects.set(id, Effect::Checkpoint).unwrap();
    assert_eq!(effects.get(id), Some(Effect::Checkpoint));
    let mut found = Vec::new();
    let (memory, mut taken) = (TriggerMemory::new(), Taken::new());
    assert!(consequences(&effects, &[], &memory, f64::NAN, &mut taken, &mut found).is_err());
}

#[test]
fn damage_is_a_finite_number_or_refused() {
    let (limit, longest) = (glissando::tolerance::DAMAGE_LIMIT, glissando::tolerance::LONGEST_TIME);
    let mut course = course(&[(0.0, Effect::Hurt { per_second: limit })]);
    let id = course.ids[0];
    for per_second in [2.0 * limit, -2.0 * limit, f64::MAX, f64::INFINITY, f64::NAN] {
        let error = course.effects.set(id, Effect::Hurt { per_second }).unwrap_err();
        assert!(error.to_string().contains("damage per second"), "{error}");
    }
    let mut memory = TriggerMemory::new();
    course.go(&mut memory, 0.0, 0.0);
    let mut found = Vec::new();
    consequences(&course.effects, &[], &memory, longest, &mut course.taken, &mut found).unwrap();
    assert_eq!(found[0].kind, ConsequenceKind::Hurt { seconds: longest, damage: limit * longest });
    for dt in [2.0 * longest, f64::MAX] {
        let refused = consequences(&course.effects, &[], &memory, dt, &mut course.taken, &mut found);
        assert!(refused.unwrap_err().to_string().contains("dt is"));
    }
}

#[test]
fn of_many_pools_those_on_the_way_hurt() {
    // Two metres each, one metre apart.
    let pools: Vec<_> =
        (0..300).map(|i| (f64::from(i) * 3.0, Effect::Hurt { per_second: f64::from(i) })).collect();
    let mut course = course(&pools);
    let mut memory = TriggerMemory::new();
    course.go(&mut memory, 30.0, 30.0);
    let found = course.go(&mut memory, 30.0, 36.0);
    // From the middle of the tenth, which is in what is remembered alone, to the middle of the twelfth.
    let expected = [(10, 1.0 / 6.0), (11, 2.0 / 6.0), (12, 1.0 / 6.0)];
    assert_eq!(found.len(), expected.len(), "{found:?}");
    for (consequence, (pool, time)) in found.iter().zip(expected) {
        let ConsequenceKind::Hurt { seconds, damage } = consequence.kind else { panic!("{found:?}") };
        assert_eq!(consequence.trigger, course.ids[pool]);
        assert!((seconds - time).abs() < 1e-9 && (damage - pool as f64 * time).abs() < 1e-7, "{found:?}");
    }
}

#[test]
fn effects_that_are_read_are_found_in_any_order_and_checked() {
    let ids = [7_u64, 3, 9, 1].map(|slot| TriggerId::from_bits(1 << 32 | slot));
    let entry = |id: &TriggerId| format!("[{},{{\"type\":\"kill\"}}]", serde_json::to_string(id).unwrap());
    let list = ids.iter().map(entry).collect::<Vec<_>>().join(",");
    let read: Effects = serde_json::from_str(&format!("{{\"list\":[{list}]}}")).unwrap();
    assert!(ids.iter().all(|id| read.get(*id) == Some(Effect::Kill)));
    let bad = serde_json::to_string(&ids[0]).unwrap();
    let bad = format!("{{\"list\":[[{bad},{{\"type\":\"hurt\",\"per_second\":1e300}}]]}}");
    let error = serde_json::from_str::<Effects>(&bad).unwrap_err().to_string();
    assert!(error.contains("damage per second"), "{error}");
}
