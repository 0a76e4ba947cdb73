//! The nearest allowed displacement: optimal, never faster, never backwards, never refused without reason.

mod deal;
mod oracle;

use self::deal::{Family, Gaps, count, families, size};
use self::oracle::{nearest_foot, room};
use glissando::DVec3;
use glissando::slide::{Allowed, SlidePlane, nearest_allowed};
use glissando_testkit::form;
use glissando_testkit::random::Random;

/// Checks the conditions of the nearest displacement (Karush, Kuhn, Tucker); returns the largest relative residual.
fn residual(desired: DVec3, planes: &[SlidePlane], allowed: &Allowed) -> f64 {
    let v = allowed.displacement;
    let size = size(desired, planes).max(v.length());
    let (mut rest, mut pushes) = (v - desired, size);
    let mut worst: f64 = 0.0;
    for &(index, push) in allowed.active.iter().flatten() {
        let plane = planes[index];
        rest -= plane.normal * push;
        pushes += push.abs();
        worst = worst.max(-push / size).max((plane.normal.dot(v) - plane.least).abs() / size);
    }
    for plane in planes {
        worst = worst.max((plane.least - plane.normal.dot(v)) / size);
    }
    worst.max(rest.length() / pushes)
}

#[test]
fn the_result_always_satisfies_karush_kuhn_and_tucker() {
    let (mut sets, mut refused, mut held) = (0, 0, [0; 4]);
    for family in families() {
        for gaps in [Gaps::Touching, Gaps::Apart, Gaps::Pushing] {
            let (mut random, mut worst) = (Random::new(1), 0.0_f64);
            for _ in 0..3000 {
                let count = count(&mut random);
                let (desired, planes) = family.deal(&mut random, count, gaps);
                sets += 1;
                match nearest_allowed(desired, &planes) {
                    Some(allowed) => {
                        worst = worst.max(residual(desired, &planes, &allowed));
                        held[allowed.active.iter().flatten().count()] += 1;
                    }
                    None => refused += 1,
                }
            }
            println!("{family:?} {gaps:?}: largest residual {worst:.1e}");
            assert!(worst <= 1e-9, "{family:?} {gaps:?}");
        }
    }
    println!("{sets} sets of 1 to 100 planes, {refused} refused; held by 0, 1, 2, 3 planes: {held:?}");
    assert!(held.iter().all(|&n| n > 1000));
}

#[test]
fn surfaces_without_a_push_never_reverse_a_move_nor_make_it_faster_nor_refuse_it() {
    let mut sets = 0;
    for family in families() {
        for gaps in [Gaps::Touching, Gaps::Apart] {
            let mut random = Random::new(2);
            for _ in 0..3000 {
                let count = count(&mut random);
                let (desired, planes) = family.deal(&mut random, count, gaps);
                let v = nearest_allowed(desired, &planes).expect("rest is always allowed").displacement;
                let rounding = 1e-12 * desired.length_sq();
                assert!(v.dot(desired) >= v.length_sq() - rounding, "{family:?}: {v:?} for {desired:?}");
                assert!(v.length_sq() <= desired.length_sq() + rounding, "{family:?}");
                sets += 1;
            }
        }
    }
    println!("{sets} sets: never back, never faster, never refused");
}

#[test]
fn the_result_is_the_nearest_of_all_feet_on_faces_creases_and_corners() {
    let (mut sets, mut large, mut worst) = (0, 0, 0.0_f64);
    for family in [Family::Any, Family::Whole, Family::Bowl, Family::Near(1e-3), Family::Slot(1e-3)] {
        for gaps in [Gaps::Touching, Gaps::Apart, Gaps::Pushing] {
            let mut random = Random::new(3);
            let few = form::cases(300, 1000);
            for k in 0..few + form::cases(3, 10) {
                let count = if k < few { random.integer(1, 9) as usize } else { 100 };
                let (desired, planes) = family.deal(&mut random, count, gaps);
                let Some(allowed) = nearest_allowed(desired, &planes) else { continue };
                let size = size(desired, &planes).max(allowed.displacement.length());
                let foot = nearest_foot(desired, &planes, 1e-11 * size).expect("one was found");
                let error = (foot - allowed.displacement).length() / size;
                worst = worst.max(error);
                assert!(error <= 1e-9, "{family:?} {gaps:?} {k}: {error:e}");
                (sets, large) = (sets + 1, large + usize::from(count == 100));
            }
        }
    }
    println!("{sets} sets ({large} of 100 planes), largest difference {worst:.1e}");
}

