//! Bad input: a fault that names entity, component and value, once; no panic; and all is well when it is mended.

use crate::common::{app, block, faults, motion, person, place, run, wish, with_floor};
use bevy_app::prelude::*;
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::prelude::*;
use bevy_glissando::glissando::{DVec3 as Core, Soup, Vec3 as Single};
use bevy_glissando::prelude::*;
use bevy_glissando::{ColliderMesh, Drive, Key, PathEnds, TriggerRule};
use bevy_math::{DVec3, Quat, Vec3};
use bevy_transform::components::Transform;

/// The one fault since the last look; its text must have these words.
fn told(app: &mut App, entity: Entity, words: &[&str]) {
    let all = faults(app);
    assert_eq!(all.len(), 1, "{all:?}");
    assert!(all[0].contains(&format!("of entity {entity}:")), "{all:?}");
    for word in words {
        assert!(all[0].contains(word), "{word:?} is not in {all:?}");
    }
}

#[test]
fn a_body_that_cannot_be_is_named_and_joins_when_it_can() {
    let (mut app, _) = with_floor();
    let body = CharacterBody { radii: DVec3::new(0.4, f64::NAN, 0.4), ..CharacterBody::default() };
    let hero = app.world_mut().spawn((body, Transform::from_xyz(0.0, 1.0, 0.0))).id();
    run(&mut app, 1);
    told(&mut app, hero, &["CharacterBody", "NaN"]);
    run(&mut app, 20);
    assert_eq!(faults(&mut app), [""; 0]);
    app.world_mut().get_mut::<CharacterBody>(hero).unwrap().radii.y = -1.0;
    run(&mut app, 1);
    told(&mut app, hero, &["CharacterBody", "-1"]);
    app.world_mut().get_mut::<CharacterBody>(hero).unwrap().radii.y = 0.9;
    run(&mut app, 30);
    assert!(motion(&app, hero).is_grounded());
    // A body that lives keeps its last good settings.
    app.world_mut().get_mut::<CharacterBody>(hero).unwrap().mass = 0.0;
    run(&mut app, 3);
    told(&mut app, hero, &["CharacterBody", "mass is 0"]);
    assert_eq!(app.world().resource::<GlissandoStage>().character(hero).unwrap().mass, 80.0);
    // The same fault after it was mended is told again.
    app.world_mut().get_mut::<CharacterBody>(hero).unwrap().mass = 8.0;
    run(&mut app, 1);
    app.world_mut().get_mut::<CharacterBody>(hero).unwrap().mass = 0.0;
    run(&mut app, 1);
    told(&mut app, hero, &["mass is 0"]);
}

#[test]
fn wishes_and_places_of_nan_and_far_away_do_no_harm_to_others() {
    let (mut app, _) = with_floor();
    let (hero, other) = (person(&mut app, DVec3::ZERO), person(&mut app, DVec3::X * 3.0));
    run(&mut app, 2);
    wish(&mut app, hero, Vec3::new(f32::NAN, 0.0, 0.0));
    wish(&mut app, other, Vec3::X);
    run(&mut app, 30);
    told(&mut app, hero, &["CharacterIntent", "wish is (NaN, 0, 0)"]);
    assert!(place(&app, other).x > 3.4);
    wish(&mut app, hero, Vec3::Z * f32::MAX);
    run(&mut app, 3);
    told(&mut app, hero, &["CharacterIntent", "must lie between"]);
    wish(&mut app, hero, Vec3::X);
    let before = place(&app, hero);
    app.world_mut().get_mut::<Transform>(hero).unwrap().translation.y = f32::INFINITY;
    run(&mut app, 1);
    told(&mut app, hero, &["Transform", "inf"]);
    assert!(place(&app, hero).distance(before) < 0.1);
    app.world_mut().get_mut::<Transform>(hero).unwrap().translation.x = 1e20;
    run(&mut app, 2);
    told(&mut app, hero, &["Transform", "e20"]);
    run(&mut app, 20);
    assert!(motion(&app, hero).is_grounded() && faults(&mut app).is_empty());
    // What the game writes into the state itself stops the tick until it is mended, and is named.
    let tick = app.world().resource::<GlissandoStage>().tick();
    let set = |app: &mut App, to| {
        app.world_mut().resource_mut::<GlissandoStage>().character_mut(hero).unwrap().state.velocity = to;
    };
    set(&mut app, Core::X * f64::NAN);
    run(&mut app, 5);
    told(&mut app, hero, &["character_mut", "state velocity is (NaN"]);
    assert_eq!(app.world().resource::<GlissandoStage>().tick(), tick);
    set(&mut app, Core::ZERO);
    run(&mut app, 5);
    assert_eq!(app.world().resource::<GlissandoStage>().tick(), tick + 5);
}

