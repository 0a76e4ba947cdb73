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
        let poses = self.poses()?;
        let movers = self.walk.movers.iter().zip(&poses).enumerate();
        let bodies = movers.map(|(index, (mover, to))| {
            let from = self.poses_before.get(index).unwrap_or(to);
            (mover.spec.body, blend(from, to, share))
        });
        let bodies = bodies.collect();
        Ok(Places { characters, balls, bodies })
    }

    /// Where the bodies that move are after the last tick, by number.
    pub(super) fn poses(&mut self) -> anyhow::Result<Vec<DAffine3>> {
        let Self { walk, play, .. } = self;
        let world = play.world()?;
        walk.movers.iter().map(|mover| Ok(world.body(mover.spec.body)?.pose)).collect()
    }
}

/// A pose between two that are a tick apart: what turns in a tick turns too little to be seen shrinking.
fn blend(from: &DAffine3, to: &DAffine3, share: f64) -> DAffine3 {
    let mix = |a: DVec3, b: DVec3| a + (b - a) * share;
    let (a, b) = (&from.matrix3, &to.matrix3);
    let mut pose = *to;
    pose.matrix3.x_axis = mix(a.x_axis, b.x_axis);
    pose.matrix3.y_axis = mix(a.y_axis, b.y_axis);
    pose.matrix3.z_axis = mix(a.z_axis, b.z_axis);
    pose.translation = mix(from.translation, to.translation);
    pose
}
