//! Which bodies a ball may meet or touch in the rest of a tick: those whose boxes meet its box.
//!
//! A tick asks this at every impact, and most balls and characters are far from each other. A box covers all places of a body in
//! the tick, and only grows: what was near stays near. The boxes of the start are in a grid; a ball that an impact sends out of
//! its first box is on a list beside it.

use super::scratch::Body;
use crate::math::{DVec3, sqrt_f64};
use crate::sorting;
use alloc::vec::Vec;
use core::ops::Range;

/// A box is larger by this share of the body's radius than what the body covers: more than what counts as touched, than the gap
/// that balls of a heap keep, and than rounding.
const ROOM: f64 = 0.02;

/// And by this share of the coordinates.
const ROUNDING: f64 = 1e-12;

/// More cells along an axis would not help: a grid has about as many cells as bodies.
const MOST_CELLS: usize = 256;

/// The boxes of a tick's balls and characters.
#[derive(Clone, Debug, Default)]
pub(super) struct Near {
    covers: Vec<Cover>,
    /// Of the balls, and of the characters.
    grids: [Grid; 2],
    /// The balls that left their first boxes.
    loose: Vec<usize>,
}

/// All places of a body from the start of the tick to its end, as far as known.
#[derive(Clone, Copy, Debug)]
struct Cover {
    low: DVec3,
    high: DVec3,
    is_loose: bool,
}

impl Cover {
    /// That of the body's present flight from `now` to `end`.
    fn of(body: &Body, (now, end): (f64, f64)) -> Self {
        let (from, to) = (body.flight.position_at(now), body.flight.position_at(end));
        let (low, high) = (from.min(to), from.max(to));
        let room = DVec3::splat(body.radius * (1.0 + ROOM)) + low.abs().max(high.abs()) * ROUNDING;
        Self { low: low - room, high: high + room, is_loose: false }
    }

    fn meets(&self, other: &Self) -> bool {
        (self.low.x <= other.high.x)
            & (other.low.x <= self.high.x)
            & (self.low.y <= other.high.y)
            & (other.low.y <= self.high.y)
            & (self.low.z <= other.high.z)
            & (other.low.z <= self.high.z)
    }
}

impl Near {
    /// Takes the bodies at the start of a tick of `dt` seconds: so many balls, then characters.
    pub(super) fn begin(&mut self, bodies: &[Body], balls: usize, dt: f64) {
        let Self { covers, grids, loose } = self;
        loose.clear();
        covers.clear();
        covers.extend(bodies.iter().map(|body| Cover::of(body, (0.0, dt))));
        grids[0].fill(covers, 0..balls);
        grids[1].fill(covers, balls..bodies.len());
    }

    /// A ball has another flight from `now` on.
    pub(super) fn send_on(&mut self, ball: usize, body: &Body, span: (f64, f64)) {
        let (old, new) = (self.covers[ball], Cover::of(body, span));
        let (low, high) = (old.low.min(new.low), old.high.max(new.high));
        if low == old.low && high == old.high {
            return;
        }
        self.covers[ball] = Cover { low, high, is_loose: true };
        if !old.is_loose {
            self.loose.push(ball);
        }
    }

    /// Appends the bodies that a ball may meet, and the balls that a character may: a superset, in no order. The ball itself is
    /// one of them.
    pub(super) fn list(&self, body: usize, is_character: bool, found: &mut Vec<usize>) {
        let Self { covers, grids, loose } = self;
        let cover = &covers[body];
        for grid in &grids[..if is_character { 1 } else { 2 }] {
            grid.visit(cover, |other| {
                if !covers[other].is_loose && covers[other].meets(cover) {
                    found.push(other);
                }
            });
        }
        found.extend(loose.iter().copied().filter(|other| covers[*other].meets(cover)));
    }

    /// [`Near::list`] alone, in ascending order.
    pub(super) fn list_in_order(&self, body: usize, is_character: bool, found: &mut Vec<usize>) {
        found.clear();
        self.list(body, is_character, found);
        put_in_order(found);
    }
}

