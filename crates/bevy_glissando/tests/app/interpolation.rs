//! What is drawn between two ticks, and that it decides nothing.

use crate::common::{app_of, block, faults, floor_in, motion, place, run, wish};
use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_glissando::glissando::stage::StageState;
use bevy_glissando::prelude::*;
use bevy_math::{DVec3, Vec3};
use bevy_time::TimeUpdateStrategy;
use bevy_transform::components::Transform;
use std::time::Duration;

/// Frames of a third of a tick.
fn thirds(app: &mut App) {
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_nanos(5_555_556)));
}

fn scene() -> (App, Entity, Entity) {
    let (mut app, _) = floor_in(app_of(GlissandoPlugin::default().with_hz(60.0)));
    let hero = app.world_mut().spawn((CharacterBody::default(), CharacterStart::Feet(DVec3::ZERO))).id();
    let cart = block(&mut app, Vec3::new(0.0, 8.0, 0.0), Vec3::ONE);
    app.world_mut().entity_mut(cart).insert(Mover::velocity(DVec3::X * 6.0, DVec3::Y));
    (app, hero, cart)
}

#[test]
fn frames_between_ticks_show_even_steps_and_leave_the_bits_alone() {
    let state = |has_frames: bool| -> StageState {
        let (mut app, hero, cart) = scene();
        run(&mut app, 30);
        wish(&mut app, hero, Vec3::X * 6.0);
        run(&mut app, 30);
        if has_frames {
            thirds(&mut app);
            // The first frames of a changed rate catch up.
            run(&mut app, 6);
            let mut last = (place(&app, hero).x, place(&app, cart).x);
            for _ in 0..54 {
                app.update();
                let now = (place(&app, hero).x, place(&app, cart).x);
                // A third of a tenth of a metre.
                assert!((now.0 - last.0 - 0.1 / 3.0).abs() < 1e-3, "{now:?} {last:?}");
                assert!((now.1 - last.1 - 0.1 / 3.0).abs() < 1e-3, "{now:?} {last:?}");
                // Never ahead of the state, at most a tick behind.
                let behind = motion(&app, hero).position.x as f32 - now.0;
                assert!((-1e-4..0.1001).contains(&behind), "{behind}");
                last = now;
            }
        } else {
            run(&mut app, 20);
        }
        app.world().resource::<GlissandoStage>().state().clone()
    };
    assert_eq!(state(true), state(false));
}

#[test]
fn a_teleport_between_frames_is_shown_at_once_and_not_as_a_movement() {
    let (mut app, hero, _) = scene();
    run(&mut app, 10);
    thirds(&mut app);
    run(&mut app, 7);
    app.world_mut().get_mut::<Transform>(hero).unwrap().translation = Vec3::new(9.0, 3.0, 0.0);
    for _ in 0..6 {
        app.update();
        assert_eq!(place(&app, hero).x, 9.0);
    }
    assert!(place(&app, hero).y < 3.0);
    assert_eq!(app.world().resource::<GlissandoStage>().character(hero).unwrap().state.teleports, 1);
}

#[test]
fn systems_in_ticks_see_the_exact_place_and_servers_are_not_interpolated() {
    #[derive(Resource, Default)]
    struct Seen(usize);
    let (mut app, hero, _) = scene();
    app.init_resource::<Seen>().add_systems(
        FixedPreUpdate,
        |mut seen: ResMut<Seen>, hero: Single<(&Transform, &CharacterMotion)>| {
            let (transform, motion) = *hero;
            assert!(motion.position == DVec3::ZERO || transform.translation == motion.position.as_vec3());
            seen.0 += 1;
        },
    );
    wish(&mut app, hero, Vec3::X);
    thirds(&mut app);
    run(&mut app, 60);
    assert!(app.world().resource::<Seen>().0 > 15);

    let mut server = app_of(GlissandoPlugin::new(FixedPostUpdate).with_hz(60.0).without_interpolation());
    thirds(&mut server);
    let hero = server.world_mut().spawn((CharacterBody::default(), Transform::default())).id();
    for _ in 0..60 {
        server.update();
        assert_eq!(place(&server, hero), motion(&server, hero).position.as_vec3());
    }
    assert!(place(&server, hero).y < -0.1);
}

#[test]
fn a_stage_in_update_ticks_once_a_frame() {
    let mut app = app_of(GlissandoPlugin::new(Update));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(10)));
    let hero = app.world_mut().spawn((CharacterBody::default(), Transform::default())).id();
    run(&mut app, 10);
    // The first frame had no length, and no tick.
    assert_eq!(app.world().resource::<GlissandoStage>().tick(), 10);
    assert_eq!(faults(&mut app), [""; 0]);
    assert!(motion(&app, hero).velocity.y < -0.9);
}
