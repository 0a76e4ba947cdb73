//! The contacts of a character as lines.

use crate::common::{person, run, wish, with_floor};
use bevy_glissando::glissando::DVec3 as Point;
use bevy_glissando::glissando::debug::{Colour, Draw};
use bevy_glissando::prelude::*;
use bevy_math::{DVec3, Vec3};
use bevy_transform::components::Transform;

#[derive(Default)]
struct Lines(Vec<(Point, Point, Colour)>);

impl Draw for Lines {
    fn line(&mut self, from: Point, to: Point, colour: Colour) {
        self.0.push((from, to, colour));
    }
}

impl Lines {
    fn of(&self, colour: Colour) -> Vec<(Point, Point)> {
        self.0.iter().filter(|line| line.2 == colour).map(|line| (line.0, line.1)).collect()
    }
}

#[test]
fn body_velocity_triangles_contacts_and_triggers_are_drawn_where_they_are() {
    let (mut app, _) = with_floor();
    let hero = person(&mut app, DVec3::ZERO);
    let zone = (Trigger::cuboid(Vec3::ONE).unwrap(), Transform::from_xyz(5.0, 1.0, 0.0));
    let zone = app.world_mut().spawn(zone).id();
    wish(&mut app, hero, Vec3::X * 2.0);
    run(&mut app, 30);
    let mut lines = Lines::default();
    let mut stage = app.world_mut().resource_mut::<GlissandoStage>();
    stage.draw_character(hero, 0.1, &mut lines).unwrap();
    stage.draw_triggers(&mut lines);
    let at = stage.character(hero).unwrap().state.position;
    let way = *lines.of(Colour::PATH).last().unwrap();
    assert!(way.0 == at && ((way.1 - way.0) - Point::X * 0.2).length() < 1e-9, "{way:?}");
    let contacts = lines.of(Colour::CONTACT);
    assert!(!contacts.is_empty());
    for (from, to) in contacts {
        assert!(from.y.abs() < 1e-6 && ((to - from) - Point::Y * 0.3).length() < 1e-6);
    }
    // The top of the floor has two triangles, of three edges each.
    assert_eq!(lines.of(Colour::TRIANGLE).len(), 6);
    let edges = lines.of(Colour::TREE);
    assert_eq!(edges.len(), 36);
    assert!(edges.iter().all(|(from, _)| (4.0..=6.0).contains(&from.x) && (0.0..=2.0).contains(&from.y)));
    // An entity that is no character draws nothing; a reach that is not a number is refused.
    let mut none = Lines::default();
    stage.draw_character(zone, 0.1, &mut none).unwrap();
    assert!(none.0.is_empty() && stage.draw_character(hero, f64::NAN, &mut none).is_err());
}
