//! A horizontal cut through a level: what is above it is not there.

use glissando::DVec3;

/// Everything below a height, in metres; all of it for infinity.
#[derive(Clone, Copy, Debug)]
pub(super) struct Section {
    pub(super) height: f64,
}

impl Section {
    /// The part of a ray of `reach` metres that runs below the cut: its start and its length.
    pub(super) fn clip(self, from: DVec3, direction: DVec3, reach: f64) -> Option<(DVec3, f64)> {
        let above = from.y - self.height;
        if above > 0.0 {
            let skip = above / -direction.y;
            return (direction.y < 0.0 && skip < reach).then(|| (from + direction * skip, reach - skip));
        }
        let room = if direction.y > 0.0 { -above / direction.y } else { f64::INFINITY };
        Some((from, if room < reach { room } else { reach }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_above_the_cut_is_looked_at() {
        let cut = Section { height: 2.0 };
        let at = |y| DVec3::new(0.0, y, 0.0);
        assert_eq!(cut.clip(at(5.0), -DVec3::Y, 10.0), Some((at(2.0), 7.0)));
        assert_eq!(cut.clip(at(5.0), DVec3::X, 10.0), None);
        assert_eq!(cut.clip(at(5.0), -DVec3::Y, 2.0), None);
        assert_eq!(cut.clip(at(1.0), DVec3::Y, 10.0), Some((at(1.0), 1.0)));
        assert_eq!(cut.clip(at(1.0), -DVec3::Y, 10.0), Some((at(1.0), 10.0)));
        let all = Section { height: f64::INFINITY };
        assert_eq!(all.clip(at(5.0), DVec3::Y, 10.0), Some((at(5.0), 10.0)));
    }
}
