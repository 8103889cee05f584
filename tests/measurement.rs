//! Reports of runs: how they end, what is measured, and with what confidence.

#![cfg(not(target_arch = "wasm32"))]

mod common;

mod measurement {
    mod measures;
    mod outcome;
    mod overrun;
    mod saturated_ends;
    mod statistics;
    mod steady;
    mod why;
}
