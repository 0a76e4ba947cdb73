//! The slow twin: bisects a path until the presence of the body is decided for every part of it.
//!
//! The distance between body and trigger changes no faster than their relative speed, so one sample decides a whole
//! stretch of the path; the remainder is narrower than the rounding, or than the stated error for triggers that turn.

use glissando::TriggerId;
use glissando::motion::Motion;
use glissando::path::Waypoint;
use glissando::trigger::{
    CHORD_ERROR, Trigger, TriggerBuffer, TriggerEvent, TriggerEventKind, TriggerKind, TriggerMemory, Triggers,
};
use glissando::{DAffine3, DVec3, Filter, Mesh, MeshOptions, Shape, Soup};
use glissando_testkit::oracle;

/// A single trigger, and its motion.
pub(crate) struct Alone {
    pub(crate) soup: Soup,
    pub(crate) pose: DAffine3,
    pub(crate) motion: Motion,
    pub(crate) kind: TriggerKind,
}

pub(crate) fn mesh(soup: &Soup) -> Mesh {
    Mesh::build(soup, &MeshOptions::default()).unwrap().0
}

pub(crate) fn corners(soup: &Soup) -> Vec<[DVec3; 3]> {
    let corner = |i: u32| soup.vertices[i as usize].as_dvec3();
    soup.triangles.iter().map(|t| t.map(corner)).collect()
}

impl Alone {
    pub(crate) fn still(soup: Soup, kind: TriggerKind) -> Self {
        Self { soup, pose: DAffine3::IDENTITY, motion: Motion::STILL, kind }
    }

    /// The events of the fast path for one path.
    pub(crate) fn events(&self, shape: &Shape, path: &[Waypoint]) -> (Vec<TriggerEvent>, bool) {
        let (mut set, mut memory, mut buffer) = (Triggers::new(), TriggerMemory::new(), TriggerBuffer::new());
        let id = set.insert(Trigger::new(mesh(&self.soup), self.kind).at(self.pose)).unwrap();
        set.set_motion(id, self.motion).unwrap();
        let events = set.travel(shape, path, Filter::ALL, &mut memory, &mut buffer).unwrap().to_vec();
        (events, memory.is_in(id))
    }
}

/// A part of the path, as positions along it, and whether the body is in; `None` where that is too close to call.
pub(crate) type Stretch = (f64, f64, Option<bool>);

pub(crate) struct Twin<'a> {
    alone: &'a Alone,
    shape: &'a Shape,
    path: &'a [Waypoint],
    corners: Vec<[DVec3; 3]>,
    pub(crate) looks: usize,
}

impl<'a> Twin<'a> {
    pub(crate) fn new(alone: &'a Alone, shape: &'a Shape, path: &'a [Waypoint]) -> Self {
        Self { alone, shape, path, corners: corners(&alone.soup), looks: 0 }
    }

    pub(crate) fn stretches(&mut self) -> Vec<Stretch> {
        let mut all = Vec::new();
        for leg in 0..self.path.len() - 1 {
            let speed = self.speed(leg);
            self.split(leg, (0.0, 1.0), speed, &mut all);
        }
        all
    }

    /// Largest loss of distance per leg, in radii or, for the centre, in metres.
    fn speed(&self, leg: usize) -> f64 {
        let [a, b] = [self.path[leg], self.path[leg + 1]];
        let span = (b.time - a.time) / self.path[self.path.len() - 1].time;
        let motion = &self.alone.motion;
        let arm = |p: &DVec3| (self.alone.pose.transform_point(*p) - motion.pivot()).length();
        let radius = self.corners.iter().flatten().map(arm).fold(0.0, f64::max);
        let own = (motion.shift().length() + 2.0 * motion.turn().length() * radius) * span;
        ((b.position - a.position).length() + own) / self.unit()
    }

    fn unit(&self) -> f64 {
        if self.alone.kind == TriggerKind::VolumeByCentre { 1.0 } else { self.shape.smallest_radius() }
    }

    fn split(&mut self, leg: usize, (from, to): (f64, f64), speed: f64, all: &mut Vec<Stretch>) {
        let (margin, is_in) = self.look(leg, 0.5 * (from + to));
        let half = 0.5 * (to - from) * speed;
        let band = if self.alone.motion.is_turning() { 1.1 * CHORD_ERROR / self.unit() } else { 1e-8 };
        if margin > half + band || half < band {
            let start = leg as f64;
            all.push((start + from, start + to, (margin > half + band).then_some(is_in)));
            return;
        }
        let middle = 0.5 * (from + to);
        self.split(leg, (from, middle), speed, all);
        self.split(leg, (middle, to), speed, all);
    }

