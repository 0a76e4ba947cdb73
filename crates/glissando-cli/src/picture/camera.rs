//! Where a picture is taken from: rays out of pixels, and points back into them.

use glissando::DVec3;

/// Tangent of half the picture's height, seen from an eye: 58 degrees from top to bottom.
const EYE_HALF_HEIGHT: f64 = 0.55;

/// The same for a look at a whole level: a longer lens bends less.
const OVERVIEW_HALF_HEIGHT: f64 = 0.3;

/// Nothing nearer than this is drawn, in metres.
const NEAREST: f64 = 0.01;

/// Room around a fitted box, relative.
const MARGIN: f64 = 1.04;

/// A view of the world, `width` by `height` pixels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Camera {
    eye: DVec3,
    right: DVec3,
    up: DVec3,
    forward: DVec3,
    lens: Lens,
    /// Metres along the view to the middle of what it looks at.
    focus: f64,
    width: u32,
    height: u32,
}

#[derive(Clone, Copy, Debug)]
enum Lens {
    /// Tangent of half the height.
    Perspective(f64),
    /// Half the height in metres.
    Parallel(f64),
}

/// A point in a picture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Projected {
    /// Pixels from the left.
    pub(crate) x: f64,
    /// Pixels from the top.
    pub(crate) y: f64,
    /// Metres along the view.
    pub(crate) depth: f64,
}

impl Camera {
    /// Straight down at a box, without perspective: +X to the right, +Z down.
    pub(crate) fn top((low, high): (DVec3, DVec3), (width, height): (u32, u32)) -> Self {
        let size = high - low;
        let aspect = f64::from(width) / f64::from(height);
        let tall = if size.x / aspect > size.z { size.x / aspect } else { size.z };
        let half_height = (tall * 0.5 * MARGIN).max(NEAREST);
        let middle = (low + high) * 0.5;
        Self {
            eye: DVec3::new(middle.x, high.y + 1.0, middle.z),
            right: DVec3::X,
            up: -DVec3::Z,
            forward: -DVec3::Y,
            lens: Lens::Parallel(half_height),
            focus: size.y * 0.5 + 1.0,
            width,
            height,
        }
    }

    /// At all of these points, from `towards` seen from their middle; `None` if that is no direction.
    pub(crate) fn overview(points: &[DVec3], towards: DVec3, size: (u32, u32)) -> Option<Self> {
        let towards = towards.try_normalize()?;
        let (low, high) = bounds(points)?;
        let middle = (low + high) * 0.5;
        let mut camera = Self::eye(middle + towards, middle, size)?;
        camera.lens = Lens::Perspective(OVERVIEW_HALF_HEIGHT);
        let (half, aspect) = (OVERVIEW_HALF_HEIGHT / MARGIN, camera.aspect());
        // How far the eye must be for each border of the picture; opposite borders then share what is left.
        let mut least = [f64::NEG_INFINITY; 4];
        for &point in points {
            let p = point - middle;
            let (x, y, z) = (p.dot(camera.right), p.dot(camera.up), p.dot(camera.forward) * half);
            let borders = [x / aspect - z, -x / aspect - z, y - z, -y - z];
            for (least, border) in least.iter_mut().zip(borders) {
                *least = least.max(border);
            }
        }
        let [right, left, above, below] = least;
        let back = ((right + left) * 0.5).max((above + below) * 0.5) / half;
        let aside = camera.right * ((right - left) * 0.5 * aspect) + camera.up * ((above - below) * 0.5);
        camera.focus = back.max(NEAREST);
        camera.eye = middle + aside - camera.forward * camera.focus;
        Some(camera)
    }

    /// From a point to another, as an eye sees; `None` where the points are one.
    pub(crate) fn eye(from: DVec3, look: DVec3, (width, height): (u32, u32)) -> Option<Self> {
        let forward = (look - from).try_normalize()?;
        // Straight up and down have no horizon; the top of the picture is then -Z, as on a map.
        let is_steep = forward.y.abs() > 0.999_999;
        let right = forward.cross(if is_steep { -DVec3::Z } else { DVec3::Y }).try_normalize()?;
        let up = right.cross(forward);
        let (lens, focus) = (Lens::Perspective(EYE_HALF_HEIGHT), (look - from).length());
        Some(Self { eye: from, right, up, forward, lens, focus, width, height })
    }

