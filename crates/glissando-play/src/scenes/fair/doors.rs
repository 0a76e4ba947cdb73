//! Doors that swing, slide and drop, and a wall that comes.

use super::Booth;
use crate::scenes::obj::Obj;

pub(super) const BOOTH: Booth = Booth {
    name: "doors",
    title: "Doors",
    about: "A door that swings when it is opened (E) and goes back where you stand in its way, a sliding one that a \
            light barrier opens, a portcullis, a revolving door, and a wall that pushes.",
    script: include_str!("doors.json"),
    ground,
    movers: Some(movers),
};

/// The walls with their doorways, by x.
const WALLS: [f32; 4] = [-9.0, -3.0, 3.0, 9.0];

fn ground() -> String {
    let mut obj = Obj::default();
    obj.object("ground", "ground");
    obj.block([-18.0, -0.4, -6.0], [18.0, 0.0, 6.0]);
    for (index, x) in WALLS.into_iter().enumerate() {
        // The revolving door needs a wider way.
        let half = if index == 3 { 1.5 } else { 0.8 };
        obj.object(&format!("wall-{index}"), "wall");
        obj.block([x, 0.0, -6.0], [x + 0.2, 2.6, -half]);
        obj.block([x, 0.0, half], [x + 0.2, 2.6, 6.0]);
        obj.block([x, 2.4, -half], [x + 0.2, 2.6, half]);
    }
    obj.finish()
}

fn movers() -> String {
    let mut obj = Obj::default();
    obj.object("swinging", "door");
    obj.block([-8.95, 0.02, -0.78], [-8.85, 2.38, 0.78]);
    obj.object("sliding", "door");
    obj.block([-2.95, 0.02, -0.78], [-2.85, 2.38, 0.78]);
    obj.object("portcullis", "door");
    obj.block([3.05, 0.02, -0.78], [3.15, 2.38, 0.78]);
    obj.object("revolving", "door");
    obj.block([7.8, 0.02, -0.05], [10.4, 2.38, 0.05]);
    obj.block([9.05, 0.02, -1.3], [9.15, 2.38, 1.3]);
    obj.object("pusher", "press");
    obj.block([17.0, 0.02, -5.0], [17.6, 2.0, 5.0]);
    obj.object("barrier", "pad");
    obj.pane(-4.6, (-6.0, 6.0), 2.4);
    obj.finish()
}
