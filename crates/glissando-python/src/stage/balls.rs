//! The balls of a stage: spheres that bounce and are kicked.

use super::Stage;
use super::characters::finite;
use crate::array::vector;
use crate::column::{flat, threes};
use crate::refusal::{refused, room};
use crate::scalar::{choice, handle, whole_or};
use glissando::balls::{Axis, Ball, Mass, Order, Settings};
use glissando::{BallId, DVec3, Filter, Owner};
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

const FLAT: [(&str, Option<Axis>); 4] =
    [("none", None), ("x", Some(Axis::X)), ("y", Some(Axis::Y)), ("z", Some(Axis::Z))];
const ORDERS: [(&str, Order); 2] = [("simultaneous", Order::Simultaneous), ("sequential", Order::Sequential)];

#[pymethods]
impl Stage {
    /// Adds a ball, its centre at `position` (metres), and returns its handle.
    ///
    /// `mass` in kg, infinite for a ball whose motion never changes; `restitution` is the share of the speed that is returned, 0 to 1.
    #[pyo3(signature = (position, radius, *, velocity=None, mass=1.0, restitution=1.0))]
    fn add_ball(
        &mut self,
        position: &Bound<'_, PyAny>,
        radius: f64,
        velocity: Option<&Bound<'_, PyAny>>,
        mass: f64,
        restitution: f64,
    ) -> PyResult<u64> {
        let velocity = velocity.map_or(Ok(DVec3::ZERO), |velocity| finite("velocity", velocity))?;
        let mass = if mass == f64::INFINITY { Mass::Immovable } else { Mass::Kilograms(mass) };
        let ball = Ball { position: finite("position", position)?, velocity, radius, mass, restitution };
        ball.check().map_err(refused)?;
        Ok(self.state.balls.insert(ball).to_bits())
    }

    /// Removes a ball. Its handle is dead from then on.
    fn remove_ball(&mut self, ball: &Bound<'_, PyAny>) -> PyResult<()> {
        let id = self.ball_id(ball)?;
        self.state.balls.remove(id);
        Ok(())
    }

    /// Puts a ball elsewhere (metres), or gives it another velocity (m/s); what is left out stays.
    #[pyo3(signature = (ball, *, position=None, velocity=None))]
    fn set_ball(
        &mut self,
        ball: &Bound<'_, PyAny>,
        position: Option<&Bound<'_, PyAny>>,
        velocity: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let id = self.ball_id(ball)?;
        let mut changed = self.state.balls[id];
        if let Some(position) = position {
            changed.position = finite("position", position)?;
        }
        if let Some(velocity) = velocity {
            changed.velocity = finite("velocity", velocity)?;
        }
        changed.check().map_err(refused)?;
        self.state.balls[id] = changed;
        Ok(())
    }

    /// Sets the rules that all balls follow; what is left out gets its default.
    ///
    /// `gravity` in m/s^2, default none: a table seen from above. `flat` 'x', 'y' or 'z' is an axis without motion. `order`
    /// 'sequential' lets an impact run through a row of balls. `mask` has a bit for each layer whose bodies are walls.
    #[pyo3(signature = (*, gravity=None, wall_restitution=1.0, character_restitution=0.2, rolling_deceleration=0.0,
        rest_speed=0.1, flat="none", order="simultaneous", mask=None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn set_ball_rules(
        &mut self,
        gravity: Option<&Bound<'_, PyAny>>,
        wall_restitution: f64,
        character_restitution: f64,
        rolling_deceleration: f64,
        rest_speed: f64,
        flat: &str,
        order: &str,
        mask: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let mask = whole_or("mask", mask, 0, u32::MAX.into(), u32::MAX.into())? as u32;
        let rules = Settings {
            gravity: gravity.map_or(Ok(DVec3::ZERO), |gravity| vector("gravity", gravity))?,
            wall_restitution,
            character_restitution,
            rolling_deceleration,
            rest_speed,
            flat: choice("flat", flat, &FLAT)?,
            order: choice("order", order, &ORDERS)?,
            filter: Filter { mask },
            ..Settings::default()
        };
        self.stage.set_ball_settings(rules).map_err(refused)
    }

    /// The handles of all balls, shape (m,), in the order of the rows of the arrays of balls.
    #[getter]
    fn balls(&self, py: Python<'_>) -> Py<PyArray1<u64>> {
        flat(py, self.state.balls.ids().iter().map(|id| id.to_bits()).collect())
    }

    /// The centres of all balls as they are now, shape (m, 3), metres: a new array.
    #[getter]
    fn ball_position(&self, py: Python<'_>) -> PyResult<Py<PyArray2<f64>>> {
        self.of_balls(py, |ball| ball.position)
    }

    /// The velocities of all balls as they are now, shape (m, 3), m/s: a new array.
    #[getter]
    fn ball_velocity(&self, py: Python<'_>) -> PyResult<Py<PyArray2<f64>>> {
        self.of_balls(py, |ball| ball.velocity)
    }

    /// The impacts of balls in the last step, in order of time, then pushes by characters: dictionaries with `ball` (its handle),
    /// `time`, `point`, `normal`, `impulse`, `approach`, and `body`, `other` (a character) or `other_ball`, what it met.
    fn impact_list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let mut told: Vec<Bound<'py, PyDict>> = room("impacts", self.impacts.len())?;
        for (impact, [ball, other]) in &self.impacts {
            let to = PyDict::new(py);
            let tuple = |v: DVec3| <(f64, f64, f64)>::from(v.to_array());
            if let Some(Owner::Ball(ball)) = ball {
                to.set_item("ball", ball.to_bits())?;
            }
            to.set_item("time", impact.time)?;
            to.set_item("point", tuple(impact.point))?;
            to.set_item("normal", tuple(impact.normal))?;
            to.set_item("impulse", impact.impulse)?;
            to.set_item("approach", impact.approach)?;
            match other {
                Some(Owner::Body(id)) => to.set_item("body", id.to_bits())?,
                Some(Owner::Character(id)) => to.set_item("other", id.to_bits())?,
                Some(Owner::Ball(id)) => to.set_item("other_ball", id.to_bits())?,
                None => {}
            }
            told.push(to);
        }
        PyList::new(py, told)
    }
}

impl Stage {
    /// A ball that is there.
    fn ball_id(&self, value: &Bound<'_, PyAny>) -> PyResult<BallId> {
        let id = BallId::from_bits(handle("ball", value)?);
        let dead =
            || refused(format!("{id} is not on this stage: it was removed, or belongs to another one"));
        self.state.balls.get(id).map(|_| id).ok_or_else(dead)
    }

    fn of_balls(&self, py: Python<'_>, of: impl Fn(&Ball) -> DVec3) -> PyResult<Py<PyArray2<f64>>> {
        let mut rows = room("balls", self.state.balls.len())?;
        rows.extend(self.state.balls.as_slice().iter().map(|ball| of(ball).to_array()));
        threes(py, rows)
    }
}
