//! Plain objects as arguments: every field may be left out, and none may be misspelt.

use crate::js;
use crate::refusal::Refusal;
use wasm_bindgen::JsValue;

/// An object of which certain fields are known; `undefined` and `null` are empty ones.
pub(crate) struct Fields<'a> {
    /// How messages name it.
    what: &'a str,
    object: Option<&'a JsValue>,
}

impl<'a> Fields<'a> {
    /// The fields of `value`; one that is not `known` is refused.
    pub(crate) fn of(what: &'a str, value: &'a JsValue, known: &[&str]) -> Result<Self, Refusal> {
        if value.is_undefined() || value.is_null() {
            return Ok(Self { what, object: None });
        }
        if !value.is_object() || is_list(value)? {
            return Err(Refusal::wrong(what, value, &format!("an object with {}", list(known))));
        }
        let keys = js::own_keys(value).map_err(Refusal::Thrown)?;
        for index in 0..keys.length() {
            let name = keys.at(index).as_string().unwrap_or_default();
            if !known.contains(&name.as_str()) {
                return Err(unknown(&format!("{what}.{name}"), known));
            }
        }
        Ok(Self { what, object: Some(value) })
    }

    /// How messages name a field.
    pub(crate) fn path(&self, name: &str) -> String {
        format!("{}.{name}", self.what)
    }

    /// A field that is there.
    pub(crate) fn get(&self, name: &str) -> Result<Option<JsValue>, Refusal> {
        let Some(object) = self.object else { return Ok(None) };
        let value = js::get(object, &name.into()).map_err(Refusal::Thrown)?;
        Ok(if value.is_undefined() { None } else { Some(value) })
    }

    /// A field that is there, as `read` takes it.
    pub(crate) fn read<T>(
        &self,
        name: &str,
        read: impl FnOnce(&str, &JsValue) -> Result<T, Refusal>,
    ) -> Result<Option<T>, Refusal> {
        self.get(name)?.map(|value| read(&self.path(name), &value)).transpose()
    }
}

/// Whether it has a length: a list without entries would pass for an object without fields.
fn is_list(value: &JsValue) -> Result<bool, Refusal> {
    let length = js::get(value, &"length".into()).map_err(Refusal::Thrown)?;
    Ok(length.as_f64().is_some())
}

/// There is no such field.
pub(crate) fn unknown(path: &str, known: &[impl AsRef<str>]) -> Refusal {
    Refusal::Text(format!("{path} is not known: there are {}", list(known)))
}

fn list(names: &[impl AsRef<str>]) -> String {
    names.iter().map(AsRef::as_ref).collect::<Vec<_>>().join(", ")
}
