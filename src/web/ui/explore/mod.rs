//! Explore: the settings line above the stage, the dock below it, and the examples.

pub mod dock;
pub mod gallery;
pub mod settings_line;
pub mod undo;
