//! The error of invalid input: one type for every number that a caller passes, and its words.

use crate::handle::{BodyId, ConfigId, MoverId, TriggerId};
use crate::tolerance;
use alloc::string::{String, ToString};
use core::fmt;

/// An invalid number, with its name, its value and the accepted range.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum InputError {
    /// NaN or infinite.
    NotFinite {
        /// Name of the input.
        what: &'static str,
        /// Its components; a scalar fills the first.
        value: [f64; 3],
    },
    /// A single number that is NaN or infinite.
    NotANumber {
        /// Name of the input.
        what: &'static str,
        /// The value.
        value: f64,
    },
    /// Finite, but out of the accepted range.
    OutOfRange {
        /// Name of the input.
        what: &'static str,
        /// The value.
        value: f64,
        /// Smallest accepted value.
        least: f64,
        /// Largest accepted value.
        most: f64,
    },
    /// A pose that flattens space, or is so skewed that its inverse would lose the geometry.
    Singular {
        /// Name of the input.
        what: &'static str,
        /// Upper bound of the ratio of the longest to the shortest image of a unit vector.
        condition: f64,
    },
    /// The handle of a body that was removed, or of another world.
    DeadBody {
        /// The handle.
        body: BodyId,
    },
    /// A body that a mover of the stage moves; accepted is only one at rest or with no other mover.
    MovedBody {
        /// The handle.
        body: BodyId,
        /// The mover that moves it.
        mover: MoverId,
    },
    /// A body with a motion ahead of it, where every body must rest: a character's own tick.
    PendingMotion {
        /// The handle.
        body: BodyId,
    },
    /// The handle of a mover that was removed, or of another stage.
    DeadMover {
        /// The handle.
        mover: MoverId,
    },
    /// The handle of a character's settings that were removed, or of another stage.
    DeadConfig {
        /// The handle.
        config: ConfigId,
    },
    /// The handle of a trigger that was removed, or of another set.
    DeadTrigger {
        /// The handle.
        trigger: TriggerId,
    },
    /// A capsule without a height.
    NoHeight,
    /// Radii of a character that no capsule has.
    NotACapsule {
        /// Name of the input.
        what: &'static str,
        /// The radii, metres.
        radii: [f64; 3],
    },
    /// Radii of a character that no cylinder has.
    NotACylinder {
        /// Name of the input.
        what: &'static str,
        /// The radii, metres.
        radii: [f64; 3],
    },
    /// A mesh that must have an inside, but is not closed.
    Open {
        /// Name of the input.
        what: &'static str,
        /// One end of an edge that is open or twisted; mesh space.
        from: [f64; 3],
        /// The other end.
        to: [f64; 3],
    },
}

impl InputError {
    /// The functions of the library that the texts of errors name; [`InputError::renamed`] puts others in their place.
    pub const FUNCTIONS: [&'static str; 4] =
        ["Stage::remove_mover", "Stage::add_new_movers_to", "World::finish_motions", "Shape::sphere"];

    /// The text of an error with the names that [`InputError::FUNCTIONS`] have in another language.
    ///
    /// ```
    /// # use glissando::{DQuat, InputError, Shape};
    /// let error = Shape::capsule(0.4, 0.0, DQuat::IDENTITY).unwrap_err();
    /// let names = ["removeMover", "addMover", "tick", "Shape.sphere"];
    /// assert!(InputError::renamed(&error, names).ends_with("use a sphere (Shape.sphere) instead"));
    /// ```
    pub fn renamed(error: &impl fmt::Display, names: [&str; Self::FUNCTIONS.len()]) -> String {
        let named = Self::FUNCTIONS.iter().zip(names);
        named.fold(error.to_string(), |text, (theirs, ours)| text.replace(theirs, ours))
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFinite { what, value } => {
                let [x, y, z] = value.map(Number);
                write!(f, "{what} is ({x}, {y}, {z}): every component must be a finite number")
            }
            Self::NotANumber { what, value } => write!(f, "{what} is {value}: it must be a finite number"),
            Self::OutOfRange { what, value, least, most } if least == most => {
                write!(f, "{what} is {}: it must be {}", Number(*value), Number(*most))
            }
            // The least number that is not 0 stands for all above 0, the greatest for no limit.
            Self::OutOfRange { what, value, least, most } if *least == f64::MIN_POSITIVE => {
                write!(f, "{what} is {}: it must be greater than 0", Number(*value))?;
                if *most == f64::MAX { Ok(()) } else { write!(f, ", and at most {}", Number(*most)) }
            }
            Self::OutOfRange { what, value, least, most } => {
                let [value, least, most] = [*value, *least, *most].map(Number);
                write!(f, "{what} is {value}: it must lie between {least} and {most}")
            }
            Self::Singular { what, condition } => write!(
                f,
                "{what} flattens or skews space (condition number {condition:e}, accepted below {:e}): \
                 use a scale without zeros, or bake the transform into the mesh",
                tolerance::MAX_CONDITION
            ),
            Self::DeadBody { body } => {
                write!(
                    f,
                    "{body} is not in this world: it was removed, or belongs to another one; give the id that its \
                     insertion here returned"
                )
            }
            Self::MovedBody { body, mover } => {
                write!(f, "{body} is moved by {mover}: remove that mover first (Stage::remove_mover)")
            }
            Self::PendingMotion { body } => write!(
                f,
                "{body} has a motion that is not finished: call World::finish_motions before a character's tick, or \
                 move both on a Stage"
            ),
            Self::DeadMover { mover } => {
                write!(
                    f,
                    "{mover} is not on this stage: it was removed, or belongs to another one; give the id that \
                     adding it here returned"
                )
            }
            Self::DeadConfig { config } => {
                write!(
                    f,
                    "{config} are not on this stage: they were removed, or belong to another one; give the id that \
                     adding them here returned"
                )
            }
            Self::DeadTrigger { trigger } => {
                write!(
                    f,
                    "{trigger} is not in this set: it was removed, or belongs to another one; give the id that \
                     adding it here returned"
                )
            }
            Self::NoHeight => {
                write!(f, "half height of the capsule is 0: use a sphere (Shape::sphere) instead")
            }
            Self::NotACapsule { what, radii } => {
                let [x, y, z] = radii.map(Number);
                write!(
                    f,
                    "{what} of the capsule are ({x}, {y}, {z}): x and z, its radius, must be equal, and y, half its \
                     height, at least as large"
                )
            }
            Self::NotACylinder { what, radii } => {
                let [x, y, z] = radii.map(Number);
                write!(f, "{what} of the cylinder are ({x}, {y}, {z}): x and z, its radius, must be equal")
            }
            Self::Open { what, from, to } => write!(
                f,
                "{what} is open, or wound against itself, along the edge from {from:?} to {to:?}: close it (weld \
                 its vertices, turn its triangles outward), or make it a surface"
            ),
        }
    }
}

