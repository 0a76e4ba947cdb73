//! Contact filters on a stage: a body exists for one character and not for another, in every phase of a tick.

use glissando::stage::{
    MoverSpec, Outcome, PathEnds, Policy, Stage, StageCharacter, StageScratch, StageState,
};
use glissando::traction::Traction;
use glissando::world::ContactFilter;
use glissando::{BodyId, Config, Contact, DVec3, Ground, Input, Settings, State, Surface, World};
use glissando_testkit::fairground::{Fairground, wishes};
use glissando_testkit::random::Random;
use glissando_testkit::stages::{DT, block, floor, key, velocity};

/// A filter that removes one body.
#[derive(Clone, Copy)]
struct Through(Option<BodyId>);

impl ContactFilter for Through {
    fn includes(&self, surface: &Surface) -> bool {
        self.0.is_none_or(|body| surface.owner != body)
    }
}

struct Show {
    stage: Stage,
    state: StageState,
    scratch: StageScratch,
}

impl Show {
    /// Two characters with their feet at these positions.
    fn new(world: World, mover: Option<MoverSpec>, feet: [DVec3; 2]) -> Self {
        let mut stage = Stage::new(world);
        if let Some(spec) = mover {
            stage.add_mover(spec).unwrap();
        }
        let config = Config::new(&Settings::default()).unwrap();
        let index = stage.add_config(config);
        let mut state = stage.initial_state();
        for feet in feet {
            let state_of_one = State { ground: Ground::Standing, ..State::with_feet_at(&config, feet) };
            state.characters.insert(StageCharacter::new(index, state_of_one));
        }
        Self { stage, state, scratch: StageScratch::default() }
    }

    fn tick(&mut self, wish: DVec3, contact_filters: &[&dyn ContactFilter]) -> Vec<Outcome> {
        let inputs = [Input { wish, ..Input::default() }; 2];
        let report = self
            .stage
            .tick_filtered(&mut self.state, &inputs, DT, contact_filters, &mut self.scratch)
            .unwrap();
        report.characters.iter().map(|c| c.outcome).collect()
    }

    fn at(&self, character: usize) -> DVec3 {
        self.state.characters[character].state.position
    }
}

/// Two positions side by side.
const BESIDE: [DVec3; 2] = [DVec3::new(0.0, 0.0, -2.0), DVec3::new(0.0, 0.0, 2.0)];

/// A filter whose answers no surface may have.
struct Broken(f64);

impl ContactFilter for Broken {
    fn normal(&self, _: &Surface, _: DVec3, _: DVec3) -> DVec3 {
        DVec3::splat(self.0)
    }

    fn surface_velocity(&self, _: &Surface, _: DVec3, _: DVec3) -> DVec3 {
        DVec3::splat(self.0)
    }

    fn traction(&self, _: &Surface, _: Traction) -> Traction {
        Traction { speed: self.0, acceleration: self.0, friction: self.0 }
    }
}

#[test]
fn answers_that_no_surface_may_have_change_nothing() {
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1e300, -f64::MAX] {
        let mut world = floor();
        let lift = block(&mut world, DVec3::new(0.0, -0.2, 0.0), DVec3::new(5.0, 0.25, 5.0));
        let drive = velocity(DVec3::Y * 0.5, DVec3::ZERO);
        let spec = MoverSpec { body: lift, pivot: DVec3::ZERO, drive, policy: Policy::Push };
        let mut show = Show::new(world, Some(spec), [BESIDE[0], BESIDE[1]].map(|feet| feet + DVec3::Y * 0.1));
        for _ in 0..60 {
            show.tick(DVec3::X, &[&Broken(bad), &Through(None)]);
        }
        let difference = show.at(0) + BESIDE[1] - show.at(1) - BESIDE[0];
        assert!(difference.length() < 1e-9, "{bad}: {:?} {:?}", show.at(0), show.at(1));
    }
}

#[test]
fn a_ghost_walks_through_a_door_that_stops_another() {
    let mut world = floor();
    let door = block(&mut world, DVec3::new(3.0, 2.0, 0.0), DVec3::new(0.1, 1.9, 5.0));
    let mut show = Show::new(world, None, BESIDE);
    for _ in 0..150 {
        show.tick(DVec3::X * 3.0, &[&Through(Some(door)), &Through(None)]);
    }
    assert!(show.at(0).x > 7.0 && show.at(1).x < 2.6, "{:?} {:?}", show.at(0), show.at(1));
}

