//! The browser page. On the host this program is empty, so `cargo test` never builds a browser crate.

#![allow(
    clippy::unnecessary_wraps,
    reason = "a part returns a `Result` because fetching its code may fail, which its body cannot see"
)]

#[cfg(target_arch = "wasm32")]
mod ui;

fn main() {
    #[cfg(target_arch = "wasm32")]
    ui::mount();
}
