//! Sessions: copied settings, ten thousand ticks with one state hash, real levels.

mod copied_settings;
mod real_levels;
mod ten_thousand;
