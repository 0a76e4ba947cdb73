//! What every JavaScript has, as far as it is used here. The crate `js-sys` has all of it, and takes longer to compile than this package.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// A field; its getter may throw.
    #[wasm_bindgen(catch, js_namespace = Reflect)]
    pub(crate) fn get(target: &JsValue, key: &JsValue) -> Result<JsValue, JsValue>;

    /// An entry of a list.
    #[wasm_bindgen(catch, js_namespace = Reflect, js_name = get)]
    pub(crate) fn entry(target: &JsValue, index: u32) -> Result<JsValue, JsValue>;

    /// Whether there is such a field.
    #[wasm_bindgen(catch, js_namespace = Reflect)]
    pub(crate) fn has(target: &JsValue, key: &JsValue) -> Result<bool, JsValue>;

    /// The names of an object's own fields.
    #[wasm_bindgen(catch, js_namespace = Reflect, js_name = ownKeys)]
    pub(crate) fn own_keys(target: &JsValue) -> Result<List, JsValue>;

    /// Whether it is a list; a proxy that was revoked throws.
    #[wasm_bindgen(catch, js_namespace = Array, js_name = isArray)]
    pub(crate) fn is_list(value: &JsValue) -> Result<bool, JsValue>;

    /// Whether it is a typed array, or a `DataView`.
    #[wasm_bindgen(js_namespace = ArrayBuffer, js_name = isView)]
    pub(crate) fn is_view(value: &JsValue) -> bool;

    #[wasm_bindgen(js_namespace = Array, js_name = of)]
    pub(crate) fn list_of_2(a: f64, b: f64) -> JsValue;

    #[wasm_bindgen(js_namespace = Array, js_name = of)]
    pub(crate) fn list_of_3(a: f64, b: f64, c: f64) -> JsValue;

    #[wasm_bindgen(js_namespace = Array, js_name = of)]
    pub(crate) fn list_of_4(a: f64, b: f64, c: f64, d: f64) -> JsValue;

    /// A list that JavaScript made itself, or that is made here.
    pub(crate) type List;

    #[wasm_bindgen(constructor, js_class = "Array")]
    pub(crate) fn new() -> List;

    #[wasm_bindgen(method)]
    pub(crate) fn push(this: &List, value: &JsValue) -> u32;

    #[wasm_bindgen(method, getter)]
    pub(crate) fn length(this: &List) -> u32;

    #[wasm_bindgen(method, indexing_getter)]
    pub(crate) fn at(this: &List, index: u32) -> JsValue;

    /// The memory of wasm.
    pub(crate) type Memory;

    /// All of it, until it grows.
    #[wasm_bindgen(method, getter)]
    pub(crate) fn buffer(this: &Memory) -> JsValue;

    pub(crate) type Function;

    #[wasm_bindgen(method, catch)]
    pub(crate) fn call(this: &Function, context: &JsValue, argument: &JsValue) -> Result<JsValue, JsValue>;

    pub(crate) type Error;

    #[wasm_bindgen(constructor)]
    pub(crate) fn of(message: &str) -> Error;
}

macro_rules! typed_arrays {
    ($($array:ident),*) => {$(
        #[wasm_bindgen]
        extern "C" {
            pub(crate) type $array;

            /// So many zeros; it throws if there is no memory for them.
            #[wasm_bindgen(constructor, catch)]
            pub(crate) fn zeros(length: f64) -> Result<$array, JsValue>;

            /// A part of a buffer, without a copy.
            #[wasm_bindgen(constructor)]
            pub(crate) fn part(buffer: &JsValue, at: u32, length: u32) -> $array;
        }
    )*};
}

typed_arrays!(Float32Array, Float64Array, Uint8Array, Uint16Array, Uint32Array);
