//! `Config`: the settings of a character as keyword arguments, checked once.

use crate::array::{rotation, vector};
use crate::refusal::refused;
use crate::scalar::{choice, mask};
use glissando::character::{BodyShape, Inherit};
use glissando::math::cos_degrees as cosine;
use glissando::{DVec3, Settings};
use pyo3::prelude::*;
use pyo3::types::PyDict;

const BODIES: [(&str, BodyShape); 4] = [
    ("ellipsoid", BodyShape::Ellipsoid),
    ("capsule", BodyShape::Capsule),
    ("box", BodyShape::Box),
    ("cylinder", BodyShape::Cylinder),
];

/// The name of a body's shape.
pub(crate) fn body_name(body: BodyShape) -> &'static str {
    BODIES.iter().find(|(_, known)| *known == body).map_or("ellipsoid", |(name, _)| name)
}

/// The settings of a character, checked. Any number of characters may share it. Immutable.
///
/// All arguments are keywords, and what is left out has its default: a person of 1.8 m. Metres, seconds, m/s; slopes as
/// cosines (`cos_degrees`). Accelerations may be `math.inf`: at once. `inherit` is 'full', 'horizontal', 'none', or the most
/// m/s that are kept of the ground's velocity.
#[pyclass(frozen, eq, module = "glissando")]
#[derive(PartialEq)]
pub(crate) struct Config {
    pub(crate) checked: glissando::Config,
}

impl Config {
    /// Checked settings.
    pub(crate) fn of(settings: &Settings) -> PyResult<Self> {
        Ok(Self { checked: glissando::Config::new(settings).map_err(refused)? })
    }
}

