//! A clip opens to the same walk everywhere, and a text that is no clip is refused.

use super::*;

#[test]
fn a_clip_opens_at_the_same_tick_with_the_same_bits_from_the_start_and_from_the_middle() {
    // A link is at most so long, in bytes.
    for (ticks, most) in [(0, 233), (1, 265), (300, 3719), (1500, 8700)] {
        let mut session = tour(2);
        walk(&mut session, ticks);
        let clip = session.clip().unwrap();
        for text in [clip.to_json().unwrap(), format!("https://example.org/#{}", clip.to_fragment().unwrap())]
        {
            assert!(Clip::is_clip(text.as_bytes()));
            let again = Clip::read(text.as_bytes()).unwrap();
            assert_eq!(again, clip);
            let (mut opened, is_same) = Session::open(&Bag::default(), &again).unwrap();
            assert!(is_same && opened.is_paused() && opened.tick() == ticks);
            assert_eq!(opened.state_hash(), session.state_hash());
            // It can be looked through, and goes on as the original does.
            let back = opened.go_to(ticks.saturating_sub(120)).unwrap();
            opened.go_to(ticks).unwrap();
            assert_eq!(opened.state_hash(), session.state_hash(), "from tick {back}");
            walk(&mut opened, 40);
            let mut original = tour(2);
            walk(&mut original, ticks + 40);
            assert_eq!(opened.state_hash(), original.state_hash());
        }
        let link = clip.to_fragment().unwrap().len();
        println!("a link after {ticks} ticks of a busy hand: {link} bytes");
        assert!(link <= most, "{link} bytes, more than {most}");
    }
}

#[test]
fn what_is_no_clip_is_refused_with_what_to_do() {
    let clip = {
        let mut session = tour(4);
        walk(&mut session, 200);
        session.clip().unwrap()
    };
    let (json, link) = (clip.to_json().unwrap(), clip.to_fragment().unwrap());
    let refused = |text: &str| format!("{:#}", Clip::read(text.as_bytes()).unwrap_err());
    assert!(refused("").contains("neither JSON nor a link"));
    assert!(refused("{}").contains("does not begin with"));
    assert!(refused(&link[..link.len() / 2]).contains("cut off"));
    let ours = crate::saved::Kind::Clip.version();
    let newer = json.replace(&format!("\"version\":{ours}"), "\"version\":99,\"what_nobody_knows_yet\":1");
    let words = format!("a clip of version 99, and this program reads version {ours}");
    assert!(refused(&newer).contains(&words));
    assert!(refused(&json.replace("\"to\":200", "\"to\":3")).contains("must lie from"));
    let long = Clip::read(json.replace("\"to\":200", "\"to\":2000000").as_bytes()).unwrap();
    let error = Session::open(&Bag::default(), &long).unwrap_err().to_string();
    assert!(error.contains("2000000 ticks, more than the accepted 630"), "{error}");
    let other = json.replace("\"name\":\"tour\"", "\"name\":\"moon\"");
    let other = Clip::read(other.as_bytes()).unwrap();
    assert!(Session::open(&Bag::default(), &other).unwrap_err().to_string().contains("no such scene"));
    let other = json.replace("\"seed\":4", "\"seed\":5").replace("\"speed\":5.0", "\"speed\":-5.0");
    let other = Clip::read(other.as_bytes()).unwrap();
    assert!(Session::open(&Bag::default(), &other).is_err());
}

#[test]
fn a_clip_kept_at_the_earliest_tick_can_be_looked_through_and_kept_again() {
    let mut session = tour(10);
    walk(&mut session, 900);
    let earliest = session.go_to(0).unwrap();
    assert!(earliest > 0);
    let (mut opened, is_same) = Session::open(&Bag::default(), &session.clip().unwrap()).unwrap();
    assert!(is_same && opened.tick() == earliest && opened.earliest() == earliest);
    assert_eq!(opened.go_to(earliest - 1).unwrap(), earliest);
    walk(&mut opened, 10);
    let (again, is_same) = Session::open(&Bag::default(), &opened.clip().unwrap()).unwrap();
    assert!(is_same && again.state_hash() == opened.state_hash());
}

