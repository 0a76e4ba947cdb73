//! The settings of a character as a plain object: read field by field, and told.

use crate::fields::Fields;
use crate::js;
use crate::read;
use crate::record::{Record, vector};
use crate::refusal::Refusal;
use glissando::character::{
    AccelerationSettings, BodyShape, GroundSettings, Inherit, JumpSettings, SoftSettings,
};
use glissando::{DVec3, Filter, Settings};
use wasm_bindgen::JsValue;

/// What stands for an acceleration without end.
const AT_ONCE: &str = "instant";

const ALL: [&str; 14] = [
    "body",
    "radii",
    "crouchRadii",
    "rounding",
    "rotation",
    "up",
    "gravity",
    "skin",
    "filter",
    "ground",
    "pace",
    "jump",
    "inherit",
    "soft",
];

/// Settings from an object; what is left out has its default.
pub(crate) fn read(settings: &JsValue) -> Result<Settings, Refusal> {
    let fields = group("settings", settings, &ALL)?;
    let usual = Settings::default();
    let three = |name, usual: DVec3| Ok::<_, Refusal>(fields.read(name, read::vector)?.unwrap_or(usual));
    Ok(Settings {
        body: fields.read("body", body)?.unwrap_or(usual.body),
        radii: three("radii", usual.radii)?,
        crouch_radii: three("crouchRadii", usual.crouch_radii)?,
        rounding: fields.read("rounding", read::number)?.unwrap_or(usual.rounding),
        rotation: fields.read("rotation", read::rotation)?.unwrap_or(usual.rotation),
        up: three("up", usual.up)?,
        gravity: three("gravity", usual.gravity)?,
        skin: fields.read("skin", read::number)?,
        filter: fields.read("filter", filter)?.unwrap_or(usual.filter),
        ground: fields.read("ground", ground)?.unwrap_or(usual.ground),
        pace: fields.read("pace", pace)?.unwrap_or(usual.pace),
        jump: fields.read("jump", jump)?.unwrap_or(usual.jump),
        inherit: fields.read("inherit", inherit)?.unwrap_or(usual.inherit),
        soft: fields.read("soft", soft)?.unwrap_or(usual.soft),
    })
}

/// Fields that belong together; `null` is none of them.
fn group<'a>(what: &'a str, value: &'a JsValue, known: &[&str]) -> Result<Fields<'a>, Refusal> {
    if value.is_null() {
        return Err(Refusal::wrong(what, value, "an object"));
    }
    Fields::of(what, value, known)
}

fn filter(what: &str, value: &JsValue) -> Result<Filter, Refusal> {
    let fields = group(what, value, &["mask"])?;
    Ok(fields.read("mask", read::bits)?.map_or(Filter::ALL, |mask| Filter { mask }))
}

fn ground(what: &str, value: &JsValue) -> Result<GroundSettings, Refusal> {
    let fields = group(what, value, &["cosClimb", "cosSlip", "stepHeight", "snapDistance"])?;
    let usual = GroundSettings::default();
    Ok(GroundSettings {
        cos_climb: fields.read("cosClimb", read::number)?.unwrap_or(usual.cos_climb),
        cos_slip: fields.read("cosSlip", read::number)?.unwrap_or(usual.cos_slip),
        step_height: fields.read("stepHeight", read::number)?.unwrap_or(usual.step_height),
        snap_distance: fields.read("snapDistance", read::number)?.unwrap_or(usual.snap_distance),
    })
}

fn pace(what: &str, value: &JsValue) -> Result<AccelerationSettings, Refusal> {
    let fields = group(what, value, &["acceleration", "friction", "airAcceleration", "flyAcceleration"])?;
    let usual = AccelerationSettings::default();
    Ok(AccelerationSettings {
        acceleration: fields.read("acceleration", rate)?.unwrap_or(usual.acceleration),
        friction: fields.read("friction", rate)?.unwrap_or(usual.friction),
        air_acceleration: fields.read("airAcceleration", rate)?.unwrap_or(usual.air_acceleration),
        fly_acceleration: fields.read("flyAcceleration", rate)?.unwrap_or(usual.fly_acceleration),
    })
}

fn jump(what: &str, value: &JsValue) -> Result<JumpSettings, Refusal> {
    let fields = group(what, value, &["speed", "coyoteTime", "bufferTime"])?;
    let usual = JumpSettings::default();
    Ok(JumpSettings {
        speed: fields.read("speed", read::number)?.unwrap_or(usual.speed),
        coyote_time: fields.read("coyoteTime", read::number)?.unwrap_or(usual.coyote_time),
        buffer_time: fields.read("bufferTime", read::number)?.unwrap_or(usual.buffer_time),
    })
}

