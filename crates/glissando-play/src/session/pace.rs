//! How many ticks are due as time goes by: slower, faster, or not at all.

/// Most seconds of the walk at its usual pace in one call: after a pause of the viewer the rest is left out.
const MOST_WALKED: f64 = 8.0 / 60.0;

/// Most seconds that the ticks of one call may take, but for one tick: a slow machine falls behind, and still draws
/// pictures.
const MOST_SPENT: f64 = 0.05;

/// The slowest and the fastest pace, in seconds of the walk per second.
const PACES: (f64, f64) = (0.01, 16.0);

/// Time that goes by.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    /// Seconds of the walk per second.
    rate: f64,
    pub(super) is_paused: bool,
    /// Seconds of the walk that are not walked yet.
    owed: f64,
    /// Seconds that were left out because the machine was too slow.
    pub(super) lost: f64,
}

impl Default for Pace {
    fn default() -> Self {
        Self { rate: 1.0, is_paused: false, owed: 0.0, lost: 0.0 }
    }
}

impl Pace {
    /// # Errors
    /// A rate that is none.
    pub(super) fn set(&mut self, rate: f64) -> anyhow::Result<()> {
        let (least, most) = PACES;
        anyhow::ensure!(
            (least..=most).contains(&rate),
            "pace is {rate}: it must lie between {least} and {most}"
        );
        self.rate = rate;
        Ok(())
    }

    pub(super) const fn rate(&self) -> f64 {
        self.rate
    }

    /// How many ticks of `dt` are due after so many seconds more, where one takes `cost` seconds to do; without it all
    /// of them are, however long they take.
    ///
    /// # Errors
    /// Seconds that are none.
    pub(super) fn pass(&mut self, seconds: f64, dt: f64, cost: Option<f64>) -> anyhow::Result<u32> {
        anyhow::ensure!((0.0..=1e9).contains(&seconds), "seconds is {seconds}: it must be 0 or more");
        if self.is_paused {
            return Ok(0);
        }
        self.owed += seconds * self.rate;
        let most = cost.map_or(f64::INFINITY, |cost| {
            let walked = (MOST_WALKED * self.rate.max(1.0) / dt).ceil();
            walked.min((MOST_SPENT / cost.max(1e-9)).floor()).max(1.0)
        });
        let due = (self.owed / dt).floor().min(most);
        self.owed -= due * dt;
        if self.owed >= dt {
            self.lost += self.owed - self.owed % dt;
            self.owed %= dt;
        }
        Ok(due as u32)
    }

    /// How far it is to the next tick, `0..1`.
    pub(super) fn share(&self, dt: f64) -> f64 {
        if self.is_paused { 1.0 } else { (self.owed / dt).clamp(0.0, 1.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_come_as_time_goes_by_and_a_long_wait_is_lost() {
        let mut pace = Pace::default();
        let second = |pace: &mut Pace| -> u32 {
            (0..60).map(|_| pace.pass(1.0 / 60.0, 0.01, Some(0.0)).unwrap()).sum()
        };
        let ticks = second(&mut pace);
        assert!((99..=100).contains(&ticks), "{ticks}");
        assert_eq!(pace.pass(10.0, 0.01, Some(0.0)).unwrap(), 14);
        assert!(pace.lost > 9.8 && pace.share(0.01) < 1.0, "{pace:?}");
        pace.set(0.1).unwrap();
        let ticks = second(&mut pace);
        assert!((9..=11).contains(&ticks), "{ticks}");
        pace.is_paused = true;
        assert_eq!(pace.pass(1.0, 0.01, Some(0.0)).unwrap(), 0);
    }

    #[test]
    fn short_ticks_all_come_and_dear_ones_as_many_as_there_is_time_for() {
        let mut pace = Pace::default();
        let ticks: u32 = (0..60).map(|_| pace.pass(1.0 / 60.0, 1e-3, Some(3e-6)).unwrap()).sum();
        assert!((999..=1000).contains(&ticks) && pace.lost == 0.0, "{ticks}");
        assert_eq!(pace.pass(0.1, 1e-3, Some(0.01)).unwrap(), 5);
        assert_eq!(pace.pass(0.1, 1e-3, Some(10.0)).unwrap(), 1);
        assert!(pace.lost > 0.15, "{pace:?}");
        let lost = pace.lost;
        assert!((1998..=2001).contains(&pace.pass(2.0, 1e-3, None).unwrap()) && pace.lost == lost);
    }

    #[test]
    fn what_is_no_time_is_refused() {
        let mut pace = Pace::default();
        assert!(pace.set(0.0).is_err() && pace.set(f64::NAN).is_err());
        assert!(pace.pass(f64::NAN, 0.01, None).is_err() && pace.pass(-1.0, 0.01, None).is_err());
    }
}
