//! What the keys and the mouse say.
//!
//! One walks with W A S D and the mouse, or with the cursor keys alone: up and down walk, left and right turn, and
//! `a` jumps. Which of the two it is, the last key tells that belongs to one of them alone.

use macroquad::input::KeyCode;
use std::collections::HashSet;
use std::f64::consts::{FRAC_PI_2, PI, TAU};

/// Radians that the eyes turn when the mouse goes on by a pixel.
const PER_PIXEL: f64 = 0.0025;

/// Radians a second that the cursor keys turn.
const TURN_SPEED: f64 = 2.4;

/// How near to straight up and straight down the eyes get, in radians.
const SHORT_OF_UP: f64 = 0.02;

/// What is held at the moment.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Grip {
    /// Forward, from -1 (back) to 1.
    pub forward: f64,
    /// To the right, from -1 to 1.
    pub right: f64,
    /// Up, from -1 to 1, for a flying character.
    pub up: f64,
    /// Whether jump is held.
    pub jump: bool,
    /// Whether crouch is held.
    pub crouch: bool,
    /// Whether time is to run back.
    pub rewind: bool,
}

/// What a key asks for when it is pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Fly, or walk again.
    Fly,
    /// Look through one's own eyes, or over one's shoulder.
    View,
    /// Stop, or go on.
    Pause,
    /// One tick on, and stop.
    Tick,
    /// One tick back, and stop.
    Back,
    /// Slower.
    Slower,
    /// Faster.
    Faster,
    /// Show more, or less, of what the mover sees.
    Overlay,
    /// Open a door that is near, or call a lift.
    Use,
    /// Go by itself, or not.
    Autopilot,
    /// Take the next shape of the body.
    Body,
    /// Show which key does what, or not.
    Help,
    /// Keep the last seconds.
    Clip,
    /// Start again.
    Restart,
    /// Keep a picture.
    Picture,
    /// Let go of the mouse.
    FreeMouse,
    /// End.
    Quit,
}

/// Hands at the keys, and where the eyes look.
#[derive(Clone, Debug, Default)]
pub struct Hand {
    /// Radians about up, counter-clockwise seen from above; 0 looks along -Z.
    pub yaw: f64,
    /// Above the level, in radians.
    pub pitch: f64,
    grip: Grip,
    /// Whether W, S or D was the last key that tells how one walks: `a` goes left then, and jumps else.
    is_lettered: bool,
}

impl Hand {
    /// What is held.
    pub fn grip(&self) -> Grip {
        self.grip
    }

    /// A key goes down.
    pub(crate) fn press(&mut self, key: KeyCode) -> Option<Command> {
        match key {
            KeyCode::W | KeyCode::S | KeyCode::D => self.is_lettered = true,
            KeyCode::Up | KeyCode::Down | KeyCode::Left | KeyCode::Right => self.is_lettered = false,
            _ => {}
        }
        Some(match key {
            KeyCode::F => Command::Fly,
            KeyCode::V => Command::View,
            KeyCode::P => Command::Pause,
            KeyCode::Period => Command::Tick,
            KeyCode::Comma => Command::Back,
            KeyCode::LeftBracket | KeyCode::Minus | KeyCode::KpSubtract => Command::Slower,
            KeyCode::RightBracket | KeyCode::Equal | KeyCode::KpAdd => Command::Faster,
            KeyCode::O => Command::Overlay,
            KeyCode::E => Command::Use,
            KeyCode::G => Command::Autopilot,
            KeyCode::B => Command::Body,
            KeyCode::H | KeyCode::F1 => Command::Help,
            KeyCode::K => Command::Clip,
            KeyCode::Backspace => Command::Restart,
            KeyCode::F12 => Command::Picture,
            KeyCode::Escape => Command::FreeMouse,
            KeyCode::Q => Command::Quit,
            _ => return None,
        })
    }

    /// These keys are down for so many seconds.
    pub(crate) fn hold(&mut self, keys: &HashSet<KeyCode>, seconds: f64) {
        let is_down = |choice: &[KeyCode]| choice.iter().any(|key| keys.contains(key));
        let axis = |more: bool, less: bool| f64::from(i8::from(more) - i8::from(less));
        let a = is_down(&[KeyCode::A]);
        let jump = is_down(&[KeyCode::Space]) || a && !self.is_lettered;
        let crouch = is_down(&[KeyCode::C, KeyCode::LeftControl, KeyCode::RightControl]);
        self.grip = Grip {
            forward: axis(is_down(&[KeyCode::W, KeyCode::Up]), is_down(&[KeyCode::S, KeyCode::Down])),
            right: axis(is_down(&[KeyCode::D]), a && self.is_lettered),
            up: axis(jump, crouch),
            jump,
            crouch,
            rewind: is_down(&[KeyCode::R]),
        };
        let turn = axis(is_down(&[KeyCode::Left]), is_down(&[KeyCode::Right]));
        self.turn(turn * TURN_SPEED * seconds, 0.0);
    }

    /// The mouse goes on by so many pixels, to the right and down.
    pub(crate) fn look(&mut self, (right, down): (f32, f32)) {
        self.turn(f64::from(-right) * PER_PIXEL, f64::from(-down) * PER_PIXEL);
    }

    fn turn(&mut self, left: f64, up: f64) {
        self.yaw = (self.yaw + left + PI).rem_euclid(TAU) - PI;
        let most = FRAC_PI_2 - SHORT_OF_UP;
        self.pitch = (self.pitch + up).clamp(-most, most);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Presses keys one after another and holds the last one.
    fn after(keys: &[KeyCode]) -> Hand {
        let mut hand = Hand::default();
        for key in keys {
            hand.press(*key);
        }
        hand.hold(&keys.last().copied().into_iter().collect(), 0.1);
        hand
    }

    #[test]
    fn a_jumps_for_who_walks_with_the_cursor_keys_and_goes_left_for_who_walks_with_letters() {
        use KeyCode::{A, D, Left, S, Up, W};
        for keys in [&[A][..], &[Up, A], &[W, Up, A], &[D, Left, A]] {
            let grip = after(keys).grip();
            assert!(grip.jump && grip.right == 0.0, "{keys:?}");
        }
        for keys in [&[W, A][..], &[S, A], &[D, A], &[Up, W, A]] {
            let grip = after(keys).grip();
            assert!(!grip.jump && grip.right == -1.0, "{keys:?}");
        }
        assert!(after(&[W, KeyCode::Space]).grip().jump);
    }

    #[test]
    fn the_cursor_keys_alone_walk_and_turn() {
        assert_eq!(after(&[KeyCode::Up]).grip().forward, 1.0);
        assert_eq!(after(&[KeyCode::Down]).grip().forward, -1.0);
        assert!(after(&[KeyCode::Left]).yaw > 0.2 && after(&[KeyCode::Right]).yaw < -0.2);
    }

    #[test]
    fn the_eyes_turn_around_for_ever_and_never_over_the_top() {
        let mut hand = Hand::default();
        for _ in 0..1000 {
            hand.look((137.0, -99.0));
        }
        assert!(hand.yaw.abs() <= PI && hand.pitch < FRAC_PI_2 && hand.pitch > 1.5, "{hand:?}");
    }
}
