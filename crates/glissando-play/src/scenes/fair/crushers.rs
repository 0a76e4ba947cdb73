//! What squeezes: presses of three tempers, and walls that close in.

use super::Booth;
use crate::scenes::obj::Obj;

pub(super) const BOOTH: Booth = Booth {
    name: "crushers",
    title: "Crushers",
    about: "Three presses: one that goes back, one that waits, one that stops for nobody. And two walls that close \
            in. Carried, pushed, blocked, crushed: the display says which, and you are never inside.",
    script: include_str!("crushers.json"),
    ground,
    movers: Some(movers),
};

fn ground() -> String {
    let mut obj = Obj::default();
    obj.object("ground", "ground");
    obj.block([-14.0, -0.4, -6.0], [14.0, 0.0, 6.0]);
    obj.object("yard", "wall");
    obj.block([6.0, 0.0, -3.0], [13.0, 2.0, -2.8]);
    obj.block([6.0, 0.0, 2.8], [13.0, 2.0, 3.0]);
    obj.finish()
}

fn movers() -> String {
    let mut obj = Obj::default();
    for (name, x) in [("gentle", -10.0), ("patient", -5.5), ("merciless", -1.0)] {
        obj.object(name, "press");
        obj.block([x, 2.6, -1.5], [x + 2.6, 3.2, 1.5]);
    }
    obj.object("left", "door");
    obj.block([6.2, 0.02, -2.75], [6.8, 2.0, 2.75]);
    obj.object("right", "door");
    obj.block([12.2, 0.02, -2.75], [12.8, 2.0, 2.75]);
    obj.finish()
}
