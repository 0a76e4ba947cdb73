//! Searches on a convex function of one number: where it is least, and where it first falls to a level.

use std::cmp::Ordering;

/// Halvings that narrow an interval by 2^-64.
const HALVINGS: u32 = 64;

/// Golden sections that narrow an interval by 2^-58.
const SECTIONS: u32 = 84;

/// The golden section, `(√5 - 1) / 2`.
const GOLDEN: f64 = 0.618_033_988_749_894_9;

/// Where in `low..=high` the convex `f` is least, and how much it is there (Kiefer 1953).
///
/// Rounding of `f` may shift the place by the square root of that rounding, but not the value.
pub(super) fn least(f: impl Fn(f64) -> f64, low: f64, high: f64) -> (f64, f64) {
    let (mut low, mut high) = (low, high);
    let (start, end) = ((low, f(low)), (high, f(high)));
    let mut left = high - (high - low) * GOLDEN;
    let mut right = low + (high - low) * GOLDEN;
    let (mut f_left, mut f_right) = (f(left), f(right));
    for _ in 0..SECTIONS {
        if f_left <= f_right {
            high = right;
            (right, f_right) = (left, f_left);
            left = high - (high - low) * GOLDEN;
            f_left = f(left);
        } else {
            low = left;
            (left, f_left) = (right, f_right);
            right = low + (high - low) * GOLDEN;
            f_right = f(right);
        }
        if low >= high || left <= low || right >= high {
            break;
        }
    }
    let smaller = |a: (f64, f64), b: (f64, f64)| if b.1 < a.1 { b } else { a };
    [(left, f_left), (right, f_right), end].into_iter().fold(start, smaller)
}

/// The same, sooner where `f` is smooth: a parabola through the three lowest places, or a golden section (Brent 1973,
/// section 5.8).
pub(super) fn least_smooth(f: impl Fn(f64) -> f64, low: f64, high: f64) -> f64 {
    let (mut a, mut b) = (low, high);
    let ends = f(a).min(f(b));
    let mut x = a + (b - a) * (1.0 - GOLDEN);
    let mut f_x = f(x);
    let ((mut w, mut f_w), (mut v, mut f_v)) = ((x, f_x), (x, f_x));
    let (mut step, mut before) = (0.0_f64, 0.0_f64);
    let enough = 1e-15 * (high - low).abs() + f64::MIN_POSITIVE;
    for _ in 0..2 * SECTIONS {
        let middle = 0.5 * (a + b);
        let near = 2e-15 * x.abs() + enough;
        if (x - middle).abs() <= 2.0 * near - 0.5 * (b - a) {
            break;
        }
        let (r, q) = ((x - w) * (f_x - f_v), (x - v) * (f_x - f_w));
        let (mut p, mut q) = ((x - v) * q - (x - w) * r, 2.0 * (q - r));
        (p, q) = if q > 0.0 { (-p, q) } else { (p, -q) };
        let is_parabola =
            before.abs() > near && p.abs() < (0.5 * q * before).abs() && p > q * (a - x) && p < q * (b - x);
        if is_parabola {
            (before, step) = (step, p / q);
        } else {
            before = if x < middle { b - x } else { a - x };
            step = (1.0 - GOLDEN) * before;
        }
        let u = if step.abs() >= near { x + step } else { x + near.copysign(step) };
        let f_u = f(u);
        if f_u <= f_x {
            (a, b) = if u >= x { (x, b) } else { (a, x) };
            ((v, f_v), (w, f_w), (x, f_x)) = ((w, f_w), (x, f_x), (u, f_u));
        } else {
            (a, b) = if u < x { (u, b) } else { (a, u) };
            if f_u <= f_w || w == x {
                ((v, f_v), (w, f_w)) = ((w, f_w), (u, f_u));
            } else if f_u <= f_v || v == x || v == w {
                (v, f_v) = (u, f_u);
            }
        }
        // Rounding hides which of three places is the lowest.
        if f_v - f_x <= 2.0 * f64::EPSILON * f_x.abs() && v != w && w != x && v != x {
            break;
        }
    }
    f_x.min(ends)
}

/// The first place in `low..=high` where `f` is at most `level`, for an `f` that falls from `low` to `high`
/// and is at most `level` at `high`.
pub(super) fn first_at_most(f: impl Fn(f64) -> f64, level: f64, low: f64, high: f64) -> f64 {
    turn(|place| level - f(place), low, high)
}

