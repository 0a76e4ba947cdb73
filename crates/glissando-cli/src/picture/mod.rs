//! Pictures of levels from the triangles of the collision world itself: what is seen is what is collided with.
//!
//! A [`Model`] is what can be seen, a [`Camera`] where from, [`paint()`] makes the [`Canvas`]; paths, markers
//! and words are drawn over it. Every pixel is a function of these alone: the same bytes on every machine.
//!
//! A depth buffer ([`raster`]) finds what each sample shows; rays through the collision world are only cast for
//! light ([`light`]), two a pixel, since they cost most of a picture.

mod camera;
mod canvas;
mod colour;
mod font;
mod frame;
mod legend;
mod lens;
mod light;
mod line;
mod model;
mod paint;
mod pen;
mod piece;
mod raster;
mod section;
mod surface;

pub(crate) use camera::{Camera, bounds};
pub(crate) use canvas::Canvas;
pub(crate) use colour::Colour;
pub(crate) use font::text_size;
pub(crate) use frame::frame;
pub(crate) use legend::{Entry, legend};
pub(crate) use model::{Faces, Model};
#[cfg(feature = "window")]
pub(crate) use model::{hues, is_sky};
pub(crate) use paint::{Style, paint};
pub(crate) use surface::tile_metres;
