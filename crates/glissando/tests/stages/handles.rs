//! Handles of characters, balls and settings: a removal changes no other handle, and a saved state keeps them.

use glissando::balls::Ball;
use glissando::stage::{Roster, Stage, StageCharacter, StageEventKind, StageScratch};
use glissando::{BallId, CharacterId, Config, DVec3, Ground, Input, Owner, Settings, State};
use glissando_testkit::stages::{DT, floor};

/// Without triggers as with them: the tick was made, and the state of the next one was refused.
#[test]
fn a_tick_that_leads_out_of_the_world_is_refused_and_changes_nothing() {
    let mut stage = Stage::new(floor());
    let config = Config::new(&Settings::default()).unwrap();
    let settings = stage.add_config(config);
    let mut state = stage.initial_state();
    let edge = State { velocity: DVec3::X * 90.0, ..State::at(DVec3::X * 1e9) };
    state.characters.insert(StageCharacter::new(settings, edge));
    let before = format!("{state:?}");
    let refused = stage.tick(&mut state, &[Input::default()], DT, &mut StageScratch::default()).unwrap_err();
    assert!(refused.to_string().starts_with("position of a waypoint"), "{refused}");
    assert_eq!(format!("{state:?}"), before);
}

/// Three in a row that touch: the middle one keeps touching the last when the first is removed.
#[test]
fn removing_a_character_changes_no_other_handle() {
    let mut stage = Stage::new(floor());
    let config = Config::new(&Settings::default()).unwrap();
    let settings = stage.add_config(config);
    let mut state = stage.initial_state();
    let add = |x: f64| {
        let state = State { ground: Ground::Standing, ..State::with_feet_at(&config, DVec3::X * x) };
        StageCharacter::new(settings, state)
    };
    let [first, middle, last] = [-1.2, 0.0, 1.2].map(|x| state.characters.insert(add(x)));
    let towards = |x: f64| Input { wish: DVec3::X * x, ..Input::default() };
    let mut scratch = StageScratch::default();
    for _ in 0..60 {
        stage.tick(&mut state, &[towards(2.0), towards(0.0), towards(-2.0)], DT, &mut scratch).unwrap();
    }
    let touches = |other: CharacterId| Owner::Character(other);
    assert!(state.characters[middle].touching.contains(&touches(first)));
    assert!(state.characters[middle].touching.contains(&touches(last)));

    state.characters.remove(first).unwrap();
    assert_eq!((state.characters.get(first), state.characters.position(last)), (None, Some(1)));
    let report = stage.tick(&mut state, &[towards(0.0), towards(-2.0)], DT, &mut scratch).unwrap();
    let ended: Vec<_> = report
        .events
        .iter()
        .filter_map(|event| match event.kind {
            StageEventKind::TouchEnded { owner } => Some((event.character, owner)),
            StageEventKind::TouchBegan { owner, .. } => panic!("{owner} was touched before"),
            _ => None,
        })
        .collect();
    assert_eq!(ended, [(middle, touches(first))]);
    assert!(state.characters[middle].touching.contains(&touches(last)));

    // The slot is used again under another handle.
    let again = state.characters.insert(add(5.0));
    assert_eq!((again.index(), again.generation()), (first.index(), 1));
    assert_eq!((again == first, state.characters.get(first)), (false, None));
}

#[test]
fn removed_settings_are_refused_by_name_and_nothing_changes() {
    let mut stage = Stage::new(floor());
    let config = Config::new(&Settings::default()).unwrap();
    let (kept, gone) = (stage.add_config(config), stage.add_config(config));
    let mut state = stage.initial_state();
    let id = state.characters.insert(StageCharacter::new(gone, State::at(DVec3::Y * 3.0)));
    stage.remove_config(gone).unwrap();
    let before = state.clone();
    let input = [Input::default()];
    let error = stage.tick(&mut state, &input, DT, &mut StageScratch::default()).unwrap_err().to_string();
    assert!(error.contains("settings 1 are not on this stage: they were removed"), "{error}");
    assert_eq!(state, before);
    assert!(stage.set_config(gone, config).is_err() && stage.remove_config(gone).is_err());
    assert_eq!(stage.config(gone), None);
    state.characters[id].config = kept;
    stage.tick(&mut state, &input, DT, &mut StageScratch::default()).unwrap();
}

