//! Rules for a start inside, a graze, a teleport, and presence by the body or by the centre.

use super::soups::{any_path, any_shape, any_trigger};
use super::twin::{FIRST, mesh};
use TriggerEventKind::{Crossed, Entered, Left};
use glissando::TriggerId;
use glissando::path::Waypoint;
use glissando::trigger::{
    Trigger, TriggerBuffer, TriggerEvent, TriggerEventKind, TriggerKind, TriggerMemory, Triggers,
};
use glissando::{DAffine3, DVec3, Filter, Shape, Soup};
use glissando_testkit::random::Random;
use glissando_testkit::scenes;

fn cube(kind: TriggerKind) -> Triggers {
    let mut soup = Soup::default();
    scenes::block(&mut soup, DVec3::splat(-2.0), DVec3::splat(2.0));
    let mut set = Triggers::new();
    set.insert(Trigger::new(mesh(&soup), kind)).unwrap();
    set
}

/// A character with its memory.
struct Body {
    shape: Shape,
    at: DVec3,
    memory: TriggerMemory,
}

impl Body {
    fn at(x: f64) -> Self {
        let shape = Shape::sphere(0.5).unwrap();
        Self { shape, at: DVec3::X * x, memory: TriggerMemory::new() }
    }

    fn go(&mut self, set: &Triggers, to: DVec3) -> Vec<(f64, TriggerEventKind)> {
        let path = [Waypoint::new(0.0, self.at), Waypoint::new(1.0, to)];
        self.at = to;
        let mut buffer = TriggerBuffer::new();
        let events = set.travel(&self.shape, &path, Filter::ALL, &mut self.memory, &mut buffer).unwrap();
        events.iter().map(|e| (e.time, e.kind)).collect()
    }

    fn put(&mut self, set: &Triggers, to: DVec3) -> Vec<(f64, TriggerEventKind)> {
        self.at = to;
        let mut buffer = TriggerBuffer::new();
        let events = set.teleport(&self.shape, to, Filter::ALL, &mut self.memory, &mut buffer).unwrap();
        events.iter().map(|e| (e.time, e.kind)).collect()
    }
}

#[test]
fn a_volume_by_the_body_begins_a_radius_before_one_by_the_centre_and_a_surface_is_hollow() {
    let way = DVec3::X * 10.0;
    let times = |kind| {
        let mut body = Body::at(-10.0);
        let events = body.go(&cube(kind), way);
        events.into_iter().map(|(t, k)| ((t * 20.0 - 10.0) as f32, k)).collect::<Vec<_>>()
    };
    assert_eq!(times(TriggerKind::VolumeByBody), [(-2.5, Entered), (2.5, Left)]);
    assert_eq!(times(TriggerKind::VolumeByCentre), [(-2.0, Entered), (2.0, Left)]);
    let (inward, outward) = (Crossed { from_front: true }, Crossed { from_front: false });
    let first = [(-2.5, Entered), (-2.0, inward), (-1.5, Left)];
    let second = [(1.5, Entered), (2.0, outward), (2.5, Left)];
    assert_eq!(times(TriggerKind::Surface), [first, second].concat());
}

#[test]
fn a_body_that_starts_inside_enters_at_time_zero_once() {
    for kind in [TriggerKind::VolumeByBody, TriggerKind::VolumeByCentre] {
        let set = cube(kind);
        let mut body = Body::at(0.3);
        assert_eq!(body.go(&set, DVec3::X * 0.4), [(0.0, Entered)]);
        assert_eq!(body.go(&set, DVec3::X * 0.5), []);
        assert_eq!(body.go(&set, DVec3::X * 0.5), []);
        assert_eq!(body.go(&set, DVec3::X * 20.0).len(), 1);
    }
    assert_eq!(Body::at(0.3).go(&cube(TriggerKind::Surface), DVec3::X * 0.4), []);
}

#[test]
fn grazing_the_surface_for_an_hour_reports_at_most_one_entry() {
    // Along a face at exactly the radius, a rounding nearer and a rounding farther, back and forth.
    for kind in [TriggerKind::Surface, TriggerKind::VolumeByBody] {
        for (above, rounding) in [(0.0, 4e-16), (0.0, 2e-10), (-1e-15, 1e-15), (5e-10, 2e-10), (2e-9, 1e-9)] {
            let set = cube(kind);
            let (mut body, mut random, mut changes) = (Body::at(0.0), Random::new(7), Vec::new());
            body.at = DVec3::Y * (2.5 + above);
            for _ in 0..2_000 {
                let height = 2.5 + above + random.between(-rounding, rounding);
                let to = DVec3::new(random.between(-1.9, 1.9), height, random.between(-1.9, 1.9));
                changes.extend(body.go(&set, to));
            }
            let touches = above - rounding < 0.0;
            assert_eq!(changes.len(), usize::from(touches), "{kind:?} at {above}: {changes:?}");
        }
    }
}

