//! Arrays as results: new ones, and columns that are filled again in every tick.

use crate::refusal::refused;
use numpy::{Element, PyArray, PyArray1, PyArray2, PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::intern;
use pyo3::prelude::*;

/// A list as an array of shape (n,); it is not copied.
pub(crate) fn flat<T: Element>(py: Python<'_>, list: Vec<T>) -> Py<PyArray1<T>> {
    PyArray::from_vec(py, list).unbind()
}

/// Rows as an array of shape (n, 3).
pub(crate) fn threes(py: Python<'_>, rows: Vec<[f64; 3]>) -> PyResult<Py<PyArray2<f64>>> {
    let count = rows.len();
    Ok(PyArray::from_vec(py, rows.into_flattened()).reshape([count, 3])?.unbind())
}

/// An array that is filled in every tick, the same one from the start to the end.
pub(crate) struct Column<T> {
    name: &'static str,
    array: Py<PyAny>,
    shape: Vec<usize>,
    kind: std::marker::PhantomData<T>,
}

impl<T: Element + Copy> Column<T> {
    /// Zeros of this shape. numpy raises `MemoryError` where there is no room.
    pub(crate) fn new(py: Python<'_>, name: &'static str, shape: &[usize]) -> PyResult<Self> {
        let numpy = py.import(intern!(py, "numpy"))?;
        let dtype = numpy::dtype::<T>(py);
        let array = numpy.call_method1(intern!(py, "zeros"), (shape.to_vec(), dtype))?.unbind();
        Ok(Self { name, array, shape: shape.to_vec(), kind: std::marker::PhantomData })
    }

    /// The array.
    pub(crate) fn array(&self, py: Python<'_>) -> Py<PyAny> {
        self.array.clone_ref(py)
    }

    /// Whether it can be filled: a user may have changed its shape, type or flags in place.
    pub(crate) fn check(&self, py: Python<'_>) -> PyResult<()> {
        self.with(py, |_| ())
    }

    /// Fills it row by row.
    pub(crate) fn fill(&self, py: Python<'_>, values: impl Iterator<Item = T>) -> PyResult<()> {
        self.with(py, |slice| slice.iter_mut().zip(values).for_each(|(to, value)| *to = value))
    }

    /// Sets the values from a place on.
    pub(crate) fn set(&self, py: Python<'_>, at: usize, values: &[T]) -> PyResult<()> {
        self.with(py, |slice| slice[at..at + values.len()].copy_from_slice(values))
    }

    fn with<R>(&self, py: Python<'_>, work: impl FnOnce(&mut [T]) -> R) -> PyResult<R> {
        let Self { name, shape, .. } = self;
        let changed = |why: &str| {
            refused(format!(
                "the array {name} was changed in place ({why}): it must stay a writeable array of its shape \
                 {shape:?} and type; copy it instead"
            ))
        };
        let array = self.array.bind(py).cast::<PyArrayDyn<T>>().map_err(|_| changed("its dtype"))?;
        if array.shape() != &shape[..] {
            return Err(changed("its shape"));
        }
        let mut array = array.try_readwrite().map_err(|_| changed("its flags"))?;
        if !array.is_c_contiguous() {
            return Err(changed("its strides"));
        }
        let slice = array.as_slice_mut().map_err(|_| changed("its strides"))?;
        Ok(work(slice))
    }
}
