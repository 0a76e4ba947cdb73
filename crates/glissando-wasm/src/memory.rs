//! Views: typed arrays that lie in the memory of wasm, so that nothing is copied.
//!
//! When that memory grows (whatever makes a world, a batch or walkers may do that), the engine detaches every view that
//! was taken before: its length is 0 from then on. Views are cheap, so take them anew each time.

use js_sys::{ArrayBuffer, Float64Array, Uint8Array, Uint32Array, WebAssembly::Memory};
use wasm_bindgen::{JsCast, JsValue};

fn buffer() -> ArrayBuffer {
    wasm_bindgen::memory().unchecked_into::<Memory>().buffer().unchecked_into()
}

/// A view of numbers.
pub(crate) fn doubles(values: &[f64]) -> JsValue {
    let at = values.as_ptr() as usize as u32;
    Float64Array::new_with_byte_offset_and_length(&buffer(), at, values.len() as u32).into()
}

/// A view of indices.
pub(crate) fn indices(values: &[u32]) -> JsValue {
    let at = values.as_ptr() as usize as u32;
    Uint32Array::new_with_byte_offset_and_length(&buffer(), at, values.len() as u32).into()
}

/// A view of bytes.
pub(crate) fn bytes(values: &[u8]) -> JsValue {
    let at = values.as_ptr() as usize as u32;
    Uint8Array::new_with_byte_offset_and_length(&buffer(), at, values.len() as u32).into()
}