impl core::error::Error for InputError {}

/// A number formatted for people: with an exponent if it would have many digits without.
struct Number(f64);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.0.abs();
        let is_plain = size == 0.0 || !size.is_finite() || (1e-6..1e7).contains(&size);
        if is_plain { write!(f, "{}", self.0) } else { write!(f, "{:e}", self.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{position, scalar};
    use super::*;
    use crate::math::DVec3;

    /// The paths in the strings of a source: `Type::function`.
    fn named(source: &str) -> impl Iterator<Item = String> {
        // Every second part of a line of code is within quotes; texts have no quotes of their own.
        let code = source.lines().map(str::trim_start).filter(|line| !line.starts_with("//"));
        let strings = code.flat_map(|line| line.split('"').skip(1).step_by(2));
        let words = strings.flat_map(|text| text.split(|c: char| !(c.is_alphanumeric() || "_:".contains(c))));
        words
            .map(|word| word.trim_end_matches(':'))
            .filter(|word| word.contains("::"))
            .map(ToString::to_string)
    }

    #[test]
    fn every_function_that_an_error_names_is_in_the_list_for_other_languages() {
        let texts = concat!(
            include_str!("error.rs"),
            include_str!("../stage/tick.rs"),
            include_str!("../stage/changes.rs")
        );
        let texts = texts.split("#[cfg(test)]").next().unwrap();
        let names: Vec<_> = named(texts).collect();
        for name in InputError::FUNCTIONS {
            assert!(names.iter().any(|found| found == name), "no error names {name}");
        }
        let unknown: Vec<_> =
            names.iter().filter(|name| !InputError::FUNCTIONS.contains(&&name[..])).collect();
        assert!(unknown.is_empty(), "{unknown:?} are in no list");
    }

    #[test]
    fn numbers_with_many_digits_are_formatted_with_an_exponent() {
        let told = |value: f64| Number(value).to_string();
        let plain = [0.0, -0.5, 1e6, 123.25, f64::INFINITY].map(told);
        assert_eq!(plain, ["0", "-0.5", "1000000", "123.25", "inf"]);
        assert_eq!([1e300, -1e9, 1e-9].map(told), ["1e300", "-1e9", "1e-9"]);
        let error = position("from", DVec3::X * 1e300).unwrap_err();
        assert_eq!(error.to_string(), "from is 1e300: it must lie between -1e9 and 1e9");
        let positive = |most| scalar("dt", 0.0, f64::MIN_POSITIVE, most).unwrap_err().to_string();
        assert_eq!(positive(10.0), "dt is 0: it must be greater than 0, and at most 10");
        assert_eq!(positive(f64::MAX), "dt is 0: it must be greater than 0");
    }
}
