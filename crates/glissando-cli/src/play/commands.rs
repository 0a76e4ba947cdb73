//! What happens when a key is pressed.

use super::game::Game;
use super::words;
use crate::body;
use glissando::character::BodyShape;
use glissando::{DVec3, Settings};
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
            Command::Body => self.take_next_body(),
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

    /// Ellipsoid, capsule, cylinder, box, and the ellipsoid again. What the settings refuse is said, and changes nothing.
    fn take_next_body(&mut self) {
        let settings = with_next_body(*self.session.settings());
        match self.session.set_settings(&settings) {
            Ok(()) => self.say(format!("the body is {}", body::kind(settings.body))),
            Err(error) => self.say(format!("{error:#}")),
        }
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

/// The settings with the next shape, of the same extents where the shape has them: a capsule is as deep as wide and at
/// least as high.
fn with_next_body(mut settings: Settings) -> Settings {
    let (next, radii): (BodyShape, fn(DVec3) -> DVec3) = match settings.body {
        BodyShape::Ellipsoid => (BodyShape::Capsule, |r| DVec3::new(r.x, r.y.max(r.x), r.x)),
        BodyShape::Capsule => (BodyShape::Cylinder, |r| r),
        BodyShape::Cylinder => (BodyShape::Box, |r| r),
        _ => (BodyShape::Ellipsoid, |r| r),
    };
    settings.body = next;
    settings.radii = radii(settings.radii);
    settings.crouch_radii = radii(settings.crouch_radii);
    let least = settings.radii.min_element().min(settings.crouch_radii.min_element());
    settings.rounding = settings.rounding.min(least);
    settings
}

#[cfg(test)]
mod tests {
    use super::*;
    use glissando::Config;

    #[test]
    fn every_body_comes_in_turn_and_is_valid_whatever_the_radii_were() {
        for radii in [DVec3::new(0.4, 0.9, 0.4), DVec3::new(0.5, 0.25, 0.75), DVec3::splat(0.01)] {
            let mut settings = Settings { radii, crouch_radii: radii, ..Settings::default() };
            let bodies = [
                BodyShape::Capsule,
                BodyShape::Cylinder,
                BodyShape::Box,
                BodyShape::Ellipsoid,
                BodyShape::Capsule,
            ];
            for body in bodies {
                settings = with_next_body(settings);
                assert_eq!(settings.body, body);
                Config::new(&settings).unwrap();
            }
        }
    }
}
