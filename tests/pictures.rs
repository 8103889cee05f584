//! Pictures of fixed scenarios, shape by shape: frozen files that report change.
//!
//! After a change that is meant, `FREEZE=1 cargo test --test pictures` writes them again; look at
//! them before they are committed.

#![cfg(not(target_arch = "wasm32"))]

mod common;

mod pictures {
    mod callouts;
    mod fit;
    mod frozen;
    mod plans;
    mod scene;
}
