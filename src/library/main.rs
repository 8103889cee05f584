//! Papers and the laboratory: a program of its own, which the page fetches when somebody opens
//! one of them, and which shows itself in the element with the id `study`.
//!
//! The address says what is shown: `#/papers`, `#/papers/ciciani/table-2?…` with a scenario
//! behind the question mark that belongs to the page and its stage, `#/laboratory?…` with what
//! is plotted. On the host this program is empty.

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
