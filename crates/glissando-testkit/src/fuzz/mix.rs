//! Random values of which a share is hostile.

use super::kind::Case;
use crate::random::Random;
use glissando::character::BodyShape;
use glissando::{BodyId, DMat3, DQuat, DVec3, Filter, Settings, tolerance};
use std::ops::{Deref, DerefMut};

/// Numbers that break things: zeros, extremes, the limits of what is accepted, and their neighbours.
const HOSTILE: [f64; 36] = [
    0.0,
    -0.0,
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::MAX,
    f64::MIN,
    f64::MIN_POSITIVE,
    f64::EPSILON,
    5e-324,
    -5e-324,
    1e-310,
    1e-300,
    1e-30,
    -1e-30,
    1e-12,
    -1e-9,
    1e-7,
    1e-4,
    0.999e-4,
    -1e-4,
    0.5,
    1.0,
    -1.0,
    2.0,
    1e3,
    1e6,
    -1e6,
    1e9,
    -1e9,
    1.000_000_1e9,
    1e12,
    1e15,
    1e30,
    -1e30,
    1e154,
];

/// The stream of forms, chosen such that no saved case of `hostile/fuzz.rs` has capsules.
const FORMS: u64 = 150;

/// The stream of boxes and cylinders, chosen such that no saved case has any.
const SOLIDS: u64 = 182;

/// Sizes of scenes in metres: most of them those of games, the others down to a millimetre and up to the limit.
const SIZES: [f64; 13] = [1e-3, 0.01, 0.1, 1.0, 1.0, 1.0, 10.0, 10.0, 10.0, 100.0, 1e4, 1e6, 1e9];

/// Random numbers, some of them hostile. Everything that [`Random`] can is here too, and never hostile.
#[derive(Clone, Debug)]
pub(super) struct Mix {
    random: Random,
    /// Decides which bodies are capsules, in half of all cases: a stream of its own, so the other half is the same as
    /// without them.
    forms: Option<Random>,
    /// Decides which of the others are boxes and cylinders, likewise.
    solids: Option<Random>,
    /// The share of hostile numbers.
    hostility: f64,
    /// Whether meshes have materials that let through what comes from behind.
    has_one_sided: bool,
}

impl Deref for Mix {
    type Target = Random;

    fn deref(&self) -> &Random {
        &self.random
    }
}

impl DerefMut for Mix {
    fn deref_mut(&mut self) -> &mut Random {
        &mut self.random
    }
}

impl Mix {
    /// The stream of a case. Half of all cases have no hostile number at all, since one spoils a whole world.
    pub(super) fn of(case: Case) -> Self {
        let mut random = Random::nth(case.seed, case.kind as u64, 0);
        let (mut hostility, mut has_one_sided) = (random.pick(&[0.0, 0.0, 0.01, 0.15]), random.chance(0.15));
        if case.kind.is_ordinary() {
            (hostility, has_one_sided) = (0.0, false);
        }
        let mut forms = Random::nth(case.seed, case.kind as u64, FORMS);
        let forms = forms.chance(0.5).then_some(forms);
        let mut solids = Random::nth(case.seed, case.kind as u64, SOLIDS);
        let solids = solids.chance(0.5).then_some(solids);
        Self { random, forms, solids, hostility, has_one_sided }
    }

    /// What the next body is.
    pub(super) fn form(&mut self) -> BodyShape {
        if self.forms.as_mut().is_some_and(|forms| forms.chance(0.5)) {
            return BodyShape::Capsule;
        }
        let solid =
            |solids: &mut Random| solids.pick(&[None, None, Some(BodyShape::Box), Some(BodyShape::Cylinder)]);
        self.solids.as_mut().and_then(solid).unwrap_or(BodyShape::Ellipsoid)
    }

    /// The rounding of a box or a cylinder whose smallest half extent is this: as large, or down to a hundredth.
    pub(super) fn rounding(&mut self, smallest: f64) -> f64 {
        let share = self.solids.as_mut().map_or(1.0, |solids| solids.pick(&[0.01, 0.05, 0.3, 1.0]));
        if smallest * share < tolerance::LEAST_ROUNDING { smallest } else { smallest * share }
    }