/// Sorts a list of bodies, and leaves each once.
pub(super) fn put_in_order(list: &mut Vec<usize>) {
    sorting::sort_by(list, Ord::cmp);
    list.dedup();
}

/// Bodies by the cells of a plane grid that the middles of their boxes are in.
#[derive(Clone, Debug, Default)]
struct Grid {
    /// The two axes along which they are spread most.
    axes: [usize; 2],
    low: [f64; 2],
    cells_per_metre: [f64; 2],
    /// Cells along each axis; none of no bodies.
    side: usize,
    /// The largest half extents along both axes.
    reach: [f64; 2],
    /// Where the bodies of each cell begin, and the end.
    starts: Vec<u32>,
    bodies: Vec<u32>,
}

impl Grid {
    fn fill(&mut self, covers: &[Cover], which: Range<usize>) {
        self.side = 0;
        let Some(any) = covers.get(which.start).filter(|_| !which.is_empty()) else { return };
        let middle = |cover: &Cover| (cover.low + cover.high) * 0.5;
        let (mut low, mut high, mut most) = (middle(any), middle(any), DVec3::ZERO);
        for cover in &covers[which.clone()] {
            let at = middle(cover);
            (low, high, most) = (low.min(at), high.max(at), most.max((cover.high - cover.low) * 0.5));
        }
        let (spread, mut axes) = ((high - low).to_array(), [0, 1, 2]);
        sorting::sort_by(&mut axes, |a, b| spread[*b].total_cmp(&spread[*a]));
        self.axes = [axes[0], axes[1]];
        self.side = (sqrt_f64(which.len() as f64) as usize).clamp(1, MOST_CELLS);
        let [low, most] = [low, most].map(DVec3::to_array);
        self.low = self.axes.map(|axis| low[axis]);
        self.reach = self.axes.map(|axis| most[axis]);
        self.cells_per_metre = self.axes.map(|axis| self.side as f64 / spread[axis]);
        self.starts.clear();
        self.starts.resize(self.side * self.side + 1, 0);
        self.bodies.clear();
        self.bodies.resize(which.len(), 0);
        for cover in &covers[which.clone()] {
            let cell = self.cell(middle(cover));
            self.starts[cell + 1] += 1;
        }
        for cell in 1..self.starts.len() {
            self.starts[cell] += self.starts[cell - 1];
        }
        // From the last one on, each cell's end becomes its start.
        for body in which.rev() {
            let cell = self.cell(middle(&covers[body])) + 1;
            self.starts[cell] -= 1;
            self.bodies[self.starts[cell] as usize] = body as u32;
        }
        self.starts.rotate_left(1);
        if let Some(last) = self.starts.last_mut() {
            *last = self.bodies.len() as u32;
        }
    }

    /// The place of a cell along one of the two axes. A cast of what is no number, as of bodies that are not spread, is the first.
    fn along(&self, axis: usize, at: f64) -> usize {
        (((at - self.low[axis]) * self.cells_per_metre[axis]) as usize).min(self.side - 1)
    }

    fn cell(&self, at: DVec3) -> usize {
        let at = at.to_array();
        let [column, row] = [0, 1].map(|axis| self.along(axis, at[self.axes[axis]]));
        row * self.side + column
    }

    /// Visits the bodies whose boxes may meet another.
    fn visit(&self, cover: &Cover, mut visit: impl FnMut(usize)) {
        if self.side == 0 {
            return;
        }
        let [low, high] = [cover.low, cover.high].map(DVec3::to_array);
        let [columns, rows] = [0, 1].map(|axis| {
            let (along, reach) = (self.axes[axis], self.reach[axis]);
            self.along(axis, low[along] - reach)..self.along(axis, high[along] + reach) + 1
        });
        for row in rows {
            let [from, to] = [columns.start, columns.end].map(|column| self.starts[row * self.side + column]);
            for body in &self.bodies[from as usize..to as usize] {
                visit(*body as usize);
            }
        }
    }
}

#[cfg(test)]
mod tests;
