//! Moving worlds: stages with movers, characters, triggers and balls; balls alone.

mod balls;
mod changes;
mod checks;
mod drawn;
mod filtered_stage;
mod handles;
mod mover_values;
mod parallel;
mod platforms;
mod remembered;
mod resting;
mod squeeze;
mod stage;
mod stage_balls;
mod stage_findings;
mod triggers;
