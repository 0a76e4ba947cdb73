//! A plate of one centimetre at a hundred metres a second, at every rate: one entry, one exit, exact times.

use super::twin::{FIRST, mesh};
use glissando::character::AccelerationSettings;
use glissando::path::Waypoint;
use glissando::trigger::{Trigger, TriggerBuffer, TriggerEventKind, TriggerKind, TriggerMemory, Triggers};
use glissando::{Config, DVec3, Filter, Input, Scratch, Settings, Shape, Soup, State, World, step};
use glissando_testkit::scenes;

const SPEED: f64 = 100.0;

fn plate(kind: TriggerKind) -> Triggers {
    let mut soup = Soup::default();
    scenes::block(&mut soup, DVec3::new(0.0, -5.0, -5.0), DVec3::new(0.01, 5.0, 5.0));
    let mut set = Triggers::new();
    set.insert(Trigger::new(mesh(&soup), kind)).unwrap();
    set
}

/// Half the length of the path through the plate by a rule, and its middle.
fn chord(kind: TriggerKind, radius: f64) -> (f64, f64) {
    let thick = f64::from(0.01_f32);
    (0.5 * thick, 0.5 * thick + if kind == TriggerKind::VolumeByCentre { 0.0 } else { radius })
}

#[test]
fn a_thin_plate_is_entered_and_left_once_at_its_exact_times_at_every_rate() {
    let shape = Shape::upright_ellipsoid(DVec3::new(0.3, 0.9, 0.3)).unwrap();
    let kinds = [TriggerKind::Surface, TriggerKind::VolumeByBody, TriggerKind::VolumeByCentre];
    let mut passes = 0;
    for (rate, kind) in [30.0, 60.0, 144.0].iter().flat_map(|r| kinds.map(|k| (*r, k))) {
        let set = plate(kind);
        for phase in 0..200 {
            let (mut memory, mut buffer) = (TriggerMemory::new(), TriggerBuffer::new());
            let dt = 1.0 / rate;
            // Slightly aslant, from a start that differs each time.
            let velocity = DVec3::new(SPEED, 3.0, -7.0);
            let start = DVec3::new(-9.0 - f64::from(phase) * 0.017, 0.4, 1.3);
            let mut told = Vec::new();
            for tick in 0..(rate * 0.25) as u32 {
                let now = f64::from(tick) * dt;
                let at = |time: f64| start + velocity * time;
                let path = [Waypoint::new(0.0, at(now)), Waypoint::new(dt, at(now + dt))];
                let events = set.travel(&shape, &path, Filter::ALL, &mut memory, &mut buffer).unwrap();
                told.extend(events.iter().map(|e| (now + e.time, *e)));
            }
            let told: Vec<_> =
                told.into_iter().filter(|e| !matches!(e.1.kind, TriggerEventKind::Crossed { .. })).collect();
            let (middle, half) = chord(kind, 0.3);
            let times = [middle - half, middle + half].map(|x| (x - start.x) / SPEED);
            assert_eq!(told.len(), 2, "{rate} Hz, {kind:?}, {phase}: {told:?}");
            for ((found, event), expected) in told.into_iter().zip(times) {
                assert!((found - expected).abs() < 1e-12, "{found} instead of {expected}");
                assert!((event.position - (start + velocity * expected)).length() < 1e-9);
            }
            passes += 1;
        }
    }
    println!("{passes} passes");
}

#[test]
fn a_flight_through_a_plate_agrees_with_a_hundred_thousand_samples() {
    let pace = AccelerationSettings { fly_acceleration: 1e9, ..AccelerationSettings::default() };
    let config = Config::new(&Settings { pace, ..Settings::default() }).unwrap();
    let radius = config.mover(false).shape().extent_along(DVec3::X);
    for rate in [30.0, 60.0, 144.0] {
        let (world, set, dt) = (World::new(), plate(TriggerKind::VolumeByBody), 1.0 / rate);
        let (mut memory, mut buffer) = (TriggerMemory::new(), TriggerBuffer::new());
        let (mut state, mut scratch) = (State::at(DVec3::new(-10.3, 0.0, 0.0)), Scratch::new());
        state.velocity = DVec3::X * SPEED;
        let (mut told, mut looked) = (Vec::new(), Vec::new());
        for _ in 0..(rate * 0.25) as u32 {
            let input = Input { wish: DVec3::X * SPEED, fly: true, ..Input::default() };
            let report = step(&world, &config, &mut state, input, dt, &mut scratch).unwrap();
            let shape = config.mover(false).shape();
            let was_in = memory.is_in(FIRST);
            let events = set.travel(&shape, report.path, Filter::ALL, &mut memory, &mut buffer).unwrap();
            told.extend(events.iter().map(|e| e.time));
            let [a, b] = [report.path[0], report.path[report.path.len() - 1]];
            let mut is_in = was_in;
            for look in 0..=100_000 {
                let time = dt * f64::from(look) / 100_000.0;
                let x = a.position.x + (b.position.x - a.position.x) * (time / dt);
                let now = x >= -radius && x <= f64::from(0.01_f32) + radius;
                if now != is_in {
                    looked.push(time);
                    is_in = now;
                }
            }
        }
        assert_eq!((told.len(), looked.len()), (2, 2), "{rate} Hz: {told:?} {looked:?}");
        for (told, looked) in told.iter().zip(looked) {
            assert!((told - looked).abs() <= dt / 99_000.0, "{rate} Hz: {told} but sampled at {looked}");
        }
    }
}

#[test]
fn a_pass_that_pauses_in_the_plate_reports_nothing_at_the_seam() {
    let shape = Shape::sphere(0.3).unwrap();
    for kind in [TriggerKind::Surface, TriggerKind::VolumeByBody, TriggerKind::VolumeByCentre] {
        let set = plate(kind);
        for cut in 0..=200 {
            let (mut memory, mut buffer) = (TriggerMemory::new(), TriggerBuffer::new());
            // The tick ends at any depth of the plate, also exactly on its faces.
            let x = -0.31 + 0.63 * f64::from(cut) / 200.0;
            let places =
                [-5.0, if cut % 3 == 0 { f64::from(x as f32) } else { x }, 5.0].map(|x| DVec3::X * x);
            let mut changes = 0;
            for pair in places.windows(2) {
                let path = [Waypoint::new(0.0, pair[0]), Waypoint::new(0.05, pair[1])];
                let events = set.travel(&shape, &path, Filter::ALL, &mut memory, &mut buffer).unwrap();
                let is_change = |e: &&_| -> bool {
                    let e: &&glissando::trigger::TriggerEvent = e;
                    !matches!(e.kind, TriggerEventKind::Crossed { .. })
                };
                changes += events.iter().filter(is_change).count();
            }
            assert_eq!(changes, 2, "{kind:?}, cut at {x}");
        }
    }
}