    pub(crate) const fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    fn aspect(&self) -> f64 {
        f64::from(self.width) / f64::from(self.height)
    }

    /// Start and unit direction of the ray through a point of the picture, in pixels from the top left.
    pub(super) fn ray(&self, x: f64, y: f64) -> (DVec3, DVec3) {
        let across = (x / f64::from(self.width) * 2.0 - 1.0) * self.aspect();
        let above = 1.0 - y / f64::from(self.height) * 2.0;
        match self.lens {
            Lens::Perspective(half) => {
                let towards = self.forward + (self.right * across + self.up * above) * half;
                (self.eye, towards.try_normalize().unwrap_or(self.forward))
            }
            Lens::Parallel(half) => (self.eye + (self.right * across + self.up * above) * half, self.forward),
        }
    }

    /// Metres along the view of a point.
    pub(super) fn depth(&self, point: DVec3) -> f64 {
        (point - self.eye).dot(self.forward)
    }

    /// How far a direction at a point leads away from the eye; negative for towards it.
    pub(super) fn away(&self, point: DVec3, direction: DVec3) -> f64 {
        match self.lens {
            Lens::Perspective(_) => direction.dot(point - self.eye),
            Lens::Parallel(_) => direction.dot(self.forward),
        }
    }

    /// Cosine of the angle between a surface's normal and the way to the eye, 0 for surfaces that look away.
    pub(super) fn facing(&self, point: DVec3, normal: DVec3) -> f64 {
        let towards = match self.lens {
            Lens::Perspective(_) => (self.eye - point).try_normalize().unwrap_or(normal),
            Lens::Parallel(_) => -self.forward,
        };
        normal.dot(towards).max(0.0)
    }

    /// Metres that a point is before the plane behind which nothing is drawn.
    pub(super) fn before_near(&self, point: DVec3) -> f64 {
        match self.lens {
            Lens::Perspective(_) => self.depth(point) - NEAREST * 2.0,
            Lens::Parallel(_) => f64::INFINITY,
        }
    }

    /// Pixels from the left and from the top, and metres along the view, of a point before the camera.
    pub(super) fn place(&self, point: DVec3) -> (f64, f64, f64) {
        let p = point - self.eye;
        let depth = p.dot(self.forward);
        let half = match self.lens {
            Lens::Perspective(half) => half * depth,
            Lens::Parallel(half) => half,
        };
        let x = (p.dot(self.right) / (half * self.aspect()) + 1.0) * 0.5 * f64::from(self.width);
        (x, (1.0 - p.dot(self.up) / half) * 0.5 * f64::from(self.height), depth)
    }

    /// The rays of a picture with so many samples a pixel, across and down: a start and a direction that all of
    /// them share; and the offset of the top left, with its growth a sample to the right and down. The offset
    /// belongs to the direction with perspective, to the start without.
    pub(super) fn rays(&self, samples: f64) -> ((DVec3, DVec3, DVec3), (DVec3, DVec3)) {
        let (Lens::Perspective(half) | Lens::Parallel(half)) = self.lens;
        let (across, up) = (self.right * (half * self.aspect()), self.up * half);
        let right = across * (2.0 / (f64::from(self.width) * samples));
        let down = up * (-2.0 / (f64::from(self.height) * samples));
        ((up - across, right, down), (self.eye, self.forward))
    }

    /// Whether near and far things have one size.
    pub(crate) const fn is_parallel(&self) -> bool {
        matches!(self.lens, Lens::Parallel(_))
    }

    /// Metres that a pixel is wide in the middle of what the camera looks at.
    pub(crate) fn middle_pixel_metres(&self) -> f64 {
        self.pixel_metres(self.focus)
    }

    /// Metres that a pixel is wide at a depth.
    pub(crate) fn pixel_metres(&self, depth: f64) -> f64 {
        let half = match self.lens {
            Lens::Perspective(half) => half * depth.max(NEAREST),
            Lens::Parallel(half) => half,
        };
        2.0 * half / f64::from(self.height)
    }

