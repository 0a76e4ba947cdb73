//! A zero of a function between two numbers where its signs differ.
//!
//! Source: Dowell and Jarratt, A modified regula falsi method for computing the root of an equation, BIT 1971 (the Illinois
//! method: secants, where an end that stays twice counts half).

/// Half the width of the interval that a zero is found in: a unit in the last place of a number near 1.
const LEAST_WIDTH: f64 = f64::EPSILON;

/// Every fourth round halves the interval, so that one of width 1 ends with these.
const ROUNDS: usize = 4 * 52;

/// Where `value` is zero between two numbers within 0 and 1, each given with its value: not positive at the first, not
/// negative at the second.
pub(super) fn zero_between(
    mut value: impl FnMut(f64) -> f64,
    mut low: (f64, f64),
    mut high: (f64, f64),
) -> f64 {
    let mut was_high = None;
    for round in 1..=ROUNDS {
        let width = high.0 - low.0;
        if width <= 2.0 * LEAST_WIDTH {
            break;
        }
        let is_half = round % 4 == 0 || low.1 == 0.0 || high.1 == 0.0;
        let share = if is_half { 0.5 } else { low.1 / (low.1 - high.1) };
        // Not at an end: a zero that is found next to one end would leave the other where it is.
        let middle = (low.0 + width * share).max(low.0 + LEAST_WIDTH).min(high.0 - LEAST_WIDTH);
        let at_middle = value(middle);
        if at_middle == 0.0 {
            return middle;
        }
        let is_high = at_middle > 0.0;
        if is_high {
            high = (middle, at_middle);
        } else {
            low = (middle, at_middle);
        }
        if was_high == Some(is_high) {
            let stays = if is_high { &mut low.1 } else { &mut high.1 };
            *stays *= 0.5;
        }
        was_high = Some(is_high);
    }
    0.5 * (low.0 + high.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The zero between 0 and 1, and how often the function was asked.
    fn search(f: impl Fn(f64) -> f64) -> (f64, usize) {
        let mut count = 0;
        let zero = zero_between(
            |x| {
                count += 1;
                f(x)
            },
            (0.0, f(0.0)),
            (1.0, f(1.0)),
        );
        (zero, count)
    }

    #[test]
    fn smooth_functions_take_few_rounds() {
        let mut most = 0;
        for k in 0..1000 {
            let place = (f64::from(k) + 0.5) / 1000.0;
            let (zero, count) = search(|x| (x - place) * (1.0 + x * x));
            assert!((zero - place).abs() <= 2.0 * LEAST_WIDTH, "{place}: {zero}");
            most = most.max(count);
        }
        println!("at most {most} rounds");
        assert!(most <= 14, "{most}");
    }

    #[test]
    fn a_zero_next_to_an_end_is_found() {
        for place in [0.0, 1e-300, 1e-17, 1e-9, 1.0 - 1e-9, 1.0 - f64::EPSILON, 1.0] {
            let (zero, count) = search(|x| x - place);
            assert!((zero - place).abs() <= 2.0 * LEAST_WIDTH, "{place}: {zero}");
            assert!(count <= 60, "{place}: {count}");
        }
    }

    /// A step, a pole-like rise, and a flat zero: each ends within the rounds, at the place where the sign changes.
    #[test]
    fn any_function_ends_within_the_rounds() {
        let place = 0.3;
        let (step, count) = search(|x| if x > place { 1e-300 } else { -1e300 });
        assert!((step - place).abs() <= 2.0 * LEAST_WIDTH && count < ROUNDS, "{step} after {count}");
        let (pole, count) = search(|x| 1.0 / (1.0 - x + 1e-12) - 1.0 / (1.0 - place + 1e-12));
        assert!((pole - place).abs() <= 2.0 * LEAST_WIDTH && count < ROUNDS, "{pole} after {count}");
        let (flat, count) = search(|x| (x - place) * (x - place) * (x - place));
        assert!((flat - place).abs() <= 1e-5 && count < ROUNDS, "{flat} after {count}");
    }
}