/// A roster in which entries were added and removed in any order, compared with a plain list.
#[test]
fn a_roster_equals_a_list_with_handles() {
    let mut random = glissando_testkit::random::Random::nth(16, 1, 0);
    let mut roster: Roster<BallId, Ball> = Roster::new();
    let mut list: Vec<(BallId, Ball)> = Vec::new();
    let mut dead: Vec<BallId> = Vec::new();
    for step in 0..4_000 {
        if list.is_empty() || random.chance(0.52) {
            let ball = Ball::at(DVec3::X * f64::from(step), 0.5);
            let id = roster.insert(ball);
            assert!(!dead.contains(&id) && !list.iter().any(|(other, _)| *other == id));
            list.push((id, ball));
        } else {
            let at = random.integer(0, list.len() as i64 - 1) as usize;
            let (id, ball) = list.remove(at);
            assert_eq!(roster.remove(id), Some(ball));
            dead.push(id);
        }
    }
    assert!(roster.iter_with_ids().map(|(id, ball)| (id, *ball)).eq(list.iter().copied()));
    for (position, (id, ball)) in list.iter().enumerate() {
        assert_eq!(
            (roster.position(*id), roster.get(*id), roster[position]),
            (Some(position), Some(ball), *ball)
        );
    }
    assert!(dead.iter().all(|id| roster.get(*id).is_none() && roster.position(*id).is_none()));
    // All at once as one after the other, down to the handles of the next entries.
    for removed in [|x: f64| x < 500.0, |x: f64| x >= 3_900.0, |x: f64| x % 3.0 == 0.0] {
        let mut other = roster.clone();
        roster.retain(|_, ball| !removed(ball.position.x));
        let ids: Vec<BallId> = other.ids().to_vec();
        for id in
            ids.into_iter().filter(|id| removed(list.iter().find(|one| one.0 == *id).unwrap().1.position.x))
        {
            other.remove(id).unwrap();
        }
        assert_eq!(roster, other);
        assert!(roster.len() > 10);
    }
    roster.clear();
    assert!(roster.is_empty() && list.iter().all(|(id, _)| roster.get(*id).is_none()));
}

#[cfg(feature = "serde")]
mod saved {
    use super::*;
    use glissando::repro::Repro;
    use glissando::stage::StageState;

    fn roster() -> (Roster<CharacterId, StageCharacter>, glissando::ConfigId) {
        let config = glissando::ConfigId::from_bits(0);
        let mut roster: Roster<CharacterId, StageCharacter> = Roster::new();
        let ids =
            [0.0, 1.0, 2.0, 3.0].map(|x| roster.insert(StageCharacter::new(config, State::at(DVec3::X * x))));
        roster.remove(ids[2]);
        roster.remove(ids[0]);
        (roster, config)
    }

    #[test]
    fn a_saved_state_keeps_its_handles_and_gives_the_same_new_ones() {
        let (characters, config) = roster();
        let balls = [Ball::at(DVec3::ONE, 0.5)].into_iter().collect();
        let mut state = StageState { characters, balls, ..StageState::default() };
        let text = serde_json::to_string(&state).unwrap();
        let mut again: StageState = serde_json::from_str(&text).unwrap();
        assert_eq!(again, state, "{text}");
        for x in [5.0, 6.0, 7.0] {
            let actor = StageCharacter::new(config, State::at(DVec3::X * x));
            assert_eq!(again.characters.insert(actor.clone()), state.characters.insert(actor));
        }
    }

