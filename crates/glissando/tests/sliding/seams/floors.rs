//! Flat floors of every construction.

use glissando::{DAffine3, DMat3, DVec3, Soup, World};
use glissando_testkit::random::Random;
use glissando_testkit::soups::insert;

/// Half the width of a floor, in metres.
pub(crate) const HALF: f64 = 10.0;

/// Construction of a floor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Build {
    /// One mesh.
    Whole,
    /// Four bodies, a quarter each, with origins of their own.
    Quarters,
    /// Four bodies with poses that shear, stretch and mirror the mesh within its plane and across it.
    Sheared,
    /// Two halves whose borders have different vertices.
    Junction,
    /// Strips between the cells, a millimetre to a tenth of a micrometre wide.
    Slivers,
    /// With extra triangles: without area, doubled and reversed.
    Degenerate,
}

/// A floor through `origin`.
pub(crate) struct Floor {
    pub(crate) world: World,
    pub(crate) origin: DVec3,
    /// Floor from world: the floor's plane is spanned by its first and third axis.
    pub(crate) axes: DMat3,
}

impl Floor {
    pub(crate) fn new(build: Build, origin: DVec3, random: &mut Random) -> Self {
        let axes = random.rotation_matrix();
        let pose = DAffine3 { matrix3: axes, translation: origin };
        let mut world = World::new();
        match build {
            Build::Whole => insert(&mut world, &grid(random, 40, [-1.0, 1.0]), pose),
            Build::Junction => {
                insert(&mut world, &grid(random, 30, [-1.0, 0.0]), pose);
                insert(&mut world, &grid(random, 52, [0.0, 1.0]), pose);
            }
            Build::Slivers => insert(&mut world, &strips(random), pose),
            Build::Degenerate => insert(&mut world, &strewn(random), pose),
            Build::Quarters | Build::Sheared => {
                let soup = grid(random, 40, [-1.0, 1.0]);
                for (k, quarter) in quarters(&soup).iter().enumerate() {
                    let own = place(random, build == Build::Sheared, k % 2 == 1);
                    insert(&mut world, &seen_from(quarter, own), pose * own);
                }
            }
        }
        Self { world, origin, axes }
    }

    /// A point of the world, its second coordinate the height.
    pub(crate) fn at(&self, x: f64, height: f64, z: f64) -> DVec3 {
        self.origin + self.axes * DVec3::new(x, height, z)
    }
}

/// A random map that keeps the plane of height zero.
fn place(random: &mut Random, is_sheared: bool, is_mirrored: bool) -> DAffine3 {
    let translation = DVec3::new(random.between(-5.0, 5.0), 0.0, random.between(-5.0, 5.0));
    if !is_sheared {
        return DAffine3::from_translation(translation);
    }
    let mut number = |least: f64, most: f64| random.between(least, most);
    let sign = if is_mirrored { -1.0 } else { 1.0 };
    let matrix3 = DMat3::from_cols(
        DVec3::new(number(0.5, 2.0), 0.0, number(-0.4, 0.4)),
        DVec3::new(number(-0.8, 0.8), number(0.5, 2.0) * sign, number(-0.8, 0.8)),
        DVec3::new(number(-0.4, 0.4), 0.0, number(0.5, 2.0)),
    );
    DAffine3 { matrix3, translation }
}

/// The soup in the coordinates of a body at `pose`.
fn seen_from(soup: &Soup, pose: DAffine3) -> Soup {
    let inverse = pose.try_inverse().expect("it only stretches and shears");
    let mut seen = soup.clone();
    for vertex in &mut seen.vertices {
        let mut there = inverse.transform_point(vertex.as_dvec3());
        there.y = 0.0;
        *vertex = there.as_vec3();
    }
    seen
}

/// A grid of jittered cells, `count` along the whole floor, over a range of x in half widths.
fn grid(random: &mut Random, count: u32, range: [f64; 2]) -> Soup {
    let cell = 2.0 * HALF / f64::from(count);
    let wide = ((range[1] - range[0]) * HALF / cell).round() as u32;
    let mut soup = Soup::default();
    for i in 0..=wide {
        for j in 0..=count {
            let mut jitter = || random.between(-0.3, 0.3) * cell;
            let (dx, dz) = (jitter(), jitter());
            let is_inside = i > 0 && i < wide && j > 0 && j < count;
            let (dx, dz) = if is_inside { (dx, dz) } else { (0.0, 0.0) };
            let (x, z) = (range[0] * HALF + f64::from(i) * cell + dx, -HALF + f64::from(j) * cell + dz);
            soup.vertices.push(DVec3::new(x, 0.0, z).as_vec3());
        }
    }
    let vertex = |i: u32, j: u32| i * (count + 1) + j;
    for i in 0..wide {
        for j in 0..count {
            let [a, b, c, d] = [vertex(i, j), vertex(i, j + 1), vertex(i + 1, j + 1), vertex(i + 1, j)];
            let halves = if random.chance(0.5) { [[a, b, c], [a, c, d]] } else { [[a, b, d], [b, c, d]] };
            soup.triangles.extend(halves);
        }
    }
    soup
}

/// The triangles by quarter of the floor; each keeps all vertices.
fn quarters(soup: &Soup) -> [Soup; 4] {
    let mut parts = [(); 4].map(|()| Soup { triangles: Vec::new(), ..soup.clone() });
    for &triangle in &soup.triangles {
        let middle = triangle.map(|v| soup.vertices[v as usize]);
        let (x, z) = (middle[0].x + middle[1].x + middle[2].x, middle[0].z + middle[1].z + middle[2].z);
        parts[usize::from(x > 0.0) * 2 + usize::from(z > 0.0)].triangles.push(triangle);
    }
    parts
}

/// Bands across the floor, every second one a sliver.
fn strips(random: &mut Random) -> Soup {
    let mut soup = Soup::default();
    let mut band = |x: [f64; 2], random: &mut Random| {
        let mut z = -HALF;
        while z < HALF {
            let next = (z + random.between(0.2, 2.0)).min(HALF);
            let corner = |i: usize, z: f64| DVec3::new(x[i], 0.0, z).as_vec3();
            soup.push([corner(0, z), corner(0, next), corner(1, next)], 0);
            soup.push([corner(0, z), corner(1, next), corner(1, z)], 0);
            z = next;
        }
    };
    let mut x = -HALF;
    while x < HALF {
        let wide = x + random.between(0.05, 0.8);
        let thin = wide + random.magnitude(1e-7, 1e-3);
        band([x, wide], random);
        band([wide, thin], random);
        x = thin;
    }
    soup
}

/// A grid with degenerate triangles, and triangles over triangles.
fn strewn(random: &mut Random) -> Soup {
    let mut soup = grid(random, 40, [-1.0, 1.0]);
    let count = soup.triangles.len();
    for _ in 0..count / 2 {
        let [a, b, c] = soup.triangles[random.integer(0, count as i64 - 1) as usize];
        let more = random.pick(&[[a, a, a], [a, b, b], [a, b, c], [a, c, b]]);
        soup.triangles.push(more);
        let at = |r: &mut Random| DVec3::new(r.between(-9.0, 9.0), 0.0, r.between(-9.0, 9.0));
        let (p, q) = (at(random), random.vector(1.0).scale(DVec3::new(1.0, 0.0, 1.0)));
        // Three points on a line, up to rounding.
        let corners = [p, p + q, p + q * random.between(0.0, 2.0)].map(DVec3::as_vec3);
        let first = soup.vertices.len() as u32;
        soup.vertices.extend(corners);
        soup.triangles.push([first, first + 1, first + 2]);
    }
    soup
}
