//! What the plane between two bodies needs of their shapes alone: the space in which one rounding is the unit sphere and the
//! other's axes are the coordinate axes, and the sum of both cores. Members of a crowd are of few shapes, so it is
//! computed once for two shapes and not for each pair.

use super::core_sum::CoreSum;
use super::separation::{Depth, weights_at};
use super::share::{Shapes, Walker};
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

    /// The same of a body that may be known to be upright, and what one more radius adds to it.
    #[inline]
    pub(super) fn depth_along(&self, direction: DVec3, is_upright: bool) -> Depth {
        let rounding = if is_upright {
            self.shape.radii().scale(direction).length()
        } else {
            self.shape.rounding_along(direction)
        };
        Depth { extent: self.shape.shell_of_rounding(rounding, self.shell, direction), rounding }
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
    /// Whether these axes are the coordinate axes already, as those of upright bodies are: neither map changes a bit then.
    pub(super) is_aligned: bool,
    /// Of such bodies the diagonal of the first map.
    pub(super) inverse_radii: DVec3,
    /// Whether the axes of both bodies are those of the world.
    pub(super) are_upright: bool,
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
        let are_upright = a.shape.is_upright() && b.shape.is_upright();
        let is_aligned = axes == DMat3::IDENTITY && is_diagonal(&unit);
        let inverse_radii = DVec3::new(unit.x_axis.x, unit.y_axis.y, unit.z_axis.z);
        Self {
            cores,
            unit_cores,
            unit,
            axes,
            to_axes,
            is_aligned,
            inverse_radii,
            are_upright,
            radii,
            bracket,
            guess,
            weights,
            is_of_twins,
            is_known_ratio,
        }
    }
}

/// Whether a map scales along the coordinate axes, by positive factors.
fn is_diagonal(map: &DMat3) -> bool {
    let [x, y, z] = [map.x_axis.x, map.y_axis.y, map.z_axis.z];
    *map == DMat3::from_diagonal(DVec3::new(x, y, z)) && DVec3::new(x, y, z).min_element() > 0.0
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

/// The kinds of bodies in a crowd, and the frame of every two of the first.
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

    /// The number of a body's kind, which as a rule is that of the body before. Only the first [`MOST_KINDS`] kinds are recognised again.
    pub(super) fn kind(&mut self, body: Body, before: Option<u32>) -> u32 {
        let is_same = |(shape, shell): &(Shape, f64)| shape == body.shape && *shell == body.shell;
        if let Some(kind) = before.filter(|kind| is_same(&self.kinds[*kind as usize])) {
            return kind;
        }
        let known = self.kinds.iter().take(MOST_KINDS).position(is_same);
        known.unwrap_or_else(|| {
            self.kinds.push((*body.shape, body.shell));
            self.kinds.len() - 1
        }) as u32
    }

    /// The body of a walker, grown to its sweep shell.
    pub(super) fn body(&self, walker: &Walker) -> Body<'_> {
        let (shape, shell) = &self.kinds[walker.kind as usize];
        Body { shape, shell: *shell }
    }

    /// Computes the frames of the first kinds.
    pub(super) fn fill(&mut self) {
        let Self { kinds, frames } = self;
        frames.clear();
        for a in kinds.iter().take(MOST_KINDS) {
            for (shape, shell) in kinds.iter().take(MOST_KINDS) {
                frames.push(Frame::new([Body { shape: &a.0, shell: a.1 }, Body { shape, shell: *shell }]));
            }
        }
    }

    /// Calls `act` with the frame and the bodies of two walkers.
    #[inline]
    pub(super) fn with<R>(&self, both: [&Walker; 2], act: impl FnOnce(Shapes) -> R) -> R {
        let bodies = both.map(|walker| self.body(walker));
        let ([a, b], count) = (both.map(|walker| walker.kind as usize), self.kinds.len().min(MOST_KINDS));
        if a < count && b < count {
            act((&self.frames[a * count + b], bodies))
        } else {
            act((&Frame::new(bodies), bodies))
        }
    }
}
