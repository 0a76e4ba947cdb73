//! What is pressed when: the script's spans, at its own tick rate or at another one.

use anyhow::{Context, bail};
use glissando::tolerance::WORLD_LIMIT;
use glissando::{DVec3, Input};
use serde::Deserialize;

/// Default ticks a second.
pub const USUAL_HZ: f64 = 60.0;

/// Most ticks of one walk: almost two days at 60 Hz.
pub const MOST_TICKS: u64 = 10_000_000;

/// Longest tick, in seconds.
const LONGEST_TICK: f64 = 10.0;

/// An entry of `ticks`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Span {
    note: Option<String>,
    #[serde(rename = "for", default = "one")]
    count: u64,
    wish: Option<DVec3>,
    jump: Option<bool>,
    crouch: Option<bool>,
    fly: Option<bool>,
    displacement: Option<DVec3>,
    #[serde(default)]
    open: Vec<String>,
    #[serde(default)]
    close: Vec<String>,
}

const fn one() -> u64 {
    1
}

/// What to do in a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Order {
    /// A tick of the character.
    Step(Input),
    /// Nothing but collide and slide, by this much.
    Slide(DVec3),
}

/// What is sent on its way, or back, at the start of a tick, by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cue {
    /// When, in ticks from the start.
    pub tick: u64,
    /// What the script calls it.
    pub name: String,
    /// Whether it is closed, not opened.
    pub is_closing: bool,
}

/// Orders, each for a number of ticks.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Seconds a tick.
    pub dt: f64,
    spans: Vec<(u64, Order)>,
    /// What the script says for people, each with the tick that it is about.
    notes: Vec<(u64, String)>,
    cues: Vec<Cue>,
}

impl Plan {
    pub(super) fn new(spans: &[Span], dt: Option<f64>, hz: Option<f64>) -> anyhow::Result<Self> {
        let own = dt.unwrap_or(1.0 / USUAL_HZ);
        check_tick("dt", own)?;
        let dt = hz.map(tick_of).transpose()?.unwrap_or(own);
        let mut plan =
            Self { dt, spans: Vec::with_capacity(spans.len()), notes: Vec::new(), cues: Vec::new() };
        let mut total = 0_u64;
        for (index, span) in spans.iter().enumerate() {
            let order = span.order().with_context(|| format!("ticks[{index}]"))?;
            plan.notes.extend(span.note.iter().map(|note| (total, note.clone())));
            for (names, is_closing) in [(&span.open, false), (&span.close, true)] {
                let cue = |name: &String| Cue { tick: total, name: name.clone(), is_closing };
                plan.cues.extend(names.iter().map(cue));
            }
            let (count, order) = match hz {
                Some(hz) => {
                    resample(span.count, order, own * hz).with_context(|| format!("ticks[{index}]"))?
                }
                None => (span.count, order),
            };
            plan.spans.push((count, order));
            total = total.saturating_add(count);
        }
        if total > MOST_TICKS {
            bail!("ticks: {total} ticks are too many, at most {MOST_TICKS} are walked at once");
        }
        Ok(plan)
    }

    /// The orders, tick by tick.
    pub fn orders(&self) -> impl Iterator<Item = Order> {
        self.spans.iter().flat_map(|&(count, order)| (0..count).map(move |_| order))
    }

    /// How many ticks it is for.
    pub fn tick_count(&self) -> u64 {
        self.spans.iter().map(|(count, _)| count).sum()
    }

    /// The order for a tick, from 0; none after the end.
    pub fn order_at(&self, tick: u64) -> Option<Order> {
        let mut left = tick;
        for &(count, order) in &self.spans {
            match left.checked_sub(count) {
                Some(rest) => left = rest,
                None => return Some(order),
            }
        }
        None
    }

    /// What is opened and closed on the way, in order of time.
    pub fn cues(&self) -> &[Cue] {
        &self.cues
    }

    /// The first entry of `ticks` that is a plain slide.
    pub fn first_slide(&self) -> Option<usize> {
        self.spans.iter().position(|(_, order)| matches!(order, Order::Slide(_)))
    }

    /// What the script says for people, each with its time in seconds.
    pub fn notes(&self) -> impl Iterator<Item = (f64, &str)> {
        self.notes.iter().map(|(tick, note)| (*tick as f64 * self.dt, note.as_str()))
    }
}

