//! Pictures of fixed scenarios, shape by shape: frozen files that report change.
//!
//! After an intended change, `FREEZE=1 cargo test --test pictures` rewrites them; inspect them
//! before committing.

#![cfg(not(target_arch = "wasm32"))]

mod common;

mod pictures {
    mod callouts;
    mod files;
    mod fit;
    mod plans;
    mod scene;
    mod spacetime;
    mod words;
}
