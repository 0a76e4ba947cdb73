//! The tour's level: five lanes, there and back and there again, with an obstacle every few steps.
//!
//! ```text
//!          x -7        0         8        16       24
//!   z 0      | seams over four meshes | walls | V  |     ──▶
//!   z 6      | deck, ramp 35° | gap | ledge | stairs     ◀──
//!   z 9.5    | drop | crouch | beam | 55° | roof | steps ──▶
//!   z 15     | press | door | train | table | lift       ◀──
//!   z 18.7   | jump pad | gem | light barrier | gate    ──▶
//! ```
//! Lengths in metres. Each thing is a body of its own, so every seam is one between bodies too.

use crate::scenes::obj::Obj;

/// How far the ground reaches down.
const GROUND: f32 = -0.4;

/// The level as OBJ text.
pub(super) fn text() -> String {
    let mut obj = Obj::default();
    ground(&mut obj);
    seams(&mut obj);
    corners(&mut obj);
    stairs(&mut obj);
    heights(&mut obj);
    low_passages(&mut obj);
    slopes(&mut obj);
    docks(&mut obj);
    obj.finish()
}

/// Ground around the field of seams.
fn ground(obj: &mut Obj) {
    obj.object("ground-west", "ground");
    obj.block([-8.0, GROUND, -3.0], [-2.0, 0.0, 2.0]);
    obj.object("ground-east", "ground");
    obj.block([8.0, GROUND, -3.0], [26.0, 0.0, 2.0]);
    obj.object("ground-north", "ground");
    obj.block([-2.0, GROUND, -3.0], [8.0, 0.0, -2.0]);
    obj.object("ground-south", "ground");
    obj.block([-8.0, GROUND, 2.0], [26.0, 0.0, 12.5]);
}

/// One flat floor of four meshes: tiles, slivers, T-junctions, and two floors in one place.
fn seams(obj: &mut Obj) {
    obj.object("seams-tiles", "seams");
    obj.tiles((-2.0, -2.0), (1.0, 2.0), (6, 8));
    obj.object("seams-slivers", "slivers");
    obj.fan((1.0, -2.0), (3.0, 0.0), 40);
    obj.fan((1.0, 0.0), (3.0, 2.0), 200);
    obj.object("seams-junctions", "seams");
    obj.tiles((3.0, -2.0), (5.0, 2.0), (3, 13));
    obj.tiles((5.0, -2.0), (8.0, 2.0), (7, 5));
    obj.object("seams-doubled", "slivers");
    obj.tiles((4.5, -1.0), (7.5, 1.0), (11, 3));
}

/// A wall along which one slides, an obtuse corner, and an acute one that holds.
fn corners(obj: &mut Obj) {
    obj.object("wall-30-degrees", "wall");
    obj.wall(&[(9.5, -1.2), (13.0, 0.82), (13.2, 0.5), (9.7, -1.52)], 0.0, 1.6);
    obj.object("wall-60-degrees", "wall");
    obj.wall(&[(13.0, 0.82), (14.0, 2.55), (14.3, 2.4), (13.2, 0.5)], 0.0, 1.6);
    obj.object("acute-north", "wall");
    obj.wall(&[(18.0, 2.2), (20.0, 3.0), (20.5, 3.0), (18.0, 1.9)], 0.0, 1.6);
    obj.object("acute-south", "wall");
    obj.wall(&[(18.0, 3.8), (18.0, 4.1), (20.5, 3.0), (20.0, 3.0)], 0.0, 1.6);
}

/// Steps of 5, 10, 20, 30 and 40 cm, and a ledge of 45 cm that must be jumped.
fn stairs(obj: &mut Obj) {
    let tops =
        [(15.0, 14.0, 0.05), (14.0, 13.0, 0.15), (13.0, 12.0, 0.35), (12.0, 11.0, 0.65), (11.0, 9.0, 1.05)];
    for (index, (right, left, top)) in tops.into_iter().enumerate() {
        obj.object(&format!("stair-{}", index + 1), "stairs");
        obj.block([left, GROUND, 4.6], [right, top, 7.4]);
    }
    obj.object("ledge-45-cm", "ledge");
    obj.block([5.0, GROUND, 4.6], [9.0, 1.5, 7.4]);
}

