//! Parts that views are made of.

pub mod code_area;
pub mod own_choice;
pub mod part;
pub mod popover;
pub mod table;
pub mod thumbnail;
