//! Controls that several views share.

pub mod code_area;
pub mod code_names;
pub mod code_text;
pub mod own_choice;
pub mod part;
pub mod popover;
pub mod table;
pub mod thumbnail;
