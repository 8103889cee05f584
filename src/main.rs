//! The page. On the host this program is empty: `cargo test` never builds a browser crate.

#![allow(
    clippy::unnecessary_wraps,
    reason = "a part returns a `Result` because its code may fail to be fetched, which its body does not see"
)]

#[cfg(target_arch = "wasm32")]
mod ui;

fn main() {
    #[cfg(target_arch = "wasm32")]
    ui::mount();
}
