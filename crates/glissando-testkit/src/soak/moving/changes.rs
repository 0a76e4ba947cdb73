//! Bodies and movers that come and go while characters walk: a streamed world, as the judge knows it.
//!
//! A body is only ever inserted where no character is near, and a character that stands on a removed one falls: so every
//! fault that the judge finds in a walk without changes is one here too.

use super::kinds::Kind;
use super::scene::{Scene, insert};
use crate::random::Random;
use glissando::stage::StageState;
use glissando::{DVec3, MoverId};

/// Walks from this number on have changes; those below are as they were before there were any.
pub const CHANGING: u64 = 1_000_000_000;

/// Ticks between two changes, on average.
const EVERY: f64 = 40.0;

/// Movers at most, removed ones among them.
const MOST: usize = 40;

/// Metres between a new body and every character at least.
const AWAY: f64 = 0.5;

/// The changes of one walk, from a stream of random numbers of their own.
pub(super) struct Changes {
    random: Random,
    dt: f64,
    /// How often a body was inserted, a mover and a body were removed.
    pub(super) made: [u64; 3],
}

impl Changes {
    /// Those of a walk, if it has any.
    pub(super) fn of(seed: u64, number: u64, dt: f64) -> Option<Self> {
        (number >= CHANGING).then(|| Self { random: Random::nth(seed, 6002, number), dt, made: [0; 3] })
    }

    /// Perhaps one change of the scene; whether there was one.
    pub(super) fn change(&mut self, scene: &mut Scene) -> bool {
        if !self.random.chance(1.0 / EVERY) {
            return false;
        }
        let kind = self.random.integer(0, 2);
        let is_done = match kind {
            0 => self.add(scene),
            1 => self.end_mover(scene),
            _ => self.remove_body(scene),
        };
        self.made[kind as usize] += u64::from(is_done);
        is_done
    }

    /// A new body with a mover, away from all characters.
    fn add(&mut self, scene: &mut Scene) -> bool {
        let random = &mut self.random;
        let kind = random.pick(&Kind::ALL);
        let Some(cast) = kind.cast(random, scene.recipe.middle, self.dt).pop() else { return false };
        if scene.movers.len() >= MOST {
            return false;
        }
        let mut shape = insert(&mut scene.world, cast);
        let body = scene.world.remove(shape.spec.body).expect("it was just put in");
        // Triangles as they lie at the start of the way.
        let far = |at: DVec3| (at - shape.spec.pivot).length() > shape.reach + AWAY + 1.5;
        if !scene.state.characters.iter().all(|actor| far(actor.state.position)) {
            return false;
        }
        shape.spec.body = scene.stage.insert(body).expect("a good pose");
        shape.id = scene.stage.add_mover(shape.spec.clone()).expect("a good mover");
        scene.stage.add_new_movers_to(&mut scene.state);
        // A path may begin elsewhere than at the pivot.
        let start = shape.spec.pivot + scene.state.movers[shape.id].pose.translation;
        scene.movers.push(shape);
        let index = scene.movers.len() - 1;
        if (start - scene.movers[index].spec.pivot).length() > AWAY {
            return self.end(scene, index) && self.take_away(scene, index);
        }
        true
    }

    /// A mover ends; its body rests where it is.
    fn end_mover(&mut self, scene: &mut Scene) -> bool {
        let index = self.random.integer(0, scene.movers.len() as i64 - 1) as usize;
        !scene.movers[index].is_ended && self.end(scene, index)
    }

    fn end(&self, scene: &mut Scene, index: usize) -> bool {
        let state: StageState = scene.state.clone();
        scene.stage.remove_mover(scene.movers[index].id, &state).expect("a mover that is there");
        scene.movers[index].is_ended = true;
        true
    }

    /// The body of a mover that has ended goes.
    fn remove_body(&mut self, scene: &mut Scene) -> bool {
        let rests: Vec<usize> = (0..scene.movers.len())
            .filter(|i| scene.movers[*i].is_ended && !scene.movers[*i].is_gone())
            .collect();
        if rests.is_empty() {
            return false;
        }
        let index = self.random.pick(&rests);
        self.take_away(scene, index)
    }

    fn take_away(&self, scene: &mut Scene, index: usize) -> bool {
        scene.stage.remove(scene.movers[index].spec.body).expect("a body that rests");
        // What has no triangles is judged as what is not there.
        scene.movers[index].triangles.clear();
        true
    }
}

/// No mover yet.
pub(super) const UNKNOWN: MoverId = MoverId::from_bits(u64::MAX);
