//! Bodies, movers and triggers inserted and removed on a stage between two ticks, while characters walk.

use glissando::stage::{
    Drive, Key, MoverSpec, Outcome, PathEnds, Policy, Stage, StageCharacter, StageScratch, StageState,
};
use glissando::trigger::{Trigger, TriggerEventKind, TriggerKind};
use glissando::{
    Body, BodyId, Config, DAffine3, DVec3, EventKind, Ground, Input, MoverId, Settings, Soup, State, World,
};
use glissando_testkit::scenes;
use glissando_testkit::stages::{DT, block, floor, mesh, velocity};

/// Metres along a side of a chunk.
const CHUNK: f64 = 4.0;
/// Chunks across, and along the crowd's path.
const CHUNKS: (i32, i32) = (12, 84);
/// Range of existing chunks, behind and ahead of the crowd.
const AHEAD: (i32, i32) = (-2, 6);

/// A square of ground with a low block on it, at a cell of the grid.
fn chunk(x: i32, z: i32) -> Body {
    let low = DVec3::new(f64::from(x), 0.0, f64::from(z)) * CHUNK;
    let mut soup = Soup::default();
    scenes::block(&mut soup, low - DVec3::Y, low + DVec3::new(CHUNK, 0.0, CHUNK));
    let middle = low + DVec3::new(0.3 + 0.2 * f64::from(z % 9), 0.0, 1.0 + 0.25 * f64::from(x % 5));
    scenes::block(&mut soup, middle, middle + DVec3::new(1.1, 0.25, 0.7));
    Body::new(mesh(&soup))
}

/// A stage without a body, and a crowd at the start of its path.
fn crowd(world: World) -> (Stage, StageState) {
    let mut stage = Stage::new(world);
    let config = stage.add_config(Config::new(&Settings::default()).unwrap());
    let mut state = stage.initial_state();
    for number in 0..40 {
        let at = DVec3::new(5.0 + f64::from(number % 20) * 2.0, 0.95, 1.0 + f64::from(number / 20) * 2.0);
        state.characters.insert(StageCharacter::new(config, State::at(at)));
    }
    (stage, state)
}

/// 1008 meshes: each is inserted ahead of the crowd and removed behind it; the walk equals that in the whole world.
#[test]
fn chunks_stream_in_and_out_while_a_crowd_walks() {
    let mut whole = World::new();
    for (x, z) in (0..CHUNKS.1).flat_map(|z| (0..CHUNKS.0).map(move |x| (x, z))) {
        whole.insert(chunk(x, z)).unwrap();
    }
    let (mut whole, mut expected) = crowd(whole);
    let (mut stage, mut state) = crowd(World::new());
    let mut rows: Vec<(i32, Vec<BodyId>)> = Vec::new();
    let (mut scratch, mut other, mut next, mut removed) =
        (StageScratch::default(), StageScratch::default(), 0, 0);
    let mut inputs = vec![Input { wish: DVec3::Z * 14.0, ..Input::default() }; state.characters.len()];
    for tick in 0..1_380 {
        let at = |s: &StageState| {
            s.characters
                .iter()
                .map(|c| c.state.position.z)
                .fold((f64::MAX, f64::MIN), |(a, b), z| (a.min(z), b.max(z)))
        };
        let (last, first) = at(&state);
        while next < CHUNKS.1 && f64::from(next) * CHUNK < first + f64::from(AHEAD.1) * CHUNK {
            rows.push((next, (0..CHUNKS.0).map(|x| stage.insert(chunk(x, next)).unwrap()).collect()));
            next += 1;
        }
        while f64::from(rows[0].0 + 1) * CHUNK < last + f64::from(AHEAD.0) * CHUNK {
            for body in rows.remove(0).1 {
                stage.remove(body).unwrap();
                removed += 1;
            }
        }
        for (index, input) in inputs.iter_mut().enumerate() {
            input.wish.x = if (tick / 30 + index) % 3 == 0 { 1.5 } else { -0.75 };
        }
        let report = stage.tick(&mut state, &inputs, DT, &mut scratch).unwrap();
        for (index, event) in report.events.iter().map(|e| (e.character, e.kind)) {
            assert!(!format!("{event:?}").contains("Stuck"), "tick {tick}: {index} {event:?}");
        }
        whole.tick(&mut expected, &inputs, DT, &mut other).unwrap();
        for (is, should) in state.characters.iter().zip(&expected.characters) {
            let off = (is.state.position - should.state.position).length();
            assert!(off < 1e-9, "tick {tick}: {off} m from the walk in the whole world");
        }
    }
    let walked = state.characters.iter().map(|c| c.state.position.z).fold(f64::MAX, f64::min);
    println!("{next} rows inserted, {removed} chunks removed, the last character walked {walked:.0} m");
    assert!(next == CHUNKS.1 && removed > 800 && walked > 250.0);
}

