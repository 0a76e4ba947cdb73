//! Single values as arguments: whole numbers, handles and names, refused by their own names.

use crate::mapping::kind;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

/// A whole number from `least` to `most`. numpy's integers are whole numbers, `True` and 1.0 are not.
pub(crate) fn whole(name: &str, value: &Bound<'_, PyAny>, least: u64, most: u64) -> PyResult<u64> {
    let wrong = || PyTypeError::new_err(format!("{name} must be a whole number, got {}", kind(value)));
    if value.is_instance_of::<pyo3::types::PyBool>() {
        return Err(wrong());
    }
    let number = value.call_method0("__index__").map_err(|_| wrong())?;
    let in_range = number.extract::<u64>().ok().filter(|n| (least..=most).contains(n));
    in_range.ok_or_else(|| {
        // Python writes no number of thousands of digits.
        let number = number.str().map_or("a number of too many digits".into(), |text| text.to_string());
        PyValueError::new_err(format!("{name} is {number}: it must lie between {least} and {most}"))
    })
}

/// A whole number, or `default` for `None`.
pub(crate) fn whole_or(
    name: &str,
    value: Option<&Bound<'_, PyAny>>,
    least: u64,
    most: u64,
    default: u64,
) -> PyResult<u64> {
    value.map_or(Ok(default), |value| whole(name, value, least, most))
}

/// The layers that a question is for; all for `None`.
pub(crate) fn mask(name: &str, value: Option<&Bound<'_, PyAny>>) -> PyResult<glissando::Filter> {
    let mask = whole_or(name, value, 0, u32::MAX.into(), u32::MAX.into())?;
    Ok(glissando::Filter { mask: mask as u32 })
}

/// The bits of a handle, dead or alive.
pub(crate) fn handle(name: &str, value: &Bound<'_, PyAny>) -> PyResult<u64> {
    whole(name, value, 0, u64::MAX)
}

/// One of these names, by its place.
pub(crate) fn choice<T: Copy>(name: &str, value: &str, choices: &[(&str, T)]) -> PyResult<T> {
    let found = choices.iter().find(|(known, _)| *known == value);
    found.map(|(_, choice)| *choice).ok_or_else(|| {
        let known: Vec<String> = choices.iter().map(|(known, _)| format!("'{known}'")).collect();
        PyValueError::new_err(format!("{name} is '{value}': it must be {}", known.join(" or ")))
    })
}
