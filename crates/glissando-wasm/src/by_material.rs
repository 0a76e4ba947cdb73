//! What the materials of a body do to characters that stand on them: lists of plain objects with a material each.

use crate::fields::Fields;
use crate::read;
use crate::refusal::Refusal;
use glissando::traction::Traction;
use glissando::world::Conveyor;
use wasm_bindgen::JsValue;

/// Material ids with their tractions.
pub(crate) fn tractions(what: &str, value: &JsValue) -> Result<Vec<(u16, Traction)>, Refusal> {
    let fields = ["material", "speed", "acceleration", "friction"];
    list(what, value, "tractions: material, speed, acceleration, friction", &fields, traction)
}

/// Conveyor belts.
pub(crate) fn conveyors(what: &str, value: &JsValue) -> Result<Vec<Conveyor>, Refusal> {
    let fields = ["material", "velocity"];
    let list = list(what, value, "conveyors: material, velocity", &fields, |what, fields| {
        let velocity = fields.read("velocity", read::vector)?;
        velocity.ok_or_else(|| missing(what, "velocity", "a vector, m/s along the body's axes"))
    })?;
    Ok(list.into_iter().map(|(material, velocity)| Conveyor { material, velocity }).collect())
}

/// Entries by their material ids, each of which is named at most once.
fn list<T>(
    what: &str,
    value: &JsValue,
    kind: &str,
    known: &[&'static str],
    read: impl Fn(&str, &Fields) -> Result<T, Refusal>,
) -> Result<Vec<(u16, T)>, Refusal> {
    let mut list: Vec<(u16, T)> = Vec::new();
    read::each(what, value, kind, |what, value| {
        let fields = Fields::of(what, value, known)?;
        let material = fields.read("material", |what, v| read::whole(what, v, u16::MAX.into()))?;
        let material = material.ok_or_else(|| missing(what, "material", "a material id"))? as u16;
        if list.iter().any(|(other, _)| *other == material) {
            return Err(Refusal::Text(format!(
                "{what}.material is {material}, which an entry before it has"
            )));
        }
        list.push((material, read(what, &fields)?));
        Ok(())
    })?;
    Ok(list)
}

fn missing(what: &str, field: &str, wanted: &str) -> Refusal {
    Refusal::Text(format!("{what}.{field} is missing: it must be {wanted}"))
}

/// The factors of an entry; what is left out is 1.
fn traction(what: &str, fields: &Fields) -> Result<Traction, Refusal> {
    let factor = |name| Ok::<_, Refusal>(fields.read(name, read::number)?.unwrap_or(1.0));
    let (speed, acceleration) = (factor("speed")?, factor("acceleration")?);
    let traction = Traction { speed, acceleration, friction: factor("friction")? };
    traction.check().map_err(|error| Refusal::Text(format!("{what}: {error}")))?;
    Ok(traction)
}
