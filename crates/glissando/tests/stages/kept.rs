//! What stages, states and one scratch keep from tick to tick changes nothing: states and their movers go from stage to stage, triggers
//! and characters come, go and are put elsewhere, ticks are refused, and every tick is that of a stage which never had another.

use glissando::stage::{Drive, Key, PathEnds, Policy, Stage, StageCharacter, StageScratch, StageState};
use glissando::trigger::{Trigger, TriggerKind};
use glissando::{ConfigId, DAffine3, DQuat, DVec3, Input, Soup, State, TriggerId, Vec3};
use glissando_testkit::fairground::wishes;
use glissando_testkit::random::Random;
use glissando_testkit::stages::{DT, Scene, block, floor, mesh, velocity};

/// A stage that has ticks, and one with the same changes that has none.
#[derive(Clone)]
struct Twins {
    kept: Stage,
    untouched: Stage,
    config: ConfigId,
    triggers: Vec<TriggerId>,
}

fn place(random: &mut Random) -> DVec3 {
    DVec3::new(random.between(-6.0, 6.0), random.between(0.3, 2.0), random.between(-6.0, 6.0))
}

impl Twins {
    fn new(random: &mut Random, movers: usize, triggers: usize) -> Self {
        let mut world = floor();
        let places: Vec<_> = (0..movers).map(|_| place(random)).collect();
        let bodies: Vec<_> =
            places.iter().map(|at| block(&mut world, *at, DVec3::new(1.0, 0.3, 0.7))).collect();
        let mut scene = Scene::new(world);
        for (index, (&body, &at)) in bodies.iter().zip(&places).enumerate() {
            let key = |time, y: f64| Key { time, translation: DVec3::Y * y, rotation: DQuat::IDENTITY };
            let keys = vec![key(0.0, 0.0), key(0.5, 1.5)];
            let drive = match index % 4 {
                0 => Drive::Path { keys, ends: PathEnds::OnCall { wait: 0.3 } },
                1 => Drive::Path { keys, ends: PathEnds::OnCall { wait: f64::INFINITY } },
                2 => Drive::Target,
                _ => velocity(DVec3::ZERO, DVec3::Y * random.between(-1.0, 1.0)),
            };
            scene.mover(body, at, drive, [Policy::Push, Policy::Stop, Policy::Reverse][index % 3]);
        }
        let (kept, untouched) = (scene.stage.clone(), scene.stage);
        let mut twins = Self { kept, untouched, config: scene.config, triggers: Vec::new() };
        (0..triggers).for_each(|_| twins.add_trigger(random));
        twins
    }

    fn add_trigger(&mut self, random: &mut Random) {
        let soup = Soup::cuboid(Vec3::ZERO, Vec3::new(random.between(0.3, 3.0) as f32, 1.0, 1.0));
        let kind = random.pick(&[TriggerKind::VolumeByBody, TriggerKind::VolumeByCentre]);
        let trigger = Trigger::new(mesh(&soup), kind).at(DAffine3::from_translation(place(random)));
        let movers: Vec<_> = self.kept.movers().map(|(id, _)| id).collect();
        let mover = random.chance(0.5).then(|| random.pick(&movers));
        let id = self.kept.add_trigger(trigger.clone(), mover).unwrap();
        assert_eq!(id, self.untouched.add_trigger(trigger, mover).unwrap());
        self.triggers.push(id);
    }

    fn change_trigger(&mut self, random: &mut Random) {
        let which = random.integer(0, self.triggers.len() as i64 - 1) as usize;
        let pose = DAffine3::from_translation(place(random));
        if self.triggers.len() > 1 && random.chance(0.3) {
            let id = self.triggers.swap_remove(which);
            for stage in [&mut self.kept, &mut self.untouched] {
                stage.remove_trigger(id).unwrap();
            }
        } else {
            let id = self.triggers[which];
            for stage in [&mut self.kept, &mut self.untouched] {
                stage.set_trigger_pose(id, pose).unwrap();
            }
        }
    }

    fn character(&self, at: DVec3) -> StageCharacter {
        let config = self.kept.config(self.config).unwrap();
        StageCharacter::new(self.config, State::with_feet_at(config, at))
    }

