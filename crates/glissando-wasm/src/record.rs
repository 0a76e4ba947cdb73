//! Answers: plain objects, made field by field.

use crate::js::{self, List};
use glissando::{DVec3, Vec3};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// A plain object of our own making, so that setting a field cannot throw.
    type Plain;

    #[wasm_bindgen(constructor, js_class = "Object")]
    fn new() -> Plain;

    #[wasm_bindgen(method, indexing_setter)]
    fn set(this: &Plain, key: &str, value: JsValue);
}

/// An object in the making.
pub(crate) struct Record(Plain);

impl Record {
    pub(crate) fn new() -> Self {
        Self(Plain::new())
    }

    /// The same with another field.
    #[must_use]
    pub(crate) fn with(self, key: &str, value: impl Into<JsValue>) -> Self {
        self.0.set(key, value.into());
        self
    }

    /// The same with the field `type`: a name of the library in the case of JavaScript.
    #[must_use]
    pub(crate) fn typed(self, name: &str) -> Self {
        self.with("type", camel(name))
    }
}

impl From<Record> for JsValue {
    fn from(record: Record) -> Self {
        record.0.into()
    }
}

/// A name in snake case in camel case.
pub(crate) fn camel(name: &str) -> String {
    let mut words = name.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |all, word| {
        let (head, tail) = word.split_at(word.len().min(1));
        all + &head.to_ascii_uppercase() + tail
    })
}

/// A vector as a list of three numbers.
pub(crate) fn vector(v: DVec3) -> JsValue {
    js::list_of_3(v.x, v.y, v.z)
}

/// The same of `f32`.
pub(crate) fn short_vector(v: Vec3) -> JsValue {
    vector(v.as_dvec3())
}

/// A list of whatever can be told.
pub(crate) fn list<T>(items: &[T], tell: impl Fn(&T) -> JsValue) -> JsValue {
    let list = List::new();
    for item in items {
        list.push(&tell(item));
    }
    list.into()
}
