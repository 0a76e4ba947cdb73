//! Questions in batches over arrays, without the GIL, on as many threads as asked for.

use crate::answers::{Clearances, Hits, Overlaps, RayHits};
use crate::array::{Vectors, common_count, count};
use crate::column::flat;
use crate::refusal::{guard, refused, refused_row, room};
use crate::scalar::mask;
use crate::shape::Shape;
use crate::workers;
use crate::world::World;
use glissando::InputError;
use numpy::{PyArray, PyArray1, PyArray3, PyArrayMethods};
use pyo3::prelude::*;
use rayon::iter::{IndexedParallelIterator, IntoParallelRefMutIterator, ParallelIterator};

/// Rows that one thread answers at once.
const PIECE: usize = 256;

/// Rows that one thread answers.
struct Piece<T> {
    from: usize,
    answers: Vec<T>,
    /// The first row that is refused.
    refused: Option<(usize, InputError)>,
}

impl<T> Piece<T> {
    fn new(from: usize) -> Self {
        Self { from, answers: Vec::new(), refused: None }
    }

    /// Answers its rows, of so many in all, up to one that is refused.
    fn answer(&mut self, rows: usize, ask: impl Fn(usize) -> Result<T, InputError>) {
        for row in self.from..rows.min(self.from + PIECE) {
            match ask(row) {
                Ok(answer) => self.answers.push(answer),
                Err(error) => {
                    self.refused = Some((row, error));
                    return;
                }
            }
        }
    }
}

impl World {
    /// The answer of every row, or the error of the first row that is refused.
    fn answer<T: Send + Clone>(
        &self,
        py: Python<'_>,
        (rows, threads): (usize, Option<&Bound<'_, PyAny>>),
        ask: impl Fn(&glissando::World, usize) -> Result<T, InputError> + Sync + Send,
    ) -> PyResult<Vec<T>> {
        let (world, threads) = (self.now(), workers::threads(threads)?);
        let pool = self.workers.pool(threads)?;
        let mut answers: Vec<T> = room("answers", rows)?;
        let refused = guard(py, || {
            let Some(pool) = pool else {
                return (0..rows).find_map(|row| match ask(&world, row) {
                    Ok(answer) => {
                        answers.push(answer);
                        None
                    }
                    Err(error) => Some((row, error)),
                });
            };
            let mut pieces: Vec<Piece<T>> = (0..rows).step_by(PIECE).map(Piece::new).collect();
            pool.install(|| {
                let work = |piece: &mut Piece<T>| piece.answer(rows, |row| ask(&world, row));
                pieces.par_iter_mut().with_max_len(1).for_each(work);
            });
            pieces.iter_mut().find_map(|piece| {
                answers.append(&mut piece.answers);
                piece.refused
            })
        })?;
        match refused {
            Some((row, error)) => Err(refused_row(row, &error)),
            None => Ok(answers),
        }
    }
}

#[pymethods]
impl World {
    /// The nearest triangles on the segments from `origins` to `origins + translations`, arrays of shape (n, 3) or (3,).
    ///
    /// Watertight: a ray through a shared edge hits a neighbour. `mask` has a bit for each layer that is asked for.
    #[pyo3(signature = (origins, translations, *, mask=None, threads=None))]
    fn rays(
        &self,
        py: Python<'_>,
        origins: &Bound<'_, PyAny>,
        translations: &Bound<'_, PyAny>,
        mask: Option<&Bound<'_, PyAny>>,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Hits> {
        let filter = self::mask("mask", mask)?;
        let (from, by) = (Vectors::read("origins", origins)?, Vectors::read("translations", translations)?);
        let rows = common_count(&from, &by)?;
        let hits =
            self.answer(py, (rows, threads), |world, row| world.ray(from.get(row), by.get(row), filter))?;
        Hits::of(py, &hits)
    }

    /// Every triangle on the segments from `origins` to `origins + translations`, arrays of shape (n, 3) or (3,): a row for each hit.
    ///
    /// A ray through a shared edge or corner hits at least one of the neighbours, and often all of them. The first hit of a ray is that of
    /// `rays`.
    #[pyo3(signature = (origins, translations, *, mask=None, threads=None))]
    fn ray_hits(
        &self,
        py: Python<'_>,
        origins: &Bound<'_, PyAny>,
        translations: &Bound<'_, PyAny>,
        mask: Option<&Bound<'_, PyAny>>,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<RayHits> {
        let filter = self::mask("mask", mask)?;
        let (from, by) = (Vectors::read("origins", origins)?, Vectors::read("translations", translations)?);
        let rows = common_count(&from, &by)?;
        let hits = self.answer(py, (rows, threads), |world, row| {
            let mut hits = Vec::new();
            world.ray_hits(from.get(row), by.get(row), filter, &mut hits)?;
            Ok(hits)
        })?;
        RayHits::of(py, &hits)
    }

