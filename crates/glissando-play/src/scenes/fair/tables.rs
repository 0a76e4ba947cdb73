//! What turns: tables, a barrel, a beam that sweeps, a wheel.

use super::Booth;
use crate::scenes::obj::{Obj, Point};

pub(super) const BOOTH: Booth = Booth {
    name: "tables",
    title: "Turning tables",
    about: "A slow table and a fast one, a barrel to walk on, a beam that sweeps over the floor, and a wheel with \
            platforms: you turn along, and leave with the speed of what you stood on.",
    script: include_str!("tables.json"),
    ground,
    movers: Some(movers),
};

/// The points of a circle of radius 1 at steps of a sixteenth, in the first quarter.
const QUARTER: [Point; 4] = [(1.0, 0.0), (0.924, 0.383), (0.707, 0.707), (0.383, 0.924)];

fn ground() -> String {
    let mut obj = Obj::default();
    obj.object("ground", "ground");
    obj.block([-18.0, -0.4, -10.0], [18.0, 0.0, 10.0]);
    obj.object("dock", "ledge");
    obj.block([10.0, 0.0, 5.0], [12.0, 1.2, 9.0]);
    obj.finish()
}

fn movers() -> String {
    let mut obj = Obj::default();
    obj.object("slow", "table");
    obj.wall(&circle((-10.0, -4.0), 3.5), 0.0, 0.25);
    obj.object("fast", "table");
    obj.wall(&circle((-2.0, -5.0), 2.0), 0.0, 0.25);
    obj.object("barrel", "train");
    let upright: Vec<Point> = circle((6.0, 0.6), 1.0).into_iter().rev().collect();
    obj.profile(&upright, -8.0, -3.0);
    obj.object("beam", "press");
    obj.block([-7.5, 0.45, 4.85], [-0.5, 0.75, 5.15]);
    obj.object("wheel", "lift");
    for (x, y) in [(2.6, 0.0), (-2.6, 0.0), (0.0, 2.6), (0.0, -2.6)] {
        obj.block([7.0 + x - 0.9, 3.0 + y - 0.1, 6.0], [7.0 + x + 0.9, 3.0 + y + 0.1, 8.0]);
    }
    obj.finish()
}

/// The outline of a disc on the map, counter-clockwise seen from above.
fn circle(middle: Point, radius: f32) -> Vec<Point> {
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
