//! Lifts, slow and fast, straight and slanted, and a belt.

use super::Booth;
use crate::scenes::obj::Obj;

pub(super) const BOOTH: Booth = Booth {
    name: "lifts",
    title: "Lifts",
    about: "A slow lift that stops for you, a fast one that throws you up when you jump at its top, a slanted one, \
            one that waits to be called (E), and a belt.",
    script: include_str!("lifts.json"),
    ground,
    movers: Some(movers),
};

fn ground() -> String {
    let mut obj = Obj::default();
    obj.object("ground", "ground");
    obj.block([-16.0, -0.4, -10.0], [16.0, 0.0, 10.0]);
    for (name, left, top) in [("deck-slow", -13.0, 3.0), ("deck-fast", -5.0, 6.0), ("deck-called", 3.0, 2.5)]
    {
        obj.object(name, "ledge");
        obj.block([left, 0.0, -9.0], [left + 5.0, top, -6.0]);
    }
    obj.object("deck-slanted", "ledge");
    obj.block([12.0, 0.0, -9.0], [15.5, 4.0, -2.0]);
    obj.finish()
}

fn movers() -> String {
    let mut obj = Obj::default();
    for (name, left) in [("slow", -11.5), ("fast", -3.5), ("called", 4.5)] {
        obj.object(name, "lift");
        obj.block([left, -0.25, -5.95], [left + 2.2, 0.05, -3.75]);
    }
    obj.object("slanted", "lift");
    obj.block([4.6, -0.25, -1.6], [6.8, 0.05, 0.6]);
    obj.object("belt", "belt");
    obj.block([-10.0, 0.0, 4.0], [10.0, 0.15, 6.5]);
    obj.finish()
}
