//! The meeting of two moving spheres compared with exact rational numbers.

use glissando::DVec3;
use glissando::geometry::Sphere;
use glissando_testkit::exact::{ExactSweep, Rational, rational};
use glissando_testkit::form;
use glissando_testkit::random::Random;

const FAMILIES: [&str; 10] = [
    "any",
    "far away",
    "overlapping",
    "touching",
    "grazing",
    "still",
    "huge and tiny",
    "head on",
    "whole numbers",
    "far start",
];

struct Case {
    from: DVec3,
    travel: DVec3,
    other: DVec3,
    radii: [f64; 2],
}

/// A case of a family; the second sphere rests, so that all differences are exact in rational numbers.
fn case(family: &str, random: &mut Random) -> Case {
    let radii = [random.magnitude(1e-3, 1e3), random.magnitude(1e-3, 1e3)];
    let sum = radii[0] + radii[1];
    let other = random.vector(10.0);
    let away = random.direction();
    let plain = Case {
        from: other + away * (sum * random.between(1.0, 20.0)),
        travel: random.direction() * (sum * random.between(0.0, 40.0)),
        other,
        radii,
    };
    let any = random.direction();
    // A displacement that passes the other's centre at the distance `miss`.
    let towards = |case: &Case, miss: f64| {
        let start = (case.other - case.from).length();
        let aside = miss * start / (start * start - miss * miss).max(1e-6).sqrt();
        let side = (case.other - case.from).cross(any).try_normalize().unwrap_or(DVec3::X);
        let target = case.other + side * aside;
        (target - case.from) * 1.5
    };
    match family {
        "far away" => {
            let other = random.vector(3e8);
            let from = random.vector(3e8);
            let aside = sum * random.between(0.0, 1.2);
            let case = Case { from, other, ..plain };
            Case { travel: towards(&case, aside), ..case }
        }
        "overlapping" => Case { from: other + away * (sum * random.fraction()), ..plain },
        "touching" => Case { from: other + away * sum, ..plain },
        "grazing" => {
            let aside = sum * (1.0 + random.sign() * random.magnitude(1e-16, 1e-3));
            Case { travel: towards(&plain, aside), ..plain }
        }
        "still" => Case {
            travel: if random.chance(0.5) { DVec3::ZERO } else { random.vector(1.0) * 1e-300 },
            from: other + away * (sum * random.between(0.5, 1.5)),
            ..plain
        },
        "huge and tiny" => {
            let radii = [1e-4, random.magnitude(1e5, 1e6)];
            let from = other + away * (radii[1] * random.between(1.0, 3.0));
            let case = Case { from, radii, ..plain };
            let aside = radii[1] * random.between(0.0, 1.01);
            Case { travel: towards(&case, aside), ..case }
        }
        "head on" => Case { travel: towards(&plain, 0.0), ..plain },
        "whole numbers" => Case {
            from: random.half_vector(6),
            travel: random.half_vector(8),
            other: random.half_vector(6),
            radii: [random.half(4).abs() + 0.5, random.half(4).abs() + 0.5],
        },
        "far start" => {
            let from = other + away * random.magnitude(1e6, 5e8);
            let case = Case { from, ..plain };
            let aside = sum * random.between(0.0, 1.2);
            Case { travel: towards(&case, aside), ..case }
        }
        _ => plain,
    }
}

