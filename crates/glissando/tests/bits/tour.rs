//! The tour of `docs/parity`, a stage with lifts, doors and triggers that every language surface runs too: here is the reference.

use crate::determinism::yard::Hash;
use glissando::stage::{
    Drive, Key, MoverSpec, Outcome, PathEnds, Policy, Stage, StageCharacter, StageEventKind, StageScratch,
    StageState,
};
use glissando::trigger::{Trigger, TriggerEventKind, TriggerKind};
use glissando::{
    Body, CharacterId, Config, DQuat, DVec3, Input, Mesh, MeshOptions, MoverId, Settings, Soup, State,
    TriggerId, Vec3, World,
};
use std::collections::BTreeSet;

/// The line that every surface prints.
const LINE: &str = "parity tour: 4050 ticks, hash 0x4bc43e97b92dd128";

const TOUR: &str = include_str!("../../../../docs/parity/tour.txt");

/// The effect of a trigger that is entered.
#[derive(Clone, Copy)]
enum Effect {
    Open(usize),
    Launch(DVec3),
    Take,
}

/// Ticks, the input in them, and the mover that the first of them opens.
type Walk = (u32, Input, Option<usize>);

/// A line after its first word.
struct Numbers<'a>(std::str::SplitWhitespace<'a>);

impl Numbers<'_> {
    fn next(&mut self) -> f64 {
        self.0.next().unwrap().parse().unwrap()
    }

    fn vector(&mut self) -> DVec3 {
        DVec3::from([(); 3].map(|()| self.next()))
    }
}

/// The meshes of the text in their order, each with the lines that follow it up to the next.
struct Tour {
    stage: Stage,
    state: StageState,
    movers: Vec<MoverId>,
    triggers: Vec<(TriggerId, Effect)>,
    characters: Vec<(CharacterId, Vec<Walk>)>,
}

/// What the mesh that is being read becomes.
enum Form {
    Body(Option<MoverSpec>),
    Trigger(TriggerKind, Effect),
}

impl Tour {
    fn read(text: &str) -> Self {
        let stage = Stage::new(World::new());
        let state = stage.initial_state();
        let mut tour =
            Self { stage, state, movers: Vec::new(), triggers: Vec::new(), characters: Vec::new() };
        let (mut soup, mut form) = (Soup::default(), None);
        let config = tour.stage.add_config(Config::new(&Settings::default()).unwrap());
        for line in text.lines() {
            let mut words = line.split_whitespace();
            let word = words.next().unwrap();
            let mut numbers = Numbers(words);
            if ["body", "trigger", "character"].contains(&word)
                && let Some(form) = form.take()
            {
                tour.add(&std::mem::take(&mut soup), form);
            }
            match word {
                "v" => {
                    let [x, y, z] = numbers.vector().to_array().map(|c| c as f32);
                    soup.vertices.push(Vec3::new(x, y, z));
                }
                "f" => soup.triangles.push([(); 3].map(|()| numbers.next() as u32 - 1)),
                "body" => form = Some(Form::Body(None)),
                "trigger" => form = Some(trigger(&mut numbers)),
                "path" | "turn" => form = Some(Form::Body(Some(mover(word == "path", &mut numbers)))),
                "key" => {
                    let Some(Form::Body(Some(MoverSpec { drive: Drive::Path { keys, .. }, .. }))) = &mut form
                    else {
                        panic!("a key without a path")
                    };
                    let (time, translation) = (numbers.next(), numbers.vector());
                    let rotation = DQuat::from([(); 4].map(|()| numbers.next()));
                    keys.push(Key { time, translation, rotation });
                }
                "character" => {
                    let own = Config::new(&Settings::default()).unwrap();
                    let at = State::with_feet_at(&own, numbers.vector());
                    let id = tour.state.characters.insert(StageCharacter::new(config, at));
                    tour.characters.push((id, Vec::new()));
                }
                "walk" => tour.characters.last_mut().unwrap().1.push(walk(&mut numbers)),
                _ => panic!("an unknown line: {line}"),
            }
        }
        tour
    }

    fn add(&mut self, soup: &Soup, form: Form) {
        let mesh = Mesh::build(soup, &MeshOptions::default()).unwrap().0;
        match form {
            Form::Body(spec) => {
                let body = self.stage.insert(Body::new(mesh)).unwrap();
                if let Some(spec) = spec {
                    self.movers.push(self.stage.add_mover(MoverSpec { body, ..spec }).unwrap());
                    self.stage.add_new_movers_to(&mut self.state);
                }
            }
            Form::Trigger(kind, effect) => {
                let id = self.stage.add_trigger(Trigger::new(mesh, kind), None).unwrap();
                self.triggers.push((id, effect));
            }
        }
    }

    /// The consequence of an entered trigger, before the next tick.
    fn enter(&mut self, character: CharacterId, trigger: TriggerId) {
        match self.triggers.iter().find(|(id, _)| *id == trigger).unwrap().1 {
            Effect::Open(mover) => self.state.movers[self.movers[mover]].open(),
            Effect::Launch(velocity) => {
                let own = &mut self.state.characters.get_mut(character).unwrap().state;
                own.launch(velocity);
            }
            Effect::Take => drop(self.stage.remove_trigger(trigger).unwrap()),
        }
    }

