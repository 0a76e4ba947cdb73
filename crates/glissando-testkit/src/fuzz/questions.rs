//! A *counted world*: a decorator over `Collide` that counts the questions asked of it.
//!
//! The count is the work of a call without a clock: the same on every machine, under any load.

use glissando::traction::Traction;
use glissando::{Collide, Contact, DVec3, Filter, Hit, Shape, Surface, Sweep};
use std::cell::Cell;

/// A world, and how often it was asked.
#[derive(Debug)]
pub(super) struct Counted<'a, C> {
    world: &'a C,
    asked: Cell<u64>,
}

impl<'a, C> Counted<'a, C> {
    pub(super) fn new(world: &'a C) -> Self {
        Self { world, asked: Cell::new(0) }
    }

    /// Sweeps, rays and searches for contacts so far.
    pub(super) fn asked(&self) -> u64 {
        self.asked.get()
    }

    fn count(&self) {
        self.asked.set(self.asked.get() + 1);
    }
}

impl<C: Collide> Collide for Counted<'_, C> {
    fn sweep(&self, sweep: &Sweep) -> Option<Hit> {
        self.count();
        self.world.sweep(sweep)
    }

    fn contacts_in_radii(
        &self,
        shape: &Shape,
        at: DVec3,
        radii: f64,
        filter: Filter,
        found: &mut Vec<Contact>,
    ) {
        self.count();
        self.world.contacts_in_radii(shape, at, radii, filter, found);
    }

    fn ray(&self, from: DVec3, translation: DVec3, filter: Filter) -> Option<Hit> {
        self.count();
        self.world.ray(from, translation, filter)
    }

    fn surface_velocity(&self, surface: &Surface, at: DVec3) -> DVec3 {
        self.world.surface_velocity(surface, at)
    }

    fn traction(&self, surface: &Surface) -> Traction {
        self.world.traction(surface)
    }
}
