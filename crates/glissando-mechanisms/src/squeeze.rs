//! What being squeezed by a mover costs.

use crate::Machinery;
use crate::state::Person;
use glissando::stage::CharacterReport;

/// Seconds after which a squeeze that lasts hurts again.
const INTERVAL: f64 = 0.1;

impl Machinery {
    /// The machine that squeezed a character in this tick, and the damage that it does: at once, and again
    /// in intervals as long as it lasts.
    pub(crate) fn squeezed(
        &self,
        report: &CharacterReport,
        person: &mut Person,
        dt: f64,
    ) -> Option<(usize, f64)> {
        person.squeezed_for = (person.squeezed_for - dt).max(0.0);
        let squeeze = report.squeeze?;
        let bodies = [squeeze.by, squeeze.against];
        let found = bodies.iter().flatten().find_map(|c| self.machine_of(c.surface.body()?))?;
        let damage = self.machines[found].damage;
        if person.squeezed_for > 0.0 || damage <= 0.0 {
            return None;
        }
        person.squeezed_for = INTERVAL;
        Some((found, damage))
    }
}
