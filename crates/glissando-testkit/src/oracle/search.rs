//! Searches on a convex function of one number: where it is least, and where it first falls to a level.

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
    let (mut low, mut high) = (low, high);
    for _ in 0..HALVINGS {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            break;
        }
        if f(middle) <= level {
            high = middle;
        } else {
            low = middle;
        }
    }
    high
}

/// Where in `0..=1` a slope that never falls turns from negative to positive, by halving.
///
/// Where a function falls by less than its rounding, its slope still has all its digits.
pub(super) fn turn(slope: impl Fn(f64) -> f64) -> f64 {
    if slope(0.0) >= 0.0 {
        return 0.0;
    }
    if slope(1.0) <= 0.0 {
        return 1.0;
    }
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..HALVINGS {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            break;
        }
        match slope(middle) {
            slope if slope < 0.0 => low = middle,
            slope if slope > 0.0 => high = middle,
            _ => return middle,
        }
    }
    high
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(turn(|x| x - 0.3), 0.3);
        assert_eq!(turn(|x| if x < 0.7 { -1e-300 } else { 1.0 }), 0.7);
        assert_eq!((turn(|_| 1.0), turn(|_| -1.0), turn(|_| 0.0)), (0.0, 1.0, 0.0));
    }
}
