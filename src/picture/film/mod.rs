//! Films: pictures of consecutive cycles as one file.
//!
//! A [`Reel`] is a checked choice of cycles, size and speed. Its frames are drawn elsewhere, by a canvas in the page and
//! by a rasterizer on the command line, and [`Gif`] encodes them.

mod gif;
mod reel;

pub use gif::Gif;
pub use reel::{Reel, cycles_of, size_of, whole};
