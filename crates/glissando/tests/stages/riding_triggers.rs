//! Triggers that ride on a mover, and whoever rides and walks with them.

use glissando::stage::{Policy, StageEventKind};
use glissando::trigger::{Trigger, TriggerEventKind, TriggerKind};
use glissando::{DAffine3, DVec3, Soup, Vec3, World};
use glissando_testkit::stages::{self, Scene};

/// Walkers on a lift were found ahead of its pad at half of each tick: they left it and entered it again in every tick.
#[test]
fn who_walks_on_a_lift_enters_its_pad_once() {
    for (rate, speed, half, kind) in [
        (30.0, 3.0, 0.025, TriggerKind::VolumeByBody),
        (60.0, 8.0, 0.025, TriggerKind::VolumeByBody),
        (30.0, 8.0, 0.5, TriggerKind::VolumeByCentre),
    ] {
        let mut world = World::new();
        let lift = stages::block(&mut world, DVec3::Y * -0.5, DVec3::new(3.0, 0.5, 3.0));
        let mut scene = Scene::new(world);
        let mover =
            scene.mover(lift, DVec3::ZERO, stages::velocity(DVec3::Y * speed, DVec3::ZERO), Policy::Push);
        let pad = stages::mesh(&Soup::cuboid(Vec3::ZERO, Vec3::new(3.0, half, 3.0)));
        let pad = Trigger::new(pad, kind).at(DAffine3::from_translation(DVec3::Y * f64::from(half)));
        scene.stage.add_trigger(pad, Some(mover)).unwrap();
        scene.stands(DVec3::ZERO);
        let mut found = [0; 2];
        for tick in 0..60 {
            let wish = DVec3::Z * if tick % 20 < 10 { 2.0 } else { -2.0 };
            for event in scene.tick(wish, 1.0 / rate).1 {
                if let StageEventKind::Trigger { kind, .. } = event {
                    found[usize::from(kind == TriggerEventKind::Left)] += 1;
                }
            }
        }
        // It was entered when the character was put there.
        assert!(found[0] <= 1 && found[1] == 0, "{speed} m/s at {rate} Hz: entered and left {found:?}");
    }
}
