//! Papers and the laboratory: a separate program, which the page fetches when a reader opens one of
//! them, and which renders in the element with the id `library`.
//!
//! The address selects the contents: `#/papers`; `#/papers/ciciani/table-2?…`, where the query is a
//! scenario for the page and its stage; and `#/laboratory?…`, where the query is the experiment.

mod address;
mod bookmarks;
mod diagram_view;
mod jobs;
mod laboratory;
mod palette;
mod papers;
mod typeset;
mod view;

fn main() {
    view::mount();
}