#[test]
fn a_moving_door_passes_through_the_ghost_and_pushes_the_other() {
    for policy in [Policy::Push, Policy::Stop, Policy::Reverse] {
        for speed in [0.5, 5.0, 50.0] {
            let mut world = floor();
            let door = block(&mut world, DVec3::new(-3.0, 2.0, 0.0), DVec3::new(0.2, 1.9, 5.0));
            let drive = velocity(DVec3::X * speed, DVec3::ZERO);
            let spec = MoverSpec { body: door, pivot: DVec3::ZERO, drive, policy };
            let mut show = Show::new(world, Some(spec), BESIDE);
            let contact_filters: [&dyn ContactFilter; 2] = [&Through(Some(door)), &Through(None)];
            show.tick(DVec3::ZERO, &contact_filters);
            let (start, mut pushed) = (show.at(0), 0);
            for _ in 0..(6.0 / (speed * DT)) as usize {
                let outcomes = show.tick(DVec3::ZERO, &contact_filters);
                assert_eq!(outcomes[0], Outcome::Unaffected, "{policy:?} {speed}");
                pushed += usize::from(outcomes[1] == Outcome::Pushed);
            }
            assert!((show.at(0) - start).length() < 1e-9, "{policy:?} {speed}: {:?}", show.at(0));
            assert!(pushed > 0 && show.at(1).x > 2.0, "{policy:?} {speed}: {pushed} {:?}", show.at(1));
        }
    }
}

#[test]
fn a_press_is_not_held_by_a_character_that_it_does_not_touch() {
    for policy in [Policy::Push, Policy::Stop, Policy::Reverse] {
        let mut world = floor();
        let press = block(&mut world, DVec3::new(0.0, 4.0, -2.0), DVec3::new(1.5, 1.0, 1.5));
        let keys = vec![key(0.0, DVec3::ZERO), key(1.0, DVec3::Y * -2.9)];
        let drive = glissando::stage::Drive::Path { keys, ends: PathEnds::PingPong };
        let spec = MoverSpec { body: press, pivot: DVec3::ZERO, drive, policy };
        let mut show = Show::new(world, Some(spec), BESIDE);
        let mut lowest = 0.0_f64;
        for _ in 0..70 {
            let outcomes = show.tick(DVec3::ZERO, &[&Through(Some(press)), &Through(None)]);
            assert_eq!(outcomes[0], Outcome::Unaffected, "{policy:?}");
            lowest = lowest.min(show.state.movers[0].pose.translation.y);
        }
        assert!(lowest < -2.8, "{policy:?}: {lowest}");
    }
}

#[test]
fn a_lift_carries_a_character_it_exists_for_and_lets_the_other_fall() {
    let mut world = floor();
    let lift = block(&mut world, DVec3::new(0.0, 2.9, 0.0), DVec3::new(4.0, 0.1, 4.0));
    let drive = velocity(DVec3::Y, DVec3::ZERO);
    let spec = MoverSpec { body: lift, pivot: DVec3::ZERO, drive, policy: Policy::Push };
    let mut show = Show::new(world, Some(spec), BESIDE.map(|feet| feet + DVec3::Y * 3.0));
    // Both stand on it, then it is removed for one.
    for _ in 0..10 {
        show.tick(DVec3::ZERO, &[&Through(None), &Through(None)]);
    }
    assert!(show.state.characters.iter().all(|actor| actor.state.ground == Ground::Standing));
    for _ in 0..120 {
        show.tick(DVec3::ZERO, &[&Through(Some(lift)), &Through(None)]);
    }
    assert!((show.at(0).y - 0.91).abs() < 0.01, "{:?}", show.at(0));
    assert!((show.at(1).y - (3.91 + 130.0 / 60.0)).abs() < 0.02, "{:?}", show.at(1));
}

/// The floor is a belt.
struct Belt(f64);

impl ContactFilter for Belt {
    fn surface_velocity(&self, _: &Surface, _: DVec3, own: DVec3) -> DVec3 {
        own + DVec3::X * self.0
    }
}

/// Ground that holds no character.
struct Ice(bool);

impl ContactFilter for Ice {
    fn is_slippery(&self, _: &Contact) -> bool {
        self.0
    }
}

#[test]
fn an_edited_velocity_carries() {
    let mut show = Show::new(floor(), None, BESIDE);
    show.tick(DVec3::ZERO, &[&Belt(0.0), &Belt(0.0)]);
    for _ in 0..60 {
        let outcomes = show.tick(DVec3::ZERO, &[&Belt(2.0), &Belt(0.0)]);
        assert_eq!(outcomes, [Outcome::Carried, Outcome::Unaffected]);
    }
    assert!((show.at(0).x - 2.0).abs() < 1e-9 && show.at(1).x == 0.0, "{:?}", show.at(0));
}

