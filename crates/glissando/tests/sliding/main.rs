//! The planes of a slide, and the slide itself: optimal, never inside, never through, never back, smooth across inner
//! edges.

mod hidden;
mod planes_properties;
mod plates;
mod seams;
mod slide_properties;
