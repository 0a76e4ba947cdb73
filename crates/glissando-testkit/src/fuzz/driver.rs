//! Makes one case, and turns a panic into a finding.

use super::kind::Case;
use super::mix::Mix;
use super::report::Report;
use super::watch::Watch;
use std::any::Any;
use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

/// What is a finding besides properties that do not hold.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Limits {
    /// Most seconds of one call by the clock; none judges no clock, for machines that have other work to do.
    pub seconds: Option<f64>,
}

/// Makes a case: the calls, counts and findings follow from it alone.
///
/// A panic of the library ends the case and is a finding with its place in the source. The text that a panic
/// prints is left out for the thread that runs a case, and for no other.
pub fn run_case(case: Case, limits: Limits) -> Report {
    silence_panics_of_cases();
    let mut mix = Mix::of(case);
    let mut watch = Watch::new(case, limits, !mix.has_one_sided());
    guard(&mut watch, |watch| case.kind.run(&mut mix, watch));
    watch.report
}

/// Does some work; a panic ends it and is a finding.
fn guard(watch: &mut Watch, work: impl FnOnce(&mut Watch)) {
    PLACE.set(Some(String::new()));
    let end = panic::catch_unwind(AssertUnwindSafe(|| work(watch)));
    let place = PLACE.take().unwrap_or_default();
    if let Err(panic) = end {
        let calling = watch.calling;
        watch.find(format!("a panic in {calling} at {place}"), || message(&*panic));
    }
}

thread_local! {
    /// In a case: where the last panic was. Out of one: none.
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

fn silence_panics_of_cases() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let is_in_case = PLACE.with_borrow_mut(|place| {
                let Some(place) = place else { return false };
                *place = info.location().map_or(String::new(), |at| format!("{}:{}", at.file(), at.line()));
                true
            });
            if !is_in_case {
                usual(info);
            }
        }));
    });
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no text".into())
}

#[cfg(test)]
mod tests {
    use super::super::kind::Kind;
    use super::*;

    #[test]
    fn a_case_is_the_same_whenever_it_is_made() {
        for kind in Kind::ALL {
            let case = Case { kind, seed: 4 };
            let [one, two] = [(); 2].map(|()| run_case(case, Limits::default()));
            assert_eq!((&one.calls, &one.findings), (&two.calls, &two.findings), "{case}");
            assert!(!one.calls.is_empty(), "{case} called nothing");
        }
    }

    #[test]
    fn a_panic_is_a_finding_with_its_function_and_its_place() {
        silence_panics_of_cases();
        let mut watch = Watch::new(Case { kind: Kind::Mesh, seed: 1 }, Limits::default(), true);
        guard(&mut watch, |watch| watch.value("Mesh::split", || panic!("no {}", "way")));
        let ((kind, property), finding) = watch.report.findings.first_key_value().expect("a finding");
        assert_eq!((*kind, finding.count, finding.detail.as_str()), (Kind::Mesh, 1, "no way"));
        assert!(
            property.starts_with("a panic in Mesh::split at ") && property.contains("driver.rs:"),
            "{property}"
        );
    }

    #[test]
    fn answers_and_errors_that_are_wrong_are_findings() {
        let mut watch = Watch::new(Case { kind: Kind::Mesh, seed: 1 }, Limits::default(), true);
        watch.call("one", || Ok::<f64, &str>(f64::NAN));
        watch.call("two", || Err::<f64, &str>(" "));
        watch.unit("three", glissando::DVec3::ONE);
        watch.share("four", 1.5);
        watch.same("other bits", &0.0, &-0.0, String::new);
        watch.unchanged("five", &1, &2);
        watch.work("six", 3, 2);
        assert_eq!(watch.report.findings.len(), 7, "{}", watch.report);
    }
}
