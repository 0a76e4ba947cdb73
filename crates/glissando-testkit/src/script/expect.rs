//! What a script expects, and what it says when it is disappointed.

use super::walk::{Happened, Walk, What};
use glissando::{DVec3, EventKind, Ground};

impl Walk {
    /// Must be held like this now.
    #[track_caller]
    pub fn expect(&mut self, ground: Ground) -> &mut Self {
        if self.state.ground != ground {
            self.fail(&format!("expected {ground:?}"));
        }
        self
    }

    /// Must have happened, once or more.
    #[track_caller]
    pub fn expect_event(&mut self, what: What) -> &mut Self {
        if self.count(what) == 0 {
            self.fail(&format!("expected {what:?}"));
        }
        self
    }

    /// Must have happened exactly so many times.
    #[track_caller]
    pub fn expect_count(&mut self, what: What, count: usize) -> &mut Self {
        if self.count(what) != count {
            self.fail(&format!("expected {what:?} {count} times, not {}", self.count(what)));
        }
        self
    }

    /// Must not have happened.
    #[track_caller]
    pub fn expect_never(&mut self, what: What) -> &mut Self {
        self.expect_count(what, 0)
    }

    /// The centre must be this near to a point.
    #[track_caller]
    pub fn expect_near(&mut self, point: DVec3, metres: f64) -> &mut Self {
        let distance = (self.position() - point).length();
        if distance.is_nan() || distance > metres {
            self.fail(&format!("expected within {metres} m of {point:?}, but it is {distance} m off"));
        }
        self
    }

    /// A number must lie within `metres` of another.
    #[track_caller]
    pub fn expect_close(&mut self, what: &str, is: f64, wanted: f64, metres: f64) -> &mut Self {
        let off = (is - wanted).abs();
        if off.is_nan() || off > metres {
            self.fail(&format!("{what} is {is}, not {wanted}: off by {off:e}"));
        }
        self
    }

    /// The feet must be on ground of this height: between the nearest gap that is kept and the widest that counts.
    #[track_caller]
    pub fn expect_feet_on(&mut self, height: f64) -> &mut Self {
        let mover = self.config.mover(self.state.is_crouching);
        // A skin grows the rounding of a capsule, not its core.
        let core = mover.shape().core().dot(self.config.settings().up).abs();
        let reach = self.feet_reach() - core;
        let gap = self.feet() - height;
        let (least, most) = ((mover.sweep_shell() - 1.0) * reach, (mover.gather_shell() - 1.0) * reach);
        if gap.is_nan() || gap < least - 1e-6 || gap > most + 1e-6 {
            self.fail(&format!("the feet are {gap} m above {height}, not {least} to {most}"));
        }
        self
    }

    /// Must not be faster.
    #[track_caller]
    pub fn expect_speed_below(&mut self, speed: f64) -> &mut Self {
        if self.velocity().length() >= speed {
            self.fail(&format!("faster than {speed} m/s"));
        }
        self
    }

    /// How often something happened.
    pub fn count(&self, what: What) -> usize {
        self.log.iter().filter(|h| What::of(&h.event.kind) == what).count()
    }

    /// The first such event.
    #[track_caller]
    pub fn first(&self, what: What) -> Happened {
        let found = self.log.iter().find(|h| What::of(&h.event.kind) == what);
        found.copied().unwrap_or_else(|| self.fail(&format!("expected {what:?}")))
    }

    /// Speed of the first landing.
    #[track_caller]
    pub fn landing_speed(&self) -> f64 {
        match self.first(What::Landed).event.kind {
            EventKind::Landed { speed, .. } => speed,
            _ => f64::NAN,
        }
    }

    /// Ends the test with the story so far.
    ///
    /// # Panics
    /// Always.
    #[track_caller]
    pub fn fail(&self, why: &str) -> ! {
        let last = self.log.len().saturating_sub(8);
        let events = self.log[last..].iter();
        let events: String = events
            .map(|h| format!("\n    {:.4} s at {:?}: {:?}", h.time, h.position.to_array(), h.event.kind))
            .collect();
        let trace: String = self.trace.iter().map(|step| format!("\n    {step}")).collect();
        panic!(
            "{why}\n  tick {} of {:.5} s, {:?}{}, centre {:?}, velocity {:?}\n  last events:{events}\n  last tick:{trace}",
            self.ticks,
            self.dt,
            self.state.ground,
            if self.state.is_crouching { ", crouching" } else { "" },
            self.position().to_array(),
            self.velocity().to_array(),
        )
    }
}
