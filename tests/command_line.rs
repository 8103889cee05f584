//! The contract of the command line: the output and the error messages of each command.

#![cfg(not(target_arch = "wasm32"))]

mod common;

mod command_line {
    mod batch;
    mod deadlock;
    mod film;
    mod graph;
    mod into;
    mod lessons;
    mod multicast;
    mod outputs;
    mod package;
    mod packet;
    mod papers;
    mod probe;
    mod replications;
    mod route;
    mod schema;
    mod scripts;
    mod shell;
    mod simulate;
    mod sweep;
    mod worst_case;
    mod xapi;
}