    /// A tick, and the same by a stage, a state and memory that kept nothing; returns in how many triggers characters are then.
    fn tick(&mut self, state: &mut StageState, inputs: &[Input], scratch: &mut StageScratch) -> usize {
        let (mut fresh, mut again) = (self.untouched.clone(), state.clone());
        let inputs = &inputs[..state.characters.len()];
        let told = fresh.tick(&mut again, inputs, DT, &mut StageScratch::default()).map(|r| format!("{r:?}"));
        let report = self.kept.tick(state, inputs, DT, scratch);
        assert_eq!(report.map(|r| format!("{r:?}")), told);
        assert_eq!(format!("{state:?}"), format!("{again:?}"));
        state.characters.iter().map(|actor| actor.inside.inside().len()).sum()
    }
}

/// Changes the state of a character, or which there are.
fn change_characters(random: &mut Random, twins: &Twins, state: &mut StageState) {
    let which = random.integer(0, state.characters.len() as i64 - 1) as usize;
    let far = if random.chance(0.3) { 5000.0 } else { 1.0 };
    let at = place(random) * far;
    match random.integer(0, 2) {
        0 if state.characters.len() > 1 => {
            let id = state.characters.id(which).unwrap();
            state.characters.remove(id);
        }
        1 if state.characters.len() < 8 => {
            state.characters.insert(twins.character(at));
        }
        _ => state.characters[which].state.teleport(at),
    }
}

#[test]
fn states_that_change_stages_and_scratches_that_are_shared_change_no_bit() {
    let (mut ticks, mut inside) = (0, 0);
    for case in 0..12 {
        let mut random = Random::nth(7741, 0, case);
        let alike = Twins::new(&mut random, 7, 9);
        let mut all = [alike.clone(), Twins::new(&mut random, 3, 1), alike, Twins::new(&mut random, 9, 30)];
        let mut states: Vec<StageState> = all.iter().map(|twins| twins.kept.initial_state()).collect();
        for (twins, state) in all.iter().zip(&mut states) {
            for _ in 0..4 {
                state.characters.insert(twins.character(place(&mut random)));
            }
        }
        let (mut scratch, mut inputs, mut now) = (StageScratch::default(), vec![Input::default(); 8], 0);
        for _ in 0..250 {
            wishes(&mut random, &mut inputs);
            match random.integer(0, 40) {
                0..4 => now = random.integer(0, 3) as usize,
                4 => states.swap(0, 2),
                5 => {
                    let (first, third) = states.split_at_mut(2);
                    core::mem::swap(&mut first[0].movers, &mut third[0].movers);
                }
                6 => all.swap(0, 2),
                7 => {
                    let (first, third) = states.split_at_mut(2);
                    third[0].clone_from(&first[0]);
                }
                8 => {
                    let movers = core::mem::take(&mut states[now].movers);
                    assert!(all[now].kept.world_at(&states[now]).is_err());
                    states[now].movers = movers;
                }
                9..12 => all[now].change_trigger(&mut random),
                12 => all[now].add_trigger(&mut random),
                13..15 => change_characters(&mut random, &all[now], &mut states[now]),
                15 => {
                    // Of the stage that began alike.
                    let of = if now % 2 == 0 { 2 - now } else { now };
                    all[now].kept.world_at(&states[of]).unwrap();
                }
                16..19 => {
                    let which = random.integer(0, states[now].movers.len() as i64 - 1) as usize;
                    let mover = &mut states[now].movers[which];
                    (mover.rate, mover.wait) = (random.pick(&[0.0, 1.0, -1.0]), 0.0);
                }
                19 => {
                    // Refused when all movers but the last are planned.
                    let mut bad = states[now].clone();
                    let last = bad.movers.len() - 1;
                    bad.movers[last].target.translation.x = f64::NAN;
                    let inputs = &inputs[..bad.characters.len()];
                    assert!(all[now].kept.tick(&mut bad, inputs, DT, &mut scratch).is_err());
                }
                _ => {}
            }
            inside += all[now].tick(&mut states[now], &inputs, &mut scratch);
            ticks += 1;
        }
    }
    println!("{ticks} ticks, characters were in {inside} triggers");
    assert!(inside > ticks, "{inside} of {ticks}");
}
