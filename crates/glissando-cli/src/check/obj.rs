//! The findings as an OBJ file, to load in an editor beside the level: a box for each, named by its number and kind.

use glissando::DVec3;
use glissando_check::Finding;
use std::io::{self, Write};

/// Metres around the places of a finding, so that a single place has a box too.
const ROOM: DVec3 = DVec3::new(0.25, 0.0, 0.25);

/// Metres above them.
const HEIGHT: f64 = 1.0;

/// Writes the boxes, in metres with Y up.
///
/// # Errors
/// Those of `out`.
pub(super) fn write(out: &mut impl Write, findings: &[Finding]) -> io::Result<()> {
    writeln!(out, "# findings of glissando check: metres, Y up")?;
    for (number, finding) in (1..).zip(findings) {
        writeln!(out, "o {number}-{}", finding.kind.name())?;
        let (low, high) = (finding.low - ROOM, finding.high + ROOM + DVec3::Y * HEIGHT);
        for corner in 0..8 {
            let pick = |bit: u8, low: f64, high: f64| if corner >> bit & 1 == 0 { low } else { high };
            let (x, y, z) = (pick(0, low.x, high.x), pick(1, low.y, high.y), pick(2, low.z, high.z));
            writeln!(out, "v {x} {y} {z}")?;
        }
        for [a, b, c, d] in
            [[8, 4, 2, 6], [7, 5, 1, 3], [8, 7, 3, 4], [6, 2, 1, 5], [8, 6, 5, 7], [4, 3, 1, 2]]
        {
            writeln!(out, "f -{a} -{b} -{c} -{d}")?;
        }
    }
    Ok(())
}
