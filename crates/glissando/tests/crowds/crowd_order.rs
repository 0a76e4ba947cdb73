//! Crowds in any order: shuffled, repeated, restored; mixed bodies, real levels, bad input.

use glissando::character::BodyShape;
use glissando::crowd::{CrowdScratch, Member, step};
use glissando::{Config, DVec3, EventKind, Filter, Input, InputError, Settings, State, World};
use glissando_testkit::crowds::Crowd;
use glissando_testkit::levels::{RealLevel, shared_file};
use glissando_testkit::random::Random;
use glissando_testkit::run_trace::RunTrace;
use glissando_testkit::scenes;

const DT: f64 = 1.0 / 60.0;

/// A random body, with more extreme values than games use.
fn any_body(random: &mut Random) -> Settings {
    let radii = DVec3::new(random.between(0.2, 0.7), random.between(0.4, 1.1), random.between(0.2, 0.7));
    let rotation = if random.chance(0.5) { random.rotation() } else { glissando::DQuat::IDENTITY };
    Settings { radii, crouch_radii: radii * 0.7, rotation, ..Settings::default() }
}

/// A mixed crowd of ellipsoids dropped into a room, all at different positions.
fn mixed(count: usize, seed: u64) -> Crowd {
    mixed_with(count, seed, 0.0)
}

/// The same with a share of capsules and boxes.
fn mixed_with(count: usize, seed: u64, others: f64) -> Crowd {
    let mut random = Random::new(seed);
    let mut crowd = Crowd::default();
    for k in 0..count {
        let mut settings = any_body(&mut random);
        let mut form = Random::nth(seed, 1, k as u64);
        if form.chance(others) {
            if form.chance(0.5) {
                let DVec3 { x, y, .. } = settings.radii;
                settings.body = BodyShape::Capsule;
                settings = settings.with_radii(DVec3::new(x, x.max(y), x));
            } else {
                settings.body = BodyShape::Box;
                settings.rounding = form.pick(&[1e-3, 0.02, 0.1]);
            }
        }
        let config = Config::new(&settings).unwrap();
        let cell = |n: usize| (n as f64 - 2.5) * 2.3 + random.between(-0.05, 0.05);
        let at = [k % 6, k / 6 % 6].map(cell);
        let at = DVec3::new(at[0], 1.4 + 2.4 * (k / 36) as f64, at[1]);
        let mut member = Member::new(config, State::at(at));
        member.mass = random.magnitude(20.0, 500.0);
        member.strength = random.magnitude(100.0, 5000.0);
        crowd.add(member, DVec3::ZERO);
    }
    crowd
}

/// Boxes that one box overlaps along the same side are contacts at the same place: which of them comes first is chosen by their indices.
#[test]
fn the_order_of_members_at_one_side_of_a_box_has_no_effect() {
    let world = room();
    let mut random = Random::new(12);
    let mut pushed = 0;
    for case in 0..3000 {
        let rotation = if case % 2 == 0 { random.rotation() } else { glissando::DQuat::IDENTITY };
        let settings =
            Settings { body: BodyShape::Box, rotation, gravity: DVec3::ZERO, ..Settings::default() };
        let config = Config::new(&settings).unwrap();
        let along = rotation * DVec3::X;
        let mut members: Vec<Member> = [0.0, 0.5, -0.5]
            .map(|aside| {
                let off = if aside == 0.0 { 0.0 } else { 0.8 - random.between(0.001, 0.3) };
                let at = along * off + rotation * DVec3::Z * aside + DVec3::Y * 4.0;
                let state = State { velocity: random.vector(3.0), ..State::at(at) };
                Member { mass: random.between(20.0, 200.0), ..Member::new(config, state) }
            })
            .to_vec();
        let mut inputs = [(); 3].map(|()| Input { wish: random.vector(4.0), fly: true, ..Input::default() });
        inputs[0].wish = along * 5.0;
        let mut other = [members[0], members[2], members[1]];
        let shuffled = [inputs[0], inputs[2], inputs[1]];
        for tick in 0..3 {
            step(&world, &mut members, &inputs, DT, &mut CrowdScratch::new()).unwrap();
            step(&world, &mut other, &shuffled, DT, &mut CrowdScratch::new()).unwrap();
            for (a, b) in [(0, 0), (1, 2), (2, 1)] {
                let [a, b] =
                    [&members[a].state, &other[b].state].map(|state| [state.position, state.velocity]);
                assert_eq!(a, b, "case {case}, tick {tick}");
            }
            pushed += 1;
        }
    }
    println!("{pushed} ticks");
}