    fn add_to(&self, hash: &mut Hash) {
        for actor in self.state.characters.as_slice() {
            hash.add_vector(actor.state.position);
            hash.add_byte(u8::from(actor.state.ground == glissando::Ground::Standing));
        }
        for id in &self.movers {
            let pose = self.state.movers[*id].pose;
            hash.add_vector(pose.translation);
            pose.rotation.to_array().into_iter().for_each(|c| hash.add(c.to_bits()));
        }
    }
}

fn trigger(numbers: &mut Numbers<'_>) -> Form {
    let kinds = [TriggerKind::Surface, TriggerKind::VolumeByBody, TriggerKind::VolumeByCentre];
    let kind = kinds[numbers.next() as usize];
    let (effect, values) = (numbers.next() as u32, numbers.vector());
    let effect = match effect {
        0 => Effect::Open(values.x as usize),
        1 => Effect::Launch(values),
        _ => Effect::Take,
    };
    Form::Trigger(kind, effect)
}

fn mover(is_path: bool, numbers: &mut Numbers<'_>) -> MoverSpec {
    let policy = [Policy::Push, Policy::Stop, Policy::Reverse][numbers.next() as usize];
    let ends = is_path.then(|| (numbers.next() as usize, numbers.next()));
    let pivot = numbers.vector();
    let drive = match ends {
        Some((ends, wait)) => {
            let ends = [PathEnds::Loop, PathEnds::PingPong, PathEnds::OnCall { wait }][ends];
            Drive::Path { keys: Vec::new(), ends }
        }
        None => Drive::Velocity { linear: numbers.vector(), angular: numbers.vector() },
    };
    MoverSpec { body: glissando::BodyId::from_bits(0), pivot, drive, policy }
}

fn walk(numbers: &mut Numbers<'_>) -> Walk {
    let (count, wish) = (numbers.next() as u32, numbers.vector());
    let (buttons, opened) = (numbers.next() as u32, numbers.next());
    let is_held = |bit| buttons & bit != 0;
    let input = Input { wish, jump: is_held(1), crouch: is_held(2), fly: is_held(4) };
    (count, input, (opened >= 0.0).then_some(opened as usize))
}

/// The walk of a tick, and whether the tick is its first; none after the last.
fn walk_at(walks: &[Walk], mut tick: u32) -> Option<(&Walk, bool)> {
    for walk in walks {
        if tick < walk.0 {
            return Some((walk, tick == 0));
        }
        tick -= walk.0;
    }
    None
}

#[test]
fn the_tour_of_all_surfaces_prints_the_line_of_the_constant() {
    let mut tour = Tour::read(TOUR);
    let (mut scratch, mut hash) = (StageScratch::default(), Hash::new());
    let (mut outcomes, mut entered) = (BTreeSet::new(), Vec::new());
    let length = |(_, walks): &(CharacterId, Vec<Walk>)| walks.iter().map(|walk| walk.0).sum::<u32>();
    let ticks = tour.characters.iter().map(length).max().unwrap();
    for tick in 0..ticks {
        let mut inputs = Vec::new();
        for (_, walks) in &tour.characters {
            let walk = walk_at(walks, tick);
            inputs.push(walk.map_or_else(Input::default, |(walk, _)| walk.1));
            if let Some(((_, _, Some(mover)), true)) = walk {
                tour.state.movers[tour.movers[*mover]].open();
            }
        }
        let report = tour.stage.tick(&mut tour.state, &inputs, 1.0 / 60.0, &mut scratch).unwrap();
        outcomes.extend(report.characters.iter().map(|one| one.outcome as u8));
        let is_entry = |kind| matches!(kind, TriggerEventKind::Entered);
        let met: Vec<_> = report
            .events
            .iter()
            .filter_map(|event| match event.kind {
                StageEventKind::Trigger { trigger, kind } if is_entry(kind) => {
                    Some((event.character, trigger))
                }
                _ => None,
            })
            .collect();
        met.iter().for_each(|(character, trigger)| tour.enter(*character, *trigger));
        entered.extend(met.into_iter().map(|(_, trigger)| trigger));
        tour.add_to(&mut hash);
    }
    // The tour has to be worth comparing: carried, pushed, blocked and crushed; every trigger once; through the gate at its end.
    let all = [Outcome::Crushed, Outcome::Blocked, Outcome::Carried, Outcome::Unaffected];
    assert!(all.iter().all(|outcome| outcomes.contains(&(*outcome as u8))), "{outcomes:?}");
    assert_eq!(entered, tour.triggers.iter().map(|(id, _)| *id).collect::<Vec<_>>());
    assert!(tour.state.characters.as_slice()[0].state.position.x > 15.0);
    let line = format!("parity tour: {ticks} ticks, hash {:#018x}", hash.0);
    println!("{line}");
    assert_eq!(line, LINE);
}

/// Read by way of `f64`, as many languages do, the numbers are the same.
#[test]
fn the_numbers_of_the_tour_are_the_same_by_way_of_f64() {
    for line in TOUR.lines().filter(|line| line.starts_with("v ")) {
        for word in line.split(' ').skip(1) {
            assert_eq!(word.parse::<f64>().unwrap() as f32, word.parse::<f32>().unwrap());
        }
    }
}
