//! The frame of the page: the top bar, its places, the shortcuts and their help.

pub mod bar;
pub mod places;
