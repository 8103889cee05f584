//! User-written routing functions, and the scenarios that use one.

mod scripts;
pub mod written;
