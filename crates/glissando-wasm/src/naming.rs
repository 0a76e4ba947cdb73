//! Names of two worlds: `step_height` in the library, `stepHeight` in JavaScript.

use crate::fields::unknown;
use crate::refusal::Refusal;
use js_sys::{Array, Object, Reflect};
use wasm_bindgen::JsValue;

/// `step_height` as `stepHeight`.
pub(crate) fn camel(snake: &str) -> String {
    let mut name = String::with_capacity(snake.len());
    for part in snake.split('_') {
        let mut letters = part.chars();
        match letters.next() {
            Some(first) if !name.is_empty() => name.push(first.to_ascii_uppercase()),
            Some(first) => name.push(first),
            None => {}
        }
        name.push_str(letters.as_str());
    }
    name
}

/// `stepHeight` as `step_height`.
fn snake(camel: &str) -> String {
    let mut name = String::with_capacity(camel.len() + 4);
    for letter in camel.chars() {
        if letter.is_ascii_uppercase() {
            name.push('_');
        }
        name.push(letter.to_ascii_lowercase());
    }
    name
}

/// Whether a value has fields of its own to be renamed: no list.
fn is_group(value: &JsValue) -> bool {
    value.is_object() && !Array::is_array(value)
}

/// The fields of an object, by name.
fn fields(object: &JsValue) -> Result<Vec<(String, JsValue)>, Refusal> {
    let keys = Reflect::own_keys(object).map_err(Refusal::Thrown)?;
    let field = |key: JsValue| {
        let value = Reflect::get(object, &key).map_err(Refusal::Thrown)?;
        Ok((key.as_string().unwrap_or_default(), value))
    };
    keys.iter().map(field).collect()
}

/// A new object with these fields.
fn object(fields: impl IntoIterator<Item = (String, JsValue)>) -> JsValue {
    let object = Object::new();
    for (name, value) in fields {
        // Setting a field of a new object cannot fail.
        let _ = Reflect::set(&object, &name.into(), &value);
    }
    object.into()
}

/// `given` with the library's names; a field that `pattern` has not is refused with its path.
///
/// As deep as the pattern is, so that no object, however deep or round, is followed further.
pub(crate) fn to_library(given: &JsValue, pattern: &JsValue, path: &str) -> Result<JsValue, Refusal> {
    if !is_group(given) {
        return Err(Refusal::wrong(path, given, "an object"));
    }
    let mut renamed = Vec::new();
    for (name, value) in fields(given)?.into_iter().filter(|(_, value)| !value.is_undefined()) {
        let (path, name) = (format!("{path}.{name}"), snake(&name));
        let known = fields(pattern)?;
        let Some((_, pattern)) = known.iter().find(|(known, _)| *known == name) else {
            let known: Vec<_> = known.iter().map(|(name, _)| camel(name)).collect();
            return Err(unknown(&path, &known));
        };
        let value = if is_group(pattern) { to_library(&value, pattern, &path)? } else { value };
        renamed.push((name, value));
    }
    Ok(object(renamed))
}

/// An object of the library with the names of JavaScript, all the way down.
pub(crate) fn to_script(value: JsValue) -> Result<JsValue, Refusal> {
    if !is_group(&value) {
        return Ok(value);
    }
    let renamed = |(name, value): (String, JsValue)| Ok((camel(&name), to_script(value)?));
    Ok(object(fields(&value)?.into_iter().map(renamed).collect::<Result<Vec<_>, Refusal>>()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_go_there_and_back() {
        for (library, script) in [("skin", "skin"), ("step_height", "stepHeight"), ("a_b_c", "aBC")] {
            assert_eq!(camel(library), script);
            assert_eq!(snake(script), library);
        }
    }
}
