//! The movers of a stage: lifts, doors, trains, turntables.

use super::characters::finite;
use super::{LONGEST, Stage};
use crate::array::{rotation, vector};
use crate::refusal::refused;
use crate::scalar::{choice, handle};
use glissando::stage::{Drive, Key, MoverSpec, PathEnds, Policy};
use glissando::{BodyId, DRigid3, DVec3, MoverId};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

#[pymethods]
impl Stage {
    /// Lets a body move from now on, and returns the mover's handle; the pose that the body has now is its rest.
    ///
    /// One of: `path`, a list of keys (time, translation) or (time, translation, rotation), with `ends` 'loop', 'ping_pong' or
    /// 'call' (rests until `open`, waits `wait` seconds at the end, or until `close`); `linear` (m/s) and `angular` (axis times
    /// radians per second) for ever; neither: it follows `set_target`. It turns about `pivot`. `policy` for a character in
    /// the way: 'push', 'stop' or 'reverse'.
    #[pyo3(signature = (body, *, path=None, ends=None, wait=f64::INFINITY, linear=None, angular=None, pivot=None,
        policy="push"))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn add_mover(
        &mut self,
        body: &Bound<'_, PyAny>,
        path: Option<&Bound<'_, PyAny>>,
        ends: Option<&str>,
        wait: f64,
        linear: Option<&Bound<'_, PyAny>>,
        angular: Option<&Bound<'_, PyAny>>,
        pivot: Option<&Bound<'_, PyAny>>,
        policy: &str,
    ) -> PyResult<u64> {
        let zero =
            |name, value: Option<&Bound<'_, PyAny>>| value.map_or(Ok(DVec3::ZERO), |v| vector(name, v));
        let policies = [("push", Policy::Push), ("stop", Policy::Stop), ("reverse", Policy::Reverse)];
        let ends = ends.map(|ends| choice("ends", ends, &path_ends(wait))).transpose()?;
        refuse_unused(path.is_some(), ends, wait)?;
        let drive = match path {
            Some(_) if linear.is_some() || angular.is_some() => {
                return Err(refused("a mover has a path or velocities: give one of them"));
            }
            Some(path) => Drive::Path { keys: keys(path)?, ends: ends.unwrap_or(PathEnds::PingPong) },
            None if linear.is_some() || angular.is_some() => {
                Drive::Velocity { linear: zero("linear", linear)?, angular: zero("angular", angular)? }
            }
            None => Drive::Target,
        };
        let spec = MoverSpec {
            body: BodyId::from_bits(handle("body", body)?),
            pivot: zero("pivot", pivot)?,
            drive,
            policy: choice("policy", policy, &policies)?,
        };
        let id = self.stage.add_mover(spec).map_err(refused)?;
        self.stage.add_new_movers_to(&mut self.state);
        Ok(id.to_bits())
    }

    /// Removes a mover; its body stays where it is now.
    fn remove_mover(&mut self, mover: &Bound<'_, PyAny>) -> PyResult<()> {
        let id = self.mover_id(mover)?;
        self.stage.remove_mover(id, &self.state).map_err(refused)
    }

    /// Starts a mover with `ends='call'` towards its end.
    fn open(&mut self, mover: &Bound<'_, PyAny>) -> PyResult<()> {
        let id = self.mover_id(mover)?;
        self.state.movers[id].open();
        Ok(())
    }

    /// Sends a mover with `ends='call'` back to its start.
    fn close(&mut self, mover: &Bound<'_, PyAny>) -> PyResult<()> {
        let id = self.mover_id(mover)?;
        self.state.movers[id].close();
        Ok(())
    }

    /// Where a mover without path and velocities is at the end of the next step: how far from its rest, and how turned.
    #[pyo3(signature = (mover, translation, rotation=None))]
    fn set_target(
        &mut self,
        mover: &Bound<'_, PyAny>,
        translation: &Bound<'_, PyAny>,
        rotation: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let id = self.mover_id(mover)?;
        let translation = finite("translation", translation)?;
        let rotation = self::rotation("rotation", rotation)?;
        let old = std::mem::replace(&mut self.state.movers[id].target, DRigid3 { rotation, translation });
        self.stage.check_mover(&self.state, id, LONGEST).map_err(|error| {
            self.state.movers[id].target = old;
            refused(error)
        })
    }

    /// A mover as it is: `translation`, `rotation`, `clock` (seconds on its path) and `rate` (1 forth, -1 back, 0 at rest).
    fn mover<'py>(&self, py: Python<'py>, mover: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyDict>> {
        let state = self.state.movers[self.mover_id(mover)?];
        let to = PyDict::new(py);
        to.set_item("translation", PyTuple::new(py, state.pose.translation.to_array())?)?;
        to.set_item("rotation", PyTuple::new(py, state.pose.rotation.to_array())?)?;
        to.set_item("clock", state.clock)?;
        to.set_item("rate", state.rate)?;
        Ok(to)
    }
}

impl Stage {
    /// A mover that is there.
    pub(super) fn mover_id(&self, value: &Bound<'_, PyAny>) -> PyResult<MoverId> {
        let id = MoverId::from_bits(handle("mover", value)?);
        let dead =
            || refused(format!("{id} is not on this stage: it was removed, or belongs to another one"));
        self.stage.mover(id).map(|_| id).ok_or_else(dead)
    }
}

const fn path_ends(wait: f64) -> [(&'static str, PathEnds); 3] {
    [("loop", PathEnds::Loop), ("ping_pong", PathEnds::PingPong), ("call", PathEnds::OnCall { wait })]
}

/// Refuses `ends` and `wait` where they would have no effect.
fn refuse_unused(has_path: bool, ends: Option<PathEnds>, wait: f64) -> PyResult<()> {
    let has_wait = wait != f64::INFINITY;
    if !has_path && (ends.is_some() || has_wait) {
        let name = if ends.is_some() { "ends" } else { "wait" };
        return Err(refused(format!("{name} is given without a path: only a mover with path= has ends")));
    }
    if has_wait && !matches!(ends, Some(PathEnds::OnCall { .. })) {
        return Err(refused(format!("wait is {wait}: only a mover with ends='call' waits")));
    }
    Ok(())
}

/// The keys of a path.
fn keys(path: &Bound<'_, PyAny>) -> PyResult<Vec<Key>> {
    let wrong = || {
        PyTypeError::new_err(
            "path must be a list of keys (time, translation) or (time, translation, rotation)",
        )
    };
    let mut keys = Vec::new();
    for (place, key) in path.try_iter().map_err(|_| wrong())?.enumerate() {
        let parts: Vec<Bound<'_, PyAny>> = key?.extract().map_err(|_| wrong())?;
        let (time, translation, turn) = match &parts[..] {
            [time, translation] => (time, translation, None),
            [time, translation, turn] => (time, translation, Some(turn)),
            _ => return Err(wrong()),
        };
        keys.push(Key {
            time: time.extract().map_err(|_| wrong())?,
            translation: vector(&format!("path[{place}][1]"), translation)?,
            rotation: rotation(&format!("path[{place}][2]"), turn)?,
        });
    }
    Ok(keys)
}