#[test]
fn the_order_of_the_planes_never_matters() {
    let (mut sets, mut worst) = (0, 0.0_f64);
    for family in families() {
        for gaps in [Gaps::Touching, Gaps::Apart, Gaps::Pushing] {
            let mut random = Random::new(4);
            for _ in 0..2000 {
                let count = count(&mut random);
                let (desired, mut planes) = family.deal(&mut random, count, gaps);
                let first = nearest_allowed(desired, &planes);
                for i in (1..planes.len()).rev() {
                    planes.swap(i, random.integer(0, i as i64) as usize);
                }
                let second = nearest_allowed(desired, &planes);
                assert_eq!(first.is_some(), second.is_some(), "{family:?} {gaps:?}");
                sets += 1;
                let (Some(a), Some(b)) = (first, second) else { continue };
                let size = size(desired, &planes).max(a.displacement.length());
                let error = (a.displacement - b.displacement).length() / size;
                worst = worst.max(error);
            }
        }
    }
    println!("{sets} sets shuffled, largest difference {worst:.1e}");
    assert!(worst <= 1e-12);
}

#[test]
fn a_small_change_of_the_wish_never_changes_the_result_by_more() {
    let (mut sets, mut largest) = (0, 0.0_f64);
    for family in families() {
        // Walls that close by less than the solver's slack within the whole move are parallel to it.
        if family == Family::Slot(1e-12) {
            continue;
        }
        for gaps in [Gaps::Touching, Gaps::Apart, Gaps::Pushing] {
            let mut random = Random::new(5);
            for _ in 0..2000 {
                let count = count(&mut random);
                let (desired, planes) = family.deal(&mut random, count, gaps);
                let size = size(desired, &planes);
                let other = desired + random.direction() * (size * random.magnitude(1e-4, 1.0));
                let answers = [desired, other].map(|d| nearest_allowed(d, &planes));
                let [Some(a), Some(b)] = answers else { continue };
                let (change, wish) = ((a.displacement - b.displacement).length(), (desired - other).length());
                assert!(change <= wish * (1.0 + 1e-9), "{family:?} {gaps:?}: {change:e} for {wish:e}");
                (sets, largest) = (sets + 1, largest.max(change / wish));
            }
        }
    }
    println!("{sets} pairs of wishes, largest ratio of changes {largest:.12}");
}

#[test]
fn planes_without_a_common_point_are_refused_and_no_others() {
    let (mut open, mut closed, mut narrow, mut beyond) = (0, 0, 0, 0);
    for family in [Family::Any, Family::Whole, Family::Bowl, Family::Near(1e-3), Family::Slot(1e-3)] {
        let mut random = Random::new(6);
        for _ in 0..500 {
            let count = random.integer(2, 9) as usize;
            let (desired, planes) = family.deal(&mut random, count, Gaps::Squeezing);
            let size = size(desired, &planes);
            let far = 1e6 * size;
            let room = room(&planes, far) / size;
            let answer = nearest_allowed(desired, &planes);
            if room.abs() < 1e-6 {
                narrow += 1;
                continue;
            }
            let is_near = answer.is_some_and(|a| a.displacement.abs().max_element() <= far);
            assert_eq!(is_near, room > 0.0, "{family:?}: room {room:e}, {planes:?}");
            beyond += usize::from(answer.is_some() && !is_near);
            (open, closed) = (open + usize::from(room > 0.0), closed + usize::from(room < 0.0));
        }
    }
    println!(
        "{open} sets with room, {closed} without, {narrow} too narrow to tell, {beyond} with room only far away"
    );
    assert!(open > 300 && closed > 300);
}
