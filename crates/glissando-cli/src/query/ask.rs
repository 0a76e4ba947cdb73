//! From a question to its answer: each `op` is one call of the library.

use super::answer::Answer;
use super::bodies;
use super::question::{Op, Question, Radii};
use anyhow::{Context, bail};
use glissando::{Contact, DQuat, DVec3, Filter, Settings, Shape, Sweep};
use glissando_play::scene::Scene;

/// The skin of a sweep that says nothing else, in smallest radii.
const SKIN: f64 = 0.01;

/// Knows the world and answers questions about it.
pub(super) struct Oracle<'a> {
    pub(super) scene: &'a Scene,
    /// Whether sweeps are without skin unless they say otherwise.
    pub(super) raw: bool,
}

impl Oracle<'_> {
    pub(super) fn answer<'a>(&'a self, question: &Question<'a>) -> Answer<'a> {
        let needs_level = !matches!(question.op, Op::Spheres | Op::Bounce | Op::Plane);
        if needs_level && self.scene.levels.is_empty() {
            let error = "this op asks a level: name one on the command line".into();
            return Answer::refused(question.id, error);
        }
        let answer = match question.op {
            Op::Ray => self.ray(question),
            Op::Segment => self.segment(question),
            Op::Sweep => self.sweep(question),
            Op::Overlap => self.overlap(question),
            Op::Clearance => self.clearance(question),
            Op::Spheres => bodies::spheres(question),
            Op::Bounce => bodies::bounce(question),
            Op::Plane => bodies::plane(question),
        };
        answer.unwrap_or_else(|error| Answer::refused(question.id, format!("{error:#}")))
    }

    fn ray<'a>(&'a self, question: &Question<'a>) -> anyhow::Result<Answer<'a>> {
        let hit = self.scene.world.ray(start(question)?, movement(question)?, Filter::ALL)?;
        Ok(hit.map_or_else(|| miss(question), |hit| Answer::hit(question.id, self.scene, &hit)))
    }

    fn segment<'a>(&'a self, question: &Question<'a>) -> anyhow::Result<Answer<'a>> {
        let from = start(question)?;
        let to = from + movement(question)?;
        let is_blocked = self.scene.world.is_blocked_between(from, to, Filter::ALL)?;
        Ok(Answer::yes_or_no(question.id, is_blocked))
    }

    fn sweep<'a>(&'a self, question: &Question<'a>) -> anyhow::Result<Answer<'a>> {
        let shape = shape(question)?;
        let skin = match (question.skin, question.raw.unwrap_or(self.raw)) {
            (Some(_), _) if question.raw == Some(true) => bail!("skin and raw exclude each other: give one"),
            (Some(skin), _) => skin,
            (None, true) => 0.0,
            (None, false) => SKIN * shape.smallest_radius(),
        };
        let sweep = Sweep::new(shape, start(question)?, movement(question)?)?.with_skin(skin)?;
        let hit = self.scene.world.sweep(&sweep);
        Ok(hit.map_or_else(|| miss(question), |hit| Answer::hit(question.id, self.scene, &hit)))
    }

    fn overlap<'a>(&'a self, question: &Question<'a>) -> anyhow::Result<Answer<'a>> {
        let mut found = Vec::new();
        let world = &self.scene.world;
        world.contacts(&shape(question)?, start(question)?, 0.0, Filter::ALL, &mut found)?;
        let deepest = found
            .iter()
            .filter(|c| c.radii < 1.0)
            .reduce(|deepest, c| if c.gap() < deepest.gap() { c } else { deepest });
        let answer = |contact: &Contact| Answer::overlap(question.id, self.scene, contact);
        Ok(deepest.map_or_else(|| miss(question), answer))
    }

    fn clearance<'a>(&'a self, question: &Question<'a>) -> anyhow::Result<Answer<'a>> {
        let most = question.within.unwrap_or(f64::INFINITY);
        let world = &self.scene.world;
        let nearest = world.clearance(&shape(question)?, start(question)?, most, Filter::ALL);
        let nearest = nearest
            .map_err(|error| anyhow::anyhow!("{}", error.to_string().replacen("most", "within", 1)))?;
        Ok(nearest.map_or_else(|| miss(question), |n| Answer::clearance(question.id, self.scene, &n)))
    }
}

fn miss<'a>(question: &Question<'a>) -> Answer<'a> {
    Answer::yes_or_no(question.id, false)
}

pub(super) fn start(question: &Question<'_>) -> anyhow::Result<DVec3> {
    question.from.map(DVec3::from).context("missing field `from`: three numbers, in metres")
}

fn movement(question: &Question<'_>) -> anyhow::Result<DVec3> {
    question.movement.map(DVec3::from).context("missing field `move`: three numbers, metres from `from`")
}

pub(super) fn shape(question: &Question<'_>) -> anyhow::Result<Shape> {
    let radii = match question.radii.context("missing field `radii`: a number or three numbers, in metres")? {
        Radii::Equal(radius) => DVec3::splat(radius),
        Radii::Each(radii) => DVec3::from(radii),
    };
    let rotation = question.rotation.map_or(DQuat::IDENTITY, DQuat::from);
    let rounding = question.rounding.unwrap_or(Settings::default().rounding);
    Ok(question.body.shape(radii, rounding, rotation)?)
}
