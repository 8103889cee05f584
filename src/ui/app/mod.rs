//! The page as a whole: its state, its address, what is kept and undone.

pub mod help;
pub mod rooms;
pub mod shortcuts;
pub mod undo;
