//! What the plane between two bodies needs of their shapes alone: the space in which one rounding is the unit sphere and the
//! other's axes are the coordinate axes, and the sum of both cores. Members of a crowd are of few shapes, so it is
//! computed once for two shapes and not for each pair.

use super::core_sum::CoreSum;
use super::separation::weights_at;
use super::share::Walker;
use crate::geometry::Shape;
use crate::math::{DMat3, DVec3, sqrt_f64};
use alloc::vec::Vec;

/// A body without its place: its shape, and the scale of its rounding.
#[derive(Clone, Copy, Debug)]
pub(super) struct Body<'a> {
    pub(super) shape: &'a Shape,
    pub(super) shell: f64,
}

impl Body<'_> {
    /// Its extent from its centre along a unit direction, metres.
    pub(super) fn extent_along(&self, direction: DVec3) -> f64 {
        self.shape.shell_along(self.shell, direction)
    }
}

/// See the module.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    /// The sum of both cores, in the world's axes and in this space.
    pub(super) cores: CoreSum,
    pub(super) unit_cores: CoreSum,
    /// The space where the first is the unit sphere, from the world's.
    pub(super) unit: DMat3,
    /// The second's axes in that space, and back.
    pub(super) axes: DMat3,
    pub(super) to_axes: DMat3,
    /// The second's radii.
    pub(super) radii: DVec3,
    /// The bracket of the ratio, the first guess, and the weights at that.
    pub(super) bracket: (f64, f64),
    pub(super) guess: f64,
    pub(super) weights: DVec3,
    /// Whether the two differ in nothing but their places.
    pub(super) is_of_twins: bool,
    /// Whether the first guess is the ratio for every direction: one rounding is the other one scaled.
    pub(super) is_known_ratio: bool,
}

impl Frame {
    /// Of two bodies.
    pub(super) fn new([a, b]: [Body; 2]) -> Self {
        let cores = CoreSum::new([a.shape, b.shape]);
        let unit = a.shape.unit_from_world();
        let (axes, radii) = principal_axes(unit * b.shape.world_from_unit());
        let radii = radii * (b.shell / a.shell);
        let to_axes = axes.transpose();
        let unit_cores = cores.mapped(|edge| to_axes * (unit * edge));
        let (low, high) = (1.0 / radii.max_element(), 1.0 / radii.min_element());
        let guess = sqrt_f64(low * high);
        let weights = weights_at(radii, guess);
        let is_of_twins = a.shape == b.shape && a.shell == b.shell;
        let is_known_ratio = high - low <= SAME_RADII * low;
        let bracket = (low, high);
        Self {
            cores,
            unit_cores,
            unit,
            axes,
            to_axes,
            radii,
            bracket,
            guess,
            weights,
            is_of_twins,
            is_known_ratio,
        }
    }
}

/// Axes (columns) and radii of the image of the unit sphere under a map.
///
/// One-sided rotations (Hestenes 1958) of the rows: small radii keep their digits beside large ones.
fn principal_axes(map: DMat3) -> (DMat3, DVec3) {
    let mut rows = map.rows();
    let mut axes = [DVec3::X, DVec3::Y, DVec3::Z];
    for _ in 0..TURNS {
        let mut is_done = true;
        for (p, q) in [(0, 1), (0, 2), (1, 2)] {
            let (pp, qq, pq) = (rows[p].length_sq(), rows[q].length_sq(), rows[p].dot(rows[q]));
            if pq * pq <= SQUARE * SQUARE * pp * qq {
                continue;
            }
            is_done = false;
            let half = (qq - pp) / (2.0 * pq);
            let size = half.abs() + sqrt_f64(1.0 + half * half);
            let tangent = if half < 0.0 { -1.0 / size } else { 1.0 / size };
            let cosine = 1.0 / sqrt_f64(1.0 + tangent * tangent);
            let sine = cosine * tangent;
            for list in [&mut rows, &mut axes] {
                let (u, v) = (list[p], list[q]);
                (list[p], list[q]) = (u * cosine - v * sine, u * sine + v * cosine);
            }
        }
        if is_done {
            break;
        }
    }
    let radii = DVec3::new(rows[0].length(), rows[1].length(), rows[2].length());
    (DMat3::from_cols(axes[0], axes[1], axes[2]), radii)
}

/// Most sweeps of rotations; four or five are usual.
const TURNS: usize = 16;

/// Two rows are perpendicular when their cosine is below this.
const SQUARE: f64 = 1e-15;

/// The share by which the radii of a rounding that is the other one scaled may differ: rounding, far below what tells one
/// ratio from another.
const SAME_RADII: f64 = 1e-14;

/// Most kinds of bodies whose frames are kept.
const MOST_KINDS: usize = 8;

/// The kinds of bodies in a crowd, and the frame of every two.
#[derive(Clone, Debug, Default)]
pub(super) struct Frames {
    kinds: Vec<(Shape, f64)>,
    frames: Vec<Frame>,
}

impl Frames {
    /// Forgets all kinds.
    pub(super) fn clear(&mut self) {
        self.kinds.clear();
        self.frames.clear();
    }

    /// The number of a body's kind, like that of the body before as a rule; `None` if there are too many.
    pub(super) fn kind(&mut self, body: Body, before: Option<u8>) -> Option<u8> {
        let is_same = |(shape, shell): &(Shape, f64)| shape == body.shape && *shell == body.shell;
        if let Some(kind) = before.filter(|kind| is_same(&self.kinds[usize::from(*kind)])) {
            return Some(kind);
        }
        let known = self.kinds.iter().position(is_same);
        let new = || (self.kinds.len() < MOST_KINDS).then_some(self.kinds.len());
        let kind = known.or_else(new)?;
        if kind == self.kinds.len() {
            self.kinds.push((*body.shape, body.shell));
        }
        u8::try_from(kind).ok()
    }

    /// Computes the frames of all kinds.
    pub(super) fn fill(&mut self) {
        let Self { kinds, frames } = self;
        frames.clear();
        for a in kinds.iter() {
            for (shape, shell) in kinds.iter() {
                frames.push(Frame::new([Body { shape: &a.0, shell: a.1 }, Body { shape, shell: *shell }]));
            }
        }
    }

    /// Calls `act` with the frame of two walkers.
    pub(super) fn with<R>(&self, [a, b]: [&Walker; 2], act: impl FnOnce(&Frame) -> R) -> R {
        match (a.kind, b.kind) {
            (Some(a), Some(b)) => act(&self.frames[usize::from(a) * self.kinds.len() + usize::from(b)]),
            _ => act(&Frame::new([a.body(), b.body()])),
        }
    }
}
