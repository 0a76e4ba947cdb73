//! Where everything is between two ticks, for who draws it.

use super::Session;
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
        // Who was put somewhere else does not fly there.
        let between = |from: DVec3, to: DVec3| {
            let way = to - from;
            if way.length() > 2.0 { to } else { from + way * share }
        };
        let characters = now.characters.iter().zip(self.play.configs()).enumerate();
        let characters = characters.map(|(index, (actor, config))| {
            let to = actor.state.position;
            let from = before.characters.get(index).map_or(to, |actor| actor.state.position);
            Place { centre: between(from, to), radii: config.shape(actor.state.is_crouching).radii() }
        });
        let balls = now.balls.iter().enumerate().map(|(index, ball)| {
            let from = before.balls.get(index).map_or(ball.position, |ball| ball.position);
            Place { centre: between(from, ball.position), radii: DVec3::splat(ball.radius) }
        });
        let (characters, balls) = (characters.collect(), balls.collect());
        let movers: Vec<BodyId> = self.walk.movers.iter().map(|mover| mover.spec.body).collect();
        let world = self.play.world()?;
        let poses: Result<Vec<_>, _> = movers.iter().map(|&id| Ok((id, world.body(id)?.pose))).collect();
        let bodies = poses.map_err(|error: glissando::InputError| error)?;
        Ok(Places { characters, balls, bodies })
    }
}