    /// Written before `teleports` was a field, and before there were balls.
    #[test]
    fn a_state_that_was_saved_before_a_field_was_added_is_read() {
        let (characters, _) = roster();
        let state = StageState { characters, ..StageState::default() };
        let today = serde_json::to_string(&state).unwrap();
        let before =
            today.replace(",\"teleports\":0", "").replace(",\"balls\":{\"entries\":[],\"vacant\":[]}", "");
        assert!(!before.contains("teleports") && !before.contains("balls"));
        assert_eq!(serde_json::from_str::<StageState>(&before).unwrap(), state);
    }

    /// Numbers that many JSON readers round: with `float_roundtrip` every bit is read back.
    #[test]
    fn states_and_repros_come_back_from_json_with_all_their_bits() {
        let awkward = [
            0.1 + 0.2,
            1.0 / 3.0,
            -0.0,
            5e-324,
            -2.2e-308,
            123_456_789.123_456_79,
            8.41e21,
            9.5e-19,
            f64::MAX,
            f64::MIN,
            2.471_4e-5,
            0.000_123_456_789_012_345_67,
        ];
        let mut random = glissando_testkit::random::Random::nth(21, 10, 0);
        let bits = |v: DVec3| v.to_array().map(f64::to_bits);
        for case in 0..2_000 {
            let mut number =
                || if random.chance(0.5) { random.pick(&awkward) } else { f64::from_bits(random.bits()) };
            let mut finite = || std::iter::repeat_with(&mut number).find(|n| n.is_finite()).unwrap();
            let mut vector = || DVec3::new(finite(), finite(), finite());
            let mut state = State { velocity: vector(), safe_position: vector(), ..State::at(vector()) };
            (state.ledge, state.coyote_left) = (vector().x, vector().y as f32);
            state.coyote_left = if state.coyote_left.is_finite() { state.coyote_left } else { 0.1 };
            let actor = StageCharacter {
                mass: vector().x,
                ..StageCharacter::new(glissando::ConfigId::from_bits(0), state)
            };
            let ball = Ball { velocity: vector(), ..Ball::at(vector(), vector().z) };
            let (characters, balls) = ([actor].into_iter().collect(), [ball].into_iter().collect());
            let all = StageState { characters, balls, ..StageState::default() };
            let text = serde_json::to_string(&all).unwrap();
            let again: StageState = serde_json::from_str(&text).unwrap();
            assert_eq!(format!("{again:?}"), format!("{all:?}"), "case {case}");
            let (one, two) = (again.characters[0].state, all.characters[0].state);
            for (a, b) in [
                (one.position, two.position),
                (one.velocity, two.velocity),
                (again.balls[0].position, ball.position),
            ] {
                assert_eq!(bits(a), bits(b), "case {case}");
            }
        }
    }

    #[test]
    fn a_repro_comes_back_from_json_with_all_its_bits() {
        let config = Config::new(&Settings::default().with_up(DVec3::new(0.1, 0.97, 1.0 / 7.0))).unwrap();
        let state =
            State { velocity: DVec3::new(0.1, -3.3, 1.0 / 3.0), ..State::at(DVec3::new(0.3, 1.1, 0.7)) };
        let repro = Repro::capture(&floor(), &config, &state, Input::default(), DT).unwrap();
        let again: Repro = serde_json::from_str(&serde_json::to_string(&repro).unwrap()).unwrap();
        assert_eq!(format!("{again:?}"), format!("{repro:?}"));
        assert!(again.replay(&mut ()).unwrap().is_same);
    }

    #[test]
    fn a_forged_list_of_handles_is_refused_by_slot() {
        let (characters, _) = roster();
        let text = serde_json::to_string(&characters).unwrap();
        let refused = |text: String| {
            serde_json::from_str::<Roster<CharacterId, StageCharacter>>(&text).unwrap_err().to_string()
        };
        let twice = text.replace(r#"{"index":1,"generation":0}"#, r#"{"index":3,"generation":0}"#);
        assert_ne!(twice, text);
        assert!(refused(twice).contains("slot 3 occurs twice"));
        let beyond = text.replace(r#"{"index":1,"generation":0}"#, r#"{"index":4000000000,"generation":0}"#);
        assert!(refused(beyond).contains("slot 4000000000"));
    }
}
