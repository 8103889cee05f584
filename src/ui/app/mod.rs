//! The page as a whole: its state, its address, what is kept and undone.

pub mod bar;
pub mod help;
pub mod places;
pub mod shortcuts;
