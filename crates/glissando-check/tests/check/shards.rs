//! The same findings on any number of threads and in any number of shards.

use crate::level::{Plant, level, with_subject};
use crate::places::Kept;
use glissando::{Config, Settings};
use glissando_check::share::{Shard, merge};
use glissando_check::{Finished, Options, Progress, check};

/// The findings and numbers as text: equal texts are equal bits.
fn text(checked: &glissando_check::Checked) -> String {
    serde_json::to_string(&(&checked.findings, &checked.summary)).unwrap()
}

#[test]
fn shards_and_threads_change_no_byte() {
    let level = level(5, Some(Plant::DeepPit));
    let config = Config::new(&Settings::default()).unwrap();
    with_subject(&level, &config, |subject| {
        let options = Options { cell: 0.5, ..Options::usual(subject) };
        let on = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            text(&pool.install(|| check(subject, &options).unwrap()))
        };
        let whole = on(1);
        assert!(whole.contains("trap"), "{whole}");
        assert_eq!(on(2), whole);
        for count in [1, 2, 7] {
            let make = |index| Shard::make(subject, &options, (index, count), &()).unwrap();
            // Through JSON, as files would have it, and in another order.
            let shards: Vec<Shard> = (0..count).rev().map(make).collect();
            let shards: Vec<Shard> = serde_json::from_str(&serde_json::to_string(&shards).unwrap()).unwrap();
            assert_eq!(text(&merge(subject, &options, &shards, &()).unwrap()), whole, "{count} shards");
            let error = merge(subject, &options, &shards[1..], &()).unwrap_err().to_string();
            assert!(error.contains("shards"), "{error}");
        }
        let other = Options { hz: 30.0, ..options };
        let shard = Shard::make(subject, &options, (0, 1), &()).unwrap();
        let error = merge(subject, &other, &[shard], &()).unwrap_err().to_string();
        assert!(error.contains("another level"), "{error}");
    });
}

/// Someone who stops everything.
struct Stop;

impl Progress for Stop {
    fn is_cancelled(&self) -> bool {
        true
    }
}

#[test]
fn a_shard_that_goes_on_from_kept_moves_makes_the_others_alone_and_is_the_same() {
    let level = level(5, Some(Plant::DeepPit));
    let config = Config::new(&Settings::default()).unwrap();
    with_subject(&level, &config, |subject| {
        let options = Options { cell: 0.5, ..Options::usual(subject) };
        let whole = Shard::make(subject, &options, (1, 3), &()).unwrap();
        let resumed = |finished: &Finished, kept: &Kept| {
            Shard::make_resumed(subject, &options, (1, 3), (finished, kept), &()).unwrap().unwrap()
        };
        let all = Kept::default();
        assert_eq!(resumed(&Finished::default(), &all), whole);
        let (sampling, lines) = all.0.into_inner().unwrap();
        let mut finished = Finished::of(sampling.unwrap());
        for line in &lines[..lines.len() / 2] {
            finished.read(&mut serde_json::Deserializer::from_str(line)).unwrap();
        }
        let rest = Kept::default();
        assert_eq!(resumed(&finished, &rest), whole);
        assert_eq!(rest.0.into_inner().unwrap().1, lines[lines.len() / 2..]);
        let stopped = Shard::make_resumed(subject, &options, (1, 3), (&finished, &()), &Stop).unwrap();
        assert_eq!(stopped, None);
        let other = Options { hz: 30.0, ..options };
        let error =
            Shard::make_resumed(subject, &other, (1, 3), (&finished, &()), &()).unwrap_err().to_string();
        assert!(error.contains("another level"), "{error}");
    });
}
