//! Draws meshes where they are, each as it was taken into the card's memory when it was first seen.

use crate::camera::{Camera, Lens, normals};
use crate::shader::{self, Uniforms};
use crate::shape::{self, Shape};
use crate::{ball, gl};
use glissando::debug::Colour;
use glissando::{DAffine3, Mesh};
use macroquad::miniquad::{PassAction, Pipeline, RenderingBackend, UniformsSource, window};
use std::collections::HashMap;
use std::sync::Arc;

/// Draws meshes and round bodies.
#[derive(Debug)]
pub struct Painter {
    pipeline: Pipeline,
    /// By the place of the mesh in memory, which nobody else gets as long as the mesh is kept beside it.
    shapes: HashMap<usize, Kept>,
    ball: Option<Shape>,
    view: View,
}

/// A mesh in the card's memory.
#[derive(Debug)]
struct Kept {
    _mesh: Arc<Mesh>,
    /// `None` if there is nothing to see of it.
    shape: Option<Shape>,
    /// Whether it was drawn since the last picture began.
    is_seen: bool,
}

/// What is the same for all of a picture.
#[derive(Clone, Copy, Debug)]
struct View {
    camera: Camera,
    lens: [f32; 16],
    up: [f32; 4],
    sky: [f32; 4],
}

impl Painter {
    /// # Errors
    /// What the driver has against the shader.
    pub(crate) fn new() -> anyhow::Result<Self> {
        gl::with(|gl| {
            let camera =
                Camera { at: glissando::DVec3::ZERO, forward: -glissando::DVec3::Z, up: glissando::DVec3::Y };
            Ok(Self {
                pipeline: shader::pipeline(gl)?,
                shapes: HashMap::new(),
                ball: Shape::new(gl, &ball::corners()),
                view: View { camera, lens: [0.0; 16], up: [0.0; 4], sky: [0.0; 4] },
            })
        })
    }

    /// Begins a picture with nothing but sky in it. Meshes that were not in the last one are forgotten.
    pub fn begin(&mut self, camera: &Camera, lens: Lens, Colour([red, green, blue, _]): Colour) {
        let (width, height) = window::screen_size();
        let [x, y, z] = camera.up.to_array().map(|c| c as f32);
        self.view = View {
            camera: *camera,
            lens: camera.matrix(lens, width / height.max(1.0)).to_cols_array(),
            up: [x, y, z, lens.far * 0.6],
            sky: [red, green, blue, 1.0],
        };
        gl::with(|gl| {
            self.forget(gl);
            // First: what may be written depends on the pipeline, and so does what is wiped out.
            gl.apply_pipeline(&self.pipeline);
            gl.begin_default_pass(PassAction::clear_color(red, green, blue, 1.0));
            gl.end_render_pass();
        });
    }

    fn forget(&mut self, gl: &mut dyn RenderingBackend) {
        self.shapes.retain(|_, kept| {
            if let Some(shape) = kept.shape.as_ref().filter(|_| !kept.is_seen) {
                shape.free(gl);
            }
            std::mem::take(&mut kept.is_seen)
        });
    }

    /// Draws a mesh at a place, in colours by material; a material without one is not seen.
    ///
    /// The colours are asked for once, when the mesh is first seen.
    pub fn mesh(&mut self, mesh: &Arc<Mesh>, pose: &DAffine3, colour: &dyn Fn(u16) -> Option<Colour>) {
        let uniforms = self.uniforms(pose, Colour([1.0; 4]), 1.0);
        let kept = self.shapes.entry(Arc::as_ptr(mesh).addr()).or_insert_with(|| Kept {
            _mesh: Arc::clone(mesh),
            shape: gl::with(|gl| Shape::new(gl, &shape::corners(mesh, colour))),
            is_seen: true,
        });
        kept.is_seen = true;
        if let Some(shape) = &kept.shape {
            draw(&self.pipeline, shape, &uniforms);
        }
    }

    /// Draws the unit sphere at a place: an ellipsoid, if that scales it.
    pub fn ball(&mut self, pose: &DAffine3, colour: Colour) {
        let uniforms = self.uniforms(pose, colour, 0.0);
        if let Some(shape) = &self.ball {
            draw(&self.pipeline, shape, &uniforms);
        }
    }

    fn uniforms(&self, pose: &DAffine3, Colour([r, g, b, _]): Colour, pattern: f32) -> Uniforms {
        let View { camera, lens, up, sky } = self.view;
        let tint = [r, g, b, pattern];
        let [x, y, z] = pose.matrix3.transpose().rows().map(|axis| axis.length() as f32);
        let (place, normals, scale) = (camera.place(pose), normals(pose), [x, y, z, 0.0]);
        Uniforms { place, lens, normals, tint, scale, up, sky }
    }
}

fn draw(pipeline: &Pipeline, shape: &Shape, uniforms: &Uniforms) {
    gl::with(|gl| {
        gl.apply_pipeline(pipeline);
        gl.begin_default_pass(PassAction::Nothing);
        shape.bind(gl);
        gl.apply_uniforms(UniformsSource::table(uniforms));
        shape.draw(gl);
        gl.end_render_pass();
    });
}
