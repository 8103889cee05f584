//! Writing a routing function: the editor, and the queue of scripts for the program that compiles them.

mod compiling;
mod editor;

pub use compiling::{Compiling, Effect, Found};
pub use editor::{EditorPlace, ScriptEditor};
