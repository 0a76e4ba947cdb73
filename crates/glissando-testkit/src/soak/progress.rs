//! A walker that gets nowhere for two seconds: was there room to go?
//!
//! The rule is coarser than the one of `still.rs`, and knows nothing of floors, slopes or steps: a body two centimetres
//! thinner and lifted by five has twenty centimetres free along one of the wishes of these two seconds, does not come
//! down on a slope too steep to climb, and is not in front of a gap that is narrower than the walker. It finds the stops that the rules of walking allow step by step and that a player
//! would still call stuck.

use super::paths::Eye;
use super::place::Place;
use glissando::{Config, DVec3, Input, Shape, State};

/// Seconds without progress that are looked into.
const PATIENCE: f64 = 2.0;

/// A walker that has moved by more than this from where it stopped has got on, metres.
const PROGRESS: f64 = 0.05;

/// By how much the tried body is thinner than the walker, metres.
const THINNER: f64 = 0.02;

/// By how much the tried body is lifted, metres.
const LIFT: f64 = 0.05;

/// How far it must be free to go, metres.
const ROOM: f64 = 0.2;

/// A wish that was held for less than this cannot have led far, seconds.
const HELD: f64 = 0.3;

/// Surfaces within this many gaps of the sweep shell are the sides of a gap. In radii that is another distance for each body:
/// the rounding of a box may be thinner than three skins.
const NEAR: f64 = 4.0;

/// The walker's body as it is, and the thinner one.
struct Eyes<'a> {
    whole: Eye<'a>,
    thinner: Eye<'a>,
}

/// Watches for stops with room to go.
pub(super) struct Progress<'a> {
    standing: Eyes<'a>,
    crouching: Eyes<'a>,
    up: DVec3,
    cos_climb: f64,
    from: DVec3,
    is_crouching: bool,
    waited: f64,
    /// Directions of the wishes, each with the seconds for which it was held.
    wishes: Vec<(DVec3, f64)>,
}

impl<'a> Progress<'a> {
    pub(super) fn new(place: &'a Place, config: &Config, state: &State) -> Self {
        let eyes = |is_crouching| Eyes {
            thinner: Eye::of_body(&place.grid, &thinner(&config.shape(is_crouching)), 1.0),
            whole: Eye::new(&place.grid, &config.mover(is_crouching)),
        };
        Self {
            standing: eyes(false),
            crouching: eyes(true),
            up: config.settings().up,
            cos_climb: config.settings().ground.cos_climb,
            from: state.position,
            is_crouching: state.is_crouching,
            waited: 0.0,
            wishes: Vec::new(),
        }
    }

    /// Takes in a tick; a free way of a wish of the last two seconds, if they led nowhere.
    pub(super) fn watch(&mut self, after: &State, input: Input, dt: f64) -> Option<DVec3> {
        let is_other = after.is_crouching != self.is_crouching;
        if is_other || (after.position - self.from).length() > PROGRESS {
            self.begin(after);
            return None;
        }
        self.waited += dt;
        let along = if input.fly { input.wish } else { input.wish - self.up * input.wish.dot(self.up) };
        if let Some(wish) = along.try_normalize() {
            match self.wishes.last_mut() {
                Some((last, held)) if *last == wish => *held += dt,
                _ => self.wishes.push((wish, dt)),
            }
        }
        if self.waited < PATIENCE {
            return None;
        }
        let wishes = std::mem::take(&mut self.wishes);
        self.begin(after);
        let Eyes { thinner, whole } =
            if after.is_crouching { &mut self.crouching } else { &mut self.standing };
        let start = after.position + self.up * LIFT;
        let (up, cos_climb) = (self.up, self.cos_climb);
        let mut ways = wishes.into_iter().filter(|(_, held)| *held >= HELD).map(|(wish, _)| wish * ROOM);
        ways.find(|way| {
            let end = start + *way;
            let is_free = thinner.clearance(start) >= 0.0 && thinner.deepest(start, end) <= 0.0;
            is_free
                && (input.fly || !ends_on_steep(thinner, end, up, cos_climb))
                && !whole.is_in_narrow_gap(after.position, 1.0 + NEAR * (whole.shell() - 1.0), *way)
        })
    }

    fn begin(&mut self, state: &State) {
        self.from = state.position;
        self.is_crouching = state.is_crouching;
        self.waited = 0.0;
        self.wishes.clear();
    }
}

/// Whether the body comes down on something too steep to climb before it is as low as the walker is.
fn ends_on_steep(eye: &mut Eye<'_>, at: DVec3, up: DVec3, cos_climb: f64) -> bool {
    let drop = LIFT + THINNER;
    let (mut free, mut held) = (0.0, drop);
    if eye.deepest(at, at - up * drop) <= 0.0 {
        return false;
    }
    for _ in 0..20 {
        let middle = 0.5 * (free + held);
        if eye.deepest(at, at - up * middle) <= 0.0 {
            free = middle;
        } else {
            held = middle;
        }
    }
    let normals = eye.normals(at - up * free, 1.001);
    normals.iter().any(|normal| (0.05..cos_climb).contains(&normal.dot(up)))
}

/// The body without two centimetres all around, or of half its radii where it is thinner than that.
fn thinner(shape: &Shape) -> Shape {
    let radii = shape.radii();
    let less = (radii - DVec3::splat(THINNER)).max(radii * 0.5);
    let thinner = if shape.is_box() {
        let own = shape.core_half_extents() + radii;
        let less = (own - DVec3::splat(THINNER)).max(own * 0.5);
        Shape::cuboid(less, radii.x.min(less.min_element()), shape.rotation())
    } else if shape.is_cylinder() {
        let own = shape.core_half_extents() + radii;
        let less = (own - DVec3::splat(THINNER)).max(own * 0.5);
        Shape::cylinder(less.x, less.y, radii.x.min(less.min_element()), shape.rotation())
    } else if shape.is_capsule() {
        Shape::capsule(less.x, shape.half_height(), shape.rotation())
    } else {
        Shape::ellipsoid(less, shape.rotation())
    };
    thinner.expect("half a good radius is a good radius")
}
