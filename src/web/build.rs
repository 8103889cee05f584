//! `scripts/programs.mjs` splits the page's program by its relocations.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-link-arg-bin=app=--emit-relocs");
}
