//! Bad input is refused by name, and changes nothing.

use super::twin::mesh;
use glissando::motion::Motion;
use glissando::path::Waypoint;
use glissando::trigger::{Trigger, TriggerBuffer, TriggerKind, TriggerMemory, Triggers};
use glissando::{DAffine3, DVec3, Filter, InputError, Shape, Soup};
use glissando_testkit::scenes;

fn cube() -> Soup {
    let mut soup = Soup::default();
    scenes::block(&mut soup, DVec3::splat(-2.0), DVec3::splat(2.0));
    soup
}

#[test]
fn bad_poses_and_dead_handles_are_refused_and_change_nothing() {
    let mut set = Triggers::new();
    let id = set.insert(Trigger::new(mesh(&cube()), TriggerKind::VolumeByBody)).unwrap();
    let nan = DAffine3::from_translation(DVec3::new(0.0, f64::NAN, 0.0));
    assert!(matches!(set.set_pose(id, nan), Err(InputError::NotFinite { .. })));
    assert!(set.insert(Trigger::new(mesh(&cube()), TriggerKind::Surface).at(nan)).is_err());
    assert_eq!(set.trigger(id).unwrap().pose, DAffine3::IDENTITY);
    assert_eq!(set.ids().count(), 1);
    set.remove(id).unwrap();
    let dead = InputError::DeadTrigger { trigger: id };
    assert!(dead.to_string().contains("trigger 0"));
    assert_eq!(set.remove(id).unwrap_err(), dead);
    assert_eq!(set.trigger(id).unwrap_err(), dead);
    assert_eq!(set.set_pose(id, DAffine3::IDENTITY).unwrap_err(), dead);
    assert_eq!(set.set_motion(id, Motion::STILL).unwrap_err(), dead);
    let next = set.insert(Trigger::new(mesh(&cube()), TriggerKind::VolumeByCentre)).unwrap();
    assert!(next != id && set.trigger(next).unwrap().kind == TriggerKind::VolumeByCentre);
    assert_eq!(set.trigger(id).unwrap_err(), dead);
}

#[test]
fn a_volume_must_close_and_a_surface_need_not() {
    let mut open = cube();
    open.triangles.pop();
    open.materials.pop();
    let mut twisted = cube();
    twisted.triangles[3].swap(0, 1);
    for soup in [open, twisted] {
        let mut set = Triggers::new();
        for kind in [TriggerKind::VolumeByBody, TriggerKind::VolumeByCentre] {
            let error = set.insert(Trigger::new(mesh(&soup), kind)).unwrap_err();
            assert!(matches!(error, InputError::Open { .. }), "{error}");
            assert!(error.to_string().contains("close it"), "{error}");
        }
        assert_eq!(set.ids().count(), 0);
        assert!(set.insert(Trigger::new(mesh(&soup), TriggerKind::Surface)).is_ok());
    }
    let mut inside_out = cube();
    inside_out.triangles.iter_mut().for_each(|t| t.swap(0, 1));
    assert!(Triggers::new().insert(Trigger::new(mesh(&inside_out), TriggerKind::VolumeByBody)).is_ok());
}

#[test]
fn bad_paths_are_refused_and_leave_the_memory_unchanged() {
    let mut set = Triggers::new();
    let id = set.insert(Trigger::new(mesh(&cube()), TriggerKind::VolumeByBody)).unwrap();
    let shape = Shape::sphere(0.5).unwrap();
    let (mut memory, mut buffer) = (TriggerMemory::new(), TriggerBuffer::new());
    set.teleport(&shape, DVec3::ZERO, Filter::ALL, &mut memory, &mut buffer).unwrap();
    let far = DVec3::X * 9.0;
    let [a, b] = [Waypoint::new(0.0, far), Waypoint::new(0.1, far)];
    let bad: [&[Waypoint]; 6] = [
        &[],
        &[b, a],
        &[Waypoint::new(-1.0, far), b],
        &[a, Waypoint::new(f64::NAN, far)],
        &[a, Waypoint::new(0.1, DVec3::splat(f64::INFINITY))],
        &[a, Waypoint::new(0.1, DVec3::X * 1e10)],
    ];
    for path in bad {
        let error = set.travel(&shape, path, Filter::ALL, &mut memory, &mut buffer).unwrap_err();
        assert!(error.to_string().contains("waypoint"), "{error}");
        assert!(memory.is_in(id));
    }
    assert!(set.teleport(&shape, DVec3::splat(f64::NAN), Filter::ALL, &mut memory, &mut buffer).is_err());
}
