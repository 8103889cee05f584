//! Whatever a person may type, far more of it than a person types: nothing panics, and what
//! cannot be meant is refused in a sentence.
//!
//! By default every module takes a few seconds; `FLITSCOPE_FUZZ_CASES` is another number of cases,
//! such as 100000 for a night.

#![cfg(not(target_arch = "wasm32"))]

mod laboratory;
