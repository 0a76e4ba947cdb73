//! The balls of a stage: spheres that bounce and are kicked.

use super::{Stage, share_of};
use crate::fields::Fields;
use crate::handle;
use crate::read;
use crate::record::{Record, list, vector};
use crate::refusal::Refusal;
use glissando::balls::{Axis, Ball, Impact, Mass, Order, Other, Settings};
use glissando::interpolation::point_between;
use glissando::stage::StageState;
use glissando::{BallId, Filter, Owner};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// The fields of a new ball.
const OPTIONS: [&str; 3] = ["velocity", "mass", "restitution"];

/// The fields of the rules.
const RULES: [&str; 8] = [
    "gravity",
    "wallRestitution",
    "characterRestitution",
    "rollingDeceleration",
    "restSpeed",
    "flat",
    "order",
    "mask",
];

#[wasm_bindgen]
impl Stage {
    /// Adds a ball with its centre and radius in metres.
    #[wasm_bindgen(js_name = addBall, unchecked_return_type = "BallHandle")]
    pub fn add_ball(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "VectorLike")] position: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] radius: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "BallOptions")] options: JsValue,
    ) -> Result<f64, Refusal> {
        let fields = Fields::of("options", &options, &OPTIONS)?;
        let mut ball = Ball::at(read::vector("position", &position)?, read::number("radius", &radius)?);
        ball.velocity = fields.read("velocity", read::vector)?.unwrap_or(ball.velocity);
        ball.restitution = fields.read("restitution", read::number)?.unwrap_or(ball.restitution);
        if let Some(mass) = fields.read("mass", read::number)? {
            ball.mass = if mass == f64::INFINITY { Mass::Immovable } else { Mass::Kilograms(mass) };
        }
        ball.check()?;
        Ok(handle::number(self.state.balls.insert(ball).to_bits()))
    }

    /// Takes a ball away. Its handle is dead from then on.
    #[wasm_bindgen(js_name = removeBall)]
    pub fn remove_ball(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "BallHandle")] ball: JsValue,
    ) -> Result<(), Refusal> {
        let id = self.ball_id(&ball)?;
        self.state.balls.remove(id);
        Ok(())
    }

    /// The handles of all balls, in the order of `ballPositions`.
    #[wasm_bindgen(getter, unchecked_return_type = "BallHandle[]")]
    pub fn balls(&self) -> JsValue {
        list(self.state.balls.ids(), |id| handle::number(id.to_bits()).into())
    }

    /// The centres of all balls, x, y, z in metres, at a share of the last tick (0 to 1; default 1, as they are now).
    #[wasm_bindgen(js_name = ballPositions)]
    pub fn ball_positions(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "number")] share: JsValue,
    ) -> Result<Vec<f64>, Refusal> {
        let share = share_of(&share)?;
        let place = |(id, ball): (BallId, &Ball)| {
            let before = self.before.balls.get(id).map_or(ball.position, |before| before.position);
            point_between(before, ball.position, share).to_array()
        };
        Ok(self.state.balls.iter_with_ids().flat_map(place).collect())
    }

    /// A ball as it is now.
    #[wasm_bindgen(unchecked_return_type = "BallState")]
    pub fn ball(
        &self,
        #[wasm_bindgen(unchecked_param_type = "BallHandle")] ball: JsValue,
    ) -> Result<JsValue, Refusal> {
        let Ball { position, velocity, radius, .. } = self.state.balls[self.ball_id(&ball)?];
        Ok(Record::new()
            .with("position", vector(position))
            .with("velocity", vector(velocity))
            .with("radius", radius)
            .into())
    }

    /// Puts a ball elsewhere, metres, or gives it another velocity, m/s; what is left out stays.
    #[wasm_bindgen(js_name = setBall)]
    pub fn set_ball(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "BallHandle")] ball: JsValue,
        #[wasm_bindgen(unchecked_param_type = "BallChange")] change: JsValue,
    ) -> Result<(), Refusal> {
        let id = self.ball_id(&ball)?;
        let fields = Fields::of("change", &change, &["position", "velocity"])?;
        let mut changed = self.state.balls[id];
        let position = fields.read("position", read::vector)?;
        changed.position = position.unwrap_or(changed.position);
        changed.velocity = fields.read("velocity", read::vector)?.unwrap_or(changed.velocity);
        changed.check()?;
        self.state.balls[id] = changed;
        if position.is_some()
            && let Some(before) = self.before.balls.get_mut(id)
        {
            before.position = changed.position;
        }
        Ok(())
    }

    /// Sets the rules that all balls follow; what is left out gets its default.
    #[wasm_bindgen(js_name = setBallRules)]
    pub fn set_ball_rules(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "BallRules")] rules: JsValue,
    ) -> Result<(), Refusal> {
        let fields = Fields::of("rules", &rules, &RULES)?;
        let mut rules = Settings::default();
        rules.gravity = fields.read("gravity", read::vector)?.unwrap_or(rules.gravity);
        rules.flat = fields.read("flat", flat)?;
        rules.order = fields.read("order", order)?.unwrap_or(rules.order);
        if let Some(mask) = fields.read("mask", read::bits)? {
            rules.filter = Filter { mask };
        }
        for (name, number) in [
            ("wallRestitution", &mut rules.wall_restitution),
            ("characterRestitution", &mut rules.character_restitution),
            ("rollingDeceleration", &mut rules.rolling_deceleration),
            ("restSpeed", &mut rules.rest_speed),
        ] {
            *number = fields.read(name, read::number)?.unwrap_or(*number);
        }
        Ok(self.stage.set_ball_settings(rules)?)
    }
}