/// Input of member `k` in a tick: all press to a wandering point; some jump, crouch and fly.
fn wish(k: usize, tick: usize, at: DVec3) -> Input {
    let mut random = Random::nth(5, k as u64, (tick / 20) as u64);
    let aim = DVec3::new(random.between(-2.0, 2.0), 1.0, random.between(-2.0, 2.0));
    let speed = random.pick(&[0.0, 2.0, 4.0, 12.0]);
    let wish = (aim - at).try_normalize().unwrap_or(DVec3::X) * speed;
    Input { wish, jump: random.chance(0.1), crouch: random.chance(0.2), fly: random.chance(0.05) }
}

fn tick(crowd: &mut Crowd, names: &[usize], world: &World, tick: usize) {
    for (slot, name) in names.iter().enumerate() {
        crowd.inputs[slot] = wish(*name, tick, crowd.at(slot));
    }
    crowd.step(world, DT);
}

fn room() -> World {
    scenes::world_of(&scenes::open_box(7.0, 9.0))
}

/// The bits of a state except the indices in it.
fn bits(state: &State) -> Vec<u64> {
    let vectors = [state.position, state.velocity, state.safe_position, state.ground_normal.as_dvec3()];
    let flags = [state.is_crouching, state.is_jump_held, state.is_at_ceiling].map(u64::from);
    let mut bits: Vec<u64> = vectors.iter().flat_map(|v| v.to_array().map(f64::to_bits)).collect();
    bits.extend(flags);
    bits.extend([state.ground as u64, state.ledge.to_bits()]);
    bits
}

fn hash(crowd: &Crowd) -> u64 {
    let all = crowd.members.iter().flat_map(|m| bits(&m.state));
    all.fold(0xcbf2_9ce4_8422_2325, |hash, word| {
        word.to_le_bytes().iter().fold(hash, |h, b| (h ^ u64::from(*b)).wrapping_mul(0x0100_0000_01b3))
    })
}

#[test]
fn the_order_of_members_has_no_effect() {
    let world = room();
    let (mut touches, mut pushes) = (0, 0);
    for seed in 0..3 {
        let mut crowd = mixed_with(40, seed, 0.5);
        let names: Vec<usize> = (0..40).collect();
        let mut shuffled: Vec<usize> = names.clone();
        let mut random = Random::new(100 + seed);
        for k in (1..40).rev() {
            shuffled.swap(k, random.integer(0, k as i64) as usize);
        }
        let mut other = Crowd::default();
        for name in &shuffled {
            other.add(crowd.members[*name], DVec3::ZERO);
        }
        for t in 0..160 {
            tick(&mut crowd, &names, &world, t);
            tick(&mut other, &shuffled, &world, t);
            for (slot, name) in shuffled.iter().enumerate() {
                let (a, b) = (&crowd.members[*name].state, &other.members[slot].state);
                assert_eq!(bits(a), bits(b), "seed {seed}, tick {t}, member {name}");
            }
            touches += crowd.closest().1;
            pushes += usize::from(crowd.members.iter().any(|m| m.state.velocity.length() > 0.0));
        }
    }
    println!("{touches} near pairs, {pushes} ticks with movement");
    assert!(touches > 1000);
}

