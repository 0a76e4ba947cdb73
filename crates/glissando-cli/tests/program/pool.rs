//! `glissando pool`: its table, its pictures.

use super::folder::Folder;

#[test]
fn the_shots_keep_what_they_must_and_are_drawn() {
    let folder = Folder::new();
    let run = folder.run(&["pool", "--shot", "break", "--shot", "cradle", "--out", "shots"], "");
    assert_eq!(run.code(), 0, "{}", run.err());
    for name in ["break", "cradle"] {
        let out = run.out();
        let line = out.lines().find(|line| line.starts_with(name)).expect("a line for each shot");
        let fields: Vec<&str> = line.split_whitespace().collect();
        let [energy, momentum] = [6, 7].map(|place| fields[place].parse::<f64>().expect("a number"));
        assert!(energy < 5e-13 && momentum < 1e-14, "{line}");
        let picture = std::fs::read(folder.path(&format!("shots/{name}.png"))).unwrap();
        assert!(picture.starts_with(b"\x89PNG") && picture.len() > 5000);
    }
}

#[test]
fn an_unknown_shot_is_refused_with_the_known_ones() {
    let run = Folder::new().run(&["pool", "--shot", "masse"], "");
    assert_eq!(run.code(), 2);
    assert!(run.err().contains("masse") && run.err().contains("break"), "{}", run.err());
}