#[test]
fn a_centre_that_rests_on_the_surface_keeps_its_presence() {
    let set = cube(TriggerKind::VolumeByCentre);
    for (start, is_in) in [(5.0, false), (0.0, true)] {
        let mut body = Body::at(start);
        body.go(&set, body.at);
        let mut random = Random::new(9);
        for _ in 0..2_000 {
            let to = DVec3::new(2.0 + random.between(-1.0, 1.0) * 4e-16, random.between(-1.0, 1.0), 0.0);
            assert_eq!(body.go(&set, to), []);
        }
        assert_eq!(body.memory.is_in(FIRST), is_in);
        assert_eq!(body.go(&set, DVec3::X * 1.9).len(), usize::from(!is_in));
    }
}

#[test]
fn a_teleport_counts_by_its_end() {
    let set = cube(TriggerKind::VolumeByBody);
    let mut body = Body::at(-10.0);
    assert_eq!(body.put(&set, DVec3::X * 10.0), []);
    assert_eq!(body.put(&set, DVec3::X * 1.0), [(0.0, Entered)]);
    assert_eq!(body.put(&set, DVec3::X * -1.0), []);
    assert_eq!(body.go(&set, DVec3::X * -1.5), []);
    assert_eq!(body.put(&set, DVec3::X * 90.0), [(0.0, Left)]);
    let pane = cube(TriggerKind::Surface);
    assert_eq!(Body::at(-10.0).put(&pane, DVec3::X * 2.2), [(0.0, Entered)]);
}

#[test]
fn a_moved_or_removed_trigger_is_reported_at_the_start_of_the_next_path() {
    let mut set = cube(TriggerKind::VolumeByBody);
    let mut body = Body::at(0.0);
    body.go(&set, DVec3::ZERO);
    set.set_pose(FIRST, DAffine3::from_translation(DVec3::X * 50.0)).unwrap();
    assert_eq!(body.go(&set, DVec3::X), [(0.0, Left)]);
    set.set_pose(FIRST, DAffine3::IDENTITY).unwrap();
    assert_eq!(body.go(&set, DVec3::X), [(0.0, Entered)]);
    set.remove(FIRST).unwrap();
    assert_eq!(body.go(&set, DVec3::X), [(0.0, Left)]);
    assert_eq!(body.go(&set, DVec3::X), []);
}

#[test]
fn a_memory_that_is_set_decides_what_the_next_path_reports() {
    let set = cube(TriggerKind::VolumeByBody);
    let mut body = Body::at(0.0);
    body.memory.set(FIRST, true);
    assert_eq!(body.go(&set, DVec3::X), [], "no entry");
    body.memory.set(FIRST, false);
    assert_eq!(body.go(&set, DVec3::X * -10.0).len(), 2, "an entry at the start, and the way out");
    body.memory.set(FIRST, true);
    body.memory.set(FIRST, true);
    assert_eq!(body.memory.inside(), [FIRST]);
    assert_eq!(body.go(&set, DVec3::X * -11.0), [(0.0, Left)]);
}

#[test]
fn layers_select_the_triggers_that_report() {
    let mut soup = Soup::default();
    scenes::block(&mut soup, DVec3::splat(-2.0), DVec3::splat(2.0));
    let mut set = Triggers::new();
    let id = set.insert(Trigger::new(mesh(&soup), TriggerKind::VolumeByBody).on_layers(4)).unwrap();
    let (mut memory, mut buffer) = (TriggerMemory::new(), TriggerBuffer::new());
    let shape = Shape::sphere(0.5).unwrap();
    let mut ask = |mask| {
        let events = set.teleport(&shape, DVec3::ZERO, Filter { mask }, &mut memory, &mut buffer).unwrap();
        events.iter().map(|e| (e.trigger, e.kind)).collect::<Vec<_>>()
    };
    assert_eq!(ask(3), []);
    assert_eq!(ask(6), [(id, Entered)]);
    assert_eq!(ask(3), [(id, Left)]);
}

