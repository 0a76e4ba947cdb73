//! The poses of all bodies and characters between two ticks, for drawing.

use super::Session;
use glissando::interpolation::{point_between, position_between};
use glissando::{BodyId, DAffine3, DVec3};

/// Where something round is: a character or a ball.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// Its centre, metres.
    pub centre: DVec3,
    /// Its radii, metres.
    pub radii: DVec3,
}

/// Where everything that moves is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Places {
    /// The characters, the hand's first.
    pub characters: Vec<Place>,
    /// The balls.
    pub balls: Vec<Place>,
    /// The bodies that move, and their poses.
    pub bodies: Vec<(BodyId, DAffine3)>,
}

impl Session {
    /// Where everything is at the moment, between the last two ticks as real time is.
    ///
    /// # Errors
    /// None after a tick that was done.
    pub fn places(&mut self) -> anyhow::Result<Places> {
        let share = self.pace.share(self.walk.dt);
        let (now, before) = (self.play.state(), &self.before);
        let characters = now.characters.iter_with_ids().zip(self.play.configs());
        let characters = characters.map(|((id, actor), config)| {
            let before = before.characters.get(id).unwrap_or(actor);
            let centre = position_between(&before.state, &actor.state, share);
            Place { centre, radii: config.shape(actor.state.is_crouching).radii() }
        });
        let balls = now.balls.iter_with_ids().map(|(id, ball)| {
            let before = before.balls.get(id).unwrap_or(ball);
            let centre = point_between(before.position, ball.position, share);
            Place { centre, radii: DVec3::splat(ball.radius) }
        });
        let bodies = self.play.poses_between(before, share);
        Ok(Places { characters: characters.collect(), balls: balls.collect(), bodies: bodies.collect() })
    }
}