    /// Where a point is in the picture; `None` behind the camera. The picture may not reach so far.
    pub(crate) fn project(&self, point: DVec3) -> Option<Projected> {
        if !self.is_parallel() && self.depth(point) < NEAREST {
            return None;
        }
        let (x, y, depth) = self.place(point);
        Some(Projected { x, y, depth })
    }

    /// The part of a segment that is before the camera.
    pub(super) fn clip(&self, a: DVec3, b: DVec3) -> Option<(DVec3, DVec3)> {
        if let Lens::Parallel(_) = self.lens {
            return Some((a, b));
        }
        let (near_a, near_b) = (self.depth(a) - NEAREST * 2.0, self.depth(b) - NEAREST * 2.0);
        match (near_a > 0.0, near_b > 0.0) {
            (true, true) => Some((a, b)),
            (false, false) => None,
            (is_a_seen, _) => {
                let between = a + (b - a) * (near_a / (near_a - near_b));
                Some(if is_a_seen { (a, between) } else { (between, b) })
            }
        }
    }
}

/// The box around points; `None` without any.
pub(crate) fn bounds(points: &[DVec3]) -> Option<(DVec3, DVec3)> {
    let (&first, rest) = points.split_first()?;
    Some(rest.iter().fold((first, first), |(low, high), &p| (low.min(p), high.max(p))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_on_a_pixels_ray_is_projected_to_that_pixel() {
        let bounds = (DVec3::new(-3.0, 0.0, -8.0), DVec3::new(30.0, 5.0, 9.0));
        let size = (320, 200);
        let cameras = [
            Camera::top(bounds, size),
            Camera::overview(&[bounds.0, bounds.1], DVec3::new(1.0, 2.0, 0.5), size).unwrap(),
            Camera::eye(DVec3::ZERO, DVec3::new(1.0, 0.3, -2.0), size).unwrap(),
            Camera::eye(DVec3::ZERO, -DVec3::Y, size).unwrap(),
        ];
        for camera in cameras {
            for (x, y) in [(0.5, 0.5), (160.0, 100.0), (300.25, 20.75)] {
                let (from, direction) = camera.ray(x, y);
                let seen = camera.project(from + direction * 7.5).unwrap();
                assert!((seen.x - x).abs() < 1e-9 && (seen.y - y).abs() < 1e-9, "{camera:?}");
            }
        }
    }

    #[test]
    fn an_overview_has_every_point_in_the_picture_and_fills_it() {
        let points: Vec<DVec3> = (0..50)
            .map(|i| DVec3::new(f64::from(i % 7) * 5.0, f64::from(i % 3), f64::from(i) * 2.0))
            .collect();
        for towards in [DVec3::ONE, DVec3::Y, -DVec3::X, DVec3::new(-0.1, 0.5, -3.0)] {
            let camera = Camera::overview(&points, towards, (640, 360)).unwrap();
            let seen: Vec<Projected> = points.iter().map(|&p| camera.project(p).unwrap()).collect();
            assert!(seen.iter().all(|p| (0.0..=640.0).contains(&p.x) && (0.0..=360.0).contains(&p.y)));
            let span = |c: fn(&Projected) -> f64| {
                let values = seen.iter().map(c);
                values.clone().fold(0.0, f64::max) - values.fold(f64::INFINITY, f64::min)
            };
            assert!(span(|p| p.x) > 560.0 || span(|p| p.y) > 320.0, "from {towards:?}");
        }
    }

    #[test]
    fn no_direction_is_no_camera() {
        assert!(Camera::eye(DVec3::ONE, DVec3::ONE, (8, 8)).is_none());
        assert!(Camera::overview(&[DVec3::ONE], DVec3::ZERO, (8, 8)).is_none());
        assert!(Camera::overview(&[], DVec3::ONE, (8, 8)).is_none());
        assert!(Camera::overview(&[DVec3::ONE], DVec3::ONE, (8, 8)).is_some());
    }
}
