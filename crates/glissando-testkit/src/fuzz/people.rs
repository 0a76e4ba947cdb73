//! Characters to fuzz with: settings, states, wishes and ticks, ordinary and hostile.

use super::mix::Mix;
use super::watch::Watch;
use glissando::character::{AccelerationSettings, GroundSettings, Inherit, JumpSettings, SoftSettings};
use glissando::traction::Traction;
use glissando::world::ContactFilter;
use glissando::{
    BallId, BodyId, CharacterId, Config, Contact, DVec3, Ground, Input, Owner, Settings, State, Surface,
};

/// Ticks that games have, and one of half a second.
const TICKS: [f64; 6] = [1.0 / 60.0, 1.0 / 60.0, 1.0 / 30.0, 1.0 / 144.0, 0.1, 0.5];

/// Ticks that no game has.
const ODD_TICKS: [f64; 11] = [0.0, -0.0, 5e-324, 1e-12, 1e-3, 1.0, 10.0, 10.1, -1.0, f64::NAN, f64::INFINITY];

/// Settings with any of their numbers elsewhere.
pub(super) fn settings(mix: &mut Mix) -> Settings {
    let mut settings = Settings::default();
    bodies(mix, &mut settings);
    if mix.chance(0.3) {
        settings.up = mix.point(1.0);
    }
    if mix.chance(0.3) {
        settings.gravity = mix.point(20.0);
    }
    if mix.chance(0.1) {
        settings.filter = mix.filter();
    }
    rules(mix, &mut settings);
    mix.with_form(settings)
}

/// What the body is like.
fn bodies(mix: &mut Mix, settings: &mut Settings) {
    if mix.chance(0.3) {
        (settings.radii, settings.crouch_radii) = (mix.lengths(1.5), mix.lengths(1.0));
    }
    if mix.chance(0.05) {
        settings.radii = DVec3::splat(mix.pick(&[1e-4, 1e6, 100.0]));
    }
    if mix.chance(0.2) {
        settings.rotation = mix.quaternion();
    }
    if mix.chance(0.2) {
        settings.skin = Some(mix.length(0.1));
    }
}

/// How it moves.
fn rules(mix: &mut Mix, settings: &mut Settings) {
    if mix.chance(0.3) {
        let (cos_climb, cos_slip) = (mix.length(1.0), mix.length(0.7));
        let (step_height, snap_distance) = (mix.length(1.0), mix.length(1.0));
        settings.ground = GroundSettings { cos_climb, cos_slip, step_height, snap_distance };
    }
    if mix.chance(0.3) {
        let (acceleration, friction) = (mix.length(100.0), mix.length(100.0));
        let (air_acceleration, fly_acceleration) = (mix.length(20.0), mix.length(100.0));
        settings.pace = AccelerationSettings { acceleration, friction, air_acceleration, fly_acceleration };
    }
    if mix.chance(0.3) {
        let (coyote_time, buffer_time) = (mix.length(0.2), mix.length(0.2));
        settings.jump = JumpSettings { speed: mix.length(10.0), coyote_time, buffer_time };
    }
    if mix.chance(0.2) {
        let capped = Inherit::Capped(mix.length(3.0));
        settings.inherit = mix.pick(&[Inherit::Full, Inherit::Horizontal, Inherit::None, capped]);
    }
    if mix.chance(0.2) {
        let layers = mix.pick(&[0, 1, 2, u32::MAX]);
        settings.soft = SoftSettings { layers, push_speed: mix.length(5.0) };
    }
}

/// Checked settings, unless they are refused.
pub(super) fn config(mix: &mut Mix, watch: &mut Watch) -> Option<Config> {
    let settings = settings(mix);
    let config = watch.call("Config::new", || Config::new(&settings))?;
    if mix.chance(0.1) {
        let gravity = mix.point(20.0);
        return watch.call("Config::with_gravity", || config.with_gravity(gravity)).or(Some(config));
    }
    Some(config)
}

