//! Sets the equations of the papers before the program is built.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
}