/// A character on a block above a floor, with the block's handle.
fn on_a_block() -> (Stage, StageState, BodyId) {
    let mut world = floor();
    let top = block(&mut world, DVec3::new(0.0, 2.0, 0.0), DVec3::new(1.0, 0.5, 1.0));
    let mut stage = Stage::new(world);
    let config = stage.add_config(Config::new(&Settings::default()).unwrap());
    let mut state = stage.initial_state();
    state.characters.insert(StageCharacter::new(config, State::at(DVec3::new(0.0, 3.45, 0.0))));
    (stage, state, top)
}

fn ticks(stage: &mut Stage, state: &mut StageState, count: usize) -> Vec<(Outcome, Vec<String>)> {
    let (mut scratch, inputs) = (StageScratch::default(), vec![Input::default(); state.characters.len()]);
    let one = |_| {
        let report = stage.tick(state, &inputs, DT, &mut scratch).unwrap();
        (report.characters[0].outcome, report.events.iter().map(|e| format!("{:?}", e.kind)).collect())
    };
    (0..count).map(one).collect()
}

#[test]
fn a_character_whose_ground_is_removed_falls_and_the_handle_is_dead() {
    let (mut stage, mut state, top) = on_a_block();
    ticks(&mut stage, &mut state, 30);
    assert_eq!(state.characters[0].state.ground, Ground::Standing);
    let before = state.clone();
    stage.remove(top).unwrap();
    let story = ticks(&mut stage, &mut state, 90);
    let events: Vec<&String> = story.iter().flat_map(|(_, names)| names).collect();
    assert!(
        events.iter().any(|e| e.contains("LeftGround")) && events.iter().any(|e| e.contains("Landed")),
        "{events:?}"
    );
    assert!(state.characters[0].state.position.y < 1.0);
    assert!(stage.remove(top).unwrap_err().to_string().contains("was removed"));
    assert!(stage.set_mesh(top, mesh(&scenes::floor(1.0, 1))).is_err() && stage.set_layers(top, 2).is_err());
    // A state from before the removal is restored: it meets the world in its present form.
    let mut restored = before;
    ticks(&mut stage, &mut restored, 90);
    assert_eq!(restored.characters[0].state.position, state.characters[0].state.position);
}

