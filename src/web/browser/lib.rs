//! Browser support shared by the programs of the page: starting programs, workers, canvases, files,
//! the clipboard, and text fields.
//!
//! Available only for WebAssembly in a browser. No layer of the core depends on it.

// The simulating worker of a build for a host is compiled without views, and uses nothing of this.
#![cfg(feature = "page")]

pub mod alive;
pub mod canvas;
pub mod clipboard;
pub mod exports;
pub mod files;
pub mod focus;
pub mod kept;
pub mod letters;
pub mod one_file;
pub mod popovers;
pub mod programs;
pub mod text_field;
pub mod time;
pub mod version;
pub mod workers;
