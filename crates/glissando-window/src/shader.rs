//! How surfaces look: in the light of a sun and a sky, with a pattern of squares of one metre; sand to walk on, rust
//! too steep for that, grey walls and ceilings.

use macroquad::miniquad::{
    BlendFactor, BlendState, BlendValue, BufferLayout, Comparison, Equation, Pipeline, PipelineParams,
    RenderingBackend, ShaderMeta, ShaderSource, UniformBlockLayout, UniformDesc, UniformType,
    VertexAttribute, VertexFormat,
};

/// A corner of a triangle, as the shader takes it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Vertex {
    /// In the mesh's own space, in metres.
    pub(crate) position: [f32; 3],
    /// Of the triangle, of length one.
    pub(crate) normal: [f32; 3],
    /// Red, green, blue, opacity.
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
    /// Multiplies the colour; the last is its [`Finish`].
    pub(crate) tint: [f32; 4],
    /// Metres per unit of the mesh, three times; the upward part of the normal of the steepest ground.
    pub(crate) scale: [f32; 4],
    /// The world's up; the last is how far one sees before things take on the colour of the sky, in metres.
    pub(crate) up: [f32; 4],
    /// The colour of the sky.
    pub(crate) sky: [f32; 4],
}

/// What a surface is painted with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Finish {
    /// Its colour alone.
    Plain,
    /// Its colour, in squares.
    Squares,
    /// The colour of how steep it is, filtered by its own, in squares.
    Ground,
}

impl Finish {
    /// As the shader takes it.
    pub(crate) const fn number(self) -> f32 {
        match self {
            Self::Plain => 0.0,
            Self::Squares => 1.0,
            Self::Ground => 2.0,
        }
    }
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
varying mediump vec4 paint;
void main() {
    vec4 at = place * vec4(position, 1.0);
    seen = at.xyz;
    own = position * scale.xyz - normal * 0.003;
    facing = (normals * vec4(normal, 0.0)).xyz;
    paint = colour / 255.0;
    gl_Position = lens * at;
}";

// Amounts of light are added and multiplied; colours are taken as their roots, as displays nearly do.
const FRAGMENT: &str = r"#version 100
precision highp float;
varying highp vec3 seen;
varying highp vec3 own;
varying highp vec3 facing;
varying mediump vec4 paint;
uniform vec4 tint;
uniform vec4 scale;
uniform vec4 up;
uniform vec4 sky;
vec3 by_slope(float rise) {
    if (rise >= scale.w) return vec3(0.60, 0.53, 0.42);
    if (rise > 0.1) return vec3(0.62, 0.34, 0.18);
    return rise > -0.1 ? vec3(0.38, 0.43, 0.50) : vec3(0.36, 0.38, 0.42);
}
void main() {
    vec3 n = normalize(facing);
    n = dot(n, seen) > 0.0 ? -n : n;
    float far = length(seen);
    float rise = dot(n, up.xyz);
    vec3 square = floor(own);
    float parity = mod(square.x + square.y + square.z, 2.0) - 0.5;
    float pattern = 1.0 + min(tint.a, 1.0) * 0.16 * parity * exp(-far / 20.0);
    vec3 plain = tint.a > 1.5 ? by_slope(rise) : vec3(1.0);
    vec3 colour = paint.rgb * tint.rgb;
    float sun = max(dot(n, normalize(vec3(0.45, 0.80, 0.39))), 0.0);
    float fill = dot(n, normalize(vec3(-0.60, 0.10, -0.55))) * 0.5 + 0.5;
    vec3 light = vec3(1.00, 0.93, 0.79) * (0.06 + 0.62 * sun)
        + vec3(0.50, 0.57, 0.68) * (0.14 + 0.34 * fill + 0.34 * (rise * 0.5 + 0.5));
    vec3 shade = colour * colour * plain * light * pattern;
    float haze = far / up.w;
    gl_FragColor = vec4(sqrt(mix(sky.rgb * sky.rgb, shade, exp(-haze * haze))), paint.a);
}";

/// What surfaces are drawn with: those that hide what is behind them, and those that one sees through.
///
/// # Errors
/// What the driver has against the shader.
pub(crate) fn pipelines(gl: &mut dyn RenderingBackend) -> anyhow::Result<[Pipeline; 2]> {
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
    let shader = gl.new_shader(source, meta).map_err(refused)?;
    let attributes = [
        VertexAttribute::new("position", VertexFormat::Float3),
        VertexAttribute::new("normal", VertexFormat::Float3),
        VertexAttribute::new("colour", VertexFormat::Byte4),
    ];
    let depth_test = Comparison::LessOrEqual;
    let opaque = PipelineParams { depth_test, depth_write: true, ..PipelineParams::default() };
    // Without writing depths the library beneath does not compare them either.
    let glass = PipelineParams { depth_test, depth_write: true, ..blend() };
    Ok([opaque, glass].map(|params| gl.new_pipeline(&[BufferLayout::default()], &attributes, shader, params)))
}

/// For colours that let others through. The window itself stays opaque.
pub(crate) fn blend() -> PipelineParams {
    let opacity = BlendFactor::Value(BlendValue::SourceAlpha);
    let rest = BlendFactor::OneMinusValue(BlendValue::SourceAlpha);
    PipelineParams {
        color_blend: Some(BlendState::new(Equation::Add, opacity, rest)),
        alpha_blend: Some(BlendState::new(Equation::Add, BlendFactor::Zero, BlendFactor::One)),
        ..PipelineParams::default()
    }
}

/// What to do about a driver that does not take a shader.
pub(crate) fn refused(error: impl std::fmt::Display) -> anyhow::Error {
    anyhow::anyhow!(
        "the graphics driver does not take the shader: {error}; update it, or use `glissando serve`"
    )
}
