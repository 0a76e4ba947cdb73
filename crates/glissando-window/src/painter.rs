//! Draws meshes where they are, each as it was taken into the card's memory when it was first seen, and what is
//! another thing in every picture: balls, glass, sketches.

use crate::ball::{self, Ball};
use crate::camera::{Camera, Lens, normals};
use crate::shader::{self, Finish, Uniforms};
use crate::shape::{self, Shape};
use crate::sketch::Sketch;
use crate::stream::Stream;
use crate::{flat, gl};
use glissando::debug::Colour;
use glissando::{DAffine3, DMat3, DVec3, Mesh};
use macroquad::miniquad::{PassAction, Pipeline, RenderingBackend, UniformsSource, window};
use std::collections::HashMap;
use std::sync::Arc;

/// How opaque a sketch is where walls hide it.
const THROUGH_WALLS: f32 = 0.22;

/// Draws a picture, thing by thing: what hides others first, then what one sees through.
#[derive(Debug)]
pub struct Painter {
    surfaces: Pipeline,
    glass: Pipeline,
    /// What no wall hides, and everything.
    sketches: [Pipeline; 2],
    /// By the address of the mesh in memory, which no other mesh gets as long as the mesh is kept beside it.
    shapes: HashMap<usize, Kept>,
    ball: Option<Shape>,
    stream: Stream,
    sketch: Stream,
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

/// What is around everything.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Air {
    /// The colour of the sky.
    pub sky: Colour,
    /// Upward part of the normal of the steepest ground that is painted as ground.
    pub cos_ground: f64,
}

/// What is the same for all of a picture.
#[derive(Clone, Copy, Debug)]
struct View {
    camera: Camera,
    lens: [f32; 16],
    up: [f32; 4],
    sky: [f32; 4],
    cos_ground: f32,
}

impl Painter {
    /// # Errors
    /// What the driver has against the shaders.
    pub(crate) fn new() -> anyhow::Result<Self> {
        gl::with(|gl| {
            let camera = Camera { at: DVec3::ZERO, forward: -DVec3::Z, up: DVec3::Y };
            let [surfaces, glass] = shader::pipelines(gl)?;
            Ok(Self {
                surfaces,
                glass,
                sketches: flat::pipelines(gl)?,
                shapes: HashMap::new(),
                ball: Shape::new(gl, &ball::corners()),
                stream: Stream::default(),
                sketch: Stream::default(),
                view: View { camera, lens: [0.0; 16], up: [0.0; 4], sky: [0.0; 4], cos_ground: 0.7 },
            })
        })
    }

