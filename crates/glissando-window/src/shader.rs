//! How surfaces look: two lights, brighter where they are level, with a pattern of squares of one metre.

use macroquad::miniquad::{
    BufferLayout, Comparison, Pipeline, PipelineParams, RenderingBackend, ShaderMeta, ShaderSource,
    UniformBlockLayout, UniformDesc, UniformType, VertexAttribute, VertexFormat,
};

/// A corner of a triangle, as the shader takes it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Vertex {
    /// In the mesh's own space, in metres.
    pub(crate) position: [f32; 3],
    /// Of the triangle, of length one.
    pub(crate) normal: [f32; 3],
    /// Red, green, blue, and nothing.
    pub(crate) colour: [u8; 4],
}

/// What is the same for all corners of a mesh. Matrices are columns.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Uniforms {
    /// From the mesh's space to the world's axes about the eye.
    pub(crate) place: [f32; 16],
    /// From there to the picture.
    pub(crate) lens: [f32; 16],
    /// For normals, from the mesh's space to the world's axes.
    pub(crate) normals: [f32; 16],
    /// Multiplies the colour; the last is how much of the pattern there is.
    pub(crate) tint: [f32; 4],
    /// Metres per unit of the mesh, three times, and nothing.
    pub(crate) scale: [f32; 4],
    /// The world's up; the last is how far one sees before things take on the colour of the sky, in metres.
    pub(crate) up: [f32; 4],
    /// The colour of the sky.
    pub(crate) sky: [f32; 4],
}

const VERTEX: &str = r"#version 100
attribute vec3 position;
attribute vec3 normal;
attribute vec4 colour;
uniform mat4 place;
uniform mat4 lens;
uniform mat4 normals;
uniform vec4 scale;
varying highp vec3 seen;
varying highp vec3 own;
varying highp vec3 facing;
varying mediump vec3 paint;
void main() {
    vec4 at = place * vec4(position, 1.0);
    seen = at.xyz;
    own = position * scale.xyz - normal * 0.003;
    facing = (normals * vec4(normal, 0.0)).xyz;
    paint = colour.rgb / 255.0;
    gl_Position = lens * at;
}";

// Amounts of light are added and multiplied; colours are taken as their roots, as displays nearly do.
const FRAGMENT: &str = r"#version 100
precision highp float;
varying highp vec3 seen;
varying highp vec3 own;
varying highp vec3 facing;
varying mediump vec3 paint;
uniform vec4 tint;
uniform vec4 up;
uniform vec4 sky;
void main() {
    vec3 n = normalize(facing);
    n = dot(n, seen) > 0.0 ? -n : n;
    float far = length(seen);
    vec3 square = floor(own);
    float parity = mod(square.x + square.y + square.z, 2.0) - 0.5;
    float pattern = 1.0 + tint.a * 0.22 * parity * exp(-far / 20.0);
    float sun = max(dot(n, normalize(vec3(0.45, 0.80, 0.39))), 0.0);
    float fill = dot(n, normalize(vec3(-0.60, 0.10, -0.55))) * 0.5 + 0.5;
    float level = dot(n, up.xyz) * 0.5 + 0.5;
    float light = 0.10 + 0.55 * sun + 0.25 * fill + 0.30 * level;
    vec3 colour = paint * tint.rgb;
    vec3 shade = colour * colour * light * pattern;
    float haze = far / up.w;
    gl_FragColor = vec4(sqrt(mix(sky.rgb * sky.rgb, shade, exp(-haze * haze))), 1.0);
}";

/// # Errors
/// What the driver has against the shader.
pub(crate) fn pipeline(gl: &mut dyn RenderingBackend) -> anyhow::Result<Pipeline> {
    let uniform = |name, kind| UniformDesc::new(name, kind);
    let uniforms = vec![
        uniform("place", UniformType::Mat4),
        uniform("lens", UniformType::Mat4),
        uniform("normals", UniformType::Mat4),
        uniform("tint", UniformType::Float4),
        uniform("scale", UniformType::Float4),
        uniform("up", UniformType::Float4),
        uniform("sky", UniformType::Float4),
    ];
    let meta = ShaderMeta { images: Vec::new(), uniforms: UniformBlockLayout { uniforms } };
    let source = ShaderSource::Glsl { vertex: VERTEX, fragment: FRAGMENT };
    let shader = gl.new_shader(source, meta).map_err(|error| {
        anyhow::anyhow!(
            "the graphics driver does not take the shader: {error}; update it, or use `glissando serve`"
        )
    })?;
    let attributes = [
        VertexAttribute::new("position", VertexFormat::Float3),
        VertexAttribute::new("normal", VertexFormat::Float3),
        VertexAttribute::new("colour", VertexFormat::Byte4),
    ];
    let params = PipelineParams {
        depth_test: Comparison::LessOrEqual,
        depth_write: true,
        ..PipelineParams::default()
    };
    Ok(gl.new_pipeline(&[BufferLayout::default()], &attributes, shader, params))
}
