//! How lines and flat triangles look: their own colour in any light; lines are as wide at any distance.

use macroquad::miniquad::{
    BufferLayout, Comparison, Pipeline, PipelineParams, RenderingBackend, ShaderMeta, ShaderSource,
    UniformBlockLayout, UniformDesc, UniformType, VertexAttribute, VertexFormat,
};

use crate::shader::{blend, refused};

/// Half the width of a line, in pixels.
const HALF_WIDTH: f32 = 1.1;

/// A corner of a triangle, as the shader takes it; that of a line's two triangles lies aside of its end.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Corner {
    /// As seen from the eye, in metres.
    pub(crate) at: [f32; 3],
    /// The other end of the line.
    pub(crate) other: [f32; 3],
    /// To which side of the line, in half widths; 0 for a corner that is none of a line's.
    pub(crate) aside: f32,
    /// Red, green, blue, opacity.
    pub(crate) colour: [u8; 4],
}

impl Corner {
    pub(crate) const fn of_triangle(at: [f32; 3], colour: [u8; 4]) -> Self {
        Self { at, other: at, aside: 0.0, colour }
    }

    /// Those of a line, two at each end. Seen from its other end, a line's sides are swapped.
    pub(crate) fn of_line([a, b]: [[f32; 3]; 2], colour: [u8; 4]) -> [Self; 4] {
        let corner = |at, other, aside| Self { at, other, aside, colour };
        [corner(a, b, 1.0), corner(a, b, -1.0), corner(b, a, -1.0), corner(b, a, 1.0)]
    }
}

/// What is the same for all of a sketch.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Uniforms {
    /// From the world's axes about the eye to the picture.
    lens: [f32; 16],
    /// Half a line's width as a share of half the picture's width and height; how opaque it is; nothing.
    pen: [f32; 4],
}

impl Uniforms {
    /// For a picture of so many pixels.
    pub(crate) fn new(lens: [f32; 16], (width, height): (f32, f32), dpi: f32, opacity: f32) -> Self {
        let share = |pixels: f32| HALF_WIDTH * dpi * 2.0 / pixels.max(1.0);
        Self { lens, pen: [share(width), share(height), opacity, 0.0] }
    }
}

const VERTEX: &str = r"#version 100
attribute vec3 at;
attribute vec3 other;
attribute float aside;
attribute vec4 colour;
uniform mat4 lens;
uniform vec4 pen;
varying mediump vec4 paint;
void main() {
    vec4 here = lens * vec4(at, 1.0);
    vec4 there = lens * vec4(other, 1.0);
    vec2 way = (there.xy / there.w - here.xy / here.w) / pen.xy;
    float far = max(length(way), 0.000001);
    vec2 across = vec2(-way.y, way.x) / far * pen.xy * aside;
    paint = vec4(colour.rgb, colour.a * pen.z) / 255.0;
    gl_Position = here + vec4(across * here.w, 0.0, 0.0);
}";

const FRAGMENT: &str = r"#version 100
precision mediump float;
varying mediump vec4 paint;
void main() {
    gl_FragColor = paint;
}";

/// What shows only what no wall hides, and what shows everything.
///
/// # Errors
/// What the driver has against the shader.
pub(crate) fn pipelines(gl: &mut dyn RenderingBackend) -> anyhow::Result<[Pipeline; 2]> {
    let uniforms =
        vec![UniformDesc::new("lens", UniformType::Mat4), UniformDesc::new("pen", UniformType::Float4)];
    let meta = ShaderMeta { images: Vec::new(), uniforms: UniformBlockLayout { uniforms } };
    let source = ShaderSource::Glsl { vertex: VERTEX, fragment: FRAGMENT };
    let shader = gl.new_shader(source, meta).map_err(refused)?;
    let attributes = [
        VertexAttribute::new("at", VertexFormat::Float3),
        VertexAttribute::new("other", VertexFormat::Float3),
        VertexAttribute::new("aside", VertexFormat::Float1),
        VertexAttribute::new("colour", VertexFormat::Byte4),
    ];
    // Without writing depths the library beneath does not compare them either.
    Ok([true, false].map(|depth_write| {
        let params = PipelineParams { depth_test: Comparison::LessOrEqual, depth_write, ..blend() };
        gl.new_pipeline(&[BufferLayout::default()], &attributes, shader, params)
    }))
}
