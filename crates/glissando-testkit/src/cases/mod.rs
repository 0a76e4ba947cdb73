//! Families of sweeps of a sphere against one triangle, named after what makes them hard.
//!
//! A case is a pure function of (family, style, seed, index), so any failure can be replayed alone.
//! `Grid` cases are exact: what is said to touch touches to the last bit.

mod corners;
mod families;
mod judge;
mod place;
mod touch;

use crate::oracle;
use crate::random::{Random, Style};
use glissando::DVec3;
pub use judge::Judgement;

/// What makes a sweep hard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// Nothing in particular.
    Random,
    /// In the plane of the triangle or parallel to it, often exactly one radius above.
    CoplanarSlide,
    /// Along an edge, often exactly one radius beside it.
    ParallelToEdge,
    /// The centre's line meets a corner.
    AtVertex,
    /// The centre's line meets an edge.
    AtEdge,
    /// The centre's line meets the inside.
    AtFace,
    /// The start touches and does not overlap; moves away, along, or in.
    Touching,
    /// The start overlaps, the move leads deeper.
    OverlapApproaching,
    /// The start overlaps, the move leads out.
    OverlapLeaving,
    /// Passes at one radius, give or take a thousandth to a million-millionth.
    Grazing,
    /// A triangle up to ten million times as long as wide.
    Sliver,
    /// A triangle whose corners lie on one line.
    Line,
    /// A triangle whose corners are one point.
    Point,
    /// A triangle of a thousandth of a radius and less.
    Tiny,
    /// A triangle of a hundred to ten thousand radii.
    Huge,
    /// A start up to a million radii away.
    FarStart,
    /// Everything up to a million radii from the origin.
    FarFromOrigin,
    /// No move, or one too small to matter.
    Still,
}

impl Family {
    /// All of them.
    pub const ALL: [Self; 18] = [
        Self::Random,
        Self::CoplanarSlide,
        Self::ParallelToEdge,
        Self::AtVertex,
        Self::AtEdge,
        Self::AtFace,
        Self::Touching,
        Self::OverlapApproaching,
        Self::OverlapLeaving,
        Self::Grazing,
        Self::Sliver,
        Self::Line,
        Self::Point,
        Self::Tiny,
        Self::Huge,
        Self::FarStart,
        Self::FarFromOrigin,
        Self::Still,
    ];
}

/// A sweep of a sphere of radius `rho`, its centre from `from` to `from + translation`, against a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Case {
    /// What makes it hard.
    pub family: Family,
    /// How its numbers look.
    pub style: Style,
    /// Start of the centre.
    pub from: DVec3,
    /// The whole move.
    pub translation: DVec3,
    /// The triangle.
    pub corners: [DVec3; 3],
    /// The radius: mostly 1; in `Grid` also 3, 5, 7 and products of two of them, so that touches in skew
    /// directions are exact; in `Chaos` also 1 and a skin.
    pub rho: f64,
}

impl Case {
    /// Case `index` of a family.
    pub fn new(family: Family, style: Style, seed: u64, index: u64) -> Self {
        let group = (family as u64) << 1 | u64::from(style == Style::Grid);
        let mut random = Random::nth(seed, group, index);
        families::case(&mut random, family, style)
    }

    /// The same case for a sphere of radius 1. Rounds, unless the radius is a power of two.
    #[must_use]
    pub fn to_unit(self) -> Self {
        Self {
            from: self.from / self.rho,
            translation: self.translation / self.rho,
            corners: self.corners.map(|c| c / self.rho),
            rho: 1.0,
            ..self
        }
    }

    /// The same case with corners as a mesh stores them. Rounds in `Chaos` and far from the origin.
    #[must_use]
    pub fn with_f32_corners(self) -> Self {
        Self { corners: self.corners.map(|c| c.as_vec3().as_dvec3()), ..self }
    }

    /// The height of the triangle in units in the last place of its largest coordinate as an `f32`.
    ///
    /// The library gives the low ones no face (`tolerance::SLIVER_ULPS`), so there it may differ from the oracle.
    pub fn height_in_f32_ulps(&self) -> f64 {
        let largest = self.corners.iter().fold(0.0, |most: f64, c| most.max(c.abs().max_element()));
        let power_of_two = f64::from_bits(largest.to_bits() & f64::INFINITY.to_bits());
        oracle::height(self.corners) / (power_of_two * f64::from(f32::EPSILON))
    }
}

/// `count` cases of every family in every style, family by family.
pub fn all(seed: u64, count: u64) -> impl Iterator<Item = Case> {
    Family::ALL
        .into_iter()
        .flat_map(|family| [Style::Chaos, Style::Grid].map(|style| (family, style)))
        .flat_map(move |(family, style)| (0..count).map(move |index| Case::new(family, style, seed, index)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::{Rule, Verdict};

    /// How many of 1000 cases of the family must hit, and how many must miss.
    fn hits_and_misses(family: Family, style: Style) -> (usize, usize) {
        let cases = (0..1000).map(|index| Case::new(family, style, 1, index));
        let verdicts: Vec<Verdict> = cases.map(|c| c.answer().verdict(c.rho, Rule::default())).collect();
        let count = |wanted: Verdict| verdicts.iter().filter(|&&v| v == wanted).count();
        (count(Verdict::Hit), count(Verdict::Miss))
    }

    #[test]
    fn every_family_both_hits_and_misses_where_it_can() {
        for family in Family::ALL {
            for style in [Style::Chaos, Style::Grid] {
                let (hits, misses) = hits_and_misses(family, style);
                println!("{family:?} {style:?}: {hits} of 1000 hit, {misses} miss");
                let least = match family {
                    Family::OverlapApproaching => (900, 0),
                    Family::OverlapLeaving => (0, 900),
                    // What goes no deeper than a graze is no hit, even in overlap.
                    Family::Still => (0, 900),
                    _ => (100, 50),
                };
                assert!(hits >= least.0 && misses >= least.1, "{family:?} {style:?}: {hits}, {misses}");
            }
        }
    }

    #[test]
    fn all_numbers_are_finite_and_in_the_promised_range() {
        for case in all(2, 500) {
            let points = [case.from, case.translation, case.corners[0], case.corners[1], case.corners[2]];
            assert!(points.iter().all(|p| p.is_finite() && p.abs().max_element() < 1e9), "{case:?}");
            assert!((0.5..=50.0).contains(&case.rho), "{case:?}");
        }
    }

    #[test]
    fn heights_are_counted_in_the_units_of_the_largest_coordinate() {
        let low = |x: f64, height: f64| Case {
            corners: [DVec3::new(x, 0.0, 0.0), DVec3::new(-x, 0.0, 0.0), DVec3::new(0.0, height, 0.0)],
            ..Case::new(Family::Random, Style::Grid, 1, 1)
        };
        assert_eq!(low(1.5, 2.0_f64.powi(-23)).height_in_f32_ulps(), 1.0);
        assert_eq!(low(1024.0, 1.0).height_in_f32_ulps(), 8192.0);
        assert_eq!(low(1.5, 0.0).height_in_f32_ulps(), 0.0);
    }

    #[test]
    fn a_case_does_not_depend_on_the_cases_before_it() {
        let listed: Vec<Case> = all(3, 4).collect();
        assert_eq!(listed.len(), 18 * 2 * 4);
        assert_eq!(listed[4 + 2], Case::new(Family::Random, Style::Grid, 3, 2));
    }
}
