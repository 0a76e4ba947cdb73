//! The tour of `docs/parity`, which every language surface runs, through components, messages and intents.

use crate::common::{app, faults, run};
use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_glissando::glissando::{Ground, Soup, Vec3};
use bevy_glissando::prelude::*;
use bevy_glissando::{ColliderMesh, Drive, Key, PathEnds, Policy, TriggerRule};
use bevy_math::{DQuat, DVec3};
use std::iter::from_fn;

const TOUR: &str = include_str!("../../../../docs/parity/tour.txt");
const README: &str = include_str!("../../../../docs/parity/README.md");

/// The effect of a trigger that is entered.
#[derive(Clone, Copy)]
enum Effect {
    Open(usize),
    Launch(DVec3),
    Take,
}

/// Ticks, the intent in them, and the mover that the first of them opens.
type Walk = (u32, CharacterIntent, Option<usize>);

/// The state of the tour besides the stage.
#[derive(Resource, Default)]
struct Tour {
    tick: u32,
    hash: u64,
    movers: Vec<Entity>,
    triggers: Vec<(Entity, Effect)>,
    characters: Vec<(Entity, Vec<Walk>)>,
}

/// A line: its first word and its numbers.
type Line<'a> = (&'a str, Vec<f64>);

fn vector(numbers: &[f64], from: usize) -> DVec3 {
    DVec3::from_slice(&numbers[from..from + 3])
}

/// The parts of the text: each its first line and those that follow.
fn parts(text: &str) -> Vec<(Line<'_>, Vec<Line<'_>>)> {
    let mut found: Vec<(Line<'_>, Vec<Line<'_>>)> = Vec::new();
    for line in text.lines() {
        let mut words = line.split(' ');
        let word = words.next().unwrap();
        let line = (word, words.map(|number| number.parse().unwrap()).collect());
        if ["body", "trigger", "character"].contains(&word) {
            found.push((line, Vec::new()));
        } else {
            found.last_mut().unwrap().1.push(line);
        }
    }
    found
}

