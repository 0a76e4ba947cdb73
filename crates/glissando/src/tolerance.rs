//! Every tolerance of the library: a name, a unit, a reason.
//!
//! "Radii" is the unit of ellipsoid space, where the moving body is a sphere of radius one.

/// Largest accepted coordinate, length and speed, in metres (and metres per second).
///
/// At this distance an `f64` still resolves 2e-7 m, far below any skin.
pub const WORLD_LIMIT: f64 = 1e9;

/// Largest accepted coordinate of a mesh vertex, in metres of mesh space.
///
/// At this distance an `f32` resolves a metre. Bodies may be placed much further out, see [`WORLD_LIMIT`].
pub const MESH_LIMIT: f32 = 1e7;

/// Largest accepted distance of a placed body's triangles from the body's own origin, in metres of the world.
///
/// A sweep computes a point of a triangle to some units in the last place of the triangle's size: within this limit, to
/// far less than a skin. Any mesh within [`MESH_LIMIT`] may be placed with a pose that does not scale it up.
pub const REACH_LIMIT: f64 = 5e7;

/// Smallest and largest accepted radius of a body, in metres.
pub const RADIUS_RANGE: (f64, f64) = (1e-4, 1e6);

/// Largest accepted ratio of the largest radius of a body to the smallest.
///
/// In the body's own space triangles are longer by that ratio; a sweep of a needle or disc is less exact by it.
pub const MAX_ASPECT: f64 = 1e4;

/// Smallest accepted rounding of a box, in metres.
pub const LEAST_ROUNDING: f64 = 1e-3;

/// Largest accepted condition number (Frobenius) of a body's pose: `f32` culling stays conservative below it.
pub const MAX_CONDITION: f64 = 1e6;

/// A touch that would go less deep than this many radii is no hit: it is rounding, not geometry.
///
/// Newton's method ends at the same depth, so a body that stopped at a shell never hits it again.
pub const GRAZE: f64 = 1e-9;

/// Newton's method ends when the gap is below this many radii, a tenth of [`GRAZE`].
pub const NEWTON_GAP: f64 = 1e-10;

/// Maximum number of Newton steps. Each at least halves the distance to a grazing touch, so 64 are never needed.
pub const NEWTON_STEPS: u32 = 64;

/// A face whose plane is this flat (twice its area over its longest edge squared) counts only as its three edges.
pub const FLAT_TRIANGLE: f64 = 1e-12;

/// A triangle lower than this many units in the last place of its coordinates has no reliable face.
///
/// Rounding of its vertices to `f32` already turned its plane by up to a degree (measured: 0.65 degrees).
pub const SLIVER_ULPS: f32 = 64.0;

/// A sliver is also lower than this share of its longest edge.
///
/// Far from the origin 64 units in the last place are metres: there a triangle of ordinary shape is coarse, but it is a
/// wall, and its face must hold. A sliver this thin lets a body sink between its edges by its height squared over eight
/// radii: less than a skin for edges up to a hundred metres.
pub const SLIVER_SHARE: f32 = 1e-4;

/// Rounding of one `f32` operation, relative.
pub(crate) const F32_ROUNDING: f32 = 1.0 / 16_777_216.0;

/// Number of roundings that the `f32` culls allow for, relative to the size of their inputs.
///
/// Counted: 3 for the vertex, 5 for the matrix, 9 for a triple product, doubled.
pub(crate) const CULL_ROUNDINGS: f32 = 36.0;

/// Contact points closer than this are equal, in radii: for the rule that drops contacts of inner edges.
pub const SAME_POINT: f64 = 1e-5;

/// Distances of two contacts that differ by less than this many radii are equal.
pub const SAME_DISTANCE: f64 = 1e-9;

/// A body is inside its shell if a surface is nearer by more than this many radii: the rounding of a sum of sweeps.
pub const INSIDE: f64 = 1e-8;

/// A contact whose normal's component along up is smaller is a wall: nothing stands on it, and it bears no weight.
pub const LEAST_UP: f64 = 0.05;

/// A normal whose component along up is smaller, either way, belongs to an upright wall.
pub const UPRIGHT: f64 = 1e-9;

/// Sine of the steepest descent that counts as level: a crease that falls by a millimetre a metre holds the body.
///
/// The corners of levels are rounded to `f32`, so hardly any crease is level to the last digit.
pub const LEVEL: f64 = 1e-3;

/// Two planes of a slide whose normals differ by less are one: the tighter one stays.
pub(crate) const SAME_PLANE_NORMAL: f64 = 1e-14;

/// Two supports whose normals differ by less share their weight as one plane.
pub(crate) const SAME_WEIGHT_NORMAL: f64 = 1e-10;

/// Two walls of a ball whose normals differ by less are one wall: a sphere's contact is exact to this many radii.
pub(crate) const SAME_WALL_NORMAL: f64 = 1e-8;

/// Longest accepted tick of characters and balls, in seconds.
pub const LONGEST_TICK: f64 = 10.0;

/// Largest accepted damage per second, either way: its product with [`LONGEST_TIME`] is a finite number.
pub const DAMAGE_LIMIT: f64 = 1e12;

/// Longest accepted time for timers that move nothing, in seconds: some thirty years.
pub const LONGEST_TIME: f64 = 1e9;

/// Smallest and largest accepted mass of a ball, in kilograms.
pub const MASS_RANGE: (f64, f64) = (1e-9, 1e9);

/// The gap that a ball keeps from walls, in radii: 28 nm for a pool ball.
///
/// A sweep ends within [`NEWTON_GAP`] of its shell, so a ball at this distance is never inside a wall.
pub const BALL_SKIN: f64 = 1e-6;

/// Balls with a gap below this many of the smaller one's radii touch: their impacts are simultaneous.
pub const BALL_TOUCH: f64 = 1e-9;
