//! Actions of `bevy_enhanced_input` move a character (feature `enhanced_input`).

mod pressing;

use bevy_ecs::prelude::*;
use bevy_enhanced_input::prelude::*;
use bevy_glissando::Steering;
use bevy_glissando::actions::{ActionsPlugin, CharacterActions, Jump, Walk};
use bevy_input::gamepad::{
    GamepadAxis, GamepadButton, GamepadConnection, GamepadConnectionEvent, RawGamepadAxisChangedEvent,
    RawGamepadButtonChangedEvent, RawGamepadEvent,
};
use bevy_input::keyboard::KeyCode;
use bevy_math::Vec3;
use pressing::*;

fn app_with_actions() -> bevy_app::App {
    let mut app = app();
    app.add_plugins(ActionsPlugin);
    app.finish();
    count_jumps(&mut app);
    app
}

#[test]
fn keys_walk_run_crouch_and_jump() {
    let mut app = app_with_actions();
    let hero = player(&mut app, (CharacterActions, CharacterActions::usual()));
    for key in [KeyCode::KeyW, KeyCode::KeyD, KeyCode::ShiftLeft] {
        press(&mut app, key);
    }
    frames(&mut app, 2);
    let wish = intent(&app, hero).wish;
    assert!(wish.distance(Vec3::new(1.0, 0.0, -1.0).normalize() * 6.5) < 1e-5, "{wish}");
    press(&mut app, KeyCode::KeyC);
    frames(&mut app, 30);
    assert!(motion(&app, hero).is_crouching);
    release(&mut app, KeyCode::KeyC);
    frames(&mut app, 30);
    press(&mut app, KeyCode::Space);
    frames(&mut app, 1);
    release(&mut app, KeyCode::Space);
    frames(&mut app, 100);
    assert_eq!(jumps(&app), 1);
}

#[test]
fn a_tap_of_a_frame_between_two_ticks_is_a_jump() {
    let mut app = app_with_actions();
    player(&mut app, (CharacterActions, CharacterActions::usual()));
    in_frames_of(&mut app, 0.004);
    for tap in 1..=12 {
        press(&mut app, KeyCode::Space);
        frames(&mut app, 1);
        release(&mut app, KeyCode::Space);
        frames(&mut app, 350 + tap % 5);
        assert_eq!(jumps(&app), tap);
    }
}

#[test]
fn a_stick_half_way_walks_slowly_and_a_button_jumps() {
    let mut app = app_with_actions();
    let hero = player(&mut app, (CharacterActions, CharacterActions::usual()));
    let pad = app.world_mut().spawn_empty().id();
    let connected = GamepadConnection::Connected { name: "pad".into(), vendor_id: None, product_id: None };
    app.world_mut().write_message(GamepadConnectionEvent::new(pad, connected));
    frames(&mut app, 2);
    let axis = RawGamepadAxisChangedEvent::new(pad, GamepadAxis::LeftStickX, 0.6);
    app.world_mut().write_message(RawGamepadEvent::from(axis));
    frames(&mut app, 60);
    // A dead zone of 0.2: 0.6 is half of the way.
    let wish = intent(&app, hero).wish;
    assert!(wish.x > 1.0 && wish.x < 3.0 && wish.z.abs() < 1e-6, "{wish}");
    let button = RawGamepadButtonChangedEvent::new(pad, GamepadButton::South, 1.0);
    app.world_mut().write_message(RawGamepadEvent::from(button));
    frames(&mut app, 100);
    assert_eq!(jumps(&app), 1);
}

#[test]
fn bindings_of_ones_own_and_contexts_that_sleep() {
    let mut app = app_with_actions();
    let own = related!(Actions<CharacterActions>[
        (Action::<Walk>::new(), Bindings::spawn(Cardinal::new(KeyCode::KeyI, KeyCode::KeyJ, KeyCode::KeyK, KeyCode::KeyL))),
        (Action::<Jump>::new(), related!(Bindings[Binding::from(KeyCode::KeyU)])),
    ]);
    let slow = Steering { walk_speed: 1.0, ..Steering::default() };
    let hero = player(&mut app, (CharacterActions, slow, own));
    press(&mut app, KeyCode::KeyL);
    press(&mut app, KeyCode::KeyW);
    frames(&mut app, 2);
    assert!(intent(&app, hero).wish.distance(Vec3::X) < 1e-6);
    app.world_mut().entity_mut(hero).insert(ContextActivity::<CharacterActions>::INACTIVE);
    frames(&mut app, 2);
    assert_eq!(intent(&app, hero).wish, Vec3::ZERO);
}