fn mesh(lines: &[Line<'_>]) -> ColliderMesh {
    let mut soup = Soup::default();
    for (word, numbers) in lines {
        match *word {
            "v" => soup.vertices.push(Vec3::from([0, 1, 2].map(|k| numbers[k] as f32))),
            "f" => soup.triangles.push([0, 1, 2].map(|k| numbers[k] as u32 - 1)),
            _ => {}
        }
    }
    ColliderMesh::build(&soup).unwrap()
}

fn mover(lines: &[Line<'_>]) -> Option<Mover> {
    let (word, numbers) = lines.iter().find(|(word, _)| ["path", "turn"].contains(word))?;
    let policy = [Policy::Push, Policy::Stop, Policy::Reverse][numbers[0] as usize];
    if *word == "turn" {
        let drive = Drive::Velocity { linear: vector(numbers, 4), angular: vector(numbers, 7) };
        return Some(Mover { drive, policy, pivot: vector(numbers, 1), ..Mover::default() });
    }
    let keys = lines.iter().filter(|(word, _)| *word == "key").map(|(_, n)| Key {
        time: n[0],
        translation: vector(n, 1),
        rotation: DQuat::from_slice(&n[4..]),
    });
    let ends = [PathEnds::Loop, PathEnds::PingPong, PathEnds::OnCall { wait: numbers[2] }];
    let drive = Drive::Path { keys: keys.collect(), ends: ends[numbers[1] as usize] };
    Some(Mover { drive, policy, pivot: vector(numbers, 3), ..Mover::default() })
}

fn spawn(world: &mut World) -> Tour {
    let mut tour = Tour { hash: 0xcbf2_9ce4_8422_2325, ..Tour::default() };
    for ((word, numbers), lines) in parts(TOUR) {
        match word {
            "body" => {
                let mut entity = world.spawn(Collider::from(mesh(&lines)));
                if let Some(mover) = mover(&lines) {
                    tour.movers.push(entity.insert(mover).id());
                }
            }
            "trigger" => {
                let rules = [TriggerRule::Surface, TriggerRule::VolumeByBody, TriggerRule::VolumeByCentre];
                let entity = world.spawn(Trigger::new(mesh(&lines), rules[numbers[0] as usize])).id();
                let effect = match numbers[1] as u32 {
                    0 => Effect::Open(numbers[2] as usize),
                    1 => Effect::Launch(vector(&numbers, 2)),
                    _ => Effect::Take,
                };
                tour.triggers.push((entity, effect));
            }
            _ => {
                let start = CharacterStart::Feet(vector(&numbers, 0));
                let entity = world.spawn((CharacterBody::default(), start)).id();
                tour.characters.push((entity, lines.iter().map(|(_, numbers)| walk(numbers)).collect()));
            }
        }
    }
    tour
}

fn walk(numbers: &[f64]) -> Walk {
    let is_held = |bit| numbers[4] as u32 & bit != 0;
    let wish = vector(numbers, 1).as_vec3();
    let intent = CharacterIntent { wish, jump: is_held(1), crouch: is_held(2), fly: is_held(4) };
    (numbers[0] as u32, intent, (numbers[5] >= 0.0).then_some(numbers[5] as usize))
}

/// The walk of a tick, and whether the tick is its first; none after the last.
fn walk_at(walks: &[Walk], mut tick: u32) -> Option<(&Walk, bool)> {
    let mut rest = walks.iter();
    from_fn(|| rest.next()).find_map(|walk| {
        let is_it = tick < walk.0;
        let found = is_it.then_some((walk, tick == 0));
        tick = tick.saturating_sub(walk.0);
        found
    })
}

fn steer(tour: Res<Tour>, mut stage: ResMut<GlissandoStage>, mut intents: Query<&mut CharacterIntent>) {
    for (entity, walks) in &tour.characters {
        let walk = walk_at(walks, tour.tick);
        *intents.get_mut(*entity).unwrap() = walk.map_or_else(Default::default, |(walk, _)| walk.1);
        if let Some(((_, _, Some(mover)), true)) = walk {
            stage.mover_mut(tour.movers[*mover]).unwrap().open();
        }
    }
}

/// The consequence of an entered trigger, before the next tick.
fn enter(
    mut reader: MessageReader<StageMessage>,
    tour: Res<Tour>,
    mut stage: ResMut<GlissandoStage>,
    mut commands: Commands,
) {
    for message in reader.read().filter(|message| message.name() == "Entered") {
        let trigger = message.other().unwrap();
        match tour.triggers.iter().find(|(entity, _)| *entity == trigger).unwrap().1 {
            Effect::Open(mover) => stage.mover_mut(tour.movers[mover]).unwrap().open(),
            Effect::Launch(velocity) => {
                let own = &mut stage.character_mut(message.entity()).unwrap().state;
                own.launch(velocity.into());
            }
            Effect::Take => commands.entity(trigger).despawn(),
        }
    }
}

fn add_to_hash(mut tour: ResMut<Tour>, stage: Res<GlissandoStage>) {
    let mut bytes = Vec::new();
    for (entity, _) in &tour.characters {
        let state = stage.character(*entity).unwrap().state;
        bytes.extend(state.position.to_array().into_iter().flat_map(f64::to_le_bytes));
        bytes.push(u8::from(state.ground == Ground::Standing));
    }
    for entity in &tour.movers {
        let pose = stage.mover(*entity).unwrap().pose;
        let numbers = pose.translation.to_array().into_iter().chain(pose.rotation.to_array());
        bytes.extend(numbers.flat_map(f64::to_le_bytes));
    }
    for byte in bytes {
        tour.hash = (tour.hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    }
    tour.tick += 1;
}

#[test]
fn the_tour_of_all_surfaces_prints_the_line_of_the_constant() {
    let mut app = app();
    let tour = spawn(app.world_mut());
    let length = |(_, walks): &(Entity, Vec<Walk>)| walks.iter().map(|walk| walk.0).sum::<u32>();
    let ticks = tour.characters.iter().map(length).max().unwrap();
    app.insert_resource(tour)
        .add_systems(FixedPreUpdate, steer)
        .add_systems(FixedPostUpdate, (enter, add_to_hash).chain());
    run(&mut app, ticks as usize);
    assert_eq!(faults(&mut app), [""; 0]);
    let tour = app.world().resource::<Tour>();
    let line = format!("parity tour: {} ticks, hash {:#018x}", tour.tick, tour.hash);
    println!("{line}");
    assert_eq!(Some(line.as_str()), README.lines().find(|line| line.starts_with("parity tour: ")));
}
