//! Numbers with their nouns, for people: `1 body`, `2 bodies`.

/// A number and what is counted; `noun` is one of them.
pub fn count(number: u64, noun: &str) -> String {
    if number == 1 {
        return format!("1 {noun}");
    }
    let is_vowel = |letter: char| "aeiou".contains(letter);
    match noun.strip_suffix('y') {
        Some(stem) if !stem.ends_with(is_vowel) => format!("{number} {stem}ies"),
        _ if noun == "leaf" => format!("{number} leaves"),
        _ if noun.ends_with("sh") => format!("{number} {noun}es"),
        _ => format!("{number} {noun}s"),
    }
}

/// How often: `once`, `3 times`.
pub fn times(number: u64) -> String {
    if number == 1 { "once".to_owned() } else { format!("{number} times") }
}

#[cfg(test)]
mod tests {
    use super::{count, times};

    #[test]
    fn one_is_singular_and_all_else_is_plural() {
        let words = |noun| [0, 1, 2].map(|number| count(number, noun)).join(", ");
        assert_eq!(words("body"), "0 bodies, 1 body, 2 bodies");
        assert_eq!(words("mesh"), "0 meshes, 1 mesh, 2 meshes");
        assert_eq!(words("leaf"), "0 leaves, 1 leaf, 2 leaves");
        assert_eq!(words("ray"), "0 rays, 1 ray, 2 rays");
        assert_eq!([1, 2].map(times).join(", "), "once, 2 times");
    }
}
