//! Readouts of the picture, in words and numbers.

pub mod inspector;
pub mod readings;