/// Checks the result, up to a few roundings of the greatest length in the case.
fn check(case: &Case, name: &str) -> bool {
    let (one, other) = (Sphere::new(case.from, case.radii[0]), Sphere::new(case.other, case.radii[1]));
    let (one, other) = (one.unwrap(), other.unwrap());
    let answer = one.first_touch(case.travel, &other, DVec3::ZERO).unwrap();
    let sum = case.radii[0] + case.radii[1];
    let sweep = ExactSweep::new(case.from, case.travel, [case.other; 3], sum).unwrap();
    let start = (case.from - case.other).length();
    let slack = 8.0 * f64::EPSILON * (start + case.travel.length() + sum);
    let within = |t: &Rational, radius: f64| {
        radius > 0.0 && sweep.distance_sq_at(t) <= rational(radius).unwrap() * rational(radius).unwrap()
    };
    let least = sweep.least();
    match answer {
        Some(touch) => {
            let t = rational(touch.fraction).unwrap();
            assert!((0.0..=1.0).contains(&touch.fraction), "{name}: {}", touch.fraction);
            assert!((touch.normal.length() - 1.0).abs() < 1e-15, "{name}: {:?}", touch.normal);
            assert!(within(&t, sum + slack), "{name}: stopped before the touch");
            assert!(touch.fraction == 0.0 || !within(&t, sum - slack), "{name}: went in");
            let there = (case.from - case.other) + case.travel * touch.fraction;
            let off = (there - touch.normal * there.length()).length();
            // A rounding along the normal moves a grazing touch along the path by the cotangent as much.
            let steep = -touch.normal.dot(case.travel) / case.travel.length();
            let most = 4.0 * slack * (1.0 + 1.0 / steep.max((slack / sum).sqrt()));
            assert!(off <= most, "{name}: normal {:?} off by {off:e}", touch.normal);
            // Approaching: not yet past the nearest point by more than rounding.
            let late = sweep.distance_sq_at(&t) - least.distance_sq.clone();
            let is_early = t <= least.at;
            let room = rational(slack * (2.0 * sum + slack)).unwrap();
            assert!(is_early || late <= room, "{name}: the second touch");
        }
        None => {
            // No touch was missed: the spheres never came nearer than touching, or never came nearer at all.
            let comes_nearer = (case.from - case.other).dot(case.travel) < 0.0;
            let is_in = within(&least.at, sum - slack);
            let gained = within(&least.at, start - slack);
            assert!(!(comes_nearer && is_in && gained), "{name}: missed");
        }
    }
    answer.is_some()
}

#[test]
fn meetings_agree_with_rational_arithmetic() {
    let cases = form::cases(40_000, 120_000);
    let mut touched = [0; FAMILIES.len()];
    for index in 0..cases {
        let family = index as usize % FAMILIES.len();
        let name = FAMILIES[family];
        let case = case(name, &mut Random::nth(1, 90, index));
        touched[family] += u32::from(check(&case, &format!("{name} {index}")));
    }
    println!("{cases} meetings checked; of {} each touched:", cases / FAMILIES.len() as u64);
    for (name, count) in FAMILIES.iter().zip(touched) {
        println!("  {name:<14} {count}");
    }
    // Every family must have both results, except the one without motion.
    let least = cases as u32 / 2400;
    for (name, count) in FAMILIES.iter().zip(touched) {
        assert!(
            (least..=cases as u32 / 10 - least).contains(&count) || ["still", "head on"].contains(name),
            "{name}"
        );
    }
}

#[test]
fn only_the_difference_of_the_moves_counts() {
    let mut random = Random::nth(1, 91, 0);
    let mut touched = 0;
    for _ in 0..20_000 {
        // Integers: differences are exact.
        let ball =
            |random: &mut Random| Sphere::new(random.half_vector(4), 0.5 + random.half(2).abs()).unwrap();
        let (one, other) = (ball(&mut random), ball(&mut random));
        let [a, b, both] = std::array::from_fn(|_| random.half_vector(8));
        let plain = one.first_touch(a, &other, b).unwrap();
        assert_eq!(plain, one.first_touch(a + both, &other, b + both).unwrap());
        assert_eq!(plain, one.first_touch(a - b, &other, DVec3::ZERO).unwrap());
        let turned = other.first_touch(b, &one, a).unwrap();
        assert_eq!(plain.map(|t| (t.fraction, t.normal)), turned.map(|t| (t.fraction, -t.normal)));
        touched += u32::from(plain.is_some());
    }
    println!("{touched} of 20000 pairs touched");
    assert!(touched > 1000);
}