#[test]
fn a_body_inserted_into_a_character_lets_it_out_or_it_reports_stuck() {
    for (size, is_stuck) in [(0.3, false), (40.0, true)] {
        let (mut stage, mut state, _) = on_a_block();
        ticks(&mut stage, &mut state, 30);
        let mut soup = Soup::default();
        let start = state.characters[0].state.position;
        let at = start + DVec3::new(0.5, 0.0, 0.0);
        scenes::block(&mut soup, at - DVec3::splat(size), at + DVec3::splat(size));
        // The character is in the middle of rock: triangles all around, nearer than it is high.
        if is_stuck {
            for shift in -20..20 {
                let low = at + DVec3::new(-3.0, f64::from(shift) * 0.1, -3.0);
                scenes::block(&mut soup, low, low + DVec3::new(6.0, 0.05, 6.0));
            }
        }
        stage.insert(Body::new(mesh(&soup))).unwrap();
        let story = ticks(&mut stage, &mut state, 1);
        let events = &story[0].1;
        assert_eq!(events.iter().any(|e| e.contains("Stuck")), is_stuck, "{size}: {events:?}");
        let moved = (state.characters[0].state.position - start).length();
        assert_eq!(moved > 0.1, !is_stuck, "{size}: {moved} m, {events:?}");
    }
}

#[test]
fn a_removed_mover_leaves_its_body_in_place_and_its_index_is_not_reused() {
    removes_a_mover(velocity(DVec3::Y, DVec3::ZERO));
    let key = |time| Key { time, translation: DVec3::Y * time, ..Key::default() };
    removes_a_mover(Drive::Path { keys: vec![key(0.0), key(100.0)], ends: PathEnds::PingPong });
}

/// The drive lifts a body by a metre a second.
fn removes_a_mover(drive: Drive) {
    let (mut stage, mut state, top) = on_a_block();
    let spec = MoverSpec { body: top, pivot: DVec3::ZERO, drive, policy: Policy::Push };
    let first = stage.add_mover(spec.clone()).unwrap();
    let refused = stage.add_mover(spec.clone()).unwrap_err().to_string();
    assert!(refused.contains("is moved by mover 0: remove that mover first"), "{refused}");
    assert_eq!(stage.remove(top).unwrap_err().to_string(), refused);
    assert_eq!(stage.set_pose(top, DAffine3::IDENTITY).unwrap_err().to_string(), refused);
    let (mut scratch, inputs) = (StageScratch::default(), [Input::default()]);
    let missing = stage.tick(&mut state, &inputs, DT, &mut scratch).unwrap_err().to_string();
    assert!(missing.contains("Stage::add_new_movers_to"), "{missing}");
    stage.add_new_movers_to(&mut state);
    let story = ticks(&mut stage, &mut state, 60);
    assert!(story[30..].iter().all(|(outcome, _)| *outcome == Outcome::Carried));
    let height = state.characters[0].state.position.y;
    stage.remove_mover(first, &state).unwrap();
    let story = ticks(&mut stage, &mut state, 60);
    assert!(story[1..].iter().all(|(outcome, _)| *outcome == Outcome::Unaffected), "{story:?}");
    assert_eq!(state.characters[0].state.ground, Ground::Standing);
    assert!((state.characters[0].state.position.y - height).abs() < 0.01);
    let again = stage.remove_mover(first, &state).unwrap_err().to_string();
    assert!(again.contains("mover 0 is not on this stage: it was removed"), "{again}");
    let unknown = stage.remove_mover(MoverId::from_bits(7), &state).unwrap_err().to_string();
    assert!(unknown.contains("mover 7 is not on this stage"), "{unknown}");
    let second = stage.add_mover(spec).unwrap();
    stage.add_new_movers_to(&mut state);
    assert_eq!((first.index(), second.index(), state.movers.len()), (0, 1, 2));
    assert_eq!(stage.movers().map(|(mover, _)| mover).collect::<Vec<_>>(), [second]);
    ticks(&mut stage, &mut state, 60);
    assert!((state.characters[0].state.position.y - height - 1.0).abs() < 0.03);
    stage.remove_mover(second, &state).unwrap();
    stage.remove(top).unwrap();
    ticks(&mut stage, &mut state, 120);
    assert!(state.characters[0].state.position.y < 1.0);
}