#[test]
fn ice_for_one_is_ground_for_the_other() {
    let mut show = Show::new(floor(), None, BESIDE);
    for _ in 0..10 {
        show.tick(DVec3::ZERO, &[&Ice(true), &Ice(false)]);
    }
    let grounds = [0, 1].map(|index| show.state.characters[index].state.ground);
    assert_eq!(grounds, [Ground::Steep, Ground::Standing]);
}

#[test]
fn filters_of_several_kinds_are_in_one_list() {
    let mut show = Show::new(floor(), None, BESIDE);
    for _ in 0..10 {
        show.tick(DVec3::ZERO, &[&Ice(true), &Belt(2.0)]);
    }
    assert_eq!(show.state.characters[0].state.ground, Ground::Steep);
    assert!(show.at(0).x == 0.0 && show.at(1).x > 0.2, "{:?} {:?}", show.at(0), show.at(1));
}

#[test]
fn filters_that_keep_everything_change_no_bit() {
    let mut ticks = 0;
    for group in 0..6 {
        let mut random = Random::nth(83, 0, group);
        // With one character a stage takes a separate code path.
        let visitors = if group == 0 { 1 } else { 14 };
        let Fairground { mut stage, state } = Fairground::new(&mut random, 10, visitors);
        let (mut plain, mut filtered) = (state.clone(), state);
        let (mut scratch, contact_filters) =
            (StageScratch::default(), vec![&Through(None) as &dyn ContactFilter; visitors]);
        let mut inputs = vec![Input::default(); visitors];
        for _ in 0..200 {
            wishes(&mut random, &mut inputs);
            stage.tick(&mut plain, &inputs, DT, &mut scratch).unwrap();
            stage.tick_filtered(&mut filtered, &inputs, DT, &contact_filters, &mut scratch).unwrap();
            assert_eq!(plain, filtered);
            ticks += visitors;
        }
    }
    println!("{ticks} ticks of characters");
}

#[test]
fn a_stage_with_ghosts_restored_at_any_tick_ends_with_the_same_bits() {
    let mut random = Random::nth(89, 0, 0);
    let Fairground { mut stage, state } = Fairground::new(&mut random, 10, 14);
    let bodies: Vec<BodyId> = stage.movers().map(|(_, spec)| spec.body).collect();
    // Every other character is a ghost for the mover of its cell.
    let contact_filter =
        |index: usize| Through(index.is_multiple_of(2).then(|| bodies[index % bodies.len()]));
    let contact_filters: Vec<Through> = (0..14).map(contact_filter).collect();
    let contact_filters: Vec<&dyn ContactFilter> =
        contact_filters.iter().map(|filter| filter as &dyn ContactFilter).collect();
    let (mut scratch, mut now) = (StageScratch::default(), state);
    let mut kept = Vec::new();
    let mut inputs = vec![Input::default(); 14];
    for _ in 0..150 {
        wishes(&mut random, &mut inputs);
        kept.push((now.clone(), inputs.clone()));
        stage.tick_filtered(&mut now, &inputs, DT, &contact_filters, &mut scratch).unwrap();
    }
    let mut others = 0;
    for index in (0..149).rev() {
        let (mut again, inputs) = kept[index].clone();
        stage.tick_filtered(&mut again, &inputs, DT, &contact_filters, &mut scratch).unwrap();
        assert_eq!(again, kept[index + 1].0, "{index}");
        let (mut plain, inputs) = kept[index].clone();
        stage.tick(&mut plain, &inputs, DT, &mut scratch).unwrap();
        others += usize::from(plain != again);
    }
    println!("149 ticks again, {others} of them different for the ghosts");
    assert!(others > 10, "{others}");
}

#[test]
fn another_number_of_filters_than_characters_is_refused() {
    let mut show = Show::new(floor(), None, BESIDE);
    let before = show.state.clone();
    let contact_filters: [&dyn ContactFilter; 1] = [&Through(None)];
    let inputs = [Input::default(); 2];
    let error = show.stage.tick_filtered(&mut show.state, &inputs, DT, &contact_filters, &mut show.scratch);
    assert!(error.unwrap_err().to_string().contains("number of contact filters"));
    assert_eq!(show.state, before);
}
