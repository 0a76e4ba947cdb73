//! Loads bytes and checks what every load must keep: no panic, little time, memory in proportion.
#![allow(unreachable_pub, reason = "a module that two test files share")]

use glissando_level::{Format, Level, LevelError, LoadOptions, load_bytes};
use peak_alloc::PeakAlloc;
use std::time::{Duration, Instant};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Bytes that a load may take beyond its share of the file.
const FREE_BYTES: usize = 16 << 20;
/// Bytes that a load may take for each byte of the file.
const BYTES_PER_BYTE: usize = 32;
/// Longest time that a load of a few megabytes may take, on a machine that is busy with other things.
const LONGEST: Duration = Duration::from_secs(10);

/// The worst that was seen.
#[derive(Debug, Default)]
pub struct Worst {
    pub cases: usize,
    pub loaded: usize,
    pub time: Duration,
    pub bytes: usize,
    pub bytes_per_byte: f64,
}

impl Worst {
    /// Loads `bytes` and checks the promises; `name` says what it was if one is broken.
    pub fn load(&mut self, format: Format, bytes: &[u8], name: &str) -> Result<Level, LevelError> {
        let before = MEMORY.current_usage();
        MEMORY.reset_peak_usage();
        let start = Instant::now();
        let result = std::panic::catch_unwind(|| load_bytes(format, bytes, &LoadOptions::default()));
        let time = start.elapsed();
        let peak = MEMORY.peak_usage().saturating_sub(before);
        let Ok(level) = result else { panic!("{name} made the {} reader panic", format.name()) };
        let most = BYTES_PER_BYTE * bytes.len() + FREE_BYTES;
        assert!(peak <= most, "{name}: {peak} bytes for {} bytes of {}", bytes.len(), format.name());
        assert!(time <= LONGEST, "{name}: {time:?} for {} bytes of {}", bytes.len(), format.name());
        self.cases += 1;
        self.loaded += usize::from(level.is_ok());
        self.time = self.time.max(time);
        self.bytes = self.bytes.max(peak);
        if bytes.len() > 100_000 {
            self.bytes_per_byte = self.bytes_per_byte.max(peak as f64 / bytes.len() as f64);
        }
        if let Err(error) = &level {
            let text = error.to_string();
            assert!(text.len() < 1000, "{name}: an error of {} characters", text.len());
        }
        level
    }
}