#[pymethods]
impl Config {
    #[new]
    #[pyo3(signature = (*, body=None, radii=None, crouch_radii=None, rounding=None, rotation=None, up=None, gravity=None,
        skin=None, mask=None, cos_climb=None, cos_slip=None, step_height=None, snap_distance=None, acceleration=None,
        friction=None, air_acceleration=None, fly_acceleration=None, jump_speed=None, coyote_time=None, buffer_time=None,
        inherit=None, soft_layers=None, push_speed=None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn new(
        body: Option<&str>,
        radii: Option<&Bound<'_, PyAny>>,
        crouch_radii: Option<&Bound<'_, PyAny>>,
        rounding: Option<f64>,
        rotation: Option<&Bound<'_, PyAny>>,
        up: Option<&Bound<'_, PyAny>>,
        gravity: Option<&Bound<'_, PyAny>>,
        skin: Option<f64>,
        mask: Option<&Bound<'_, PyAny>>,
        cos_climb: Option<f64>,
        cos_slip: Option<f64>,
        step_height: Option<f64>,
        snap_distance: Option<f64>,
        acceleration: Option<f64>,
        friction: Option<f64>,
        air_acceleration: Option<f64>,
        fly_acceleration: Option<f64>,
        jump_speed: Option<f64>,
        coyote_time: Option<f64>,
        buffer_time: Option<f64>,
        inherit: Option<&Bound<'_, PyAny>>,
        soft_layers: Option<&Bound<'_, PyAny>>,
        push_speed: Option<f64>,
    ) -> PyResult<Self> {
        let mut s = Settings::default();
        let three = |name, value: Option<&Bound<'_, PyAny>>, to: &mut DVec3| -> PyResult<()> {
            if let Some(value) = value {
                *to = vector(name, value)?;
            }
            Ok(())
        };
        let one = |value: Option<f64>, to: &mut f64| *to = value.unwrap_or(*to);
        s.body = body.map_or(Ok(s.body), |name| choice("body", name, &BODIES))?;
        three("radii", radii, &mut s.radii)?;
        three("crouch_radii", crouch_radii, &mut s.crouch_radii)?;
        one(rounding, &mut s.rounding);
        s.rotation = self::rotation("rotation", rotation)?;
        three("up", up, &mut s.up)?;
        three("gravity", gravity, &mut s.gravity)?;
        s.skin = skin;
        s.filter = self::mask("mask", mask)?;
        one(cos_climb, &mut s.ground.cos_climb);
        one(cos_slip, &mut s.ground.cos_slip);
        one(step_height, &mut s.ground.step_height);
        one(snap_distance, &mut s.ground.snap_distance);
        one(acceleration, &mut s.pace.acceleration);
        one(friction, &mut s.pace.friction);
        one(air_acceleration, &mut s.pace.air_acceleration);
        one(fly_acceleration, &mut s.pace.fly_acceleration);
        one(jump_speed, &mut s.jump.speed);
        one(coyote_time, &mut s.jump.coyote_time);
        one(buffer_time, &mut s.jump.buffer_time);
        if let Some(inherit) = inherit {
            s.inherit = match inherit.extract::<f64>() {
                Ok(most) => Inherit::Capped(most),
                Err(_) => {
                    let kinds = [
                        ("full", Inherit::Full),
                        ("horizontal", Inherit::Horizontal),
                        ("none", Inherit::None),
                    ];
                    choice("inherit", &inherit.str()?.to_string(), &kinds)?
                }
            };
        }
        let soft = crate::scalar::whole_or("soft_layers", soft_layers, 0, u32::MAX.into(), 0)?;
        s.soft.layers = soft as u32;
        one(push_speed, &mut s.soft.push_speed);
        Self::of(&s)
    }

    /// All settings, those too that were left out, as the keyword arguments that make the same config.
    #[getter]
    fn settings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let s = self.checked.settings();
        let all = PyDict::new(py);
        all.set_item("body", body_name(s.body))?;
        all.set_item("radii", s.radii.to_array())?;
        all.set_item("crouch_radii", s.crouch_radii.to_array())?;
        all.set_item("rounding", s.rounding)?;
        all.set_item("rotation", s.rotation.to_array())?;
        all.set_item("up", s.up.to_array())?;
        all.set_item("gravity", s.gravity.to_array())?;
        all.set_item("skin", s.skin)?;
        all.set_item("mask", s.filter.mask)?;
        all.set_item("cos_climb", s.ground.cos_climb)?;
        all.set_item("cos_slip", s.ground.cos_slip)?;
        all.set_item("step_height", s.ground.step_height)?;
        all.set_item("snap_distance", s.ground.snap_distance)?;
        all.set_item("acceleration", s.pace.acceleration)?;
        all.set_item("friction", s.pace.friction)?;
        all.set_item("air_acceleration", s.pace.air_acceleration)?;
        all.set_item("fly_acceleration", s.pace.fly_acceleration)?;
        all.set_item("jump_speed", s.jump.speed)?;
        all.set_item("coyote_time", s.jump.coyote_time)?;
        all.set_item("buffer_time", s.jump.buffer_time)?;
        match s.inherit {
            Inherit::Full => all.set_item("inherit", "full")?,
            Inherit::Horizontal => all.set_item("inherit", "horizontal")?,
            Inherit::None => all.set_item("inherit", "none")?,
            Inherit::Capped(most) => all.set_item("inherit", most)?,
        }
        all.set_item("soft_layers", s.soft.layers)?;
        all.set_item("push_speed", s.soft.push_speed)?;
        Ok(all)
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((), Bound<'py, PyDict>)> {
        Ok(((), self.settings(py)?))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Config(**{})", self.settings(py)?.repr()?))
    }
}

/// The cosine of an angle in degrees (0 to 180), with the same bits on every machine: for `cos_climb` and `cos_slip`.
#[pyfunction]
pub(crate) fn cos_degrees(degrees: f64) -> PyResult<f64> {
    if !(0.0..=180.0).contains(&degrees) {
        return Err(refused(format!("degrees is {degrees}: it must lie between 0 and 180")));
    }
    Ok(cosine(degrees))
}
