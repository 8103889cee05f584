//! Experiments as addresses of the laboratory, and models as parts of them.

mod key;
mod link;
mod model_text;

pub use link::{Opened, link_of, newcomers};
