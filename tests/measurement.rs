//! What is said of a run: how it ends, what it costs, and how sure that is.

#![cfg(not(target_arch = "wasm32"))]

mod common;

mod measurement {
    mod measures;
    mod outcome;
    mod statistics;
    mod steady;
    mod why;
}
