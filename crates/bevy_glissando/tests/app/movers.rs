//! Platforms: by path, by velocity, and where the game puts them.

use crate::common::{app, block, faults, heard, motion, person, place, run, with_floor};
use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_glissando::prelude::*;
use bevy_glissando::{Ground, Outcome, PathEnds, Policy};
use bevy_math::{DVec3, Quat, Vec3};
use bevy_transform::components::Transform;

#[test]
fn a_lift_carries_waits_to_be_called_and_goes_back() {
    let mut app = app();
    let lift = block(&mut app, Vec3::new(0.0, -0.5, 0.0), Vec3::new(2.0, 0.5, 2.0));
    let path = [(0.0, DVec3::ZERO), (1.0, DVec3::Y * 2.0)];
    app.world_mut().entity_mut(lift).insert(Mover::path(&path, PathEnds::OnCall { wait: 0.5 }));
    let hero = person(&mut app, DVec3::ZERO);
    run(&mut app, 30);
    assert_eq!(place(&app, lift).y, -0.5);
    app.world_mut().resource_mut::<GlissandoStage>().mover_mut(lift).unwrap().open();
    run(&mut app, 30);
    assert!((place(&app, lift).y - 0.5).abs() < 1e-6, "{}", place(&app, lift));
    assert!((place(&app, hero).y - 1.909).abs() < 1e-3);
    assert_eq!(motion(&app, hero).outcome, Outcome::Carried);
    let messages = heard(&mut app);
    let carried: Vec<_> = messages.iter().filter(|message| message.name() == "Carried").collect();
    assert_eq!(carried.len(), 1);
    assert_eq!(carried[0].other(), Some(lift));
    run(&mut app, 140);
    assert!((place(&app, lift).y + 0.5).abs() < 1e-6 && motion(&app, hero).is_grounded());
    assert_eq!(faults(&mut app), [""; 0]);
}

#[test]
fn a_platform_that_the_game_moves_carries_and_what_it_does_not_move_stays() {
    let mut app = app();
    let table = block(&mut app, Vec3::new(0.0, -0.5, 0.0), Vec3::new(3.0, 0.5, 3.0));
    app.world_mut().entity_mut(table).insert(Mover::default());
    let hero = person(&mut app, DVec3::X);
    #[derive(Resource)]
    struct Moves(bool);
    app.insert_resource(Moves(false));
    app.add_systems(FixedPreUpdate, move |mut all: Query<&mut Transform, With<Mover>>, moves: Res<Moves>| {
        if moves.0 {
            for mut transform in &mut all {
                transform.translation.x += 0.02;
                transform.rotate_y(0.01);
            }
        }
    });
    run(&mut app, 2);
    app.world_mut().resource_mut::<Moves>().0 = true;
    run(&mut app, 100);
    assert!((place(&app, table).x - 2.0).abs() < 1e-4);
    // A radian about the table's middle.
    let expected = Vec3::new(2.0 + 1_f32.cos(), 0.909, -1_f32.sin());
    assert!(place(&app, hero).distance(expected) < 0.01, "{} {expected}", place(&app, hero));
    assert_eq!(motion(&app, hero).outcome, Outcome::Carried);
    app.world_mut().resource_mut::<Moves>().0 = false;
    run(&mut app, 2);
    let still = *app.world().get::<Transform>(table).unwrap();
    run(&mut app, 50);
    assert_eq!(*app.world().get::<Transform>(table).unwrap(), still);
    assert_eq!(motion(&app, hero).outcome, Outcome::Unaffected);
    assert_eq!(faults(&mut app), [""; 0]);
}

#[test]
fn a_crusher_stops_or_crushes_by_its_policy_and_says_so_once() {
    for (policy, expected) in [(Policy::Push, "Crushed"), (Policy::Stop, "Blocked")] {
        let (mut app, floor) = with_floor();
        let press = block(&mut app, Vec3::new(0.0, 3.5, 0.0), Vec3::new(1.0, 0.5, 1.0));
        let down = Mover::velocity(DVec3::NEG_Y, DVec3::ZERO).with_policy(policy);
        app.world_mut().entity_mut(press).insert(down);
        let hero = person(&mut app, DVec3::ZERO);
        run(&mut app, 120);
        let messages = heard(&mut app);
        let squeezed: Vec<_> =
            messages.iter().filter(|m| ["Crushed", "Blocked"].contains(&m.name())).collect();
        assert_eq!(squeezed.len(), 1, "{messages:?}");
        assert_eq!(
            (squeezed[0].name(), squeezed[0].entity(), squeezed[0].other()),
            (expected, hero, Some(press))
        );
        let against = match squeezed[0] {
            StageMessage::Crushed(event) => event.against,
            StageMessage::Blocked(event) => event.against,
            _ => None,
        };
        assert_eq!(against, Some(floor));
        let gap = place(&app, press).y - 0.5 - 1.8;
        assert_eq!(gap > 0.0, policy == Policy::Stop, "{gap}");
    }
}

#[test]
fn a_mover_taken_off_leaves_a_collider_and_one_changed_begins_anew() {
    let mut app = app();
    let lift = block(&mut app, Vec3::new(0.0, -0.5, 0.0), Vec3::new(2.0, 0.5, 2.0));
    app.world_mut().entity_mut(lift).insert(Mover::velocity(DVec3::Y, DVec3::ZERO));
    let hero = person(&mut app, DVec3::ZERO);
    run(&mut app, 60);
    assert!((place(&app, lift).y - 0.5).abs() < 1e-5);
    app.world_mut().get_mut::<Mover>(lift).unwrap().drive =
        bevy_glissando::Drive::Velocity { linear: DVec3::X, angular: DVec3::ZERO };
    run(&mut app, 60);
    assert!((place(&app, lift) - Vec3::new(1.0, 0.5, 0.0)).length() < 1e-4, "{}", place(&app, lift));
    assert!((place(&app, hero).x - 1.0).abs() < 1e-3);
    app.world_mut().entity_mut(lift).remove::<Mover>();
    run(&mut app, 60);
    assert!((place(&app, lift).x - 1.0).abs() < 1e-4 && motion(&app, hero).ground == Ground::Standing);
    app.world_mut().get_mut::<Transform>(lift).unwrap().translation.x = 50.0;
    run(&mut app, 10);
    assert_eq!(motion(&app, hero).ground, Ground::Airborne);
    app.world_mut().despawn(lift);
    run(&mut app, 1);
    assert_eq!(faults(&mut app), [""; 0]);
}

#[test]
fn a_door_turns_about_its_hinge() {
    let mut app = app();
    let door = app
        .world_mut()
        .spawn((
            Collider::cuboid(Vec3::new(1.0, 1.0, 0.1)).unwrap(),
            Transform::from_xyz(5.0, 1.0, 0.0).with_rotation(Quat::from_rotation_y(0.5)),
            Mover {
                pivot: DVec3::new(-1.0, 0.0, 0.0),
                ..Mover::velocity(DVec3::ZERO, DVec3::Y * std::f64::consts::FRAC_PI_2)
            },
        ))
        .id();
    let hinge = |app: &App| app.world().get::<Transform>(door).unwrap().transform_point(Vec3::NEG_X);
    let before = hinge(&app);
    run(&mut app, 60);
    assert!(hinge(&app).distance(before) < 1e-5);
    let turned = app.world().get::<Transform>(door).unwrap().rotation;
    let expected = Quat::from_rotation_y(0.5 + std::f32::consts::FRAC_PI_2);
    assert!(turned.angle_between(expected) < 1e-3, "{turned}");
}
