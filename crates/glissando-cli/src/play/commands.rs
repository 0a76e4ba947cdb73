//! What happens when a key is pressed.

use super::game::Game;
use super::words;
use glissando_window::Command;

/// How much slower or faster one key press is.
const PACE_STEP: f64 = 2.0;

/// The slowest and the fastest pace, seconds of the walk per second.
const PACES: (f64, f64) = (1.0 / 64.0, 16.0);

impl Game {
    /// # Errors
    /// None: whatever a key asks for can be done.
    pub(super) fn obey(&mut self, command: Command) -> anyhow::Result<()> {
        match command {
            Command::Fly => self.is_flying = !self.is_flying,
            Command::View => self.eye.switch(),
            Command::Pause => self.session.pause(!self.session.is_paused()),
            Command::Tick => {
                self.session.pause(true);
                self.session.step()?;
            }
            Command::Back => {
                self.session.pause(true);
                self.session.go_to(self.session.tick().saturating_sub(1))?;
            }
            Command::Slower => self.hurry(1.0 / PACE_STEP)?,
            Command::Faster => self.hurry(PACE_STEP)?,
            Command::Overlay => self.layers = (self.layers + 1) % words::LAYERS.len(),
            Command::Use => self.open_near()?,
            Command::Autopilot => self.session.set_autopilot(!self.session.is_on_autopilot()),
            Command::Help => self.is_help_shown = !self.is_help_shown,
            Command::Clip => self.keep_clip()?,
            Command::Restart => self.session.put_back(),
            Command::Picture => self.wants_picture = true,
            // The window does the first, and the end comes with the frame.
            Command::FreeMouse | Command::Quit => {}
        }
        Ok(())
    }

    fn hurry(&mut self, by: f64) -> anyhow::Result<()> {
        self.session.set_pace((self.session.pace() * by).clamp(PACES.0, PACES.1))
    }

    fn open_near(&mut self) -> anyhow::Result<()> {
        match self.session.use_near()? {
            0 => self.say("nothing within reach waits to be opened or called"),
            1 => self.say("called"),
            count => self.say(format!("called {count}")),
        }
        Ok(())
    }
}