#[test]
fn the_mover_of_a_body_is_the_one_that_moves_it_now() {
    let mut world = floor();
    let [lift, door] = [0.0, 4.0].map(|x| block(&mut world, DVec3::X * x, DVec3::splat(0.5)));
    let mut stage = Stage::new(world);
    let mut state = stage.initial_state();
    let mut add = |stage: &mut Stage, body| {
        let drive = velocity(DVec3::Y, DVec3::ZERO);
        let mover =
            stage.add_mover(MoverSpec { body, pivot: DVec3::ZERO, drive, policy: Policy::Push }).unwrap();
        stage.add_new_movers_to(&mut state);
        (mover, state.clone())
    };
    assert_eq!((stage.mover_of(lift), stage.mover_of(door)), (None, None));
    let (first, state) = add(&mut stage, lift);
    assert_eq!((stage.mover_of(lift), stage.mover_of(door)), (Some(first), None));
    assert_eq!(stage.mover(first).map(|spec| spec.body), Some(lift));
    stage.remove_mover(first, &state).unwrap();
    assert_eq!((stage.mover_of(lift), stage.mover(first)), (None, None));
    let (second, state) = add(&mut stage, lift);
    assert_eq!(stage.mover_of(lift), Some(second));
    assert!(stage.set_pose(lift, DAffine3::IDENTITY).is_err() && stage.remove(lift).is_err());
    // Another body in the slot of a removed one.
    stage.remove_mover(second, &state).unwrap();
    let body = stage.remove(lift).unwrap();
    let again = stage.insert(body).unwrap();
    assert_eq!(again.index(), lift.index());
    let (third, _) = add(&mut stage, again);
    assert_eq!((stage.mover_of(again), stage.mover_of(lift)), (Some(third), None));
}

#[test]
fn a_character_leaves_a_trigger_that_is_removed() {
    let (mut stage, mut state, top) = on_a_block();
    let mut soup = Soup::default();
    scenes::block(&mut soup, DVec3::new(-2.0, 1.0, -2.0), DVec3::new(2.0, 6.0, 2.0));
    let spec = MoverSpec { body: top, pivot: DVec3::ZERO, drive: Drive::Target, policy: Policy::Push };
    let mover = stage.add_mover(spec).unwrap();
    stage.add_new_movers_to(&mut state);
    let trigger =
        stage.add_trigger(Trigger::new(mesh(&soup), TriggerKind::VolumeByBody), Some(mover)).unwrap();
    let entered = ticks(&mut stage, &mut state, 2);
    let named = |kind: TriggerEventKind| format!("{kind:?}");
    assert!(
        entered.iter().any(|(_, e)| e.iter().any(|e| e.contains(&named(TriggerEventKind::Entered)))),
        "{entered:?}"
    );
    stage.remove_trigger(trigger).unwrap();
    let left = ticks(&mut stage, &mut state, 1);
    assert!(left[0].1.iter().any(|e| e.contains(&named(TriggerEventKind::Left))), "{left:?}");
    assert!(stage.remove_trigger(trigger).unwrap_err().to_string().contains("was removed"));
    assert!(!left[0].1.iter().any(|e| e.contains(&format!("{:?}", EventKind::LeftGround))));
}

#[test]
fn layers_and_meshes_change_between_ticks() {
    let (mut stage, mut state, top) = on_a_block();
    ticks(&mut stage, &mut state, 30);
    let height = state.characters[0].state.position.y;
    let mut soup = Soup::default();
    // In the body's own space, which has its origin 2 m up.
    scenes::block(&mut soup, DVec3::new(-1.0, -0.5, -1.0), DVec3::new(1.0, 0.3, 1.0));
    stage.set_mesh(top, mesh(&soup)).unwrap();
    ticks(&mut stage, &mut state, 60);
    let lower = state.characters[0].state.position.y;
    assert!((height - lower - 0.2).abs() < 0.02, "{height} {lower}");
    stage.set_layers(top, 0).unwrap();
    ticks(&mut stage, &mut state, 90);
    assert!(state.characters[0].state.position.y < 1.0);
}
