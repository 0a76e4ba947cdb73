//! What is passed through: jump pads, gems, a teleporter, hot ground, a checkpoint, an abyss.

use super::Booth;
use crate::scenes::obj::Obj;

pub(super) const BOOTH: Booth = Booth {
    name: "pads",
    title: "Jump pads and gems",
    about: "Jump pads throw you from island to island; gems wait high up; the purple pane leads back; who falls \
            starts again at the last checkpoint.",
    script: include_str!("pads.json"),
    ground,
    movers: Some(movers),
};

/// The islands: middle x and z, half the width, height.
const ISLANDS: [(f32, f32, f32, f32); 4] =
    [(0.0, 0.0, 4.0, 0.0), (12.0, 0.0, 3.0, 2.0), (12.0, -12.0, 3.0, 4.0), (0.0, -12.0, 3.0, 6.0)];

fn ground() -> String {
    let mut obj = Obj::default();
    for (index, (x, z, half, top)) in ISLANDS.into_iter().enumerate() {
        obj.object(&format!("island-{index}"), if index == 0 { "ground" } else { "ledge" });
        obj.block([x - half, top - 1.0, z - half], [x + half, top, z + half]);
    }
    for (name, [x, y, z]) in PADS {
        obj.object(&format!("plate-{name}"), "pad");
        obj.block([x - 0.6, y, z - 0.6], [x + 0.6, y + 0.04, z + 0.6]);
    }
    obj.finish()
}

/// The jump pads: where their plates are.
const PADS: [(&str, [f32; 3]); 3] =
    [("east", [3.0, 0.0, 0.0]), ("north", [12.0, 2.0, -2.2]), ("west", [9.8, 4.0, -12.0])];

fn movers() -> String {
    let mut obj = Obj::default();
    for (name, [x, y, z]) in PADS {
        obj.object(name, "pad");
        obj.block([x - 0.6, y + 0.02, z - 0.6], [x + 0.6, y + 0.2, z + 0.6]);
    }
    for (name, [x, y, z]) in [
        ("gem-1", [7.5, 5.0, 0.0]),
        ("gem-2", [12.0, 7.0, -7.0]),
        ("gem-3", [6.0, 9.0, -12.0]),
        ("gem-4", [-2.0, 1.0, 2.0]),
    ] {
        obj.object(name, "gem");
        obj.block([x - 0.3, y - 0.3, z - 0.3], [x + 0.3, y + 0.3, z + 0.3]);
    }
    obj.object("flag", "pad");
    obj.block([11.0, 2.0, 1.0], [13.0, 4.0, 2.5]);
    obj.object("way-back", "pad");
    obj.pane(-2.0, (-13.5, -10.5), 9.0);
    obj.object("hot", "press");
    obj.block([-3.8, 0.0, -3.8], [-2.0, 0.3, -2.0]);
    obj.object("abyss", "press");
    obj.block([-40.0, -14.0, -50.0], [50.0, -9.0, 40.0]);
    obj.finish()
}
