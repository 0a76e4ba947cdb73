//! The game: what the hands do becomes controls, time becomes ticks, and the session a picture.

use super::Ending;
use super::camera::Eye;
use super::scenery::Scenery;
use super::words::{self, Notice};
use glissando::DQuat;
use glissando_play::session::{Controls, Layers, News, Session};
use glissando_window::{Command, Corner, Frame, Hand, Lens, Sketch, Turn};
use std::io::{self, Write};

/// Most news that are shown.
const NEWS_SHOWN: usize = 5;

/// Seconds of the walk that news are shown.
const NEWS_SECONDS: f64 = 6.0;

/// A session in a window.
pub(super) struct Game {
    pub(super) session: Session,
    pub(super) eye: Eye,
    pub(super) is_flying: bool,
    pub(super) is_help_shown: bool,
    /// How much of what the mover sees is shown, an index of [`words::LAYERS`].
    pub(super) layers: usize,
    /// Whether a picture is to be kept of the next frame.
    pub(super) wants_picture: bool,
    pub(super) notice: Notice,
    scenery: Scenery,
    lens: Lens,
    news: Vec<News>,
    /// Ticks that are to be gone back, the part of one.
    owed_back: f64,
    /// Seconds since the window was opened.
    time: f64,
    ending: Option<Ending>,
}

impl Game {
    /// # Errors
    /// None: a session that is there can be drawn.
    pub(super) fn new(session: Session, ending: Option<Ending>) -> anyhow::Result<Self> {
        let scenery = Scenery::new(&session);
        let lens = Lens::for_world(&session.walk().scene.world);
        Ok(Self {
            eye: Eye::new(&session),
            scenery,
            lens,
            is_flying: session.controls().fly,
            is_help_shown: false,
            layers: 0,
            wants_picture: false,
            notice: Notice::default(),
            news: Vec::new(),
            owed_back: 0.0,
            time: 0.0,
            ending,
            session,
        })
    }

    /// Advances time, or turns it back while that key is held.
    fn pass(&mut self, hand: &mut Hand, seconds: f64) -> anyhow::Result<()> {
        let grip = hand.grip();
        self.session.set_controls(Controls {
            forward: grip.forward,
            right: grip.right,
            up: grip.up,
            jump: grip.jump,
            crouch: grip.crouch,
            fly: self.is_flying,
            yaw: hand.yaw,
            pitch: hand.pitch,
        })?;
        if grip.rewind {
            self.owed_back += seconds / self.session.walk().dt;
            let ticks = self.owed_back.floor();
            self.owed_back -= ticks;
            self.news.clear();
            self.session.go_to(self.session.tick().saturating_sub(ticks as u64))?;
        } else if self.ending.is_some() {
            self.session.advance_all(seconds)?;
        } else {
            self.session.advance(seconds)?;
        }
        self.news.extend(self.session.news());
        let now = self.session.tick() as f64 * self.session.walk().dt;
        self.news.retain(|news| (now - NEWS_SECONDS..=now + 1.0).contains(&news.time));
        let surplus = self.news.len().saturating_sub(NEWS_SHOWN);
        self.news.drain(..surplus);
        Ok(())
    }

    fn draw(&mut self, frame: &mut Frame<'_>) -> anyhow::Result<()> {
        let mut places = self.session.places()?;
        let at = self.session.position();
        if let Some(body) = places.characters.first_mut().filter(|_| self.layers > 0) {
            // What the mover sees is as of the last tick.
            body.centre = at;
        }
        let camera = self.eye.camera(&mut self.session, &places, frame.seconds)?;
        let cos_ground = self.session.settings().ground.cos_climb;
        let turns: Vec<DQuat> = self.turns();
        self.scenery.draw(frame.painter, &self.session, (&camera, self.lens, cos_ground), &places);
        self.scenery.draw_people(frame.painter, &places, &turns, self.eye.shows_self());
        // Before what one sees through: that hides what is drawn behind it later.
        let (_, layers) = words::LAYERS[self.layers];
        let layers = Layers { body: layers.body && self.eye.shows_self(), ..layers };
        frame.painter.sketch(&sketch(&mut self.session, layers)?);
        if self.eye.shows_self() {
            self.scenery.draw_shadow(frame.painter, &mut self.session, &places)?;
        }
        self.scenery.draw_props(frame.painter, &self.session);
        Ok(())
    }

