//! Mappings as arguments: dictionaries, and whatever else says that it is a mapping.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyMapping;

/// A key with its value.
type Entry<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>);

/// The entries of a mapping in its own order.
///
/// They are copied: reading a key or a value may run foreign code, which may change the mapping.
pub(crate) fn entries<'py>(name: &str, value: &Bound<'py, PyAny>) -> PyResult<Vec<Entry<'py>>> {
    let wrong = |_| PyTypeError::new_err(format!("{name} must be a dict, got {}", kind(value)));
    value.cast::<PyMapping>().map_err(wrong)?.items()?.extract()
}

/// The name of a value's type.
pub(crate) fn kind(value: &Bound<'_, PyAny>) -> String {
    value.get_type().name().map(|name| name.to_string()).unwrap_or_default()
}
