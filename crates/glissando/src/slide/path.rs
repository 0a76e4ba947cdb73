//! A move in progress: where it is, and its sweeps up to the next hit.

use super::{MAX_SUB_STEPS, Mover, Slide, SlideBuffer, Stop, drop_inner_edges};
use crate::collide::{Collide, Hit, Sweep};
use crate::math::DVec3;
use crate::trace::{Recorder, TraceStep};

/// Share of the skin below which a displacement only settles the body: where a hit leaves nothing of one, no sub-step that follows
/// would differ.
///
/// The planes hold to the rounding of the wanted displacement, metres; a sweep to a share of the rounding of the body, which may
/// be a millimetre.
const SETTLING: f64 = 0.01;

/// A move in progress: its position, and the share of its time that is left.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Path {
    pub(crate) at: DVec3,
    pub(crate) left: f64,
    pub(crate) sub_steps: usize,
    pub(crate) first_hit: Option<Hit>,
    pub(crate) stop: Option<Stop>,
    /// Distance in radii of the nearest surface, where it is known.
    ///
    /// Rounding may have put the body inside its sweep shell, the more the further from the origin: the sweep then uses
    /// this distance as its shell, so that surfaces which the body slides along do not stop it.
    pub(crate) nearest: f64,
}

impl Path {
    pub(crate) const fn new(at: DVec3) -> Self {
        Self { at, left: 1.0, sub_steps: 0, first_hit: None, stop: None, nearest: f64::INFINITY }
    }

    pub(crate) fn is_going(&self) -> bool {
        self.stop.is_none() && self.left > 0.0 && self.sub_steps < MAX_SUB_STEPS
    }

    /// Sweeps `displacement` (of the whole move) for the time that is left, up to the first hit.
    pub(crate) fn advance(
        &mut self,
        world: &dyn Collide,
        mover: &Mover,
        displacement: DVec3,
        trace: &mut Recorder<'_>,
    ) -> Option<Hit> {
        self.advance_by(displacement, mover, trace, |sweep, _| world.sweep(sweep))
    }

    /// The same with a question for the first hit of a sweep to a place.
    #[inline(always)]
    fn advance_by(
        &mut self,
        displacement: DVec3,
        mover: &Mover,
        trace: &mut Recorder<'_>,
        ask: impl FnOnce(&Sweep, DVec3) -> Option<Hit>,
    ) -> Option<Hit> {
        self.sub_steps += 1;
        let step = displacement * self.left;
        let to = self.at + step;
        let Some(hit) = ask(&mover.sweep_past(self.nearest, self.at, step), to) else {
            (self.at, self.left) = (to, 0.0);
            trace.record(|| TraceStep::Moved { to });
            return None;
        };
        let before = (self.at, self.left);
        self.at += step * hit.fraction;
        self.left *= 1.0 - hit.fraction;
        if (self.at, self.left) == before && step.length() < SETTLING * mover.skin() {
            self.stop = Some(Stop::Blocked);
        }
        self.first_hit = self.first_hit.or(Some(hit));
        trace.record(|| TraceStep::Hit { hit, at: self.at });
        Some(hit)
    }

    /// The same, from where the buffer has the contacts; returns whether it has those of the end, too.
    pub(crate) fn advance_gathering(
        &mut self,
        world: &dyn Collide,
        mover: &Mover,
        displacement: DVec3,
        buffer: &mut SlideBuffer,
        trace: &mut Recorder<'_>,
    ) -> bool {
        self.nearest = buffer.contacts.first().map_or(f64::INFINITY, |nearest| nearest.radii);
        let (mut is_clear, ahead) = (false, &mut buffer.ahead);
        self.advance_by(displacement, mover, trace, |sweep, to| {
            let hit = world.sweep_gathering(sweep, to, mover.gather_shell(), ahead);
            is_clear = hit.is_none();
            hit
        });
        if is_clear {
            drop_inner_edges(&mut buffer.ahead);
            // Copied: a list that changes hands among characters would grow until it has the size of the greatest.
            buffer.contacts.clone_from(&buffer.ahead);
        }
        is_clear
    }

    pub(crate) fn finish(self, reduced_skin: Option<f64>) -> Slide {
        let stop = self.stop.unwrap_or(if self.left > 0.0 { Stop::SubSteps } else { Stop::Done });
        Slide {
            position: self.at,
            used: 1.0 - self.left,
            first_hit: self.first_hit,
            sub_steps: self.sub_steps,
            stop,
            reduced_skin,
        }
    }
}