    /// The first hits of a shape whose centre moves from `origins` by `translations`, arrays of shape (n, 3) or (3,).
    ///
    /// It stops `skin` metres before every surface. At a surface already, moving into it hits at fraction 0.
    #[pyo3(signature = (shape, origins, translations, *, skin=0.0, mask=None, threads=None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn sweeps(
        &self,
        py: Python<'_>,
        shape: &Shape,
        origins: &Bound<'_, PyAny>,
        translations: &Bound<'_, PyAny>,
        skin: f64,
        mask: Option<&Bound<'_, PyAny>>,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Hits> {
        let filter = self::mask("mask", mask)?;
        let (from, by) = (Vectors::read("origins", origins)?, Vectors::read("translations", translations)?);
        let rows = common_count(&from, &by)?;
        // Refused here by its own name, even if there are no rows.
        let still = glissando::Sweep::new(shape.shape, Default::default(), Default::default());
        still.and_then(|sweep| sweep.with_skin(skin)).map_err(refused)?;
        let hits = self.answer(py, (rows, threads), |world, row| {
            let sweep = glissando::Sweep::new(shape.shape, from.get(row), by.get(row))?;
            Ok(world.sweep(&sweep.with_skin(skin)?.with_filter(filter)))
        })?;
        Hits::of(py, &hits)
    }

    /// The deepest contacts of a shape at rest at each of `at`, shape (n, 3) or (3,).
    #[pyo3(signature = (shape, at, *, mask=None, threads=None))]
    fn overlaps(
        &self,
        py: Python<'_>,
        shape: &Shape,
        at: &Bound<'_, PyAny>,
        mask: Option<&Bound<'_, PyAny>>,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Overlaps> {
        let filter = self::mask("mask", mask)?;
        let at = Vectors::read("at", at)?;
        let all = self.answer(py, (count(&at), threads), |world, row| {
            world.overlap(&shape.shape, at.get(row), filter)
        })?;
        Overlaps::of(py, &all)
    }

    /// The surfaces nearest to a shape at each of `at`, within `most` metres.
    #[pyo3(signature = (shape, at, *, most=f64::INFINITY, mask=None, threads=None))]
    fn clearances(
        &self,
        py: Python<'_>,
        shape: &Shape,
        at: &Bound<'_, PyAny>,
        most: f64,
        mask: Option<&Bound<'_, PyAny>>,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Clearances> {
        let filter = self::mask("mask", mask)?;
        let at = Vectors::read("at", at)?;
        let all = self.answer(py, (count(&at), threads), |world, row| {
            world.clearance(&shape.shape, at.get(row), most, filter)
        })?;
        Clearances::of(py, &all)
    }

    /// Whether nothing is between `origins` and `targets`: an array of bool. Cheaper than rays.
    #[pyo3(signature = (origins, targets, *, mask=None, threads=None))]
    fn line_of_sight(
        &self,
        py: Python<'_>,
        origins: &Bound<'_, PyAny>,
        targets: &Bound<'_, PyAny>,
        mask: Option<&Bound<'_, PyAny>>,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyArray1<bool>>> {
        let filter = self::mask("mask", mask)?;
        let (from, to) = (Vectors::read("origins", origins)?, Vectors::read("targets", targets)?);
        let rows = common_count(&from, &to)?;
        let seen = self.answer(py, (rows, threads), |world, row| {
            world.is_blocked_between(from.get(row), to.get(row), filter).map(|is_blocked| !is_blocked)
        })?;
        Ok(flat(py, seen))
    }

    /// The corners of all triangles in the world, shape (n, 3, 3), metres, by body and index: to draw them, or for other tools.
    #[pyo3(signature = (*, mask=None))]
    fn triangles(&self, py: Python<'_>, mask: Option<&Bound<'_, PyAny>>) -> PyResult<Py<PyArray3<f64>>> {
        let (world, filter) = (self.now(), self::mask("mask", mask)?);
        let mut found = Vec::new();
        guard(py, || {
            let bounds = world.bounds();
            if bounds.is_empty() {
                return Ok(());
            }
            let (low, high) = (bounds.min.as_dvec3(), bounds.max.as_dvec3());
            world.triangles_in_box(low, high, filter, &mut found)
        })?
        .map_err(refused)?;
        let mut corners: Vec<[f64; 3]> = room("triangles", 3 * found.len())?;
        corners.extend(found.iter().flat_map(|triangle| triangle.corners).map(|corner| corner.to_array()));
        let flat = PyArray::from_vec(py, corners.into_flattened());
        Ok(flat.reshape([found.len(), 3, 3])?.unbind())
    }
}