    /// Distance of the body from a change at a position of a leg, and whether it is in.
    fn look(&mut self, leg: usize, share: f64) -> (f64, bool) {
        self.looks += 1;
        let [a, b] = [self.path[leg], self.path[leg + 1]];
        let centre = a.position + (b.position - a.position) * share;
        let time = a.time + (b.time - a.time) * share;
        let pose = self.alone.motion.pose_at(&self.alone.pose, time / self.path[self.path.len() - 1].time);
        let to_unit = self.shape.unit_from_world();
        let by_centre = self.alone.kind == TriggerKind::VolumeByCentre;
        let seen = self.corners.iter().map(|t| {
            t.map(|c| {
                let away = pose.transform_point(c) - centre;
                if by_centre { away } else { to_unit * away }
            })
        });
        let seen: Vec<[DVec3; 3]> = seen.collect();
        let half = if by_centre { DVec3::ZERO } else { self.shape.core_half_extents() * (1.0 / self.unit()) };
        let to_core = |t: [DVec3; 3]| match half {
            DVec3::ZERO => oracle::distance(DVec3::ZERO, t),
            half if half.x > 0.0 || half.z > 0.0 => {
                oracle::Solid { half, is_round: self.shape.is_cylinder() }.distance(DVec3::ZERO, t)
            }
            half => oracle::capsule_distance(DVec3::ZERO, half, t),
        };
        // No nearer than its box, so not every triangle needs the oracle.
        let nearer = |best: f64, t: &[DVec3; 3]| {
            let [low, high] = [t[0].min(t[1]).min(t[2]), t[0].max(t[1]).max(t[2])];
            let to_box = low.max(-high).max(DVec3::ZERO).length();
            // A core reaches that much further.
            if to_box - half.length() >= best { best } else { best.min(to_core(*t)) }
        };
        let distance = seen.iter().fold(f64::INFINITY, nearer);
        let is_inside = self.alone.kind != TriggerKind::Surface && winding(&seen) != 0;
        if by_centre { (distance, is_inside) } else { ((distance - 1.0).abs(), distance < 1.0 || is_inside) }
    }
}

/// Winding number of triangles around the origin, by their solid angles (van Oosterom and Strackee, 1983).
pub(crate) fn winding(triangles: &[[DVec3; 3]]) -> i64 {
    let angle = |[a, b, c]: &[DVec3; 3]| {
        let (la, lb, lc) = (a.length(), b.length(), c.length());
        let below = la * lb * lc + a.dot(*b) * lc + b.dot(*c) * la + c.dot(*a) * lb;
        2.0 * a.dot(b.cross(*c)).atan2(below)
    };
    let sum: f64 = triangles.iter().map(angle).sum();
    (sum / (4.0 * std::f64::consts::PI)).round() as i64
}

/// Position on the path at a time; for paths without legs that take no time.
pub(crate) fn along(path: &[Waypoint], time: f64) -> f64 {
    let leg = path.windows(2).position(|l| time <= l[1].time).unwrap();
    leg as f64 + (time - path[leg].time) / (path[leg + 1].time - path[leg].time)
}

fn is_change(event: &TriggerEvent) -> bool {
    matches!(event.kind, TriggerEventKind::Entered | TriggerEventKind::Left)
}

/// Checks one path of a body that was not in; returns the numbers of changes and of samples.
pub(crate) fn check(alone: &Alone, shape: &Shape, path: &[Waypoint], name: &str) -> (usize, usize) {
    let (events, ends_in) = alone.events(shape, path);
    let changes: Vec<(f64, bool)> = events
        .iter()
        .filter(|e| is_change(e))
        .map(|e| (along(path, e.time), e.kind == TriggerEventKind::Entered))
        .collect();
    assert!(changes.iter().enumerate().all(|(i, c)| c.1 == (i % 2 == 0)), "{name}: {events:?}");
    assert!(changes.windows(2).all(|c| c[0].0 <= c[1].0), "{name}: {events:?}");
    assert_eq!(ends_in, changes.len() % 2 == 1, "{name}");
    let mut twin = Twin::new(alone, shape, path);
    let stretches = twin.stretches();
    let room = 1e-10;
    let state_at = |place: f64| changes.iter().take_while(|c| c.0 <= place).count() % 2 == 1;
    for &(from, to, is_in) in &stretches {
        let Some(is_in) = is_in else { continue };
        let middle = 0.5 * (from + to);
        assert_eq!(state_at(middle), is_in, "{name} at {middle}: {events:?}");
        let between = changes.iter().find(|c| c.0 > from + room && c.0 < to - room);
        assert!(between.is_none(), "{name}: {between:?} where nothing changes, in {from}..{to}");
    }
    for run in stretches.chunk_by(|a, b| a.2.is_none() && b.2.is_none()).filter(|run| run[0].2.is_none()) {
        let (from, to) = (run[0].0, run[run.len() - 1].1);
        let inside = changes.iter().filter(|c| c.0 >= from - room && c.0 <= to + room).count();
        assert!(inside <= 2, "{name}: {inside} changes in {from}..{to}");
    }
    (changes.len(), twin.looks)
}

/// The only trigger's handle.
pub(crate) const FIRST: TriggerId = TriggerId::from_bits(0);
