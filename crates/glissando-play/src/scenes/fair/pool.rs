//! A pool table that one walks on.

use super::Booth;
use crate::scenes::obj::Obj;

pub(super) const BOOTH: Booth = Booth {
    name: "pool",
    title: "Pool table",
    about: "Fifteen balls of half a metre and you: walk into them. What meets at the same moment is solved together.",
    script: include_str!("pool.json"),
    ground,
    movers: None,
};

fn ground() -> String {
    let mut obj = Obj::default();
    obj.object("bed", "seams");
    obj.block([-8.0, -0.4, -4.0], [8.0, 0.0, 4.0]);
    obj.object("cushions", "wall");
    obj.block([-8.4, -0.4, -4.4], [8.4, 0.8, -4.0]);
    obj.block([-8.4, -0.4, 4.0], [8.4, 0.8, 4.4]);
    obj.block([-8.4, -0.4, -4.0], [-8.0, 0.8, 4.0]);
    obj.block([8.0, -0.4, -4.0], [8.4, 0.8, 4.0]);
    obj.finish()
}
