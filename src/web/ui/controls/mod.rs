//! Controls that several views share.

pub mod about;
pub mod chart_canvas;
pub mod code_area;
pub mod code_names;
pub mod code_text;
pub mod dialog;
pub mod errata;
pub mod key_list;
pub mod menu;
pub mod own_choice;
pub mod param_field;
pub mod part;
pub mod popover;
pub mod table;
pub mod thumbnail;
pub mod why_here;
