//! Arrays as arguments: whatever numpy makes an array of, checked by name, copied and converted exactly.
//!
//! They are copied because the work is done without the GIL, when another thread may write into the original.

use crate::refusal::{refused, room};
use glissando::{DAffine3, DMat3, DQuat, DVec3};
use numpy::{PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use std::fmt::Write;

/// Kinds of numbers as numpy's letters.
const REAL: &[u8] = b"fiu";
const WHOLE: &[u8] = b"iu";

/// A shape as Python writes it; `None` is any number.
fn shape_text(shape: &[Option<usize>]) -> String {
    let mut text = String::from("(");
    for (place, along) in shape.iter().enumerate() {
        let comma = if place > 0 { ", " } else { "" };
        match along {
            Some(along) => write!(text, "{comma}{along}"),
            None => write!(text, "{comma}n"),
        }
        .ok();
    }
    text.push_str(if shape.len() == 1 { ",)" } else { ")" });
    text
}

/// The array that numpy makes of a value.
fn array_of<'py>(name: &str, value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyUntypedArray>> {
    let py = value.py();
    let numpy = py.import(intern!(py, "numpy"))?;
    let array = numpy.call_method1(intern!(py, "asarray"), (value,)).map_err(|error| {
        PyTypeError::new_err(format!("{name} is no array and cannot be made one: {}", error.value(py)))
    })?;
    array
        .cast_into::<PyUntypedArray>()
        .map_err(|_| PyTypeError::new_err(format!("{name} is no array and cannot be made one")))
}

/// The same, of one of these kinds.
fn any<'py>(name: &str, value: &Bound<'py, PyAny>, kinds: &[u8]) -> PyResult<Bound<'py, PyUntypedArray>> {
    let array = array_of(name, value)?;
    let dtype = array.dtype();
    let wanted =
        if kinds == REAL { "float64 (float32 and integers are converted)" } else { "an integer type" };
    // An empty list has the type of numbers.
    let is_accepted = kinds.contains(&dtype.kind()) || array.is_empty() && dtype.kind() == b'f';
    if !is_accepted || dtype.itemsize() > 8 {
        return Err(PyTypeError::new_err(format!("{name} has dtype {dtype}: it must be {wanted}")));
    }
    Ok(array)
}

/// Refuses a shape.
fn wrong_shape(name: &str, array: &Bound<'_, PyUntypedArray>, wanted: &str) -> PyErr {
    let given: Vec<_> = array.shape().iter().map(|along| Some(*along)).collect();
    PyValueError::new_err(format!("{name} has shape {}: it must be {wanted}", shape_text(&given)))
}

/// The entries in the order of C, exactly converted.
fn entries<T: numpy::Element + Copy>(
    name: &str,
    array: &Bound<'_, PyUntypedArray>,
    dtype: &str,
) -> PyResult<Vec<T>> {
    let py = array.py();
    let numpy = py.import(intern!(py, "numpy"))?;
    let array = numpy.call_method1(intern!(py, "ascontiguousarray"), (array, dtype))?;
    let array = array.cast_into::<PyArrayDyn<T>>().map_err(|error| refused(format!("{name}: {error}")))?;
    let array = array.try_readonly().map_err(|error| refused(format!("{name}: {error}")))?;
    let slice = array.as_slice().map_err(|error| refused(format!("{name}: {error}")))?;
    let mut list = room(name, slice.len())?;
    list.extend_from_slice(slice);
    Ok(list)
}

/// Vectors, one in each row; or a single one for all rows.
pub(crate) struct Vectors {
    pub(crate) name: &'static str,
    values: Vec<DVec3>,
    is_single: bool,
}

impl Vectors {
    /// An array of shape (n, 3), or (3,) for a single vector.
    pub(crate) fn read(name: &'static str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        let array = any(name, value, REAL)?;
        let is_single = match *array.shape() {
            [3] => true,
            [_, 3] => false,
            _ => return Err(wrong_shape(name, &array, "(n, 3), or (3,) for one vector for all")),
        };
        let numbers = entries::<f64>(name, &array, "float64")?;
        let values = numbers.as_chunks::<3>().0.iter().map(|&v| DVec3::from(v)).collect();
        Ok(Self { name, values, is_single })
    }

