//! Papers and Experiment, a part of the page that is fetched when a reader opens one of them.
//!
//! The address selects the contents: `#/papers`; `#/papers/ciciani/table-2?…`, where the query is a
//! scenario for the page and its stage; and `#/laboratory?…`, where the query is the experiment.

mod address;
mod bookmarks;
mod diagram_view;
mod laboratory;
mod papers;
mod typeset;
pub mod view;
