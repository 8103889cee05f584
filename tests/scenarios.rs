//! Everything a user can set: scenarios in files and links, the models that apply to them, and the
//! laboratory.

#![cfg(not(target_arch = "wasm32"))]

mod common;

mod scenarios {
    mod files_and_links;
    mod graphs;
    mod laboratory;
    mod lessons;
    mod scripts;
    mod theory;
}
