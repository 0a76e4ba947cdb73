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
    PLACE.set(Some(String::new()));
    let end = panic::catch_unwind(AssertUnwindSafe(|| case.kind.run(&mut mix, &mut watch)));
    let place = PLACE.take().unwrap_or_default();
    if let Err(panic) = end {
        let calling = watch.calling;
        watch.find(format!("a panic in {calling} at {place}"), || message(&*panic));
    }
    watch.report
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
