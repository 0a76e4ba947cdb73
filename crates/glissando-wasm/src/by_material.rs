//! Conveyors and tractions of a body: lists of plain objects with a material each.

use crate::fields::Fields;
use crate::read;
use crate::refusal::Refusal;
use glissando::traction::Traction;
use glissando::world::Conveyor;
use wasm_bindgen::JsValue;

/// Material ids with their tractions.
pub(crate) fn tractions(what: &str, value: &JsValue) -> Result<Vec<(u16, Traction)>, Refusal> {
    let fields = ["material", "speed", "acceleration", "friction"];
    let read = |what: &str, material, fields: &Fields| Ok((material, traction(what, fields)?));
    list(what, value, "tractions: material, speed, acceleration, friction", &fields, read)
}

/// Conveyor belts.
pub(crate) fn conveyors(what: &str, value: &JsValue) -> Result<Vec<Conveyor>, Refusal> {
    let fields = ["material", "velocity"];
    list(what, value, "conveyors: material, velocity", &fields, conveyor)
}

/// Entries by their material ids, each of which is named at most once.
fn list<T>(
    what: &str,
    value: &JsValue,
    kind: &str,
    known: &[&'static str],
    read: impl Fn(&str, u16, &Fields) -> Result<T, Refusal>,
) -> Result<Vec<T>, Refusal> {
    let (mut list, mut is_named) = (Vec::new(), vec![false; 1 << 16]);
    read::each(what, value, kind, |what, value| {
        let fields = Fields::of(what, value, known)?;
        let material = fields.read("material", |what, v| read::whole(what, v, u16::MAX.into()))?;
        let material = material.ok_or_else(|| missing(what, "material", "a material id"))? as u16;
        if core::mem::replace(&mut is_named[usize::from(material)], true) {
            return Err(Refusal::Text(format!(
                "{what}.material is {material}, which an entry before it has"
            )));
        }
        list.push(read(what, material, &fields)?);
        Ok(())
    })?;
    Ok(list)
}

fn missing(what: &str, field: &str, wanted: &str) -> Refusal {
    Refusal::Text(format!("{what}.{field} is missing: it must be {wanted}"))
}

/// The belt of an entry.
fn conveyor(what: &str, material: u16, fields: &Fields) -> Result<Conveyor, Refusal> {
    let velocity = fields.read("velocity", read::vector)?;
    let velocity =
        velocity.ok_or_else(|| missing(what, "velocity", "a vector, m/s along the body's axes"))?;
    let conveyor = Conveyor { material, velocity };
    conveyor.check().map_err(|error| Refusal::Text(format!("{what}: {error}")))?;
    Ok(conveyor)
}

/// The factors of an entry; what is left out is 1.
fn traction(what: &str, fields: &Fields) -> Result<Traction, Refusal> {
    let factor = |name| Ok::<_, Refusal>(fields.read(name, read::number)?.unwrap_or(1.0));
    let (speed, acceleration) = (factor("speed")?, factor("acceleration")?);
    let traction = Traction { speed, acceleration, friction: factor("friction")? };
    traction.check().map_err(|error| Refusal::Text(format!("{what}: {error}")))?;
    Ok(traction)
}