#[test]
fn a_leg_that_takes_no_time_is_reported_in_the_order_of_the_path() {
    // Two panes across the path of a step: the farther has the lower handle.
    let mut set = Triggers::new();
    let pane = |x: f64| {
        let mut soup = Soup::default();
        let at = |y: f64, z: f64| DVec3::new(x, y, z);
        scenes::quad(&mut soup, [at(-1.0, -1.0), at(1.0, -1.0), at(1.0, 1.0), at(-1.0, 1.0)]);
        Trigger::new(mesh(&soup), TriggerKind::Surface)
    };
    let ids = [2.0, 1.0].map(|x| set.insert(pane(x)).unwrap());
    let shape = Shape::sphere(0.1).unwrap();
    let path = [(0.0, 0.0), (0.5, 0.0), (0.5, 3.0), (1.0, 3.0)].map(|(t, x)| Waypoint::new(t, DVec3::X * x));
    let (mut memory, mut buffer) = (TriggerMemory::new(), TriggerBuffer::new());
    let events = set.travel(&shape, &path, Filter::ALL, &mut memory, &mut buffer).unwrap();
    assert!(events.iter().all(|e| e.time == 0.5));
    assert_eq!(
        events.iter().map(|e| e.trigger).collect::<Vec<_>>(),
        [ids[1], ids[1], ids[1], ids[0], ids[0], ids[0]]
    );
    assert!(memory.inside().is_empty());
}

/// Many triggers at once, inserted in any order.
fn many(order: &[usize]) -> (Triggers, Vec<TriggerId>) {
    let mut set = Triggers::new();
    let mut ids = vec![FIRST; order.len()];
    for &index in order {
        let mut random = Random::nth(51, 0, index as u64);
        let alone = any_trigger(&mut random);
        let mut pose = alone.pose;
        pose.translation += random.vector(4.0);
        ids[index] = set.insert(Trigger::new(mesh(&alone.soup), alone.kind).at(pose)).unwrap();
    }
    (set, ids)
}

#[test]
fn the_order_of_insertion_has_no_effect_and_a_cut_path_reports_the_same() {
    let count = 60;
    let forwards: Vec<usize> = (0..count).collect();
    let mut shuffled = forwards.clone();
    let mut random = Random::new(52);
    for i in (1..count).rev() {
        shuffled.swap(i, random.integer(0, i as i64) as usize);
    }
    let ((one, names), (other, other_names)) = (many(&forwards), many(&shuffled));
    let name = |ids: &[TriggerId], e: &TriggerEvent| ids.iter().position(|i| *i == e.trigger).unwrap();
    let (mut events, mut buffer) = (0, TriggerBuffer::new());
    for _ in 0..400 {
        let (shape, path) = (any_shape(&mut random), any_path(&mut random, 6));
        let mut ask = |set: &Triggers, ids: &[TriggerId], paths: &[&[Waypoint]]| {
            let mut memory = TriggerMemory::new();
            let mut all = Vec::new();
            for path in paths {
                let events = set.travel(&shape, path, Filter::ALL, &mut memory, &mut buffer).unwrap();
                all.extend(events.iter().map(|e| (name(ids, e), e.kind, e.time)));
            }
            // By trigger; the events of one keep their order.
            all.sort_by_key(|e| e.0);
            all
        };
        let whole = ask(&one, &names, &[&path]);
        assert_eq!(whole, ask(&other, &other_names, &[&path]));
        // Ticks that end at the corners of the path: the memory joins them.
        let ticks: Vec<&[Waypoint]> = path.windows(2).collect();
        let cut = ask(&one, &names, &ticks);
        assert_eq!(whole.len(), cut.len());
        for (a, b) in whole.iter().zip(&cut) {
            assert!((a.0, a.1) == (b.0, b.1) && (a.2 - b.2).abs() < 1e-12, "{a:?} {b:?}");
        }
        events += whole.len();
    }
    println!("{events} events");
    assert!(events > 4_000);
}

#[test]
fn a_saved_memory_continues_with_the_same_bits() {
    let (set, _) = many(&(0..60).collect::<Vec<_>>());
    let (mut random, mut memory) = (Random::new(53), TriggerMemory::new());
    let mut events = 0;
    for _ in 0..300 {
        let (shape, path) = (any_shape(&mut random), any_path(&mut random, 3));
        let mut kept = memory.clone();
        // Another buffer, with other content.
        let (mut buffer, mut other) = (TriggerBuffer::new(), TriggerBuffer::new());
        set.teleport(&shape, DVec3::ZERO, Filter::ALL, &mut TriggerMemory::new(), &mut other).unwrap();
        let first = set.travel(&shape, &path, Filter::ALL, &mut memory, &mut buffer).unwrap();
        let second = set.travel(&shape, &path, Filter::ALL, &mut kept, &mut other).unwrap();
        assert_eq!((first, &memory), (second, &kept));
        events += first.len();
    }
    assert!(events > 1_000);
}
