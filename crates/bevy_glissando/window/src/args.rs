//! The words of the command line.

use std::path::PathBuf;

/// The scenes by name.
const SCENES: [&str; 5] = ["walk", "platforms", "crowd_1000", "triggers", "custom_movement"];

#[derive(Debug, PartialEq)]
pub(crate) struct Args {
    pub(crate) scene: String,
    /// Where a picture goes; the program ends then.
    pub(crate) screenshot: Option<PathBuf>,
    /// Ticks before the picture.
    pub(crate) ticks: u32,
}

impl Args {
    pub(crate) fn read(mut words: impl Iterator<Item = String>) -> Result<Self, String> {
        let scene = words.next().unwrap_or_else(|| SCENES[0].into());
        if !SCENES.contains(&scene.as_str()) {
            let scenes = SCENES.join(", ");
            return Err(format!(
                "there is no scene {scene:?}: usage: SCENE [--screenshot FILE.png] [--ticks N]; the scenes are {scenes}"
            ));
        }
        let mut args = Self { scene, screenshot: None, ticks: 300 };
        while let Some(word) = words.next() {
            let value = words.next().ok_or_else(|| format!("{word} needs a value"))?;
            match word.as_str() {
                "--screenshot" => args.screenshot = Some(value.into()),
                "--ticks" => {
                    args.ticks = value.parse().map_err(|error| format!("--ticks {value:?}: {error}"))?
                }
                _ => return Err(format!("{word} is not known: --screenshot FILE.png and --ticks N are")),
            }
        }
        Ok(args)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scene_alone_and_both_options_are_read_and_nonsense_is_refused_by_name() {
        let read = |text: &str| Args::read(text.split_whitespace().map(String::from));
        assert_eq!(read("").unwrap(), Args { scene: "walk".into(), screenshot: None, ticks: 300 });
        let args = read("triggers --ticks 90 --screenshot a.png").unwrap();
        assert_eq!((args.ticks, args.screenshot), (90, Some("a.png".into())));
        for (text, word) in
            [("run", "run"), ("walk --ticks", "--ticks"), ("walk --ticks x", "x"), ("walk -v 1", "-v")]
        {
            assert!(read(text).unwrap_err().contains(word), "{text}");
        }
    }
}
