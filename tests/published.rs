//! Published results compared with models, counts and simulations.

#![cfg(not(target_arch = "wasm32"))]

mod common;

mod published {
    mod agreement;
    mod comparisons;
    mod conclusions;
    mod equations;
    mod golden;
    mod paper_files;
    mod papers;
    mod platoon;
    mod simulated;
    mod statements;
    mod switches;
    mod worst_case;
}