#[test]
fn colliders_and_triggers_that_cannot_be_are_named() {
    let mut app = app();
    assert!(Collider::from_triangles(&[[0.0; 3]], &[[0, 1, 2]]).unwrap_err().to_string().contains('2'));
    assert!(Collider::from_triangles(&[[f32::NAN; 3], [0.0; 3], [1.0; 3]], &[[0, 1, 2]]).is_err());
    assert!(Collider::cuboid(Vec3::splat(f32::NAN)).is_err());
    let flat = block(&mut app, Vec3::ZERO, Vec3::ONE);
    app.world_mut().get_mut::<Transform>(flat).unwrap().scale.y = 0.0;
    run(&mut app, 1);
    told(&mut app, flat, &["Collider", "flattens"]);
    app.world_mut().get_mut::<Transform>(flat).unwrap().scale.y = -2.0;
    run(&mut app, 1);
    assert!(app.world().resource::<GlissandoStage>().body_id(flat).is_some());
    app.world_mut().get_mut::<Transform>(flat).unwrap().rotation = Quat::from_xyzw(f32::NAN, 0.0, 0.0, 1.0);
    run(&mut app, 3);
    told(&mut app, flat, &["Collider", "NaN"]);
    app.world_mut().despawn(flat);

    let open = ColliderMesh::build(&Soup::plane(Single::ZERO, 1.0, 1.0, 1)).unwrap();
    let open = app.world_mut().spawn(Trigger::new(open, TriggerRule::VolumeByBody)).id();
    run(&mut app, 2);
    told(&mut app, open, &["Trigger", "is open"]);
    app.world_mut().get_mut::<Trigger>(open).unwrap().rule = TriggerRule::Surface;
    run(&mut app, 2);
    assert_eq!(faults(&mut app), [""; 0]);

    let ball = app.world_mut().spawn(Ball { radius: -1.0, ..Ball::default() }).id();
    run(&mut app, 2);
    told(&mut app, ball, &["Ball", "radius is -1"]);
    app.world_mut().get_mut::<Ball>(ball).unwrap().radius = 0.1;
    run(&mut app, 2);
    app.world_mut().get_mut::<Transform>(ball).unwrap().translation.x = f32::NAN;
    run(&mut app, 2);
    told(&mut app, ball, &["Transform", "NaN"]);
    assert_eq!(place(&app, ball).x, 0.0);
    let both = app.world_mut().spawn((CharacterBody::default(), Collider::cuboid(Vec3::ONE).unwrap())).id();
    run(&mut app, 2);
    told(&mut app, both, &["Collider", "collide with itself"]);
}

#[test]
fn a_collider_below_a_character_or_a_ball_is_refused_and_freezes_nothing() {
    let (mut app, _) = with_floor();
    let hero = person(&mut app, DVec3::ZERO);
    run(&mut app, 2);
    let hand = app.world_mut().spawn((Transform::from_xyz(0.0, 0.4, 0.0), ChildOf(hero))).id();
    let hitbox = app.world_mut().spawn((Collider::cuboid(Vec3::splat(0.2)).unwrap(), ChildOf(hand))).id();
    wish(&mut app, hero, Vec3::X * 3.0);
    run(&mut app, 60);
    told(&mut app, hitbox, &["Collider", &format!("below {hero}"), "character"]);
    assert!(place(&app, hero).x > 2.5, "{}", place(&app, hero));
    assert!(app.world().resource::<GlissandoStage>().body_id(hitbox).is_none());
    // Nor may it be that of a mover.
    app.world_mut().entity_mut(hitbox).insert(Mover::default());
    run(&mut app, 2);
    told(&mut app, hitbox, &["Mover", "Collider"]);
    let shelf = app.world_mut().spawn(Transform::from_xyz(9.0, 9.0, 9.0)).id();
    app.world_mut().entity_mut(hitbox).remove::<Mover>().insert(ChildOf(shelf));
    run(&mut app, 2);
    assert!(
        app.world().resource::<GlissandoStage>().body_id(hitbox).is_some() && faults(&mut app).is_empty()
    );
    let ball = app.world_mut().spawn((Ball::default(), Transform::from_xyz(5.0, 2.0, 0.0))).id();
    app.world_mut().entity_mut(hitbox).insert(ChildOf(ball));
    run(&mut app, 2);
    told(&mut app, hitbox, &["Collider", &format!("below {ball}"), "ball"]);
}

