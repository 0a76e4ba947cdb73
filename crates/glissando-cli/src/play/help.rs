//! Which key does what.

const KEYS: [(&str, &str); 19] = [
    ("W A S D", "walk; the mouse looks, after a click"),
    ("cursor keys", "walk and turn; a jumps then"),
    ("space", "jump, or up"),
    ("C", "crouch, or down"),
    ("F", "fly, or walk"),
    ("E", "open, or call, what is near"),
    ("V", "over the shoulder, or own eyes"),
    ("O", "what the mover sees"),
    ("P", "pause"),
    (". ,", "one tick on, one tick back"),
    ("R", "hold: time runs back, 10 s at most"),
    ("[ ]", "slower, faster"),
    ("G", "goes by itself, or not"),
    ("B", "another body: ellipsoid, capsule, box"),
    ("Backspace", "back to the start"),
    ("K", "keep the last seconds: file and link"),
    ("F12", "keep a picture"),
    ("Esc", "let go of the mouse"),
    ("Q", "quit"),
];

/// The help, for a display.
pub(super) fn lines() -> Vec<String> {
    KEYS.iter().map(|(key, does)| format!("{key:<12} {does}")).collect()
}