    /// Begins a picture with nothing but sky in it. Meshes that were not in the last one are forgotten.
    pub fn begin(&mut self, camera: &Camera, lens: Lens, air: Air) {
        let (width, height) = window::screen_size();
        let [x, y, z] = camera.up.to_array().map(|c| c as f32);
        let Colour([red, green, blue, _]) = air.sky;
        self.view = View {
            camera: *camera,
            lens: camera.matrix(lens, width / height.max(1.0)).to_cols_array(),
            up: [x, y, z, lens.far * 0.6],
            sky: [red, green, blue, 1.0],
            cos_ground: air.cos_ground as f32,
        };
        gl::with(|gl| {
            self.forget(gl);
            // First: what may be written depends on the pipeline, and so does what is wiped out.
            gl.apply_pipeline(&self.surfaces);
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

    /// Draws a mesh that is a part of the ground: how steep it is shows, filtered by its colours by material; a
    /// material without one is not seen.
    ///
    /// The colours are asked for once, when the mesh is first seen.
    pub fn ground(&mut self, mesh: &Arc<Mesh>, pose: &DAffine3, colour: &dyn Fn(u16) -> Option<Colour>) {
        let uniforms = self.uniforms(pose, Colour([1.0; 4]), Finish::Ground);
        self.draw_mesh(mesh, &uniforms, colour);
    }

    /// Draws a mesh in one colour; where it has materials without a colour, they are not seen.
    pub fn mesh(
        &mut self,
        mesh: &Arc<Mesh>,
        pose: &DAffine3,
        tint: Colour,
        colour: &dyn Fn(u16) -> Option<Colour>,
    ) {
        let uniforms = self.uniforms(pose, tint, Finish::Squares);
        self.draw_mesh(mesh, &uniforms, colour);
    }

    fn draw_mesh(&mut self, mesh: &Arc<Mesh>, uniforms: &Uniforms, colour: &dyn Fn(u16) -> Option<Colour>) {
        let kept = self.shapes.entry(Arc::as_ptr(mesh).addr()).or_insert_with(|| Kept {
            _mesh: Arc::clone(mesh),
            shape: gl::with(|gl| Shape::new(gl, &shape::corners(mesh, colour))),
            is_seen: true,
        });
        kept.is_seen = true;
        if let Some(shape) = &kept.shape {
            draw(&self.surfaces, shape, uniforms);
        }
    }

    /// Draws bodies, however many.
    pub fn balls(&mut self, balls: &[Ball]) {
        let balls = ball::sorted(balls, self.view.camera.at);
        let (near, far) = balls.split_at(balls.len().min(ball::MOST_FINE));
        let (wide, near): (Vec<Ball>, Vec<Ball>) = near.iter().partition(|ball| ball.has_core());
        for Ball { pose, colour, .. } in &near {
            let uniforms = self.uniforms(pose, *colour, Finish::Plain);
            if let Some(shape) = &self.ball {
                draw(&self.surfaces, shape, &uniforms);
            }
        }
        let uniforms = self.about_eye();
        for (balls, fineness) in [(&wide[..], ball::FINE), (far, ball::COARSE)] {
            let (vertices, order) = ball::many(balls, &self.view.camera, fineness);
            let (pipeline, stream) = (&self.surfaces, &mut self.stream);
            stream_out(pipeline, stream, (&vertices, &order), UniformsSource::table(&uniforms));
        }
    }

    /// Draws triangles that one sees through, as much as their colour is not opaque.
    pub fn glass(&mut self, triangles: &[[DVec3; 3]], colour: Colour) {
        let eye = self.view.camera.at;
        let seen = triangles.iter().map(|corners| corners.map(|corner| (corner - eye).as_vec3()));
        let vertices: Vec<_> = seen.flat_map(|corners| shape::facet(corners, colour)).collect();
        let order: Vec<u32> = (0..vertices.len() as u32).collect();
        let uniforms = self.about_eye();
        let (pipeline, stream) = (&self.glass, &mut self.stream);
        stream_out(pipeline, stream, (&vertices, &order), UniformsSource::table(&uniforms));
    }

    /// Draws lines and flat triangles over everything so far; what is behind walls faintly.
    pub fn sketch(&mut self, sketch: &Sketch) {
        let (corners, order) = sketch.corners(&self.view.camera);
        for (pipeline, opacity) in self.sketches.iter().zip([1.0, THROUGH_WALLS]) {
            let (size, dpi) = (window::screen_size(), window::dpi_scale());
            let uniforms = flat::Uniforms::new(self.view.lens, size, dpi, opacity);
            let source = UniformsSource::table(&uniforms);
            stream_out(pipeline, &mut self.sketch, (&corners, &order), source);
        }
    }

    /// For triangles that are given as seen from the eye.
    fn about_eye(&self) -> Uniforms {
        let pose = DAffine3 { matrix3: DMat3::IDENTITY, translation: self.view.camera.at };
        self.uniforms(&pose, Colour([1.0; 4]), Finish::Plain)
    }

    fn uniforms(&self, pose: &DAffine3, Colour([r, g, b, _]): Colour, finish: Finish) -> Uniforms {
        let View { camera, lens, up, sky, cos_ground } = self.view;
        let tint = [r, g, b, finish.number()];
        let [x, y, z] = pose.matrix3.transpose().rows().map(|axis| axis.length() as f32);
        let (place, normals, scale) = (camera.place(pose), normals(pose), [x, y, z, cos_ground]);
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

fn stream_out<V>(
    pipeline: &Pipeline,
    stream: &mut Stream,
    (vertices, order): (&[V], &[u32]),
    uniforms: UniformsSource<'_>,
) {
    gl::with(|gl| {
        gl.apply_pipeline(pipeline);
        gl.begin_default_pass(PassAction::Nothing);
        if let Some(count) = stream.fill(gl, vertices, order) {
            gl.apply_uniforms(uniforms);
            gl.draw(0, count, 1);
        }
        gl.end_render_pass();
    });
}