    /// How the characters are turned.
    fn turns(&self) -> Vec<DQuat> {
        let mut turns: Vec<DQuat> =
            self.session.walk().players.iter().map(|player| player.config.settings().rotation).collect();
        if let Some(first) = turns.first_mut() {
            *first = self.session.settings().rotation;
        }
        turns
    }

    fn write(&mut self, frame: &mut Frame<'_>) -> anyhow::Result<()> {
        let status = self.session.status()?;
        let shown = words::LAYERS[self.layers].0;
        frame.write(Corner::TopLeft, &words::status(&self.session, &status, shown, frame.seconds));
        frame.write(Corner::BottomLeft, &words::news(&self.news));
        let right = if self.is_help_shown {
            super::help::lines()
        } else if self.session.is_paused() {
            words::story(&status, frame.line_room())
        } else {
            vec!["H: keys".to_owned()]
        };
        frame.write(Corner::TopRight, &right);
        frame.write(Corner::BottomRight, self.notice.lines(self.time));
        Ok(())
    }

    /// Whether this was the last frame.
    fn is_over(&self, frame: &Frame<'_>) -> bool {
        let is_time = |ending: &Ending| frame.is_over && self.time >= ending.seconds - 1e-9;
        frame.commands.contains(&Command::Quit) || self.ending.as_ref().is_some_and(is_time)
    }

    fn end(&self, frame: &mut Frame<'_>) -> anyhow::Result<Turn> {
        if let Some(path) = self.ending.as_ref().and_then(|ending| ending.screenshot.as_ref()) {
            frame.picture().write(path)?;
        }
        let [x, y, z] = self.session.position().to_array();
        let (name, tick) = (&self.session.walk().name, self.session.tick());
        writeln!(
            io::stdout(),
            "{name}: {tick} ticks, at {x:.3},{y:.3},{z:.3}, state hash {}",
            self.session.state_hash()
        )?;
        Ok(Turn::End)
    }

    /// Shows the error to the player and pauses; without a player it is an error of the program.
    fn tell(&mut self, done: anyhow::Result<()>) -> anyhow::Result<()> {
        match done {
            Err(error) if self.ending.is_none() => {
                self.session.pause(true);
                self.say(format!("{error:#}"));
                Ok(())
            }
            other => other,
        }
    }

    /// Shows a message to the player.
    pub(super) fn say(&mut self, text: impl Into<String>) {
        self.notice = Notice::new(text.into(), self.time);
    }
}

impl glissando_window::Game for Game {
    fn frame(&mut self, frame: &mut Frame<'_>) -> anyhow::Result<Turn> {
        if self.time == 0.0 {
            (frame.hand.yaw, frame.hand.pitch) = self.eye.first_look(&self.session);
        }
        self.time += frame.seconds;
        for command in std::mem::take(&mut frame.commands) {
            let done = self.obey(command);
            self.tell(done)?;
            frame.commands.push(command);
        }
        if self.session.is_on_autopilot() {
            self.eye.follow(&self.session, frame.hand, frame.seconds);
        }
        let done = self.pass(frame.hand, frame.seconds);
        self.tell(done)?;
        self.draw(frame)?;
        self.write(frame)?;
        if std::mem::take(&mut self.wants_picture) {
            self.keep_picture(&frame.picture());
        }
        if self.is_over(frame) { self.end(frame) } else { Ok(Turn::On) }
    }
}

/// What the hand's character sees and does.
fn sketch(session: &mut Session, layers: Layers) -> anyhow::Result<Sketch> {
    let mut sketch = Sketch::default();
    if layers != Layers::default() {
        super::paint::onto(&mut sketch, &session.overlay(layers)?);
    }
    Ok(sketch)
}
