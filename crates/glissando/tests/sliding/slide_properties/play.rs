//! A body that slides, tick by tick.

use glissando::slide::{Mover, Slide, SlideBuffer, slide};
use glissando::trace::TraceStep;
use glissando::world::Brute;
use glissando::{Collide, DQuat, DVec3, Filter, Shape, World};
use glissando_testkit::random::Random;

/// A body in a world.
pub(crate) struct Player<'a> {
    pub(crate) world: &'a World,
    pub(crate) mover: Mover,
    pub(crate) at: DVec3,
    pub(crate) buffer: SlideBuffer,
    /// The steps of the last move.
    pub(crate) trace: Vec<TraceStep>,
}

impl<'a> Player<'a> {
    pub(crate) fn new(world: &'a World, mover: Mover, at: DVec3) -> Self {
        Self { world, mover, at, buffer: SlideBuffer::default(), trace: Vec::new() }
    }

    /// Slides; returns the result and the displacement.
    pub(crate) fn step(&mut self, displacement: DVec3) -> (Slide, DVec3) {
        self.trace.clear();
        let before = self.at;
        let end = slide(self.world, &self.mover, before, displacement, &mut self.buffer, &mut self.trace);
        let end = end.expect("the numbers are valid");
        self.at = end.position;
        (end, end.position - before)
    }

    /// The positions that the last move went through, each in a straight line from the previous one.
    pub(crate) fn way(&self) -> impl Iterator<Item = DVec3> {
        self.trace.iter().filter_map(|step| match *step {
            TraceStep::Hit { at, .. } => Some(at),
            TraceStep::Moved { to } => Some(to),
            _ => None,
        })
    }

    /// Depth of the nearest surface inside the sweep shell, in radii, tested triangle by triangle.
    pub(crate) fn overlap(&mut self) -> f64 {
        let shell = self.mover.sweep_shell();
        let found = &mut self.buffer.contacts;
        Brute(self.world).contacts_in_radii(&self.mover.shape(), self.at, shell, Filter::ALL, found);
        found.iter().fold(0.0, |most, contact| f64::max(most, shell - contact.radii))
    }
}

/// A mover of this shape with the usual skin.
pub(crate) fn mover(shape: Shape) -> Mover {
    Mover::with_usual_skin(shape, Filter::ALL).expect("a valid skin")
}

/// Balls, ellipsoids and capsules, upright and turned.
pub(crate) fn shapes(random: &mut Random) -> [Shape; 6] {
    let tall = DVec3::new(0.4, 0.9, 0.4);
    let turned = |radii, rotation: DQuat| Shape::ellipsoid(radii, rotation).expect("valid radii");
    [
        turned(DVec3::ONE, DQuat::IDENTITY),
        turned(tall, DQuat::IDENTITY),
        turned(tall, random.rotation()),
        turned(DVec3::new(0.3, 1.0, 0.6), random.rotation()),
        Shape::capsule(0.4, 0.5, DQuat::IDENTITY).expect("a valid capsule"),
        Shape::capsule(0.3, 0.7, random.rotation()).expect("a valid capsule"),
    ]
}
