//! What colour everything has.

use crate::picture::Colour as Light;
use crate::picture::{hues, is_sky};
use glissando::DVec3;
use glissando::debug::{Colour, Draw};
use glissando_level::Level;
use glissando_play::session::Lines;
use glissando_window::{Air, Sketch};

/// The sky.
const SKY: Colour = Colour([0.62, 0.74, 0.86, 1.0]);

/// The player's character.
pub(super) const SELF: Colour = Colour([1.0, 0.55, 0.16, 1.0]);

/// What moves by itself.
pub(super) const MOVER: Colour = Colour([0.36, 0.70, 0.74, 1.0]);

/// What can be taken.
pub(super) const PICK_UP: Colour = Colour([1.0, 0.86, 0.25, 0.92]);

/// What is passed through.
pub(super) const PASSED: Colour = Colour([0.72, 0.42, 0.95, 0.28]);

/// The shadow below a character.
pub(super) const SHADOW: Colour = Colour([0.0, 0.0, 0.0, 0.42]);

/// How much of a material's own hue is seen.
const HUE: f32 = 0.5;

/// How opaque triangles are that say they are: through them one still sees how steep the ground is.
const OPACITY: f32 = 0.6;

/// What is around everything, where ground of this upward part of its normal can be walked on.
pub(super) const fn air(cos_ground: f64) -> Air {
    // A slope of the steepest angle to the last digit is ground too.
    Air { sky: SKY, cos_ground: cos_ground - 1e-5 }
}

/// The colours of a level's materials, which filter that of the ground; nothing for the sky.
pub(super) fn of_materials(level: &Level) -> Vec<Option<Colour>> {
    let filter = |hue: Option<Light>| match hue {
        // A hue is half as bright as white: what it takes away is given back.
        Some(hue) => Light::WHITE.mix(hue * 1.6, HUE),
        None => Light::WHITE,
    };
    let colour = |light: Light| {
        let [r, g, b] = light.to_display();
        Colour([r, g, b, 1.0])
    };
    let materials = level.materials.iter().zip(hues(level));
    materials.map(|(material, hue)| (!is_sky(&material.name)).then(|| colour(filter(hue)))).collect()
}

/// Another character or a ball: one of a few colours that are well apart.
pub(super) fn of_other(index: usize) -> Colour {
    const OTHERS: [[f32; 3]; 6] = [
        [0.30, 0.55, 0.95],
        [0.40, 0.78, 0.52],
        [0.93, 0.80, 0.36],
        [0.80, 0.44, 0.82],
        [0.92, 0.46, 0.44],
        [0.45, 0.80, 0.88],
    ];
    let [r, g, b] = OTHERS[index % OTHERS.len()];
    Colour([r, g, b, 1.0])
}

/// A ball.
pub(super) fn of_ball(index: usize) -> Colour {
    // The first of a game of pool is the white one.
    index.checked_sub(1).map_or(Colour([0.97, 0.97, 0.94, 1.0]), of_other)
}

/// Adds lines and triangles of a session.
pub(super) fn onto(sketch: &mut Sketch, lines: &Lines) {
    let origin = DVec3::from(lines.origin);
    let point = |&[x, y, z]: &[f32; 3]| origin + DVec3::new(x.into(), y.into(), z.into());
    for (ends, colour) in lines.lines.as_chunks::<2>().0.iter().zip(&lines.line_colours) {
        let [a, b] = ends;
        sketch.line(point(a), point(b), Colour(*colour));
    }
    for (corners, colour) in lines.triangles.as_chunks::<3>().0.iter().zip(&lines.triangle_colours) {
        let [a, b, c] = corners;
        let [red, green, blue, opacity] = *colour;
        sketch.triangle([point(a), point(b), point(c)], Colour([red, green, blue, opacity * OPACITY]));
    }
}
