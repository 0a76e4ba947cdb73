//! Contact filters: a program's own rules of which surfaces collide, which can be stood on, and how fast they move.

use crate::nearby::gls_contact;
use crate::pod::{gls_surface, gls_vec3};
use crate::world::gls_traction;
use glissando::traction::Traction;
use glissando::world::ContactFilter;
use glissando::{Contact, DVec3, Surface};
use std::ffi::c_void;

/// The rules of contacts for one character. A function that is null leaves that part as it is; a filter of nulls changes nothing.
///
/// For rules that no mask can express: ghosts pass through doors of their own colour, a character slips on ice. Within a tick a
/// function gives the same answer for the same arguments, whatever the order of the calls; on a stage also if the tick is repeated
/// after a rollback. It must not use the objects of the call, nor leave by longjmp or an exception.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct gls_contact_filter {
    /// Handed to every function.
    pub user: *mut c_void,
    /// Not 0: the surface exists for this character.
    pub includes: Option<unsafe extern "C" fn(user: *mut c_void, surface: *const gls_surface) -> u32>,
    /// Not 0: the character cannot stand on the contact although it is flat enough.
    pub is_slippery: Option<unsafe extern "C" fn(user: *mut c_void, contact: *const gls_contact) -> u32>,
    /// The normal along which the body slides at a point (metres); `own` is that of the contact. Normalised by the library; one that
    /// points less than 1 degree away from the plane of the surface, or is not finite, counts as `own`.
    pub normal: Option<
        unsafe extern "C" fn(
            user: *mut c_void,
            surface: *const gls_surface,
            at: gls_vec3,
            own: gls_vec3,
        ) -> gls_vec3,
    >,
    /// The velocity of a surface at a point, m/s; `own` is what it has. It is kept in a jump; on a stage it carries, and shoves do not
    /// read it.
    pub surface_velocity: Option<
        unsafe extern "C" fn(
            user: *mut c_void,
            surface: *const gls_surface,
            at: gls_vec3,
            own: gls_vec3,
        ) -> gls_vec3,
    >,
    /// How the surface changes the pace of the character that stands on it; `own` is what its material has. The answer's material is
    /// not read; factors out of range count as `own`.
    pub traction: Option<
        unsafe extern "C" fn(
            user: *mut c_void,
            surface: *const gls_surface,
            own: gls_traction,
        ) -> gls_traction,
    >,
}

/// The filter that changes nothing.
#[unsafe(no_mangle)]
pub extern "C" fn gls_contact_filter_none() -> gls_contact_filter {
    gls_contact_filter {
        user: std::ptr::null_mut(),
        includes: None,
        is_slippery: None,
        normal: None,
        surface_velocity: None,
        traction: None,
    }
}

impl ContactFilter for gls_contact_filter {
    fn includes(&self, surface: &Surface) -> bool {
        let Some(includes) = self.includes else { return true };
        let surface = gls_surface::from(*surface);
        // SAFETY: the caller's promise for the functions of the filter; the surface lives for the call.
        unsafe { includes(self.user, &raw const surface) != 0 }
    }

    fn is_slippery(&self, contact: &Contact) -> bool {
        let Some(is_slippery) = self.is_slippery else { return false };
        let contact = gls_contact::from(contact);
        // SAFETY: as above.
        unsafe { is_slippery(self.user, &raw const contact) != 0 }
    }

    fn normal(&self, surface: &Surface, at: DVec3, own: DVec3) -> DVec3 {
        let Some(normal) = self.normal else { return own };
        let surface = gls_surface::from(*surface);
        // SAFETY: as above.
        unsafe { normal(self.user, &raw const surface, at.into(), own.into()) }.into()
    }

    fn surface_velocity(&self, surface: &Surface, at: DVec3, own: DVec3) -> DVec3 {
        let Some(velocity) = self.surface_velocity else { return own };
        let surface = gls_surface::from(*surface);
        // SAFETY: as above.
        unsafe { velocity(self.user, &raw const surface, at.into(), own.into()) }.into()
    }
    fn traction(&self, surface: &Surface, own: Traction) -> Traction {
        let Some(traction) = self.traction else { return own };
        let Traction { speed, acceleration, friction } = own;
        let own =
            gls_traction { speed, acceleration, friction, material: surface.material.into(), reserved: 0 };
        let surface = gls_surface::from(*surface);
        // SAFETY: as above.
        let gls_traction { speed, acceleration, friction, .. } =
            unsafe { traction(self.user, &raw const surface, own) };
        Traction { speed, acceleration, friction }
    }
}
