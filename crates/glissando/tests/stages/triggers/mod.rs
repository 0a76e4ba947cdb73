//! Triggers: no event missed, none reported twice, times exact.

mod effects;
mod moving;
mod places;
mod plate;
mod refusals;
mod soups;
mod twin;
mod walks;
