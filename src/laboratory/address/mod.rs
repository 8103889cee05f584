//! An experiment as the address of the laboratory, and a model as words in it.

mod key;
mod link;
mod model_text;

pub use link::{Opened, link_of, newcomer};
