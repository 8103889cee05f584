//! Everything a person can set: scenarios on their way through files and links, the models that
//! they lead to, and the laboratory.

#![cfg(not(target_arch = "wasm32"))]

mod common;

mod scenarios {
    mod files_and_links;
    mod graphs;
    mod laboratory;
    mod scripts;
    mod theory;
}