/// Settings that a game could have.
pub(super) fn ordinary_settings(mix: &mut Mix) -> Settings {
    let mut settings = Settings::default();
    if mix.chance(0.4) {
        let (across, high) = (mix.between(0.2, 0.7), mix.between(0.4, 1.2));
        settings.radii = DVec3::new(across, high, across);
        settings.crouch_radii = DVec3::new(across, 0.6 * high, across);
    }
    if mix.chance(0.3) {
        (settings.jump.coyote_time, settings.jump.buffer_time) = (0.1, 0.1);
    }
    if mix.chance(0.3) {
        (settings.pace.acceleration, settings.pace.friction) = (f64::INFINITY, f64::INFINITY);
    }
    mix.with_form(settings)
}

/// A state anywhere within `size`, with any memory.
pub(super) fn owner(mix: &mut Mix) -> Owner {
    let bits = mix.integer(0, 8) as u64 | mix.pick(&[0, 1, u64::MAX >> 32]) << 32;
    match mix.integer(0, 2) {
        0 => BodyId::from_bits(bits).into(),
        1 => CharacterId::from_bits(bits).into(),
        _ => BallId::from_bits(bits).into(),
    }
}

pub(super) fn state(mix: &mut Mix, size: f64) -> State {
    let mut state = State::at(mix.point(size));
    if mix.chance(0.3) {
        state.velocity = mix.point(20.0);
    }
    if mix.chance(0.1) {
        state.safe_position = mix.point(size);
    }
    if mix.chance(0.2) {
        state.ground = mix.pick(&[Ground::Standing, Ground::Steep, Ground::Airborne]);
    }
    if mix.chance(0.1) {
        state.ground_normal = mix.point(1.0).as_vec3();
        state.wall_normals = [(); 2].map(|()| mix.point(1.0).as_vec3());
    }
    if mix.chance(0.1) {
        let (triangle, material) = (mix.integer(0, 8) as u32, mix.integer(0, 4) as u16);
        state.support = Some(Surface { owner: owner(mix), triangle, material, body_material: 0 });
    }
    if mix.chance(0.1) {
        state.ledge = mix.number(5.0);
        (state.coyote_left, state.buffer_left) = (mix.number(1.0) as f32, mix.number(1.0) as f32);
    }
    state.is_crouching = mix.chance(0.1);
    state
}

/// What is pressed.
pub(super) fn input(mix: &mut Mix) -> Input {
    let wish = if mix.chance(0.1) { DVec3::ZERO } else { mix.point(8.0) };
    Input { wish, jump: mix.chance(0.2), crouch: mix.chance(0.1), fly: mix.chance(0.1) }
}

/// The length of a tick, seconds.
pub(super) fn tick(mix: &mut Mix) -> f64 {
    if mix.spoils() { mix.pick(&ODD_TICKS) } else { mix.pick(&TICKS) }
}

/// A contact filter at random: some triangles are not there, some are slippery, some are belts, some have what none may have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Whims(pub(super) u64);

impl ContactFilter for Whims {
    fn includes(&self, surface: &Surface) -> bool {
        !(u64::from(surface.triangle) ^ self.0).is_multiple_of(7)
    }

    fn is_slippery(&self, contact: &Contact) -> bool {
        (u64::from(contact.surface.triangle) ^ self.0).is_multiple_of(3)
    }

    fn normal(&self, surface: &Surface, _: DVec3, own: DVec3) -> DVec3 {
        match surface.triangle % 11 {
            2 => DVec3::Y,
            5 => own + DVec3::X * 0.3,
            8 => DVec3::splat(f64::NAN),
            _ => own,
        }
    }

    fn traction(&self, surface: &Surface, own: Traction) -> Traction {
        match surface.triangle % 14 {
            0 | 7 => Traction { speed: 0.5, acceleration: 0.1, friction: 0.0 },
            3 => Traction { speed: f64::NAN, ..own },
            10 => Traction { acceleration: f64::INFINITY, friction: -1.0, ..own },
            _ => own,
        }
    }

    fn surface_velocity(&self, surface: &Surface, _: DVec3, own: DVec3) -> DVec3 {
        match surface.triangle % 15 {
            0 | 5 | 10 => DVec3::X * 2.0,
            4 => DVec3::splat(f64::NAN),
            8 => DVec3::Y * 1e300,
            _ => own,
        }
    }
}
