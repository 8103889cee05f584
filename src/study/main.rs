//! Papers and the laboratory: a program of its own, which the page fetches when somebody opens
//! one of them, and which shows itself in the element with the id `study`.
//!
//! The address says what is shown: `#/papers`, `#/papers/ciciani/table-2?…` with a scenario
//! behind the question mark that belongs to the page and its stage, `#/laboratory?…` with what
//! is plotted. On the host this program is empty.

// What parts of the page share with it.
#[cfg(target_arch = "wasm32")]
#[allow(dead_code, reason = "pointers leave only the picture of the page")]
#[path = "../ui/alive.rs"]
mod alive;
#[cfg(target_arch = "wasm32")]
#[path = "../ui/clipboard.rs"]
mod clipboard;
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
mod place;
#[cfg(target_arch = "wasm32")]
mod view;
// The page starts the others, which needs nothing of this one.
#[cfg(target_arch = "wasm32")]
#[allow(dead_code, reason = "only the page starts programs")]
#[path = "../ui/programs.rs"]
mod programs;
// So are canvases.
#[cfg(target_arch = "wasm32")]
#[allow(
    dead_code,
    reason = "plotters has its own way to the context of a canvas"
)]
#[path = "../ui/pixels.rs"]
mod pixels;
// A worker is the same for both programs of the page.
#[cfg(target_arch = "wasm32")]
#[path = "../ui/worker.rs"]
mod worker;

fn main() {
    #[cfg(target_arch = "wasm32")]
    view::mount();
}