fn soft(what: &str, value: &JsValue) -> Result<SoftSettings, Refusal> {
    let fields = group(what, value, &["layers", "pushSpeed"])?;
    let usual = SoftSettings::default();
    Ok(SoftSettings {
        layers: fields.read("layers", read::bits)?.unwrap_or(usual.layers),
        push_speed: fields.read("pushSpeed", read::number)?.unwrap_or(usual.push_speed),
    })
}

/// A number, or the word for one without end.
fn rate(what: &str, value: &JsValue) -> Result<f64, Refusal> {
    match value.as_string() {
        Some(word) if word == AT_ONCE => Ok(f64::INFINITY),
        _ => value.as_f64().ok_or_else(|| Refusal::wrong(what, value, "a number or \"instant\"")),
    }
}

pub(crate) fn body(what: &str, value: &JsValue) -> Result<BodyShape, Refusal> {
    match value.as_string().as_deref() {
        Some("ellipsoid") => Ok(BodyShape::Ellipsoid),
        Some("capsule") => Ok(BodyShape::Capsule),
        Some("box") => Ok(BodyShape::Box),
        Some("cylinder") => Ok(BodyShape::Cylinder),
        _ => Err(Refusal::wrong(what, value, "\"ellipsoid\", \"capsule\", \"box\" or \"cylinder\"")),
    }
}

fn inherit(what: &str, value: &JsValue) -> Result<Inherit, Refusal> {
    let must = || Refusal::wrong(what, value, "\"full\", \"horizontal\", \"none\" or { capped: number }");
    match value.as_string().as_deref() {
        Some("full") => Ok(Inherit::Full),
        Some("horizontal") => Ok(Inherit::Horizontal),
        Some("none") => Ok(Inherit::None),
        Some(_) => Err(must()),
        None if value.is_object() => {
            let most = Fields::of(what, value, &["capped"])?.read("capped", read::number)?;
            most.map(Inherit::Capped).ok_or_else(must)
        }
        None => Err(must()),
    }
}

/// All settings as an object.
pub(crate) fn told(settings: &Settings) -> JsValue {
    let Settings {
        body,
        radii,
        crouch_radii,
        rounding,
        rotation,
        up,
        gravity,
        skin,
        filter,
        ground,
        pace,
        jump,
        inherit,
        soft,
    } = *settings;
    let [x, y, z, w] = rotation.to_array();
    Record::new()
        .with("body", told_body(body))
        .with("radii", vector(radii))
        .with("crouchRadii", vector(crouch_radii))
        .with("rounding", rounding)
        .with("rotation", js::list_of_4(x, y, z, w))
        .with("up", vector(up))
        .with("gravity", vector(gravity))
        .with("skin", skin)
        .with("filter", Record::new().with("mask", filter.mask))
        .with("ground", told_ground(&ground))
        .with("pace", told_pace(&pace))
        .with("jump", told_jump(&jump))
        .with("inherit", told_inherit(inherit))
        .with("soft", Record::new().with("layers", soft.layers).with("pushSpeed", soft.push_speed))
        .into()
}

fn told_body(body: BodyShape) -> &'static str {
    match body {
        BodyShape::Capsule => "capsule",
        BodyShape::Box => "box",
        BodyShape::Cylinder => "cylinder",
        _ => "ellipsoid",
    }
}

fn told_ground(ground: &GroundSettings) -> Record {
    let GroundSettings { cos_climb, cos_slip, step_height, snap_distance } = *ground;
    Record::new()
        .with("cosClimb", cos_climb)
        .with("cosSlip", cos_slip)
        .with("stepHeight", step_height)
        .with("snapDistance", snap_distance)
}

fn told_pace(pace: &AccelerationSettings) -> Record {
    let rate = |rate: f64| if rate == f64::INFINITY { JsValue::from(AT_ONCE) } else { rate.into() };
    let AccelerationSettings { acceleration, friction, air_acceleration, fly_acceleration } = *pace;
    Record::new()
        .with("acceleration", rate(acceleration))
        .with("friction", rate(friction))
        .with("airAcceleration", rate(air_acceleration))
        .with("flyAcceleration", rate(fly_acceleration))
}

fn told_jump(jump: &JumpSettings) -> Record {
    let JumpSettings { speed, coyote_time, buffer_time } = *jump;
    Record::new().with("speed", speed).with("coyoteTime", coyote_time).with("bufferTime", buffer_time)
}

fn told_inherit(inherit: Inherit) -> JsValue {
    match inherit {
        Inherit::Full => "full".into(),
        Inherit::Horizontal => "horizontal".into(),
        Inherit::None => "none".into(),
        Inherit::Capped(most) => Record::new().with("capped", most).into(),
    }
}
