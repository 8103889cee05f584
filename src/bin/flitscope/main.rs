//! The command line: everything that the page shows, to be scripted and checked.

// The browser has no command line.
#[cfg(not(target_arch = "wasm32"))]
mod command;

#[cfg(target_arch = "wasm32")]
fn main() {}

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    command::main()
}
