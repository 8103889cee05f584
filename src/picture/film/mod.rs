//! Films: pictures of consecutive cycles as one file.
//!
//! A [`Reel`] is a checked choice of cycles, size and speed. Its frames are drawn elsewhere: by a canvas in the page, by
//! a rasterizer on the command line. [`Apng`] encodes them without loss; [`WebM`] contains frames that a browser has
//! encoded.

mod apng;
mod reel;
mod webm;

pub use apng::Apng;
pub use reel::{Reel, cycles_of, size_of, whole};
pub use webm::{Codec, KEY_EVERY, WebM};