/// Where in `low..=high` a slope that never falls turns from negative to positive: by false positions (the Illinois rule of
/// Dowell and Jarratt 1971), and by halving after a step that gained little, so that no slope takes long.
///
/// Where a function falls by less than its rounding, its slope still has all its digits.
pub(super) fn turn(slope: impl Fn(f64) -> f64, low: f64, high: f64) -> f64 {
    let ((mut low, mut under), (mut high, mut over)) = ((low, slope(low)), (high, slope(high)));
    if under >= 0.0 {
        return low;
    }
    if over <= 0.0 {
        return high;
    }
    let least_step = (high - low) * f64::EPSILON * f64::EPSILON.sqrt();
    let (mut last_side, mut is_slow) = (Ordering::Equal, false);
    for _ in 0..3 * HALVINGS {
        let (width, middle) = (high - low, low + (high - low) / 2.0);
        if middle <= low || middle >= high {
            break;
        }
        let guess = low + width * (under / (under - over));
        // Beside an end that is as good as the turn, the next place closes the interval.
        let nearest = least_step.max(2.0 * f64::EPSILON * middle.abs());
        let is_false_position = !is_slow && guess.is_finite() && width > 2.0 * nearest;
        let place = if is_false_position { guess.clamp(low + nearest, high - nearest) } else { middle };
        let at = slope(place);
        let side = at.partial_cmp(&0.0).unwrap_or(Ordering::Equal);
        match side {
            Ordering::Less => (low, under) = (place, at),
            Ordering::Greater => (high, over) = (place, at),
            Ordering::Equal => return place,
        }
        is_slow = side == last_side && high - low > 0.5 * width && !is_slow;
        if side == last_side {
            let kept = if side == Ordering::Less { &mut over } else { &mut under };
            *kept *= 0.5;
        }
        last_side = side;
    }
    high
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use std::cell::Cell;

    #[test]
    fn the_least_of_bowls_valleys_and_slopes_is_found() {
        let bowl = least(|x| (x * x + 1.0).sqrt(), -5.0, 9.0);
        assert!(bowl.0.abs() < 1e-7 && bowl.1 == 1.0);
        let valley = least(|x| (x - 0.3).abs(), -1e6, 1e6);
        assert!(valley.1 < 1e-9);
        assert!((least_smooth(|x| (x * x + 1.0).sqrt(), -5.0, 9.0) - 1.0).abs() < 1e-15);
        assert!(least_smooth(|x| (x - 0.3).abs(), -1e6, 1e6) < 1e-8);
        assert_eq!(least_smooth(|x| x, 0.0, 2.0), 0.0);
        assert_eq!(least(|x| -x, 0.0, 2.0), (2.0, -2.0));
        assert_eq!(least(|x| x, 0.0, 2.0), (0.0, 0.0));
        assert_eq!(least(|x| x, 1.5, 1.5), (1.5, 1.5));
    }

    #[test]
    fn the_first_crossing_is_found_to_the_last_bit() {
        let at = first_at_most(|x| 3.0 - x, 1.0, 0.0, 3.0);
        assert_eq!(at, 2.0);
        let at = first_at_most(|x| (x - 7.0) * (x - 7.0), 2.0, 0.0, 7.0);
        assert!((at - (7.0 - 2.0_f64.sqrt())).abs() < 1e-15);
    }

    #[test]
    fn a_slope_turns_where_its_function_is_least() {
        assert_eq!(turn(|x| x - 0.3, 0.0, 1.0), 0.3);
        assert_eq!(turn(|x| if x < 0.7 { -1e-300 } else { 1.0 }, 0.0, 1.0), 0.7);
        let ends = [1.0, -1.0, 0.0].map(|slope| turn(|_| slope, -2.0, 1.0));
        assert_eq!(ends, [-2.0, 1.0, -2.0]);
    }

    /// Of slopes with corners, plateaus and poles: as near as halving comes, in a few steps.
    #[test]
    fn a_turn_is_found_as_well_as_by_halving() {
        let mut random = Random::new(46);
        let (mut steps, mut most) = (0, 0);
        const CASES: u32 = 20_000;
        for _ in 0..CASES {
            let [root, first, second] = [0; 3].map(|_: i32| random.between(-1.0, 1.0));
            let power = random.pick(&[1.0, 3.0, 0.2]);
            let bends = [random.between(0.0, 3.0), random.pick(&[0.0, 1e-12, 1.0, 1e9])];
            let slope = |x: f64| {
                let bend = |at: f64, by: f64| by * ((x - at).max(0.0) - (root - at).max(0.0));
                let own = (x - root).abs().powf(power).copysign(x - root);
                own + bend(first, bends[0]) + bend(second, bends[1])
            };
            let count = Cell::new(0);
            let found = turn(
                |x| {
                    count.set(count.get() + 1);
                    slope(x)
                },
                -1.0,
                1.0,
            );
            assert!((found - root).abs() <= 1e-15, "{found} {root} {first} {second} {power} {bends:?}");
            steps += count.get();
            most = most.max(count.get());
        }
        println!("{CASES} slopes, {} places each, at most {most}", f64::from(steps) / f64::from(CASES));
        assert!(most < 200);
    }
}
