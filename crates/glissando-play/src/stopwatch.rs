//! How long something took, for the figures. The standard library has no clock in browsers.

/// Runs from its making on.
pub(crate) struct Stopwatch(clock::Moment);

impl Stopwatch {
    pub(crate) fn started() -> Self {
        Self(clock::now())
    }

    /// Since it was made.
    pub(crate) fn nanoseconds(&self) -> u64 {
        clock::nanoseconds_since(&self.0)
    }
}

#[cfg(not(target_family = "wasm"))]
mod clock {
    pub(super) type Moment = std::time::Instant;

    pub(super) fn now() -> Moment {
        Moment::now()
    }

    pub(super) fn nanoseconds_since(moment: &Moment) -> u64 {
        u64::try_from(moment.elapsed().as_nanos()).unwrap_or(u64::MAX)
    }
}

#[cfg(target_family = "wasm")]
mod clock {
    use wasm_bindgen::prelude::wasm_bindgen;

    /// Milliseconds.
    pub(super) type Moment = f64;

    #[wasm_bindgen]
    extern "C" {
        /// Of a page, of a worker, of Node.js.
        #[wasm_bindgen(js_namespace = performance)]
        pub(super) fn now() -> Moment;
    }

    pub(super) fn nanoseconds_since(moment: &Moment) -> u64 {
        ((now() - moment) * 1e6) as u64
    }
}
