//! Papers and the laboratory: a separate program, which the page fetches when a reader opens one of
//! them, and which renders in the element with the id `library`.
//!
//! The address selects the contents: `#/papers`; `#/papers/ciciani/table-2?…`, where the query is a
//! scenario for the page and its stage; and `#/laboratory?…`, where the query is the experiment. On
//! the host, this program is empty.

#[cfg(target_arch = "wasm32")]
mod address;
#[cfg(target_arch = "wasm32")]
mod bookmarks;
#[cfg(target_arch = "wasm32")]
mod diagram_view;
#[cfg(target_arch = "wasm32")]
mod jobs;
#[cfg(target_arch = "wasm32")]
mod laboratory;
#[cfg(target_arch = "wasm32")]
mod palette;
#[cfg(target_arch = "wasm32")]
mod papers;
#[cfg(target_arch = "wasm32")]
mod typeset;
#[cfg(target_arch = "wasm32")]
mod view;

fn main() {
    #[cfg(target_arch = "wasm32")]
    view::mount();
}
