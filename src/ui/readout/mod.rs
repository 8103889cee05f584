//! What is read off the picture, in words and numbers.

pub mod inspector;
pub mod readings;
