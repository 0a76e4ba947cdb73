//! `glissando render`: pictures that show what is there, and the same bytes every time.

use super::folder::{FLOOR, Folder, WALL};
use std::io::BufReader;
use std::path::Path;

/// Width, height and the bytes of a picture, three a pixel.
fn decode(bytes: &[u8]) -> (u32, u32, Vec<u8>) {
    let mut reader = png::Decoder::new(BufReader::new(std::io::Cursor::new(bytes))).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    (info.width, info.height, pixels)
}

fn read(path: &Path) -> (u32, u32, Vec<u8>) {
    decode(&std::fs::read(path).unwrap())
}

fn pixel(picture: &(u32, u32, Vec<u8>), x: u32, y: u32) -> [u8; 3] {
    let at = (y * picture.0 + x) as usize * 3;
    picture.2[at..at + 3].try_into().unwrap()
}

fn folder() -> Folder {
    Folder::new().with("floor.obj", FLOOR).with("wall.obj", WALL)
}

#[test]
fn the_same_picture_has_the_same_bytes_with_any_number_of_threads() {
    let folder = folder();
    let words = ["render", "floor.obj", "wall.obj", "--size", "120x90", "--out"];
    for (threads, file) in [("1", "a.png"), ("4", "b.png")] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_glissando"));
        command.args(words).arg(file).env("RAYON_NUM_THREADS", threads).current_dir(folder.path("."));
        assert!(command.status().unwrap().success());
    }
    assert_eq!(std::fs::read(folder.path("a.png")).unwrap(), std::fs::read(folder.path("b.png")).unwrap());
}

#[test]
fn a_file_that_cannot_be_written_is_refused_before_anything_is_drawn() {
    let folder = folder();
    // Without spawns that view cannot be drawn, which would be refused next.
    let run = folder.run(&["render", "floor.obj", "--view", "spawn", "-o", "nowhere/x.png"], "");
    assert_eq!(run.code(), 2);
    assert!(run.err().contains("nowhere/x.png: the picture cannot be written"), "{}", run.err());
}

#[test]
fn from_above_the_floor_is_where_it_is_and_sandy() {
    let folder = folder();
    let run = folder.run(&["render", "floor.obj", "--view", "top", "--size", "200x100", "--plain"], "");
    assert_eq!((run.code(), run.err().as_str()), (0, ""));
    let picture = read(&folder.path("floor.png"));
    assert_eq!((picture.0, picture.1), (200, 100));
    let [r, g, b] = pixel(&picture, 100, 50);
    assert!(r > 150 && r > b + 20 && g > b, "{r} {g} {b} is no sand");
    assert!(pixel(&picture, 10, 50).iter().all(|&c| c < 60), "beside the floor is nothing");
}

#[test]
fn a_floor_seen_from_below_shows_its_back_to_eyes_only() {
    let folder = folder();
    let below = ["render", "floor.obj", "--size", "64x64", "--plain", "--out", "x.png"];
    folder.run(&[&below[..], &["--view", "0,-1,0"]].concat(), "");
    let outside = read(&folder.path("x.png"));
    assert!(pixel(&outside, 32, 32).iter().all(|&c| c < 60), "an overview shows fronts alone");
    folder.run(&[&below[..], &["--from", "0,-5,0", "--look", "0,0,0"]].concat(), "");
    let inside = read(&folder.path("x.png"));
    assert!(pixel(&inside, 32, 32).iter().all(|&c| c > 20) && pixel(&inside, 32, 32)[2] < 150);
}

#[test]
fn a_path_is_drawn_and_what_the_wall_hides_of_it_is_faint() {
    // The eye looks along x at the wall at x = 4; half of the path runs behind it, half before.
    let path = "5.5, 1, -3\n5.5, 1, 3\n2.5, 1, 3\n2.5 2.5 3 # turn\n2.5 2.5 -3\n";
    let folder = folder().with("way.txt", path);
    let words = ["render", "floor.obj", "wall.obj", "--size", "200x200", "--plain"];
    let eye = ["--from", "-8,2,0", "--look", "4,2,0"];
    assert_eq!(folder.run(&[&words[..], &eye, &["-o", "bare.png"]].concat(), "").code(), 0);
    assert_eq!(
        folder.run(&[&words[..], &eye, &["-o", "way.png", "--path", "way.txt"]].concat(), "").code(),
        0
    );
    let (bare, way) = (read(&folder.path("bare.png")), read(&folder.path("way.png")));
    let change = |x: u32, rows: std::ops::Range<u32>| {
        let amount = |y| {
            let (a, b) = (pixel(&bare, x, y), pixel(&way, x, y));
            a.iter().zip(b).map(|(a, b)| i32::from(a.abs_diff(b))).sum::<i32>()
        };
        rows.map(amount).max().unwrap()
    };
    // The upper line (before the wall) is above the middle, the lower one (behind it) below.
    let (seen, hidden) = (change(100, 60..100), change(100, 100..130));
    assert!(seen > 150 && hidden > 10 && hidden * 2 < seen, "seen {seen}, hidden {hidden}");
}

#[test]
fn several_views_share_the_width_and_a_picture_goes_to_standard_output() {
    let folder = folder();
    let words = ["render", "floor.obj", "wall.obj", "--view", "top", "--view", "persp", "--size", "204x80"];
    let run = folder.run(&[&words[..], &["--out", "-"]].concat(), "");
    assert_eq!(run.code(), 0, "{}", run.err());
    let (width, height, _) = decode(&run.0.stdout);
    assert_eq!((width, height), (204, 80));
}

#[test]
fn what_cannot_be_drawn_is_an_error_that_says_what_to_do() {
    let folder = folder().with("bad.txt", "1 2 3\n4 5\n");
    let cases: [(&[&str], &str); 9] = [
        (&["--view", "spawn"], "--from and --look"),
        (&["--view", "0,0,0"], "no direction"),
        (&["--view", "sideways"], "top, persp, spawn"),
        (&["--from", "1,2,3", "--look", "1,2,3"], "same point"),
        (&["--from", "1,2,3"], "--look"),
        (&["--cut=-5"], "leaves nothing"),
        (&["--size", "0x5"], "no pixels"),
        (&["--path", "bad.txt"], "bad.txt: line 2"),
        (&["--out", "no/such/folder.png"], "no/such/folder.png"),
    ];
    for (words, expected) in cases {
        let size: &[&str] = if words[0] == "--size" { &[] } else { &["--size", "32x32"] };
        let run = folder.run(&[&["render", "floor.obj"], size, words].concat(), "");
        assert_eq!(run.code(), 2, "{words:?}");
        assert!(run.err().contains(expected), "{words:?}: {}", run.err());
    }
    assert_eq!(folder.run(&["render", "nowhere.obj"], "").code(), 2);
}