/// Two members that ignore each other stand in one place and push with equal force: the heavier one causes the push.
#[test]
fn of_two_equal_pushes_from_one_place_list_order_does_not_decide() {
    let world = room();
    let config = Config::new(&Settings::default()).unwrap();
    let walk = |order: [usize; 4]| {
        let mut crowd = Crowd::default();
        for index in order {
            let x = [0.0, 0.0, 0.81, 1.62][index];
            let mut member = Member::new(config, State::with_feet_at(&config, DVec3::X * x));
            member.mass = [80.0, 800.0, 80.0, 80.0][index];
            member.strength = 2000.0;
            member.layers = [1, 2, 4, 4][index];
            let mut settings = *config.settings();
            settings.filter = Filter { mask: if index < 2 { 4 } else { 7 } };
            member.config = Config::new(&settings).unwrap();
            crowd.add(member, if index < 2 { DVec3::X * 3.0 } else { DVec3::ZERO });
        }
        for _ in 0..60 {
            crowd.step(&world, DT);
        }
        let slot = |index| order.iter().position(|w| *w == index).unwrap();
        [2, 3].map(|index| bits(&crowd.members[slot(index)].state))
    };
    assert_eq!(walk([0, 1, 2, 3]), walk([1, 0, 2, 3]));
}

/// Of a crowd of 40 after 300 ticks.
const MIXED_HASH: u64 = 0x39ca_a2db_2f96_a484;

#[test]
fn a_mixed_crowd_ends_with_the_bits_of_the_constant_from_every_saved_tick() {
    let world = room();
    let names: Vec<usize> = (0..40).collect();
    let mut crowd = mixed(40, 9);
    let (mut saved, mut trace): (Vec<Vec<Member>>, _) = (Vec::new(), RunTrace::every(100));
    for t in 0..300 {
        if t % 50 == 0 {
            saved.push(crowd.members.clone());
        }
        tick(&mut crowd, &names, &world, t);
        for (index, member) in crowd.members.iter().enumerate() {
            trace.add(t as u64 + 1, index, member.state.position.to_array());
        }
    }
    trace.check("mixed_crowd", include_str!("mixed_crowd.txt"));
    let end = hash(&crowd);
    println!("{end:#018x}");
    for (k, members) in saved.into_iter().enumerate() {
        let mut again = Crowd::default();
        members.iter().for_each(|m| {
            again.add(*m, DVec3::ZERO);
        });
        for t in 50 * k..300 {
            tick(&mut again, &names, &world, t);
        }
        assert_eq!(hash(&again), end, "from tick {}", 50 * k);
    }
    assert_eq!(end, MIXED_HASH, "{end:#018x}");
}

#[test]
fn mixed_crowds_never_overlap_nor_explode() {
    let world = room();
    let (mut judged, mut nearest, mut fastest, mut held, mut stuck) = (0, f64::INFINITY, 0.0_f64, 0, 0);
    for seed in 20..23 {
        let mut crowd = mixed_with(60, seed, 0.5);
        let names: Vec<usize> = (0..60).collect();
        for t in 0..300 {
            for (slot, name) in names.iter().enumerate() {
                crowd.inputs[slot] = wish(*name, t, crowd.at(slot));
            }
            let report = crowd.step(&world, DT);
            for member in report.members() {
                held += usize::from(member.is_held);
                let is_stuck = |kind: &EventKind| matches!(kind, EventKind::Stuck { .. });
                stuck += usize::from(member.events.iter().any(|e| is_stuck(&e.kind)));
            }
            let (least, pairs) = crowd.closest();
            assert!(least > 1.0, "seed {seed}, tick {t}: {least}");
            (nearest, judged) = (nearest.min(least), judged + pairs);
            fastest = fastest.max(crowd.fastest());
            for k in 0..60 {
                let at = crowd.at(k);
                assert!(at.x.abs() < 7.0 && at.z.abs() < 7.0 && at.y > 0.0, "{k} is out: {at:?}");
            }
        }
    }
    println!("{} member ticks, {judged} near pairs checked, nearest {nearest:.6} radii", 3 * 300 * 60);
    println!("fastest {fastest:.2} m/s, {held} moves undone, {stuck} stuck");
    assert!(fastest < 20.0, "{fastest}");
}

