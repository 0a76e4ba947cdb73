//! Moving worlds: stages with movers, characters, triggers and balls; balls alone.

mod balls;
mod changes;
mod drawn;
mod filtered_stage;
mod handles;
mod platforms;
mod remembered;
mod resting;
mod stage;
mod stage_balls;
mod stage_findings;
mod triggers;