#[test]
fn what_was_set_and_who_flew_is_so_in_the_clip() {
    let mut session = tour(11);
    walk(&mut session, 100);
    for _ in 0..60 {
        session.set_controls(Controls { fly: true, up: 0.5, ..Controls::default() }).unwrap();
        session.step().unwrap();
    }
    let mut settings = *session.settings();
    settings.jump.speed = 9.0;
    session.set_settings(&settings).unwrap();
    assert_eq!(session.settings().jump.speed, 9.0, "from the next tick on");
    let (mut opened, is_same) = Session::open(&Bag::default(), &session.clip().unwrap()).unwrap();
    assert!(is_same && opened.controls().fly && opened.settings().jump.speed == 9.0);
    for session in [&mut session, &mut opened] {
        let controls = Controls { fly: true, ..*session.controls() };
        session.set_controls(Controls { up: 0.0, ..controls }).unwrap();
        for _ in 0..60 {
            session.step().unwrap();
        }
    }
    assert_eq!((opened.state_hash(), opened.settings().jump.speed), (session.state_hash(), 9.0));
}

#[test]
fn a_clip_of_a_crowd_is_short_and_one_that_would_take_hours_is_refused() {
    let mut session =
        Session::new(Entry::named("crowd").unwrap().setup(&Wishes::default()).unwrap()).unwrap();
    for _ in 0..150 {
        session.step().unwrap();
    }
    let clip = session.clip().unwrap();
    let (opened, is_same) = Session::open(&Bag::default(), &clip).unwrap();
    assert!(is_same && (150 - 100..150).contains(&opened.earliest()), "{}", opened.earliest());
    let json = clip.to_json().unwrap();
    let long = Clip::read(json.replace("\"to\":150", "\"to\":150000").as_bytes()).unwrap();
    let error = Session::open(&Bag::default(), &long).unwrap_err().to_string();
    assert!(error.contains("more than the accepted"), "{error}");
}

#[test]
fn a_generator_that_always_says_the_same_hangs_nobody() {
    let mut session =
        Session::new(Entry::named("crowd").unwrap().setup(&Wishes::default()).unwrap()).unwrap();
    for _ in 0..131 {
        session.step().unwrap();
    }
    let json = session.clip().unwrap().to_json().unwrap();
    let value = json.split("\"random\":").nth(1).unwrap().split('}').next().unwrap();
    let forged = json.replacen(value, "{\"state\":0,\"increment\":0", 1);
    assert_ne!(forged, json);
    // It may come out elsewhere, but it comes out.
    Session::open(&Bag::default(), &Clip::read(forged.as_bytes()).unwrap()).unwrap();
}

#[test]
fn a_clip_names_no_files_but_those_below_the_folder_that_it_is_opened_in() {
    let mut bag = Bag::default();
    let cube = "v 0 0 0\nv 9 0 0\nv 9 0 9\nv 0 0 9\nf 1 4 3 2\n";
    bag.put("/home/somebody/level.obj".to_owned(), cube.as_bytes().to_vec());
    bag.put("level.obj".to_owned(), cube.as_bytes().to_vec());
    let source = crate::walk::Source::new(
        vec!["/home/somebody/level.obj".into()],
        &crate::scene::LevelOptions::default(),
        false,
        Vec::new(),
    );
    let walk = Setup::wandering(&bag, "level".into(), source, &Wishes::default()).unwrap();
    let mut session = Session::new(walk).unwrap();
    session.step().unwrap();
    let json = session.clip().unwrap().to_json().unwrap();
    assert!(!json.contains("somebody") && json.contains("\"level.obj\""), "{json}");
    let opened = Session::open(&bag, &Clip::read(json.as_bytes()).unwrap()).unwrap();
    assert!(opened.1);
    for path in ["/etc/passwd", "//server/share/level.obj", "../level.obj", "a/../../level.obj"] {
        let forged = json.replace("\"level.obj\"", &format!("{path:?}"));
        let error = format!("{:#}", Clip::read(forged.as_bytes()).unwrap_err());
        assert!(error.contains(path) && error.contains("below the folder"), "{error}");
    }
}
