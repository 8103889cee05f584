//! The frame of the page: the bars, the panel, and what floats over the picture.

pub mod corner;
mod event_marks;
pub mod foot;
pub mod gallery;
mod messages;
mod network_menu;
pub mod panel;
pub mod places;
pub mod settings;
pub mod status;
pub mod task;
mod time_line;
pub mod top;
