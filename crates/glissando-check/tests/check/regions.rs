//! Ways without a way back, places that are off limits, and triggers that overlap: each as it should be, and as it should not.

use glissando::{BodyId, Config, DVec3, Scratch, Settings, Soup, State, World, step};
use glissando_check::share::{Shard, merge};
use glissando_check::{
    Act, ActKind, Checked, Finding, Kind, OffLimits, Options, Point, Subject, Zone, check,
};
use glissando_scenes::{block, world_of};

pub(super) const fn at(x: f64, y: f64, z: f64) -> DVec3 {
    DVec3::new(x, y, z)
}

/// A level of blocks.
pub(super) struct Blocks {
    world: World,
    settings: Settings,
    spawns: Vec<Point>,
    acts: Vec<Act>,
    off_limits: Vec<OffLimits>,
}

impl Blocks {
    pub(super) fn of(blocks: &[(DVec3, DVec3)], spawns: &[DVec3]) -> Self {
        let mut soup = Soup::default();
        for (low, high) in blocks {
            block(&mut soup, *low, *high);
        }
        let spawns = spawns.iter().map(|spawn| Point::at("a", *spawn)).collect();
        let settings = Settings::default();
        Self { world: world_of(&soup), settings, spawns, acts: Vec::new(), off_limits: Vec::new() }
    }

