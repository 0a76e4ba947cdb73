//! Exceptions: the library's own words, with the name of the argument and the row.

use glissando::InputError;
use pyo3::exceptions::{PyMemoryError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};

pyo3::create_exception!(
    glissando,
    LevelError,
    PyValueError,
    "A level file that cannot be read: which file, where in it, and what to do."
);

/// Python's names of the functions that the library's errors name.
const FUNCTIONS: [&str; InputError::FUNCTIONS.len()] =
    ["Stage.remove_mover", "Stage.add_mover", "Stage.step", "Shape.sphere"];

/// A `ValueError` in the words of an error.
pub(crate) fn refused(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(InputError::renamed(&error, FUNCTIONS))
}

/// The library's names of numbers and the arguments that they come from.
const ARGUMENTS: [(&str, &str); 6] = [
    ("from", "origins"),
    ("translation", "translations"),
    ("to", "targets"),
    ("at", "at"),
    ("wish", "actions"),
    ("feet", "feet"),
];

/// The same for a row of the arguments: `origins[3] is (NaN, 0, 0): ...`.
pub(crate) fn refused_row(row: usize, error: &InputError) -> PyErr {
    let text = InputError::renamed(error, FUNCTIONS);
    let named = ARGUMENTS.iter().find_map(|(what, argument)| {
        let rest = text.strip_prefix(what).filter(|rest| rest.starts_with(' '))?;
        Some(format!("{argument}[{row}]{rest}"))
    });
    PyValueError::new_err(named.unwrap_or_else(|| format!("row {row}: {text}")))
}

/// There is no memory for so much.
pub(crate) fn no_memory(what: &str, count: usize) -> PyErr {
    PyMemoryError::new_err(format!("there is no memory for {what} of {count} rows: use fewer"))
}

/// An empty list with room for so many entries.
pub(crate) fn room<T>(what: &str, count: usize) -> PyResult<Vec<T>> {
    let mut list = Vec::new();
    list.try_reserve_exact(count).map_err(|_| no_memory(what, count))?;
    Ok(list)
}

/// Works without the GIL. A panic would be a fault of this library: it becomes a `RuntimeError` that says so.
pub(crate) fn guard<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    py.detach(|| catch_unwind(AssertUnwindSafe(work))).map_err(|panic| {
        let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let text = text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
        PyRuntimeError::new_err(format!("a fault of glissando, please report it: {text}"))
    })
}
