//! The contract of the command line: what each command prints, and what it says of mistakes.

#![cfg(not(target_arch = "wasm32"))]

mod common;

mod command_line {
    mod batch;
    mod deadlock;
    mod graph;
    mod lessons;
    mod multicast;
    mod papers;
    mod replications;
    mod route;
    mod scripts;
    mod simulate;
    mod sweep;
}