impl Span {
    fn order(&self) -> anyhow::Result<Order> {
        for (what, value) in [("wish", self.wish), ("displacement", self.displacement)] {
            let components = value.map_or([0.0; 3], DVec3::to_array);
            if let Some(bad) = components.iter().find(|c| c.abs() > WORLD_LIMIT) {
                bail!("{what} has {bad:e}: it must lie between {:e} and {WORLD_LIMIT:e}", -WORLD_LIMIT);
            }
        }
        let Some(displacement) = self.displacement else {
            return Ok(Order::Step(Input {
                wish: self.wish.unwrap_or_default(),
                jump: self.jump.unwrap_or_default(),
                crouch: self.crouch.unwrap_or_default(),
                fly: self.fly.unwrap_or_default(),
            }));
        };
        if self.wish.is_some() || self.jump.or(self.crouch).or(self.fly).is_some() {
            bail!("displacement is a plain slide and stands alone: leave out wish, jump, crouch and fly");
        }
        Ok(Order::Slide(displacement))
    }
}

/// Ticks a second at most: with more a walk of seconds would take hours.
const MOST_HZ: f64 = 1e6;

/// Seconds a tick at a rate.
///
/// # Errors
/// Rates that are no positive number, below one tick in ten seconds, or above a million.
pub fn tick_of(hz: f64) -> anyhow::Result<f64> {
    if !(hz > 0.0 && hz <= MOST_HZ) {
        bail!("hz is {hz:?}: it must be a number of ticks a second above 0 and at most {MOST_HZ}");
    }
    check_tick("the tick of hz", 1.0 / hz)?;
    Ok(1.0 / hz)
}

fn check_tick(what: &str, dt: f64) -> anyhow::Result<()> {
    if !(dt > 0.0 && dt <= LONGEST_TICK) {
        bail!("{what} is {dt} s: it must be above 0 and at most {LONGEST_TICK}");
    }
    Ok(())
}

/// The same time at another rate: `ratio` new ticks for each old one.
fn resample(count: u64, order: Order, ratio: f64) -> anyhow::Result<(u64, Order)> {
    let exact = count as f64 * ratio;
    let whole = exact.round();
    if (exact - whole).abs() > 1e-6 * exact.max(1.0) {
        bail!(
            "its {count} ticks would be {exact:.3} at this rate: choose one that divides the script's times"
        );
    }
    let order = match order {
        Order::Slide(displacement) if whole > 0.0 => Order::Slide(displacement * (count as f64 / whole)),
        other => other,
    };
    Ok((whole as u64, order))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(text: &str, hz: Option<f64>) -> anyhow::Result<Plan> {
        Ok(crate::script::Script::parse(text.as_bytes())?.roles(hz)?.remove(0).plan)
    }

    #[test]
    fn another_rate_keeps_the_times() {
        let text =
            r#"{"dt": 0.02, "ticks": [{"for": 50, "jump": true}, {"for": 5, "displacement": [1, 0, 0]}]}"#;
        let own = plan(text, None).unwrap();
        assert_eq!((own.dt, own.orders().count()), (0.02, 55));
        let fast = plan(text, Some(100.0)).unwrap();
        assert_eq!((fast.dt, fast.orders().count()), (0.01, 110));
        assert_eq!(fast.orders().last(), Some(Order::Slide(DVec3::X * 0.5)));
        let error = plan(text, Some(75.1)).unwrap_err();
        assert!(format!("{error:#}").starts_with("ticks[0]: its 50 ticks would be 75.1"), "{error:#}");
    }

    #[test]
    fn a_displacement_beside_a_wish_is_refused() {
        let error = plan(r#"{"ticks": [{}, {"displacement": [1, 0, 0], "jump": false}]}"#, None).unwrap_err();
        assert!(format!("{error:#}").starts_with("ticks[1]: displacement"), "{error:#}");
    }

    #[test]
    fn walks_without_end_are_refused() {
        let text = r#"{"ticks": [{"for": 18446744073709551615}, {"for": 18446744073709551615}]}"#;
        assert!(plan(text, None).is_err());
        assert!(plan(r#"{"dt": 0}"#, None).is_err() && plan(r#"{"dt": 11}"#, None).is_err());
        for hz in [0.0, -1.0, f64::NAN, 1e-3] {
            assert!(plan("{}", Some(hz)).is_err(), "{hz}");
        }
    }
}
