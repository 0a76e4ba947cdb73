//! The velocity that brings a body to the highest point of its flight at a given place.

use glissando::DVec3;

/// The velocity at `from` with which a body in free fall has its highest point at `apex`.
///
/// `gravity` is downward along Y, in m/s². A rise `h` takes `sqrt(2 h / gravity)` seconds, at the end of which
/// nothing is left of the upward speed (Galileo, 1638). `None` if `apex` is not above `from`, or a number
/// makes no sense.
pub fn launch_velocity(from: DVec3, apex: DVec3, gravity: f64) -> Option<DVec3> {
    let way = apex - from;
    // Not `!(a > b)`: comparisons that NaN fails must refuse it.
    if !(way.y > 0.0 && gravity > 0.0) {
        return None;
    }
    let time = (2.0 * way.y / gravity).sqrt();
    let velocity = DVec3::new(way.x / time, gravity * time, way.z / time);
    velocity.is_finite().then_some(velocity)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_flight_is_level_exactly_at_the_apex() {
        let (from, apex, gravity) = (DVec3::new(1.0, 2.0, 3.0), DVec3::new(-5.0, 11.0, 4.5), 25.0);
        let v = launch_velocity(from, apex, gravity).unwrap();
        let time = v.y / gravity;
        let there = from + v * time - DVec3::Y * (gravity * time * time / 2.0);
        assert!((there - apex).length() < 1e-12, "{there:?}");
    }

    #[test]
    fn an_apex_that_is_not_above_has_no_velocity() {
        let up = DVec3::Y;
        for (from, apex, gravity) in [
            (up, up, 10.0),
            (up, DVec3::ZERO, 10.0),
            (DVec3::ZERO, up, 0.0),
            (DVec3::ZERO, up, f64::NAN),
            (DVec3::ZERO, up * f64::NAN, 10.0),
            (DVec3::ZERO, up, 1e-308),
        ] {
            assert_eq!(launch_velocity(from, apex, gravity), None, "{from:?} {apex:?} {gravity}");
        }
    }
}
