//! The walk of `docs/parity`, which every language surface makes, through components and intents.

use crate::common::{app, run};
use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_glissando::glissando::{Ground, Soup, Vec3};
use bevy_glissando::prelude::*;
use bevy_math::{DVec3, Vec3 as Wish};

const LINE: &str = "parity walk: 10000 ticks, hash 0xdbf1fdbc8905259f";
const LEVEL: &str = include_str!("../../../../docs/parity/level.obj");

/// What the walk remembers besides the stage.
#[derive(Resource)]
struct Walk {
    tick: u32,
    x: u32,
    hash: u64,
}

fn soup_of(text: &str) -> Soup {
    let mut soup = Soup::default();
    for line in text.lines() {
        let mut words = line.split(' ');
        let kind = words.next();
        let mut three = || [(); 3].map(|()| words.next().unwrap());
        match kind {
            Some("v") => {
                let [x, y, z] = three().map(|word| word.parse().unwrap());
                soup.vertices.push(Vec3::new(x, y, z));
            }
            Some("f") => soup.triangles.push(three().map(|word| word.parse::<u32>().unwrap() - 1)),
            _ => panic!("a line that is no v and no f: {line}"),
        }
    }
    soup
}

fn steer(mut walk: ResMut<Walk>, mut intent: Single<&mut CharacterIntent>) {
    walk.x = walk.x.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
    let x = walk.x;
    if walk.tick.is_multiple_of(32) {
        let speed = |bits: u32| ((bits & 255) as f32 - 128.0) / 32.0;
        intent.wish = Wish::new(speed(x >> 8), 0.0, speed(x >> 16));
        intent.crouch = (x >> 24) & 7 == 0;
    }
    intent.jump = (x >> 24) & 127 == 0;
    walk.tick += 1;
}

fn add_to_hash(
    mut walk: ResMut<Walk>,
    stage: Res<GlissandoStage>,
    entity: Single<Entity, With<CharacterBody>>,
) {
    let state = stage.character(*entity).unwrap().state;
    let bytes = state.position.to_array().into_iter().flat_map(f64::to_le_bytes);
    for byte in bytes.chain([u8::from(state.ground == Ground::Standing)]) {
        walk.hash = (walk.hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    }
}

#[test]
fn the_walk_of_all_surfaces_prints_the_line_of_the_constant() {
    let mut app = app();
    app.insert_resource(Walk { tick: 0, x: 1, hash: 0xcbf2_9ce4_8422_2325 })
        .add_systems(FixedPreUpdate, steer)
        .add_systems(FixedPostUpdate, add_to_hash);
    app.world_mut().spawn(Collider::from_soup(&soup_of(LEVEL)).unwrap());
    app.world_mut().spawn((CharacterBody::default(), CharacterStart::Feet(DVec3::Y * 3.0)));
    run(&mut app, 10_000);
    let walk = app.world().resource::<Walk>();
    let line = format!("parity walk: {} ticks, hash {:#018x}", walk.tick, walk.hash);
    println!("{line}");
    assert_eq!(line, LINE);
}
