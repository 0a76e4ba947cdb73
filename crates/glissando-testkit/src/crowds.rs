//! Crowds to be stepped, and a judge of overlaps between members that shares no code with the library.

use crate::oracle::nearest_radii;
use glissando::crowd::{CrowdReport, CrowdScratch, Member, step, step_through};
use glissando::{Collide, DVec3, Ground, Input, Shape, World};

/// A crowd of so many members is stepped twice.
const SMALL: usize = 12;

/// Metres along the line of the centres beyond which two are not judged: they are apart for certain.
const NEAR: f64 = 0.006;

/// Members, what they want, and the memory to step them.
#[derive(Default)]
pub struct Crowd {
    /// The members.
    pub members: Vec<Member>,
    /// What each wants in the next tick.
    pub inputs: Vec<Input>,
    scratch: CrowdScratch,
}

impl Crowd {
    /// Adds a member that wants to go at `wish`; returns its index.
    pub fn add(&mut self, member: Member, wish: DVec3) -> usize {
        self.members.push(member);
        self.inputs.push(Input { wish, ..Input::default() });
        self.members.len() - 1
    }

    /// One tick; in small crowds the same tick without anything that a member remembers must come to the same states.
    ///
    /// # Panics
    /// If the crowd is refused, or the states differ.
    pub fn step(&mut self, world: &World, dt: f64) -> CrowdReport<'_> {
        let mut twin = (self.members.len() <= SMALL).then(|| self.members.clone());
        if let Some(twin) = &mut twin {
            let mut scratch = CrowdScratch::new();
            step_through(world, twin, &self.inputs, dt, &mut scratch).expect("the crowd is good input");
        }
        let report = step(world, &mut self.members, &self.inputs, dt, &mut self.scratch);
        assert!(twin.is_none_or(|twin| twin == self.members), "what members remember must change nothing");
        report.expect("the crowd is good input")
    }

    /// One tick through anything that collides.
    ///
    /// # Panics
    /// If the crowd is refused.
    pub fn step_through(&mut self, world: &impl Collide, dt: f64) -> CrowdReport<'_> {
        let Self { members, inputs, scratch, .. } = self;
        step_through(world, members, inputs, dt, scratch).expect("the crowd is good input")
    }

    /// Where a member is.
    pub fn at(&self, member: usize) -> DVec3 {
        self.members[member].state.position
    }

    /// The body of a member as it is now.
    pub fn shape(&self, member: usize) -> Shape {
        self.members[member].config.shape(self.members[member].state.is_crouching)
    }

    /// The least [`nearest_radii`] of all pairs, both ways round, and how many pairs were near enough to be judged.
    pub fn closest(&self) -> (f64, usize) {
        let shapes: Vec<Shape> = (0..self.members.len()).map(|k| self.shape(k)).collect();
        let radii: Vec<f64> = shapes.iter().map(Shape::largest_radius).collect();
        let (mut least, mut judged) = (f64::INFINITY, 0);
        for a in 0..self.members.len() {
            for b in a + 1..self.members.len() {
                let between = self.at(b) - self.at(a);
                let length = between.length();
                if length > radii[a] + radii[b] + NEAR {
                    continue;
                }
                let (one, two) = (&shapes[a], &shapes[b]);
                // A gap along any direction proves that they are apart.
                if (length - NEAR) * length <= one.extent_along(between) + two.extent_along(between) {
                    let there = nearest_radii(one, self.at(a), two, self.at(b));
                    let back = nearest_radii(two, self.at(b), one, self.at(a));
                    least = least.min(there).min(back);
                    judged += 1;
                }
            }
        }
        (least, judged)
    }

    /// The highest speed of all.
    pub fn fastest(&self) -> f64 {
        self.members.iter().fold(0.0, |most: f64, m| most.max(m.state.velocity.length()))
    }

    /// How many stand.
    pub fn standing(&self) -> usize {
        self.members.iter().filter(|m| m.state.ground == Ground::Standing).count()
    }
}
