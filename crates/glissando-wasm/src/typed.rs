//! Typed arrays of JavaScript, copied into our memory and out of it.
//!
//! No caller gets a view of the memory of wasm: such a view outlives its contents, and a later write through it would
//! change other data. The only views are those in here, for the time of one copy.
//!
//! Arrays that are handed in are foreign: a subclass, an own field `length`, a buffer that was transferred. So whatever
//! is called on them is caught.

use crate::js::{self, Float32Array, Float64Array, Memory, Uint8Array, Uint16Array, Uint32Array};
use crate::memory;
use crate::refusal::Refusal;
use std::marker::PhantomData;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

#[wasm_bindgen]
extern "C" {
    /// A typed array of any kind.
    type Typed;

    /// Copies another one into this one. Of a real typed array nothing foreign runs; what throws is caught.
    #[wasm_bindgen(method, catch)]
    fn set(this: &Typed, source: &JsValue, at: u32) -> Result<(), JsValue>;

    /// A part of it, not copied.
    #[wasm_bindgen(method, catch)]
    fn subarray(this: &Typed, begin: u32, end: u32) -> Result<JsValue, JsValue>;
}

/// Numbers that JavaScript has typed arrays of.
pub(crate) trait Number: Copy + Default {
    /// What those are called.
    const ARRAY: &'static str;

    /// Whether `value` says that it is one.
    fn is_array(value: &JsValue) -> bool;

    /// One of so many zeros.
    fn zeros(length: f64) -> Result<JsValue, JsValue>;

    /// One that lies at `at` in the memory of wasm.
    fn view(memory: &JsValue, at: u32, length: u32) -> JsValue;
}

macro_rules! numbers {
    ($($number:ty: $array:ident;)*) => {$(
        impl Number for $number {
            const ARRAY: &'static str = stringify!($array);

            fn is_array(value: &JsValue) -> bool {
                value.is_instance_of::<$array>()
            }

            fn zeros(length: f64) -> Result<JsValue, JsValue> {
                $array::zeros(length).map(JsValue::from)
            }

            fn view(memory: &JsValue, at: u32, length: u32) -> JsValue {
                $array::part(memory, at, length).into()
            }
        }
    )*};
}

numbers! {
    f32: Float32Array;
    f64: Float64Array;
    u8: Uint8Array;
    u16: Uint16Array;
    u32: Uint32Array;
}

/// Where these numbers lie, as JavaScript sees them, until the memory of wasm grows.
fn view<T: Number>(at: *const T, length: usize) -> Typed {
    let memory = wasm_bindgen::memory();
    // The table of handles lies in that memory: one more handle can make it grow, which detaches the buffer and all views. The two
    // that are given back here leave room for those of the buffer and of the view.
    drop([memory.clone(), memory.clone()]);
    let buffer = memory.unchecked_into::<Memory>().buffer();
    T::view(&buffer, at as usize as u32, length as u32).unchecked_into()
}

fn copy_in<T: Number>(from: &JsValue, to: &mut [T]) -> Result<(), JsValue> {
    view(to.as_mut_ptr(), to.len()).set(from, 0)
}

/// An array with a copy of these numbers.
#[cfg(feature = "session")]
pub(crate) fn copied<T: Number>(numbers: &[T]) -> JsValue {
    #[wasm_bindgen]
    extern "C" {
        type View;

        #[wasm_bindgen(method)]
        fn slice(this: &View) -> JsValue;
    }
    view(numbers.as_ptr(), numbers.len()).unchecked_into::<View>().slice()
}

/// Numbers that were handed in, in groups of `N`.
pub(crate) fn read<T: Number, const N: usize>(what: &str, value: &JsValue) -> Result<Vec<[T; N]>, Refusal> {
    let wrong = || Refusal::wrong(what, value, &format!("a {}", T::ARRAY));
    if !(js::is_view(value) && T::is_array(value)) {
        return Err(wrong());
    }
    let length = js::get(value, &"length".into()).map_err(Refusal::Thrown)?;
    let length = length.as_f64().filter(|n| (0.0..=f64::from(u32::MAX)).contains(n) && n.fract() == 0.0);
    let length = length.ok_or_else(wrong)? as usize;
    if !length.is_multiple_of(N) {
        let must = "it must have three for each, x, y, z or a, b, c";
        return Err(Refusal::Text(format!("{what} has {length} numbers: {must}")));
    }
    let mut numbers = memory::zeros(what, [T::default(); N], length / N)?;
    copy_in(value, numbers.as_flattened_mut()).map_err(Refusal::Thrown)?;
    Ok(numbers)
}

/// A new typed array of zeros.
fn made<T: Number>(what: &str, length: usize) -> Result<JsValue, Refusal> {
    T::zeros(length as f64).map_err(|_| memory::lacking(what, length as u64 * size_of::<T>() as u64))
}

/// Numbers that are filled in at once.
const FILLED: usize = 512;

/// A typed array that its owner and JavaScript share: made by us, kept by the owner, read and written from both sides.
///
/// It belongs to JavaScript. So it lives for as long as any reference to it, also when its owner is freed.
#[derive(Debug)]
pub(crate) struct Column<T> {
    name: &'static str,
    array: JsValue,
    kind: PhantomData<T>,
}

impl<T: Number> Column<T> {
    /// So many zeros.
    pub(crate) fn new(name: &'static str, length: usize) -> Result<Self, Refusal> {
        Ok(Self { name, array: made::<T>(name, length)?, kind: PhantomData })
    }

    /// The array itself.
    pub(crate) fn array(&self) -> JsValue {
        self.array.clone()
    }

    /// Copies the numbers from the place `at` on.
    pub(crate) fn read(&self, at: usize, to: &mut [T]) -> Result<(), Refusal> {
        let (begin, end) = (at as u32, (at + to.len()) as u32);
        let part = self.array.unchecked_ref::<Typed>().subarray(begin, end);
        part.and_then(|part| copy_in(&part, to)).map_err(|_| self.gone())
    }

    /// Writes numbers from the place `at` on.
    pub(crate) fn write(&self, at: usize, from: &[T]) -> Result<(), Refusal> {
        let source = view(from.as_ptr(), from.len());
        self.array.unchecked_ref::<Typed>().set(source.unchecked_ref(), at as u32).map_err(|_| self.gone())
    }

    /// Writes the same number `count` times, from the start on.
    pub(crate) fn fill(&self, count: usize, number: T) -> Result<(), Refusal> {
        let some = [number; FILLED];
        (0..count).step_by(FILLED).try_for_each(|at| self.write(at, &some[..(count - at).min(FILLED)]))
    }

    /// Whether it can be read and written still.
    pub(crate) fn check(&self) -> Result<(), Refusal> {
        self.write(0, &[])
    }

    /// All that can have happened to an array of ours.
    fn gone(&self) -> Refusal {
        Refusal::Text(format!(
            "{} cannot be used any more: its buffer was transferred; send a copy of it (slice()), and make its owner anew",
            self.name
        ))
    }
}