    /// The vector of a row.
    pub(crate) fn get(&self, row: usize) -> DVec3 {
        self.values[if self.is_single { 0 } else { row }]
    }

    /// Refuses another number of rows.
    pub(crate) fn check_count(&self, count: usize) -> PyResult<()> {
        let rows = self.values.len();
        if self.is_single || rows == count {
            return Ok(());
        }
        let name = self.name;
        Err(refused(format!(
            "{name} has shape ({rows}, 3): it must be ({count}, 3), or (3,) for one vector for all"
        )))
    }
}

/// How many rows two arrays have; one if both are single vectors.
pub(crate) fn common_count(a: &Vectors, b: &Vectors) -> PyResult<usize> {
    match (a.is_single, b.is_single) {
        (true, true) => Ok(1),
        (true, false) => Ok(b.values.len()),
        (false, true) => Ok(a.values.len()),
        (false, false) if a.values.len() == b.values.len() => Ok(a.values.len()),
        (false, false) => Err(refused(format!(
            "{} has shape ({}, 3) and {} has shape ({}, 3): they must have equally many rows",
            a.name,
            a.values.len(),
            b.name,
            b.values.len()
        ))),
    }
}

/// How many rows one array has.
pub(crate) fn count(a: &Vectors) -> usize {
    a.values.len()
}

/// A fixed number of real numbers.
pub(crate) fn numbers<const N: usize>(name: &str, value: &Bound<'_, PyAny>) -> PyResult<[f64; N]> {
    let array = any(name, value, REAL)?;
    let list = if *array.shape() == [N] { entries::<f64>(name, &array, "float64")? } else { Vec::new() };
    list.try_into().map_err(|_| wrong_shape(name, &array, &shape_text(&[Some(N)])))
}

/// One vector of shape (3,).
pub(crate) fn vector(name: &str, value: &Bound<'_, PyAny>) -> PyResult<DVec3> {
    numbers::<3>(name, value).map(DVec3::from)
}

/// A quaternion x, y, z, w of any length but zero.
pub(crate) fn rotation(name: &str, value: Option<&Bound<'_, PyAny>>) -> PyResult<DQuat> {
    let Some(value) = value else { return Ok(DQuat::IDENTITY) };
    let [x, y, z, w] = numbers::<4>(name, value)?;
    Ok(DQuat::from_xyzw(x, y, z, w))
}

/// A pose: a matrix of shape (4, 4) or (3, 4) that multiplies column vectors; none is the identity.
pub(crate) fn pose(name: &str, value: Option<&Bound<'_, PyAny>>) -> PyResult<DAffine3> {
    let Some(value) = value else { return Ok(DAffine3::IDENTITY) };
    let array = any(name, value, REAL)?;
    if !matches!(*array.shape(), [3 | 4, 4]) {
        return Err(wrong_shape(name, &array, "(4, 4) or (3, 4): a matrix, its last column the translation"));
    }
    let m = entries::<f64>(name, &array, "float64")?;
    if m.len() == 16 && m[12..] != [0.0, 0.0, 0.0, 1.0] {
        return Err(refused(format!("the last row of {name} is {:?}: it must be 0, 0, 0, 1", &m[12..])));
    }
    let column = |k: usize| DVec3::new(m[k], m[4 + k], m[8 + k]);
    Ok(DAffine3 { matrix3: DMat3::from_cols(column(0), column(1), column(2)), translation: column(3) })
}

/// The matrix of shape (4, 4) of a pose.
pub(crate) fn matrix(pose: &DAffine3) -> [[f64; 4]; 4] {
    let DMat3 { x_axis: x, y_axis: y, z_axis: z } = pose.matrix3;
    let t = pose.translation;
    [[x.x, y.x, z.x, t.x], [x.y, y.y, z.y, t.y], [x.z, y.z, z.z, t.z], [0.0, 0.0, 0.0, 1.0]]
}

