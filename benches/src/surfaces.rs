//! Where surfaces are: half of the choices fall on triangles by number, half by area.

use crate::level::Level;
use crate::random::Random;
use crate::shape::Shape;

pub struct Surfaces<'a> {
    level: &'a Level,
    area_up_to: Vec<f64>,
}

impl<'a> Surfaces<'a> {
    pub fn new(level: &'a Level) -> Self {
        let mut sum = 0.0;
        let area = |t: usize| {
            sum += length(normal(level.corners(t)));
            sum
        };
        Self { level, area_up_to: (0..level.triangles.len()).map(area).collect() }
    }

    /// A place before the front of a surface: its gap to that triangle is between 1 cm and 2 m, mostly small.
    pub fn start(&self, random: &mut Random, shape: Shape) -> Option<[f64; 3]> {
        let (at, n) = self.spot(random)?;
        let share = random.unit() * random.unit();
        let gap = 0.01 + 1.99 * share * share;
        let reach = shape.extent_along(n) + gap;
        Some(std::array::from_fn(|i| f64::from((at[i] + n[i] * reach) as f32)))
    }

    /// A point of a surface, and the unit normal there.
    pub fn spot(&self, random: &mut Random) -> Option<([f64; 3], [f64; 3])> {
        let by_area = random.unit() < 0.5;
        let triangle = if by_area {
            let area = random.unit() * self.area_up_to.last()?;
            self.area_up_to.partition_point(|&a| a < area).min(self.level.triangles.len() - 1)
        } else {
            random.index(self.level.triangles.len())
        };
        let [a, b, c] = self.level.corners(triangle);
        let n = normal([a, b, c]);
        let size = length(n);
        let (mut u, mut v) = (random.unit(), random.unit());
        if u + v > 1.0 {
            (u, v) = (1.0 - u, 1.0 - v);
        }
        let at = |i: usize| a[i] + u * (b[i] - a[i]) + v * (c[i] - a[i]);
        (size > 0.0).then(|| (std::array::from_fn(at), n.map(|x| x / size)))
    }
}

/// Twice the area, along the front's normal.
fn normal([a, b, c]: [[f64; 3]; 3]) -> [f64; 3] {
    let [u, v]: [[f64; 3]; 2] = [b, c].map(|p| std::array::from_fn(|i| p[i] - a[i]));
    [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
}

fn length(v: [f64; 3]) -> f64 {
    v.iter().map(|c| c * c).sum::<f64>().sqrt()
}
