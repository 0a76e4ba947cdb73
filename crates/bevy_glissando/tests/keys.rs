//! Keys move a character (feature `keys`).

mod pressing;

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_glissando::SteeringSystems;
use bevy_glissando::prelude::*;
use bevy_input::keyboard::KeyCode;
use bevy_math::{Quat, Vec2, Vec3};
use bevy_transform::components::Transform;
use pressing::*;

#[test]
fn keys_walk_run_and_crouch_at_their_speeds() {
    let mut app = app();
    let hero = player(&mut app, KeyControls::default());
    press(&mut app, KeyCode::KeyW);
    frames(&mut app, 60);
    let walked = motion(&app, hero);
    assert!((walked.velocity.z + 3.5).abs() < 1e-6 && walked.velocity.x.abs() < 1e-9, "{walked:?}");
    press(&mut app, KeyCode::KeyD);
    press(&mut app, KeyCode::ShiftRight);
    frames(&mut app, 60);
    let wish = intent(&app, hero).wish;
    assert!(wish.distance(Vec3::new(1.0, 0.0, -1.0).normalize() * 6.5) < 1e-5, "{wish}");
    for key in [KeyCode::KeyW, KeyCode::ShiftRight] {
        release(&mut app, key);
    }
    press(&mut app, KeyCode::KeyC);
    frames(&mut app, 60);
    let crouched = motion(&app, hero);
    assert!(crouched.is_crouching && (crouched.velocity.x - 1.5).abs() < 1e-6, "{crouched:?}");
    press(&mut app, KeyCode::ArrowLeft);
    frames(&mut app, 2);
    assert_eq!(intent(&app, hero).wish, Vec3::ZERO, "against each other");
}

#[test]
fn ahead_is_where_the_camera_looks_and_a_camera_that_is_gone_is_told() {
    let mut app = app();
    let above = Transform::from_xyz(3.0, 9.0, 0.0).looking_at(Vec3::ZERO, Vec3::Y);
    let camera = app.world_mut().spawn(above).id();
    let hero =
        player(&mut app, (KeyControls::default(), Steering { view: Some(camera), ..Steering::default() }));
    press(&mut app, KeyCode::KeyW);
    frames(&mut app, 2);
    assert!(intent(&app, hero).wish.distance(Vec3::NEG_X * 3.5) < 1e-5);
    // Turned in this frame, it counts in this frame.
    app.world_mut().get_mut::<Transform>(camera).unwrap().rotation = Quat::from_rotation_y(0.5);
    frames(&mut app, 1);
    assert!(intent(&app, hero).wish.distance(Quat::from_rotation_y(0.5) * Vec3::NEG_Z * 3.5) < 1e-5);
    app.world_mut().despawn(camera);
    frames(&mut app, 1);
    assert_eq!(intent(&app, hero).wish, Vec3::ZERO);
    let told: Vec<String> = app
        .world_mut()
        .resource_mut::<Messages<StageFault>>()
        .drain()
        .map(|fault| fault.to_string())
        .collect();
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(
        told[0].contains("Steering of entity") && told[0].contains(&format!("the view {camera} is gone")),
        "{told:?}"
    );
    frames(&mut app, 3);
    assert!(app.world().resource::<Messages<StageFault>>().is_empty(), "told once");
    app.world_mut().get_mut::<Steering>(hero).unwrap().view = None;
    frames(&mut app, 1);
    assert!(intent(&app, hero).wish.distance(Vec3::NEG_Z * 3.5) < 1e-5);
}

/// Taps of a frame at 1000 frames a second, and of less than a frame at 20.
#[test]
fn a_tap_between_two_ticks_is_one_jump_at_any_rate_of_frames() {
    for seconds in [0.001, 0.004, 1.0 / 60.0, 0.05, 0.1] {
        let mut app = app();
        count_jumps(&mut app);
        player(&mut app, KeyControls::default());
        in_frames_of(&mut app, seconds);
        let frames_of = |time: f64| (time / seconds).ceil() as usize;
        for tap in 1..=6 {
            press(&mut app, KeyCode::Space);
            if tap % 2 == 0 {
                frames(&mut app, 1);
            }
            release(&mut app, KeyCode::Space);
            // In the air and down again, and then some part of a tick.
            frames(&mut app, frames_of(1.4) + tap % 5);
            assert_eq!(jumps(&app), tap, "in frames of {seconds} s");
        }
    }
}

#[test]
fn a_held_key_is_one_jump() {
    let mut app = app();
    count_jumps(&mut app);
    player(&mut app, KeyControls::default());
    press(&mut app, KeyCode::Space);
    frames(&mut app, 300);
    assert_eq!(jumps(&app), 1);
}

/// What the game makes of an intent in each tick starts from the player's, in every tick of a frame.
#[test]
fn a_game_that_halves_the_wish_in_each_tick_halves_it_once() {
    let mut app = app();
    let hero = player(&mut app, KeyControls::default());
    app.add_systems(FixedPreUpdate, |mut intents: Query<&mut CharacterIntent>| {
        intents.iter_mut().for_each(|mut intent| intent.wish *= 0.5);
    });
    in_frames_of(&mut app, 0.1);
    press(&mut app, KeyCode::KeyD);
    frames(&mut app, 10);
    assert!((motion(&app, hero).velocity.x - 1.75).abs() < 1e-6);
}

#[test]
fn a_reader_of_its_own_steers_through_the_input_component() {
    let mut app = app();
    let hero = player(&mut app, Steering { walk_speed: 2.0, ..Steering::default() });
    app.add_systems(
        RunFixedMainLoop,
        (|mut input: Single<&mut PlayerInput>| input.way = Vec2::new(0.25, 0.0))
            .in_set(SteeringSystems::Read),
    );
    frames(&mut app, 60);
    assert!((motion(&app, hero).velocity.x - 0.5).abs() < 1e-6);
}
