//! The poses of all bodies and characters between two ticks, for drawing.

use super::Session;
use glissando::interpolation::{point_between, position_between};
use glissando::{BodyId, DAffine3, DVec3, InputError, Shape};

/// Where a character or a ball is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// Its centre, metres.
    pub centre: DVec3,
    /// Its shape, as its settings turn it.
    pub shape: Shape,
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
            Place { centre, shape: config.shape(actor.state.is_crouching) }
        });
        let balls = now.balls.iter_with_ids().map(|(id, ball)| {
            let before = before.balls.get(id).unwrap_or(ball);
            let centre = point_between(before.position, ball.position, share);
            Ok(Place { centre, shape: Shape::sphere(ball.radius)? })
        });
        let bodies = self.play.poses_between(before, share);
        let balls: Result<Vec<Place>, InputError> = balls.collect();
        Ok(Places { characters: characters.collect(), balls: balls?, bodies: bodies.collect() })
    }
}