    fn with<T>(&self, act: impl FnOnce(&Subject<'_>, &Options) -> T) -> T {
        let config = Config::new(&self.settings).unwrap();
        let subject = Subject {
            world: &self.world,
            two_sided: None,
            config: &config,
            speed: 5.0,
            spawns: &self.spawns,
            items: &[],
            acts: &self.acts,
            off_limits: &self.off_limits,
        };
        act(&subject, &Options { cell: 0.45, ..Options::usual(&subject) })
    }

    /// The findings of a kind.
    pub(super) fn found(&self, kind: Kind) -> Vec<Finding> {
        let Checked { findings, .. } = self.with(|subject, options| check(subject, options).unwrap());
        findings.into_iter().filter(|finding| finding.kind == kind).collect()
    }
}

fn act(name: &str, low: DVec3, high: DVec3, kind: ActKind) -> Act {
    Act { name: name.to_owned(), low, high, kind }
}

/// Two rooms with walls around, the second so much lower; all within 8 x 4 m.
fn two_rooms(depth: f64) -> Vec<(DVec3, DVec3)> {
    vec![
        (at(0.0, -0.5, 0.0), at(4.0, 0.0, 4.0)),
        (at(4.0, -depth - 0.5, 0.0), at(8.0, -depth, 4.0)),
        (at(3.9, -depth - 0.5, 0.0), at(4.0, 0.0, 4.0)),
        (at(-0.2, -5.0, -0.2), at(8.2, 6.0, 0.0)),
        (at(-0.2, -5.0, 4.0), at(8.2, 6.0, 4.2)),
        (at(-0.2, -5.0, 0.0), at(0.0, 6.0, 4.0)),
        (at(8.0, -5.0, 0.0), at(8.2, 6.0, 4.0)),
    ]
}

const UPPER: DVec3 = at(1.0, 0.0, 2.0);
const LOWER: DVec3 = at(6.0, -3.0, 2.0);

#[test]
fn a_drop_behind_a_low_opening_is_entered_crouching() {
    // Over the rim of the drop hangs a wall: the high body stands up to it and does not get through, and the low one
    // has no room for a step up on the way.
    for free in [1.7, 1.75, 1.79] {
        let mut boxes = two_rooms(3.0);
        boxes.push((at(4.0, free, 0.0), at(4.6, 6.0, 4.0)));
        let mut blocks = Blocks::of(&boxes, &[UPPER]);
        blocks.settings.ground.step_height = 0.85;
        let found = blocks.found(Kind::Trap);
        let [trap] = &found[..] else { panic!("{free} m: {found:?}") };
        assert!((trap.at.y + 3.0).abs() < 0.05, "{:?}", trap.at);
    }
}

#[test]
fn a_drop_is_a_way_without_a_way_back_where_the_level_goes_on_below() {
    // A spawn in the lower room: one may start there, so it is no trap.
    let level = Blocks::of(&two_rooms(3.0), &[UPPER, LOWER]);
    let found = level.found(Kind::OneWay);
    let [finding] = &found[..] else { panic!("{found:?}") };
    assert!(finding.reason.contains("3.0 m down, no move leads back"), "{}", finding.reason);
    assert!((finding.at.x - 3.8).abs() < 0.5 && finding.at.y.abs() < 0.05, "{:?}", finding.at);
    assert!(finding.clip.is_some());
    // The other way round: the numbers of the regions are by the spawns.
    assert_eq!(Blocks::of(&two_rooms(3.0), &[LOWER, UPPER]).found(Kind::OneWay).len(), 1);
    // With one spawn the lower room is a trap, and nothing else.
    let single = Blocks::of(&two_rooms(3.0), &[UPPER]);
    assert_eq!((single.found(Kind::OneWay).len(), single.found(Kind::Trap).len()), (0, 1));
    // An exit in it makes it the way on.
    let exit = act("exit", at(7.0, -3.0, 1.0), at(8.0, -1.0, 3.0), ActKind::Exit);
    let with_exit = Blocks { acts: vec![exit], ..single };
    assert_eq!((with_exit.found(Kind::OneWay).len(), with_exit.found(Kind::Trap).len()), (1, 0));
    // Lava in its corner ends the game there, water leads anywhere.
    let in_corner = |kind| act("pool", at(7.0, -4.0, 1.0), at(8.0, -2.5, 3.0), kind);
    let lava = Blocks { acts: vec![in_corner(ActKind::Kill)], ..Blocks::of(&two_rooms(3.0), &[UPPER]) };
    let [by_dying] = &lava.found(Kind::OneWay)[..] else { panic!("one finding") };
    assert!(by_dying.reason.ends_with("by dying alone"), "{}", by_dying.reason);
    let water = Blocks { acts: vec![in_corner(ActKind::Anywhere)], ..lava };
    assert_eq!((water.found(Kind::OneWay).len(), water.found(Kind::Trap).len()), (0, 0));
}

#[test]
fn a_drop_with_a_way_back_is_none() {
    // A jump leads up again.
    let low = Blocks::of(&two_rooms(1.0), &[UPPER, at(6.0, -1.0, 2.0)]);
    assert_eq!(low.found(Kind::OneWay), []);
    // A teleporter does.
    let to = at(1.0, 0.9, 2.0);
    let back = act("back", at(7.0, -3.0, 1.0), at(8.0, -1.0, 3.0), ActKind::Teleport(to, None));
    let deep = Blocks { acts: vec![back], ..Blocks::of(&two_rooms(3.0), &[UPPER, LOWER]) };
    assert_eq!(deep.found(Kind::OneWay), []);
}

#[test]
fn a_beam_that_is_narrower_than_the_body_is_no_region_of_its_own() {
    // It lies between the points that the ground map looks at, too high over the floor for a jump.
    let mut boxes = two_rooms(4.0);
    boxes.push((at(5.0, -2.3, 2.36), at(8.0, -2.2, 2.44)));
    let checked = |spawn: DVec3| {
        let level = Blocks::of(&boxes, &[spawn, at(6.0, -4.0, 1.0)]);
        level.with(|subject, options| check(subject, &Options { cell: 0.4, ..*options }).unwrap())
    };
    let one_way = |checked: &Checked| {
        let found = checked.findings.iter().filter(|finding| finding.kind == Kind::OneWay);
        found.cloned().collect::<Vec<_>>()
    };
    let beam = checked(at(6.0, -2.2, 2.4));
    assert!(beam.summary.found >= 7, "{} places of the beam", beam.summary.found);
    assert_eq!(one_way(&beam), []);
    // From floor to floor by way of the beam is one.
    assert_eq!(one_way(&checked(UPPER)).len(), 1);
}

#[test]
fn surfaces_and_boxes_that_are_off_limits_are_found_where_they_are_reached() {
    // A ledge of 1 m that a jump reaches, and one of 3 m that nothing does.
    let mut blocks = two_rooms(0.0);
    blocks.push((at(5.0, 0.0, 0.0), at(8.0, 1.0, 1.5)));
    blocks.push((at(0.0, 0.0, 2.5), at(2.0, 3.0, 4.0)));
    let level = || Blocks::of(&blocks, &[UPPER]);
    let marked = |low: DVec3, high: DVec3| {
        let mark = OffLimits { name: "roof".to_owned(), zone: Zone::Box { low, high } };
        Blocks { off_limits: vec![mark], ..level() }.found(Kind::OffLimits)
    };
    let found = marked(at(5.0, 1.0, 0.0), at(8.0, 2.0, 1.5));
    let [finding] = &found[..] else { panic!("{found:?}") };
    assert!(finding.reason.contains("\"roof\", which is off limits"), "{}", finding.reason);
    assert!(finding.reason.starts_with("after a") && finding.clip.is_some(), "{}", finding.reason);
    assert!(finding.low.y > 0.9, "{:?}", finding.low);
    assert_eq!(marked(at(0.0, 3.0, 2.5), at(2.0, 4.0, 4.0)), []);

    // One material of a body: 7 is under the spawn, 9 is nowhere.
    let mut soup = Soup::default();
    for (low, high) in &blocks {
        block(&mut soup, *low, *high);
    }
    soup.materials = vec![7; soup.triangles.len()];
    let world = world_of(&soup);
    let body: BodyId = world.bodies().next().unwrap().0;
    let with = |material: Option<u16>| {
        let zone = Zone::Surface { body, material };
        let off_limits = vec![OffLimits { name: "sky".to_owned(), zone }];
        Blocks { world: world.clone(), off_limits, ..level() }.found(Kind::OffLimits)
    };
    assert_eq!((with(Some(7)).is_empty(), with(None).is_empty()), (false, false));
    assert_eq!(with(Some(9)), []);
}

#[test]
fn pads_and_teleporters_that_contradict_each_other_are_found_where_they_overlap() {
    let count = |second: Act| {
        let pad = act("pad", at(5.0, -0.1, 1.0), at(6.0, 0.3, 2.0), ActKind::Launch(at(0.0, 8.0, 0.0)));
        let level = Blocks { acts: vec![pad, second], ..Blocks::of(&two_rooms(0.0), &[UPPER]) };
        level.found(Kind::TriggersOverlap)
    };
    let (low, high) = (at(5.5, -0.1, 1.0), at(6.5, 2.0, 2.0));
    let gate = ActKind::Teleport(at(1.0, 0.9, 2.0), None);
    let found = count(act("gate", low, high, gate));
    let [finding] = &found[..] else { panic!("{found:?}") };
    assert!(finding.reason.contains("the pad \"pad\" and the teleporter \"gate\""), "{}", finding.reason);
    assert!(finding.low.x <= 5.5 && finding.high.x >= 6.0, "{finding:?}");
    assert_eq!(count(act("other", low, high, ActKind::Launch(at(8.0, 8.0, 0.0)))).len(), 1);
    // Beside it, the same throw, out of reach above it, and a trigger that moves nobody.
    for harmless in [
        act("gate", at(6.0, -0.1, 1.0), high, gate),
        act("pad", low, high, ActKind::Launch(at(0.0, 8.1, 0.0))),
        act("gate", at(5.5, 3.0, 1.0), at(6.5, 4.0, 2.0), gate),
        act("lava", low, high, ActKind::Kill),
    ] {
        assert_eq!(count(harmless), []);
    }
}

#[test]
fn a_gap_beside_a_teleporter_is_not_too_narrow() {
    // It takes all of the room's width but 80 cm, as wide as the body without its skin; the places of a row lie in the gap.
    let (low, high) = (at(5.0, -1.0, 0.0), at(6.0, 6.0, 3.2));
    let count = |level: &Blocks, kind: Kind| {
        let checked =
            level.with(|subject, options| check(subject, &Options { cell: 3.59 / 8.5, ..*options }).unwrap());
        checked.findings.iter().filter(|finding| finding.kind == kind).count()
    };
    let gate = act("gate", low, high, ActKind::Teleport(at(1.0, 0.9, 2.0), None));
    let level = Blocks { acts: vec![gate], ..Blocks::of(&two_rooms(0.0), &[UPPER]) };
    assert_eq!(count(&level, Kind::FloorUnreached), 1);
    assert_eq!(count(&level, Kind::TooNarrow), 0);
    // A wall in its place is.
    let mut boxes = two_rooms(0.0);
    boxes.push((low, high));
    assert_eq!(count(&Blocks::of(&boxes, &[UPPER]), Kind::TooNarrow), 1);
}

#[test]
fn a_rim_over_lava_is_pressed_until_the_character_flies_past_it() {
    // A floor with walls on three sides. Who walks off it falls into lava; who comes fast flies over a narrow strip of it.
    let rim = |width: f64| {
        let blocks = [
            (at(0.0, -0.5, 0.0), at(4.0, 0.0, 8.0)),
            (at(-0.2, -5.0, -0.2), at(4.2, 6.0, 0.0)),
            (at(-0.2, -5.0, 8.0), at(4.2, 6.0, 8.2)),
            (at(-0.2, -5.0, 0.0), at(0.0, 6.0, 8.0)),
        ];
        let lava = act("lava", at(4.0, -9.0, -9.0), at(4.0 + width, -0.3, 17.0), ActKind::Kill);
        let level = Blocks { acts: vec![lava], ..Blocks::of(&blocks, &[UPPER]) };
        let checked =
            level.with(|subject, options| check(subject, &Options { jumps: false, ..*options }).unwrap());
        let (walls, pressed) = (checked.summary.walls, checked.summary.pressed);
        assert!(pressed * 5 > walls && pressed > 12, "{pressed} of {walls}");
        let falls = checked.findings.into_iter().filter(|finding| finding.kind == Kind::FallsOut);
        (falls.collect::<Vec<_>>(), level.world)
    };
    assert_eq!(rim(20.0).0, []);
    let (falls, world) = rim(1.2);
    let [fall, ..] = &falls[..] else { panic!("no fall") };
    assert!(
        fall.reason.contains("pressed towards +x") && fall.reason.contains("at 50 m/s"),
        "{}",
        fall.reason
    );
    // Its clip falls, at its own tick rate.
    let clip = fall.clip.as_ref().unwrap();
    let config = Config::new(&Settings::default()).unwrap();
    let (mut state, mut scratch) = (State::at(clip.start), Scratch::new());
    for input in clip.ticks() {
        step(&world, &config, &mut state, input, 1.0 / clip.hz, &mut scratch).unwrap();
    }
    assert!(state.position.y < -5.0, "{:?}", state.position);
}

#[test]
fn threads_and_shards_change_no_byte_of_these_findings() {
    let text = |checked: &Checked| serde_json::to_string(&(&checked.findings, &checked.summary)).unwrap();
    let zone = Zone::Box { low: at(5.0, -3.0, 0.0), high: at(7.0, -2.0, 4.0) };
    let off_limits = vec![OffLimits { name: "cellar".to_owned(), zone }];
    let pads = [at(0.0, 3.0, 0.0), at(3.0, 3.0, 0.0)].map(ActKind::Launch);
    let pads = pads.map(|kind| act("pad", at(6.0, -3.1, 1.0), at(7.0, -2.8, 2.0), kind));
    let level =
        Blocks { acts: pads.into(), off_limits, ..Blocks::of(&two_rooms(3.0), &[UPPER, at(5.0, -3.0, 3.2)]) };
    level.with(|subject, options| {
        let on = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            text(&pool.install(|| check(subject, options).unwrap()))
        };
        let whole = on(1);
        for kind in [Kind::OneWay, Kind::OffLimits, Kind::TriggersOverlap] {
            assert!(whole.contains(kind.name()), "{kind:?}: {whole}");
        }
        assert_eq!(on(2), whole);
        for count in [1, 2, 7] {
            let make = |index| Shard::make(subject, options, (index, count), &()).unwrap();
            let shards: Vec<Shard> = (0..count).map(make).collect();
            assert_eq!(text(&merge(subject, options, &shards, &()).unwrap()), whole, "{count} shards");
        }
    });
}
