//! The browser page.

#![allow(
    clippy::unnecessary_wraps,
    reason = "a part returns a `Result` because fetching its code may fail, which its body cannot see"
)]

mod ui;

fn main() {
    ui::mount();
}
