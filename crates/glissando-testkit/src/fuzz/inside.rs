//! Kind `inside-crowd`: ordinary characters that start anywhere, also in walls and in each other.

use super::crowd::tick_of;
use super::mix::Mix;
use super::people::{input, ordinary_settings};
use super::rooms::room;
use super::watch::Watch;
use glissando::crowd::{CrowdScratch, Member};
use glissando::{Config, Input, State};

/// Ticks of one crowd: the members that can come out do so in the first few.
const TICKS: usize = 20;

pub(super) fn run(mix: &mut Mix, watch: &mut Watch) {
    let size = mix.pick(&[3.0, 6.0]);
    let world = room(mix, size);
    let Ok(config) = Config::new(&ordinary_settings(mix)) else { return };
    let dt = mix.pick(&[1.0 / 60.0, 1.0 / 60.0, 0.1, 0.5]);
    let count = mix.integer(1, 9);
    let mut members: Vec<Member> =
        (0..count).map(|_| Member::new(config, State::at(mix.vector(1.1 * size)))).collect();
    let mut scratch = CrowdScratch::new();
    for _ in 0..TICKS {
        let inputs: Vec<Input> = members.iter().map(|_| input(mix)).collect();
        if tick_of(watch, &world, &mut members, (&inputs, dt), &mut scratch).is_none() {
            return watch.find("an ordinary crowd is refused", || format!("{members:?}"));
        }
    }
}
