//! The page. On the host this program is empty: `cargo test` never builds a browser crate.

#[cfg(target_arch = "wasm32")]
mod ui;

fn main() {
    #[cfg(target_arch = "wasm32")]
    ui::mount();
}