    /// The settings with the form of the next body: sound radii then make a sound body.
    pub(super) fn with_form(&mut self, settings: Settings) -> Settings {
        let body = self.form();
        let radii = |radii: DVec3| match body {
            BodyShape::Capsule => {
                let y = if radii.y < radii.x { radii.x + radii.y } else { radii.y };
                DVec3 { y, z: radii.x, ..radii }
            }
            BodyShape::Cylinder => DVec3 { z: radii.x, ..radii },
            _ => radii,
        };
        let (radii, crouch_radii) = (radii(settings.radii), radii(settings.crouch_radii));
        let rounding = match body {
            BodyShape::Box | BodyShape::Cylinder => self.rounding(radii.min(crouch_radii).min_element()),
            _ => settings.rounding,
        };
        Settings { body, radii, crouch_radii, rounding, ..settings }
    }

    /// Whether meshes of this case have one-sided triangles. What comes through one from behind ends in it, and
    /// that is right: in such a case no depth is judged.
    pub(super) fn has_one_sided(&self) -> bool {
        self.has_one_sided
    }

    /// Whether numbers of this case may be hostile.
    pub(super) fn is_hostile(&self) -> bool {
        self.hostility > 0.0
    }

    /// True in the share of all cases that is hostile: for what is broken otherwise than by a number.
    pub(super) fn spoils(&mut self) -> bool {
        let share = self.hostility;
        share > 0.0 && self.chance(share)
    }

    /// A whole number below `count`.
    pub(super) fn below(&mut self, count: usize) -> usize {
        self.integer(0, count as i64 - 1) as usize
    }

    /// A hostile number: a famous one, or any bits.
    pub(super) fn hostile(&mut self) -> f64 {
        if self.chance(0.15) { f64::from_bits(self.bits()) } else { self.pick(&HOSTILE) }
    }

    /// `good`, or a hostile number.
    pub(super) fn or_hostile(&mut self, good: f64) -> f64 {
        if self.spoils() { self.hostile() } else { good }
    }

    /// A number in `-size..size`, or a hostile one.
    pub(super) fn number(&mut self, size: f64) -> f64 {
        let good = self.between(-size, size);
        self.or_hostile(good)
    }

    /// A number in `0..most`, or a hostile one.
    pub(super) fn length(&mut self, most: f64) -> f64 {
        let good = self.between(0.0, most);
        self.or_hostile(good)
    }

    /// A vector with components in `-size..size`, or hostile ones.
    pub(super) fn point(&mut self, size: f64) -> DVec3 {
        DVec3::new(self.number(size), self.number(size), self.number(size))
    }

    /// Three numbers in `0..most`, or hostile ones.
    pub(super) fn lengths(&mut self, most: f64) -> DVec3 {
        DVec3::new(self.length(most), self.length(most), self.length(most))
    }

    /// Three corners, sometimes equal or in a row.
    pub(super) fn corners(&mut self, size: f64) -> [DVec3; 3] {
        let [a, b, c] = [(); 3].map(|()| self.point(size));
        match self.integer(0, 7) {
            0 => [a; 3],
            1 => [a, b, a],
            2 => [a, b, a + (b - a) * 0.5],
            _ => [a, b, c],
        }
    }

    /// A quaternion: none, a rotation, or four numbers.
    pub(super) fn quaternion(&mut self) -> DQuat {
        match self.integer(0, 3) {
            0 => DQuat::IDENTITY,
            1 if self.is_hostile() => {
                DQuat::from_xyzw(self.number(1.0), self.number(1.0), self.number(1.0), self.number(1.0))
            }
            _ => self.rotation(),
        }
    }

    /// The matrix of three columns without order.
    pub(super) fn matrix(&mut self, size: f64) -> DMat3 {
        DMat3::from_cols(self.point(size), self.point(size), self.point(size))
    }

    /// The size of a scene, metres.
    pub(super) fn size(&mut self) -> f64 {
        self.pick(&SIZES)
    }

    /// Bodies that answer: mostly all.
    pub(super) fn filter(&mut self) -> Filter {
        if self.chance(0.7) { Filter::ALL } else { Filter { mask: self.pick(&[0, 1, 2, 3, 6, 1 << 31]) } }
    }

    /// A handle: one of those given, or one of no body.
    pub(super) fn handle(&mut self, known: &[BodyId]) -> BodyId {
        if known.is_empty() || self.chance(0.1) {
            let index = self.pick(&[0_u64, 1, 2, 7, 0xffff_ffff, 1 << 31]);
            BodyId::from_bits(self.pick(&[0, 1, 0xffff_ffff, 0xffff_fffe]) << 32 | index)
        } else {
            self.pick(known)
        }
    }
}

/// Whether a vector is one that the library answers for: finite, and within the limit of the world.
pub(super) fn is_tame(v: DVec3) -> bool {
    v.is_finite() && v.abs().max_element() <= 1e9
}
