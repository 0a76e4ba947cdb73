//! The tractions of a body: a list of plain objects, each with a material and its factors.

use crate::fields::Fields;
use crate::read;
use crate::refusal::Refusal;
use glissando::traction::Traction;
use wasm_bindgen::JsValue;

/// The fields of an entry.
const FIELDS: [&str; 4] = ["material", "speed", "acceleration", "friction"];

/// Material ids with their tractions. A material is named at most once.
pub(crate) fn list(what: &str, value: &JsValue) -> Result<Vec<(u16, Traction)>, Refusal> {
    let mut list: Vec<(u16, Traction)> = Vec::new();
    read::each(what, value, "tractions: material, speed, acceleration, friction", |what, value| {
        let fields = Fields::of(what, value, &FIELDS)?;
        let material = fields.read("material", |what, v| read::whole(what, v, u16::MAX.into()))?;
        let Some(material) = material.map(|id| id as u16) else {
            return Err(Refusal::Text(format!("{what}.material is missing: it must be a material id")));
        };
        if list.iter().any(|(other, _)| *other == material) {
            return Err(Refusal::Text(format!(
                "{what}.material is {material}, which an entry before it has"
            )));
        }
        list.push((material, traction(what, &fields)?));
        Ok(())
    })?;
    Ok(list)
}

/// The factors of an entry; what is left out is 1.
fn traction(what: &str, fields: &Fields) -> Result<Traction, Refusal> {
    let factor = |name| Ok::<_, Refusal>(fields.read(name, read::number)?.unwrap_or(1.0));
    let (speed, acceleration) = (factor("speed")?, factor("acceleration")?);
    let traction = Traction { speed, acceleration, friction: factor("friction")? };
    traction.check().map_err(|error| Refusal::Text(format!("{what}: {error}")))?;
    Ok(traction)
}
