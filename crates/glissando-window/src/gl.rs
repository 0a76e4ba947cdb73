//! The one door to the graphics context.

use macroquad::miniquad::RenderingBackend;
use macroquad::window::get_internal_gl;

/// Lets `draw` use the graphics context, after whatever was drawn before.
///
/// Only from within a frame or before the first one, in the thread of the window; `draw` calls nothing else of
/// macroquad.
pub(crate) fn with<R>(draw: impl FnOnce(&mut dyn RenderingBackend) -> R) -> R {
    #[expect(unsafe_code, reason = "macroquad hands out its context in no other way")]
    // SAFETY: the context is a variable of macroquad's that its own functions change too. None of them runs while
    // `draw` has it, and macroquad ends the program if it is asked from another thread or without a window.
    let mut internal = unsafe { get_internal_gl() };
    internal.flush();
    draw(internal.quad_context)
}
