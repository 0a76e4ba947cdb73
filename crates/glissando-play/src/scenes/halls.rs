//! The test scenes: small worlds in which each thing stands alone.

use super::{Entry, Group};
use glissando::Soup;
use glissando_scenes as scenes;
use std::borrow::Cow;
use std::fmt::Write;

/// A test scene.
struct Hall {
    name: &'static str,
    title: &'static str,
    about: &'static str,
    /// Where the walker starts: the centre of its ellipsoid, metres.
    spawn: [f64; 3],
    soup: fn() -> Soup,
}

/// A step or two before what begins at x = 0.
const BEFORE: [f64; 3] = [-4.0, 0.92, 0.0];

/// In the middle.
const MIDDLE: [f64; 3] = [0.0, 0.92, 0.0];

const HALLS: &[Hall] = &[
    Hall {
        name: "course",
        title: "Course",
        about: "Stairs up, a ramp down, a drop, a trench to jump, stairs down, a ramp up, a wall.",
        spawn: BEFORE,
        soup: scenes::course,
    },
    Hall {
        name: "stairs",
        title: "Stairs",
        about: "Ten steps of 30 cm.",
        spawn: BEFORE,
        soup: || scenes::stairs(0.3, 10, 0.5),
    },
    Hall {
        name: "high-steps",
        title: "Steps that are too high",
        about: "Steps of 45 cm, 5 cm more than the feet reach: jump, or raise the step height.",
        spawn: BEFORE,
        soup: || scenes::stairs(0.45, 6, 1.2),
    },
    Hall {
        name: "ramp",
        title: "Ramp of 40°",
        about: "Walked up, and down again without a hop.",
        spawn: BEFORE,
        soup: || scenes::ramp(40.0, 8.0),
    },
    Hall {
        name: "steep-ramp",
        title: "Ramp of 55°",
        about: "Too steep to walk or jump up.",
        spawn: BEFORE,
        soup: || scenes::ramp(55.0, 6.0),
    },
    Hall {
        name: "ledge",
        title: "Ledge",
        about: "A drop of 3 m. Coyote time helps a late jump.",
        spawn: BEFORE,
        soup: || scenes::ledge(3.0),
    },
    Hall {
        name: "gap",
        title: "Gap",
        about: "A trench 2 m wide.",
        spawn: BEFORE,
        soup: || scenes::gap(2.0, 3.0),
    },
    Hall {
        name: "low-ceiling",
        title: "Low ceiling",
        about: "1.3 m high: crouch; there is no standing up below it.",
        spawn: BEFORE,
        soup: || scenes::low_ceiling(1.3),
    },
    Hall {
        name: "fence",
        title: "Fence",
        about: "A sheet 1 m high without any thickness. No speed leads through it.",
        spawn: BEFORE,
        soup: || scenes::fence(1.0, 0.0),
    },
    Hall {
        name: "floor",
        title: "Floor of many triangles",
        about: "Flat, 80 x 80 squares. No seam is felt.",
        spawn: MIDDLE,
        soup: || scenes::floor(20.0, 80),
    },
    Hall {
        name: "slivers",
        title: "Floor of slivers",
        about: "Triangles as thin as needles. No seam is felt.",
        spawn: [5.0, 0.92, 0.0],
        soup: || scenes::sliver_floor(20.0, 400),
    },
    Hall {
        name: "fans",
        title: "Floor of fans",
        about: "Flat, cut about random points.",
        spawn: MIDDLE,
        soup: || scenes::fan_floor(16.0, 24, 7),
    },
    Hall {
        name: "slope",
        title: "Slope of 30°",
        about: "Standing still stays still.",
        spawn: [0.0, 1.1, 0.0],
        soup: || scenes::slope(30.0, 12.0),
    },
    Hall {
        name: "groove",
        title: "Groove of 55°",
        about: "Two slopes that are too steep to stand on, and a bottom where one stands on both.",
        spawn: [0.0, 1.6, 0.0],
        soup: || scenes::groove(55.0),
    },
    Hall {
        name: "room",
        title: "Room",
        about: "A closed room. Whatever you do, you stay inside.",
        spawn: MIDDLE,
        soup: || scenes::room(6.0, 4.0),
    },
    Hall {
        name: "open-box",
        title: "Box without a lid",
        about: "Walls 1.2 m high.",
        spawn: MIDDLE,
        soup: || scenes::open_box(6.0, 1.2),
    },
    Hall {
        name: "corner",
        title: "Corner of 50°",
        about: "Walk in: it holds, and lets you go.",
        spawn: BEFORE,
        soup: || scenes::corner(50.0),
    },
    Hall {
        name: "edge",
        title: "Edge of a house",
        about: "Slide round it.",
        spawn: BEFORE,
        soup: || scenes::corner(270.0),
    },
    Hall {
        name: "corridor",
        title: "Corridor",
        about: "81 cm wide, one more than the walker.",
        spawn: [-12.0, 0.92, 0.0],
        soup: || scenes::corridor(0.81),
    },
    Hall {
        name: "tunnel",
        title: "Tunnel that narrows",
        about: "From 2 m to nothing: it holds, and lets you go.",
        spawn: BEFORE,
        soup: || scenes::tunnel(2.0, 0.02),
    },
    Hall {
        name: "wedge",
        title: "Ceiling that comes down",
        about: "It meets the floor. Crouch, run, jump: the body is never stuck.",
        spawn: BEFORE,
        soup: || scenes::wedge(4.0),
    },
];

/// Their entries.
pub(super) fn entries() -> impl Iterator<Item = Entry> {
    HALLS.iter().map(|hall| {
        let [x, y, z] = hall.spawn;
        let script = format!(r#"{{"world": [{{"level": "{}.obj"}}], "spawn": [{x}, {y}, {z}]}}"#, hall.name);
        let Hall { name, title, about, .. } = *hall;
        Entry { name, title, about, group: Group::Tests, script: Cow::Owned(script) }
    })
}

/// Their level files.
pub(super) fn files() -> impl Iterator<Item = (String, String)> {
    HALLS.iter().map(|hall| (format!("{}.obj", hall.name), obj(hall.name, &(hall.soup)())))
}

/// A soup as OBJ text. Numbers are written so that they read back bit for bit.
fn obj(name: &str, soup: &Soup) -> String {
    let mut text = format!("o {name}\nusemtl ground\n");
    for v in &soup.vertices {
        line(&mut text, format_args!("v {} {} {}", v.x, v.y, v.z));
    }
    for [a, b, c] in &soup.triangles {
        line(&mut text, format_args!("f {} {} {}", a + 1, b + 1, c + 1));
    }
    text
}

fn line(text: &mut String, line: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{line}");
}