#[test]
#[ignore = "needs ../shared/levels"]
fn crowds_in_real_levels_never_overlap() {
    for name in ["recast_dungeon.glb", "doom_e1m1.glb", "re_castle.glb"] {
        let level = RealLevel::load(&shared_file(name)).unwrap();
        let config = Config::new(&level.settings()).unwrap();
        let spawns = level.spawns(&config);
        let Some(spawn) = spawns.first() else { continue };
        let mut crowd = Crowd::default();
        let gap = 2.2 * config.settings().radii.max_element();
        let mut random = Random::new(3);
        let mut heading = Vec::new();
        for k in 0..30 {
            let aside = DVec3::new((k % 6) as f64 - 2.5, 0.0, (k / 6) as f64 - 2.0) * gap;
            crowd.add(Member::new(config, State::at(spawn.position + aside)), DVec3::ZERO);
            heading.push(random.direction());
        }
        let (mut judged, mut nearest) = (0, f64::INFINITY);
        for t in 0..600 {
            for (k, heading) in heading.iter_mut().enumerate() {
                if t % 40 == 0 {
                    *heading = random.direction();
                }
                crowd.inputs[k].wish = *heading * 5.0;
                crowd.inputs[k].jump = t % 90 == k;
            }
            crowd.step(&level.world, DT);
            let (least, pairs) = crowd.closest();
            assert!(least > 1.0, "{}, tick {t}: {least}", level.name);
            (nearest, judged) = (nearest.min(least), judged + pairs);
        }
        println!("{}: 18000 member ticks, {judged} near pairs, nearest {nearest:.6} radii", level.name);
    }
}

#[test]
fn bad_input_is_named_and_changes_no_member() {
    let world = room();
    let good = mixed(5, 1).members;
    let inputs = vec![Input { wish: DVec3::X, ..Input::default() }; 5];
    let mut scratch = CrowdScratch::new();
    let refused = |members: &[Member], inputs: &[Input], dt: f64| {
        let mut changed = members.to_vec();
        let error = step(&world, &mut changed, inputs, dt, &mut CrowdScratch::new()).unwrap_err();
        assert_eq!(format!("{changed:?}"), format!("{members:?}"));
        error
    };
    for (what, bad) in [("mass", 0.0), ("mass", f64::NAN), ("strength", -1.0), ("strength", f64::INFINITY)] {
        let mut members = good.clone();
        let value = if what == "mass" { &mut members[4].mass } else { &mut members[4].strength };
        *value = bad;
        let error = refused(&members, &inputs, DT);
        assert!(error.to_string().contains(what), "{error}");
    }
    let mut members = good.clone();
    members[4].state.position.y = f64::NAN;
    assert!(matches!(refused(&members, &inputs, DT), InputError::NotFinite { .. }));
    assert!(matches!(refused(&good, &inputs[..4], DT), InputError::OutOfRange { value: 4.0, .. }));
    assert!(matches!(refused(&good, &inputs, -1.0), InputError::OutOfRange { what: "dt", .. }));
    let mut nan = inputs.clone();
    nan[4].wish.x = f64::NAN;
    assert!(matches!(refused(&good, &nan, DT), InputError::NotFinite { what: "wish", .. }));
    let mut empty: [Member; 0] = [];
    assert_eq!(step(&world, &mut empty, &[], DT, &mut scratch).unwrap().members().count(), 0);
    let mut members = good.clone();
    assert!(step(&world, &mut members, &inputs, 0.0, &mut scratch).unwrap().member(5).is_none());
    for (after, before) in members.iter().zip(&good) {
        assert_eq!(after.state.position, before.state.position, "no time, no way");
    }
}
