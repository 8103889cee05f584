//! Parts that views are made of.

pub mod popover;
pub mod table;
pub mod thumbnail;
