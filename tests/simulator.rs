//! Properties of every run of the simulators, cycle by cycle.

#![cfg(not(target_arch = "wasm32"))]

mod common;

mod simulator {
    mod designs;
    mod laws;
    mod oracle;

    mod allocations;
    mod both;
    mod closed_loop;
    mod colors;
    mod history;
    mod packet;
    mod probe;
    mod soak;
    mod startups;
}
