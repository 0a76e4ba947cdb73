//! Reading and writing behind pointers of the caller: the only unsafe code of this crate, besides the names of its
//! symbols.

use crate::result::{GLS_ERROR_LENGTH, GLS_ERROR_VALUE, Refusal};
use crate::world::gls_world;
use glissando::World;
use std::mem::MaybeUninit;

/// A reference or handle that must not be null.
pub(crate) fn given<T>(what: &str, value: Option<T>) -> Result<T, Refusal> {
    value.ok_or_else(|| Refusal::null(what))
}

/// The first `count` values behind a pointer of the caller; the name of the argument is that of the variable.
///
/// Only in functions that are `unsafe` because the caller promises that many values.
macro_rules! read {
    ($pointer:ident, $count:expr) => {
        $crate::pointer::read!(stringify!($pointer), $pointer, $count)
    };
    ($what:expr, $pointer:expr, $count:expr) => {
        // SAFETY: the caller of the exported function promises that many readable values that nobody changes meanwhile.
        unsafe { $crate::pointer::slice($what, $pointer, $count) }?
    };
}

/// Room for `count` values behind a pointer of the caller, like `read!`.
macro_rules! room {
    ($pointer:ident, $count:expr) => {
        // SAFETY: the caller of the exported function promises room for that many values that nobody else uses meanwhile.
        unsafe { $crate::pointer::slice_mut(stringify!($pointer), $pointer, $count) }?
    };
}

pub(crate) use {read, room};

/// A pointer that can be that of a slice; `false` if the slice is empty, whatever its pointer.
fn check<T>(what: &str, pointer: *const T, count: usize) -> Result<bool, Refusal> {
    if count == 0 {
        return Ok(false);
    }
    if pointer.is_null() {
        return Err(Refusal::null(what));
    }
    if !pointer.is_aligned() {
        let text = format!("{what} is not aligned: its address must be a multiple of {}", align_of::<T>());
        return Err(Refusal::new(GLS_ERROR_VALUE, text));
    }
    match count.checked_mul(size_of::<T>()) {
        Some(bytes) if bytes <= isize::MAX as usize => Ok(true),
        _ => {
            let most = isize::MAX as usize / size_of::<T>();
            let text = format!("{what} has {count} entries: it must have at most {most}");
            Err(Refusal::new(GLS_ERROR_LENGTH, text))
        }
    }
}

/// The values of an array of the caller; a null pointer counts as one without entries if `count` is 0.
///
/// # Safety
/// Unless `count` is 0 or the pointer null, `count` values can be read there, and nobody changes them for `'a`.
pub(crate) unsafe fn slice<'a, T>(what: &str, pointer: *const T, count: usize) -> Result<&'a [T], Refusal> {
    if !check(what, pointer, count)? {
        return Ok(&[]);
    }
    // SAFETY: promised by the caller; null, alignment and size are checked.
    Ok(unsafe { std::slice::from_raw_parts(pointer, count) })
}

/// Room of the caller for values; it may hold none yet.
///
/// # Safety
/// Unless `count` is 0 or the pointer null, `count` values can be written there, and nobody else uses them for `'a`.
pub(crate) unsafe fn slice_mut<'a, T>(
    what: &str,
    pointer: *mut T,
    count: usize,
) -> Result<&'a mut [MaybeUninit<T>], Refusal> {
    if !check(what, pointer, count)? {
        return Ok(&mut []);
    }
    // SAFETY: promised by the caller; null, alignment and size are checked. `MaybeUninit` needs no values there.
    Ok(unsafe { std::slice::from_raw_parts_mut(pointer.cast(), count) })
}

/// Writes as many of the values as there is room for; returns how many there are.
pub(crate) fn fill<T>(room: &mut [MaybeUninit<T>], values: impl ExactSizeIterator<Item = T>) -> usize {
    let count = values.len();
    for (place, value) in room.iter_mut().zip(values) {
        place.write(value);
    }
    count
}

/// A world of the library as one of C.
pub(crate) const fn world(bodies: &World) -> &gls_world {
    // SAFETY: `gls_world` is transparent: a `World` and nothing else.
    unsafe { &*std::ptr::from_ref(bodies).cast() }
}