#[test]
fn a_fault_is_written_again_when_the_component_comes_again() {
    let (mut app, _) = with_floor();
    let hero = app.world_mut().spawn(Transform::from_xyz(0.0, 2.0, 0.0)).id();
    let open = ColliderMesh::build(&Soup::plane(Single::ZERO, 1.0, 1.0, 1)).unwrap();
    for _ in 0..2 {
        app.world_mut().entity_mut(hero).insert(CharacterBody { mass: -1.0, ..CharacterBody::default() });
        run(&mut app, 2);
        told(&mut app, hero, &["CharacterBody", "mass is -1"]);
        app.world_mut().entity_mut(hero).remove::<CharacterBody>();
        run(&mut app, 2);
        app.world_mut().entity_mut(hero).insert(Ball { radius: -1.0, ..Ball::default() });
        run(&mut app, 2);
        told(&mut app, hero, &["Ball", "radius is -1"]);
        app.world_mut().entity_mut(hero).remove::<Ball>();
        run(&mut app, 2);
        app.world_mut().entity_mut(hero).insert(Trigger::new(open.clone(), TriggerRule::VolumeByBody));
        run(&mut app, 2);
        told(&mut app, hero, &["Trigger", "is open"]);
        app.world_mut().entity_mut(hero).remove::<Trigger>().insert(Mover::default());
        run(&mut app, 2);
        told(&mut app, hero, &["Mover", "Collider"]);
        app.world_mut().entity_mut(hero).remove::<Mover>();
        run(&mut app, 2);
        app.world_mut().get_mut::<Transform>(hero).unwrap().scale.y = 0.0;
        app.world_mut().entity_mut(hero).insert(Collider::cuboid(Vec3::ONE).unwrap());
        run(&mut app, 2);
        told(&mut app, hero, &["Collider", "flattens"]);
        app.world_mut().entity_mut(hero).remove::<Collider>();
        app.world_mut().get_mut::<Transform>(hero).unwrap().scale.y = 1.0;
        run(&mut app, 2);
    }
    assert_eq!(faults(&mut app), [""; 0]);
}

#[test]
fn movers_that_cannot_be_are_named() {
    let mut app = app();
    let alone = app.world_mut().spawn(Mover::default()).id();
    run(&mut app, 2);
    told(&mut app, alone, &["Mover", "Collider"]);
    app.world_mut().entity_mut(alone).insert(Collider::cuboid(Vec3::ONE).unwrap());
    run(&mut app, 2);
    assert!(app.world().resource::<GlissandoStage>().mover(alone).is_some());
    let child = app.world_mut().spawn((Collider::cuboid(Vec3::ONE).unwrap(), ChildOf(alone))).id();
    run(&mut app, 2);
    told(&mut app, child, &["Collider", &alone.to_string(), "from_parts"]);
    app.world_mut().despawn(child);

    // More than a quarter turn in a tick: it stays where it is, and its transform says so.
    app.world_mut().get_mut::<Transform>(alone).unwrap().rotation = Quat::from_rotation_y(3.0);
    run(&mut app, 1);
    told(&mut app, alone, &["Mover", "quarter turn"]);
    assert_eq!(app.world().get::<Transform>(alone).unwrap().rotation, Quat::IDENTITY);
    let tick = app.world().resource::<GlissandoStage>().tick();
    app.world_mut().get_mut::<Transform>(alone).unwrap().rotation = Quat::from_rotation_y(0.3);
    run(&mut app, 1);
    assert_eq!(app.world().resource::<GlissandoStage>().tick(), tick + 1);
    assert_eq!(app.world().get::<Transform>(alone).unwrap().rotation, Quat::from_rotation_y(0.3));

    let keys = vec![Key { time: 1.0, ..Key::default() }];
    app.world_mut().get_mut::<Mover>(alone).unwrap().drive = Drive::Path { keys, ends: PathEnds::Loop };
    run(&mut app, 2);
    told(&mut app, alone, &["Mover", "time of the first key"]);
    *app.world_mut().get_mut::<Mover>(alone).unwrap() = Mover::velocity(DVec3::ZERO, DVec3::Y * 1e5);
    run(&mut app, 2);
    told(&mut app, alone, &["Mover", "1666.6"]);
    *app.world_mut().get_mut::<Mover>(alone).unwrap() = Mover::velocity(DVec3::NAN, DVec3::ZERO);
    run(&mut app, 2);
    told(&mut app, alone, &["Mover", "NaN"]);
    *app.world_mut().get_mut::<Mover>(alone).unwrap() = Mover::velocity(DVec3::X, DVec3::ZERO);
    run(&mut app, 60);
    assert!((place(&app, alone).x - 1.0).abs() < 1e-5 && faults(&mut app).is_empty());
}

#[test]
fn a_plugin_without_a_rate_makes_no_tick_and_says_so() {
    for hz in [0.0, -60.0, f64::NAN] {
        let mut app = crate::common::app_of(GlissandoPlugin::default().with_hz(hz));
        run(&mut app, 3);
        let all = faults(&mut app);
        assert!(all.len() == 1 && all[0].starts_with("tick: dt is"), "{hz} {all:?}");
        assert_eq!(app.world().resource::<GlissandoStage>().tick(), 0);
    }
}
