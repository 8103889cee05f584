//! What the programs of the page share: how one is started and heard to stop, workers, canvases,
//! the clipboard, boxes to type in.
//!
//! Only for WebAssembly in a browser. No layer of the core sees it.

pub mod alive;
pub mod canvas;
pub mod clipboard;
pub mod exports;
pub mod files;
pub mod fine_canvas;
pub mod focus;
pub mod kept;
pub mod lesson_worker;
mod messages;
pub mod pool;
pub mod programs;
pub mod text_field;
pub mod time;
pub mod waiting;
pub mod worker;
