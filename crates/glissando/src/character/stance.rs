//! Jumping, crouching and standing up: the buttons, applied before any motion.

use super::body_change::BodyChange;
use super::event::EventKind;
use super::state::Ground;
use super::tick::Tick;

impl Tick<'_> {
    /// Crouches or stands up as the input demands, if there is room.
    #[inline]
    pub(super) fn change_stance(&mut self) {
        if self.input.crouch != self.state.is_crouching {
            self.change_body_if_there_is_room();
        }
    }

    #[inline(never)]
    fn change_body_if_there_is_room(&mut self) {
        let wanted = self.config.body(self.input.crouch);
        // A flatter body is wider near the feet and may have to move aside; a taller one only by a few skins.
        let most = if self.input.crouch { wanted.shape().largest_radius() } else { SKINS * wanted.skin() };
        if matches!(self.fit(self.mover, wanted, most), BodyChange::Refused { .. }) {
            return;
        }
        self.pass(0.0);
        self.state.is_crouching = self.input.crouch;
        self.mover = wanted;
    }

    /// Takes off if jump was pressed and the character stands or has coyote time left.
    pub(super) fn jump(&mut self) {
        let settings = self.config.settings().jump;
        let is_pressed = self.input.jump && !self.state.is_jump_held;
        self.state.is_jump_held = self.input.jump;
        if is_pressed {
            // Buffered for this tick at least.
            self.state.buffer_left = settings.buffer_time as f32 + f32::MIN_POSITIVE;
        }
        self.jump_if_remembered();
    }

    /// Jumps if a press is buffered and the character stands, or stood within the coyote time.
    pub(super) fn jump_if_remembered(&mut self) {
        let can_jump = self.state.ground == Ground::Standing || self.state.coyote_left > 0.0;
        if self.state.buffer_left <= 0.0 || !can_jump || self.input.fly {
            return;
        }
        let up = self.up();
        let before = self.state.velocity;
        self.state.velocity = self.level(before) + up * self.config.settings().jump.speed;
        self.leave_ground();
        self.state.buffer_left = 0.0;
        self.state.coyote_left = 0.0;
        self.is_placed = false;
        self.emit(self.time, before, EventKind::Jumped);
    }

    /// Advances the timers at the end of a tick.
    pub(super) fn run_timers(&mut self) {
        let duration = self.duration as f32;
        self.state.buffer_left = (self.state.buffer_left - duration).max(0.0);
        self.state.coyote_left = (self.state.coyote_left - duration).max(0.0);
    }
}

/// Skins by which standing up may shift a character.
const SKINS: f64 = 4.0;