/// Beyond a gap of 2.5 m: a ramp of 35 degrees up to a deck, 3 m above the ground.
fn heights(obj: &mut Obj) {
    obj.object("beyond-the-gap", "ledge");
    obj.block([-1.0, GROUND, 4.6], [2.5, 1.5, 7.4]);
    obj.object("ramp-35-degrees", "ramp");
    obj.profile(&[(-1.0, 0.0), (-1.0, 1.5), (-3.15, 3.0), (-3.15, 0.0)], 4.6, 7.4);
    obj.object("deck", "ledge");
    obj.block([-6.5, GROUND, 4.6], [-3.15, 3.0, 7.4]);
}

/// A passage 1.2 m high, and a beam 2.3 m above the ground.
fn low_passages(obj: &mut Obj) {
    obj.object("crouch-passage", "low");
    obj.block([0.0, 1.2, 8.1], [3.5, 1.6, 10.9]);
    obj.block([0.0, GROUND, 8.1], [3.5, 1.2, 8.5]);
    obj.block([0.0, GROUND, 10.5], [3.5, 1.2, 10.9]);
    obj.object("beam", "low");
    obj.block([5.2, 2.3, 8.1], [6.6, 2.6, 10.9]);
    obj.block([5.2, GROUND, 8.1], [6.6, 2.3, 8.4]);
    obj.block([5.2, GROUND, 10.6], [6.6, 2.3, 10.9]);
}

/// A slope of 55 degrees, too steep to walk up, a roof of 60 to slide down from, and steps up and down.
fn slopes(obj: &mut Obj) {
    obj.object("slope-55-degrees", "steep");
    obj.profile(&[(9.0, 0.0), (10.4, 0.0), (10.4, 2.0)], 8.1, 10.9);
    obj.object("house", "ledge");
    obj.block([10.4, GROUND, 8.1], [12.4, 2.0, 10.9]);
    obj.object("roof-60-degrees", "steep");
    obj.profile(&[(12.4, 0.0), (13.555, 0.0), (12.4, 2.0)], 8.1, 10.9);
    let tops =
        [(17.0, 17.5, 0.2), (17.5, 18.0, 0.4), (18.0, 19.5, 0.6), (19.5, 20.0, 0.4), (20.0, 20.5, 0.2)];
    for (index, (left, right, top)) in tops.into_iter().enumerate() {
        obj.object(&format!("up-and-down-{}", index + 1), "stairs");
        obj.block([left, GROUND, 8.1], [right, top, 10.9]);
    }
}

/// What stands still beside what moves: ground, docks 2 m above it, a doorway and a gateway, corners to end in.
fn docks(obj: &mut Obj) {
    obj.object("ground-far", "ground");
    obj.block([-8.0, GROUND, 12.5], [26.0, 0.0, 20.0]);
    for (name, left, right) in
        [("dock-lift", 17.0, 20.5), ("dock-train", 10.6, 12.8), ("dock-door", -4.2, 2.8)]
    {
        obj.object(name, "ledge");
        obj.block([left, GROUND, 13.6], [right, 2.0, 16.4]);
    }
    obj.object("doorway", "wall");
    obj.block([0.0, 2.0, 13.6], [0.2, 4.2, 14.2]);
    obj.block([0.0, 2.0, 15.8], [0.2, 4.2, 16.4]);
    obj.object("last-corner", "wall");
    obj.block([-7.6, GROUND, 13.0], [-7.2, 1.6, 17.4]);
    obj.block([-7.2, GROUND, 17.0], [-5.0, 1.6, 17.4]);
    obj.object("pad", "pad");
    obj.block([-0.6, GROUND, 18.1], [0.6, 0.02, 19.3]);
    obj.object("gateway", "wall");
    obj.block([10.9, GROUND, 17.2], [11.3, 2.8, 17.6]);
    obj.block([10.9, GROUND, 19.8], [11.3, 2.8, 20.0]);
    obj.object("end", "wall");
    obj.block([16.0, GROUND, 17.6], [16.4, 1.6, 20.0]);
    obj.block([14.0, GROUND, 19.6], [16.0, 1.6, 20.0]);
}
