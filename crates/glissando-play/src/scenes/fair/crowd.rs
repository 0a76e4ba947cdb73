//! A thousand walkers, none inside another.

use super::Booth;
use crate::scenes::obj::Obj;

pub(super) const BOOTH: Booth = Booth {
    name: "crowd",
    title: "A crowd of a thousand",
    about: "999 wandering walkers between pillars and over ramps; none enters another. Push through.",
    script: include_str!("crowd.json"),
    ground,
    movers: None,
};

/// Half the width of the square.
const HALF: f32 = 60.0;

fn ground() -> String {
    let mut obj = Obj::default();
    obj.object("ground", "ground");
    obj.block([-HALF, -0.4, -HALF], [HALF, 0.0, HALF]);
    obj.object("rim", "wall");
    obj.block([-HALF, 0.0, -HALF], [HALF, 2.0, -HALF + 0.4]);
    obj.block([-HALF, 0.0, HALF - 0.4], [HALF, 2.0, HALF]);
    obj.block([-HALF, 0.0, -HALF], [-HALF + 0.4, 2.0, HALF]);
    obj.block([HALF - 0.4, 0.0, -HALF], [HALF, 2.0, HALF]);
    for column in -2_i8..=2 {
        for row in -2_i8..=2 {
            let (x, z) = (f32::from(column) * 20.0, f32::from(row) * 20.0);
            obj.object(&format!("pillar-{column}-{row}"), "wall");
            obj.block([x - 1.0, 0.0, z - 1.0], [x + 1.0, 4.0, z + 1.0]);
            obj.object(&format!("ramp-{column}-{row}"), "ramp");
            obj.profile(
                &[(x + 4.0, 0.0), (x + 10.0, 0.0), (x + 10.0, 2.0), (x + 8.0, 2.0)],
                z + 4.0,
                z + 8.0,
            );
        }
    }
    obj.finish()
}
