//! What moves in the tour, where it rests, and what is passed through.
//!
//! Lengths in metres. Each thing is a part of its own, which the script takes by its name and sets going.

use crate::scenes::obj::{Obj, Point};

/// The points of a circle of radius 1 at steps of a sixteenth, in the first quarter; written down, so that they
/// are the same on every machine.
const QUARTER: [Point; 4] = [(1.0, 0.0), (0.924, 0.383), (0.707, 0.707), (0.383, 0.924)];

/// The parts as OBJ text.
pub(super) fn text() -> String {
    let mut obj = Obj::default();
    obj.object("lift", "lift");
    obj.block([20.52, -0.3, 13.6], [22.9, 0.1, 16.4]);
    obj.object("table", "table");
    obj.wall(&disc((14.9, 15.0), 2.0), 1.7, 2.0);
    obj.object("train", "train");
    obj.block([8.4, 1.7, 13.9], [10.5, 2.0, 16.1]);
    obj.object("door", "door");
    obj.block([0.05, 2.02, 14.22], [0.15, 4.2, 15.78]);
    obj.object("press", "press");
    obj.block([-3.35, 4.8, 14.0], [-1.55, 5.2, 16.0]);
    obj.object("stamp", "press");
    obj.block([22.0, 3.0, 17.2], [23.6, 3.4, 18.8]);
    obj.object("gate", "door");
    obj.block([11.0, 0.02, 17.62], [11.2, 2.6, 19.78]);
    obj.object("jump-pad", "pad");
    obj.block([-0.6, -0.1, 18.1], [0.6, 0.05, 19.3]);
    obj.object("gem", "pad");
    obj.block([1.6, 3.8, 18.4], [2.4, 4.4, 19.0]);
    obj.object("light-barrier", "pad");
    obj.pane(8.0, (17.4, 20.0), 3.0);
    obj.finish()
}

/// The outline of a disc on the map, counter-clockwise seen from above.
fn disc(middle: Point, radius: f32) -> Vec<Point> {
    // A quarter turn takes (x, z) to (z, -x).
    let turned = |(x, z): Point, quarters: usize| match quarters {
        0 => (x, -z),
        1 => (-z, -x),
        2 => (-x, z),
        _ => (z, x),
    };
    let unit = (0..4).flat_map(|quarters| QUARTER.map(|point| turned(point, quarters)));
    unit.map(|(x, z)| (middle.0 + radius * x, middle.1 + radius * z)).collect()
}
