//! Lines in space, over what the painter drew.

use crate::camera::{Camera, Lens};
use glissando::DVec3;
use glissando::debug::{Colour, Draw};
use macroquad::camera::{Camera as Projection, set_camera, set_default_camera};
use macroquad::color::Color;
use macroquad::math::Mat4;
use macroquad::miniquad::window;
use macroquad::models::draw_line_3d;
use macroquad::texture::RenderPass;

/// Draws lines in space as long as it is there.
///
/// Surfaces hide what is behind them, unless the lines are seen through everything.
#[derive(Debug)]
pub struct Lines {
    camera: Camera,
}

impl Lines {
    /// Begins to draw as the painter's picture was.
    pub fn begin(camera: &Camera, lens: Lens, are_hidden: bool) -> Self {
        let (width, height) = window::screen_size();
        let matrix = camera.matrix(lens, width / height.max(1.0));
        set_camera(&AboutEye { matrix, are_hidden });
        Self { camera: *camera }
    }
}

impl Draw for Lines {
    fn line(&mut self, from: DVec3, to: DVec3, Colour([r, g, b, a]): Colour) {
        draw_line_3d(self.camera.see(from), self.camera.see(to), Color::new(r, g, b, a));
    }
}

impl Drop for Lines {
    fn drop(&mut self) {
        set_default_camera();
    }
}

/// The projection of points that are given as seen from the eye.
struct AboutEye {
    matrix: Mat4,
    are_hidden: bool,
}

impl Projection for AboutEye {
    fn matrix(&self) -> Mat4 {
        self.matrix
    }

    fn depth_enabled(&self) -> bool {
        self.are_hidden
    }

    fn render_pass(&self) -> Option<RenderPass> {
        None
    }

    fn viewport(&self) -> Option<(i32, i32, i32, i32)> {
        None
    }
}