/// Positions of vertices, shape (n, 3), as `f32`.
pub(crate) fn vertices(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Vec<[f32; 3]>> {
    let array = any(name, value, REAL)?;
    let &[_, 3] = array.shape() else { return Err(wrong_shape(name, &array, "(n, 3)")) };
    if array.dtype().itemsize() <= 4 && array.dtype().kind() == b'f' {
        let numbers = entries::<f32>(name, &array, "float32")?;
        return Ok(numbers.as_chunks::<3>().0.to_vec());
    }
    let numbers = entries::<f64>(name, &array, "float64")?;
    Ok(numbers.as_chunks::<3>().0.iter().map(|v| v.map(|along| along as f32)).collect())
}

/// Whole numbers, each from 0 to `most`; `columns` in each row, or a flat list for none.
fn whole_numbers(
    name: &str,
    value: &Bound<'_, PyAny>,
    columns: Option<usize>,
    most: u64,
) -> PyResult<Vec<u64>> {
    let array = any(name, value, WHOLE)?;
    let fits = match (columns, array.shape()) {
        (Some(columns), [_, given]) => *given == columns,
        (None, [_]) => true,
        _ => false,
    };
    if !fits {
        let wanted = columns.map_or(vec![None], |columns| vec![None, Some(columns)]);
        return Err(wrong_shape(name, &array, &shape_text(&wanted)));
    }
    let is_signed = array.dtype().kind() == b'i';
    let bits: Vec<u64> = if array.is_empty() {
        Vec::new()
    } else if is_signed {
        entries::<i64>(name, &array, "int64")?.into_iter().map(|n| n as u64).collect()
    } else {
        entries::<u64>(name, &array, "uint64")?
    };
    if let Some(at) = bits.iter().position(|n| *n > most) {
        let text = if is_signed { (bits[at] as i64).to_string() } else { bits[at].to_string() };
        let place = columns.map_or(format!("{at}"), |columns| format!("{}, {}", at / columns, at % columns));
        return Err(refused(format!("{name}[{place}] is {text}: it must lie between 0 and {most}")));
    }
    Ok(bits)
}

/// Indices of the corners of triangles, shape (n, 3).
pub(crate) fn faces(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Vec<[u32; 3]>> {
    let numbers = whole_numbers(name, value, Some(3), u32::MAX.into())?;
    Ok(numbers.as_chunks::<3>().0.iter().map(|three| three.map(|n| n as u32)).collect())
}

/// Material ids, shape (n,); none for `None`.
pub(crate) fn materials(name: &str, value: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<u16>> {
    let Some(value) = value else { return Ok(Vec::new()) };
    let numbers = whole_numbers(name, value, None, u16::MAX.into())?;
    Ok(numbers.into_iter().map(|n| n as u16).collect())
}

/// Small numbers of bits, shape (count,); zeros for `None`.
pub(crate) fn bits(
    name: &str,
    value: Option<&Bound<'_, PyAny>>,
    count: usize,
    most: u64,
) -> PyResult<Option<Vec<u64>>> {
    let Some(value) = value else { return Ok(None) };
    let numbers = whole_numbers(name, value, None, most)?;
    if numbers.len() != count {
        return Err(refused(format!("{name} has shape ({},): it must be ({count},)", numbers.len())));
    }
    Ok(Some(numbers))
}

/// Rows by their indices below `count`, or by a mask of shape (count,).
pub(crate) fn rows(name: &str, value: &Bound<'_, PyAny>, count: usize) -> PyResult<Vec<usize>> {
    let py = value.py();
    let array = array_of(name, value)?;
    if let Ok(mask) = array.cast::<PyArrayDyn<bool>>() {
        if *mask.shape() != [count] {
            return Err(wrong_shape(name, mask.as_untyped(), &format!("({count},) as a mask")));
        }
        // By way of bytes: numpy lets any byte stand for true, Rust only 1.
        let bytes = mask.call_method1(intern!(py, "view"), ("u1",))?;
        let mask = entries::<u8>(name, bytes.cast::<PyUntypedArray>()?, "uint8")?;
        return Ok((0..count).filter(|row| mask[*row] != 0).collect());
    }
    if array.is_empty() {
        return Ok(Vec::new());
    }
    let Some(last) = count.checked_sub(1) else { return Err(refused(format!("{name}: there are no rows"))) };
    let numpy = py.import(intern!(py, "numpy"))?;
    let numbers =
        whole_numbers(name, &numpy.call_method1(intern!(py, "atleast_1d"), (array,))?, None, last as u64)?;
    Ok(numbers.into_iter().map(|n| n as usize).collect())
}