impl Stage {
    /// A ball that is there.
    fn ball_id(&self, value: &JsValue) -> Result<BallId, Refusal> {
        let id = BallId::from_bits(handle::bits("ball", value, "a handle that addBall returned")?);
        let dead =
            || Refusal::Text(format!("{id} is not on this stage: it was removed, or belongs to another one"));
        self.state.balls.get(id).map(|_| id).ok_or_else(dead)
    }
}

/// An impact, with handles in place of the indices of this state.
pub(super) fn impact(state: &StageState, impact: &Impact) -> JsValue {
    let other = match impact.other {
        Other::Ball(index) => state.balls.id(index).map(Owner::Ball),
        Other::Surface(surface) => Some(surface.owner),
        Other::Character(index) => state.characters.id(index as usize).map(Owner::Character),
        _ => None,
    };
    let record = Record::new();
    let record = match state.balls.id(impact.ball) {
        Some(id) => record.with("ball", handle::number(id.to_bits())),
        None => record,
    };
    let record = match other {
        Some(Owner::Body(id)) => record.with("body", handle::told(id)),
        Some(Owner::Character(id)) => record.with("other", handle::number(id.to_bits())),
        Some(Owner::Ball(id)) => record.with("otherBall", handle::number(id.to_bits())),
        None => record,
    };
    record
        .with("time", impact.time)
        .with("point", vector(impact.point))
        .with("normal", vector(impact.normal))
        .with("impulse", impact.impulse)
        .with("approach", impact.approach)
        .into()
}

fn flat(what: &str, value: &JsValue) -> Result<Axis, Refusal> {
    match read::text(what, value)?.as_str() {
        "x" => Ok(Axis::X),
        "y" => Ok(Axis::Y),
        "z" => Ok(Axis::Z),
        _ => Err(Refusal::wrong(what, value, "'x', 'y' or 'z'")),
    }
}

fn order(what: &str, value: &JsValue) -> Result<Order, Refusal> {
    match read::text(what, value)?.as_str() {
        "simultaneous" => Ok(Order::Simultaneous),
        "sequential" => Ok(Order::Sequential),
        _ => Err(Refusal::wrong(what, value, "'simultaneous' or 'sequential'")),
    }
}
