//! What the figures were measured on.

/// The processor's name as a file name: letters, digits and dashes.
pub fn name() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let model = model.map_or(std::env::consts::ARCH, |(_, name)| name).to_lowercase();
    let words = model.replace("(r)", " ").replace("(tm)", " ");
    let words: Vec<_> = words.split(|c: char| !c.is_ascii_alphanumeric()).filter(|w| !w.is_empty()).collect();
    words.join("-")
}
