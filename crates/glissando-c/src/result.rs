//! Codes of results, the text of an error, and the border that no panic crosses.

use glissando::InputError;
use glissando::mesh::MeshError;
use std::cell::RefCell;
use std::ffi::c_char;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The result of a call: `GLS_OK` or an error. After an error nothing has changed and nothing was written, unless the
/// function says otherwise, and `gls_error_text` has the reason.
pub type gls_result = i32;

/// The call did what it should.
pub const GLS_OK: i32 = 0;
/// A pointer is null that must not be.
pub const GLS_ERROR_NULL: i32 = 1;
/// A number is NaN, infinite, out of range or no constant of its kind.
pub const GLS_ERROR_VALUE: i32 = 2;
/// A 64-bit handle is dead: its body, mover, trigger, character, ball or settings were removed, or were never added here. Worlds
/// and stages number their own, so a handle of another one may be that of something else here: that is no error.
pub const GLS_ERROR_DEAD: i32 = 3;
/// An array has a wrong length, or a buffer is too small.
pub const GLS_ERROR_LENGTH: i32 = 4;
/// No mesh can be made of the triangles; the text lists all faults.
pub const GLS_ERROR_MESH: i32 = 5;
/// Saved bytes are broken, cut off, or of another format.
pub const GLS_ERROR_BYTES: i32 = 6;
/// A level file that cannot be read; the text has the file, the place in it, and what to do.
pub const GLS_ERROR_LEVEL: i32 = 8;
/// A fault of the library: please report it. The objects of the call may be half changed: free them, use them no more.
pub const GLS_ERROR_FAULT: i32 = 7;

/// A call that is refused: its code and the reason.
pub(crate) struct Refusal {
    code: gls_result,
    text: String,
}

impl Refusal {
    pub(crate) fn new(code: gls_result, text: impl Into<String>) -> Self {
        Self { code, text: text.into() }
    }

    pub(crate) fn null(what: &str) -> Self {
        Self::new(GLS_ERROR_NULL, format!("{what} is null: it must point at a value"))
    }

    /// A number that is no constant of its kind.
    pub(crate) fn unknown(what: &str, value: u32, must: &str) -> Self {
        Self::new(GLS_ERROR_VALUE, format!("{what} is {value}: it must be {must}"))
    }

    /// The same refusal, of what has a handle.
    pub(crate) fn of(self, what: &str, handle: u64) -> Self {
        Self { text: format!("{what} {handle}: {}", self.text), ..self }
    }

    /// The same refusal, of the entry of an array.
    pub(crate) fn at(self, what: &str, index: usize) -> Self {
        Self { text: format!("{what}[{index}]: {}", self.text), ..self }
    }
}

/// C's names of the functions that the library's errors name.
const FUNCTIONS: [&str; InputError::FUNCTIONS.len()] =
    ["gls_stage_remove_mover", "gls_stage_add_new_movers", "gls_stage_tick", "gls_shape_of"];

impl From<InputError> for Refusal {
    fn from(error: InputError) -> Self {
        let code = match error {
            InputError::DeadBody { .. }
            | InputError::DeadMover { .. }
            | InputError::DeadConfig { .. }
            | InputError::DeadTrigger { .. } => GLS_ERROR_DEAD,
            InputError::OutOfRange { what, .. } if what.starts_with("number of") => GLS_ERROR_LENGTH,
            _ => GLS_ERROR_VALUE,
        };
        Self::new(code, InputError::renamed(&error, FUNCTIONS))
    }
}

impl From<MeshError> for Refusal {
    fn from(error: MeshError) -> Self {
        Self::new(GLS_ERROR_MESH, error.to_string())
    }
}

/// Does the work of a call; a refusal or a panic becomes a code, with a text for `gls_error_text`.
pub(crate) fn border(work: impl FnOnce() -> Result<(), Refusal>) -> gls_result {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(())) => GLS_OK,
        Ok(Err(Refusal { code, text })) => {
            keep(&text);
            code
        }
        Err(_) => {
            keep("a fault of the library, whose message is on the standard error: please report it");
            GLS_ERROR_FAULT
        }
    }
}

thread_local! {
    /// The text of the last error, with a zero at its end. It keeps its memory.
    static TEXT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

fn keep(text: &str) {
    // No access at the very end of a thread: the text is lost then, and the code remains.
    let _ = TEXT.try_with(|kept| {
        let mut kept = kept.borrow_mut();
        kept.clear();
        kept.extend(text.bytes().filter(|byte| *byte != 0));
        kept.push(0);
    });
}

/// The reason of the last error in this thread, UTF-8 with a zero at its end; an empty text before the first. It names
/// the argument, its value and what is accepted. Valid until the next error in this thread; a call that succeeds leaves
/// it alone.
#[unsafe(no_mangle)]
pub extern "C" fn gls_error_text() -> *const c_char {
    let text = TEXT.try_with(|kept| {
        let kept = kept.borrow();
        if kept.is_empty() { c"".as_ptr() } else { kept.as_ptr().cast() }
    });
    text.unwrap_or(c"".as_ptr())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::CStr;

    #[test]
    fn a_panic_stays_on_this_side() {
        assert_eq!(border(|| panic!("on purpose")), GLS_ERROR_FAULT);
        let text = unsafe { CStr::from_ptr(gls_error_text()) };
        assert!(text.to_str().unwrap().starts_with("a fault of the library"));
    }

    #[test]
    fn texts_belong_to_their_threads() {
        border(|| Err(Refusal::null("here")));
        let other = std::thread::spawn(|| unsafe { CStr::from_ptr(gls_error_text()) }.to_bytes().len());
        assert_eq!(other.join().unwrap(), 0);
        let text = unsafe { CStr::from_ptr(gls_error_text()) };
        assert_eq!(text.to_str().unwrap(), "here is null: it must point at a value");
    }
}
