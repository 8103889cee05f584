//! Valid, invalid and garbled input of users, files and links: nothing crashes, and every error is
//! one readable sentence.
//!
//! Values come from the registries of fields, networks, algorithms and patterns, from the limits of
//! ranges and beyond, and from arbitrary text. By default a small, fixed number of cases is tried;
//! `FLITSCOPE_FUZZ_CASES=100000 cargo test --release --test fuzz` tries that many of each kind, and
//! a hundredth as many command lines, different ones in every run.

#![cfg(not(target_arch = "wasm32"))]

mod common;

mod fuzz {
    mod commands;
    mod laboratory;
    mod links;
    mod programs;
    mod scenarios;
    mod values;
}

use common::effort;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// `quick` cases, unless the environment sets their number; then that number divided by `cost`.
pub fn config(quick: u32, cost: u32) -> ProptestConfig {
    let asked = effort::asked();
    ProptestConfig {
        rng_seed: asked.map_or(RngSeed::Fixed(1), |_| RngSeed::Random),
        cases: asked.map_or(quick, |cases| (cases / cost).max(1)),
        max_shrink_iters: 2_000,
        ..effort::cases(quick)
    }
}

/// Asserts that a sentence is one line of reasonable length without invisible characters.
pub fn assert_readable(sentence: &str) {
    let length = sentence.chars().count();
    assert!((5..=700).contains(&length), "{length}: {sentence}");
    let is_hidden = |c: char| {
        let invisible = ['\u{ad}', '\u{200b}', '\u{2028}', '\u{2029}', '\u{feff}'];
        c.is_control() || ('\u{202a}'..='\u{202e}').contains(&c) || invisible.contains(&c)
    };
    assert!(!sentence.contains(is_hidden), "{sentence:?}");
}

/// Asserts that a sentence is readable and refuses something with the condition that is not met.
pub fn assert_refusal(sentence: &str) {
    assert_readable(sentence);
    let phrases = [
        "must be",
        "is not defined on",
        "there is no",
        "there must be",
        // Errors of drawn networks, whose parts are inconsistent.
        "there is a",
        "there are two",
        "needs two nodes",
        "not connected",
        "the same position",
        "already has a position",
        "too close",
        "too many",
        "linked with itself",
    ];
    assert!(
        phrases.iter().any(|phrase| sentence.contains(phrase)),
        "{sentence}"
    );
}

/// Asserts a limit on the peak memory of this process, where the system reports it \[MiB\].
pub fn assert_memory_is_bounded() {
    const MOST: u64 = 1024;
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let peak = peak.and_then(|rest| rest.trim().trim_end_matches(" kB").parse::<u64>().ok());
    let megabytes = peak.unwrap_or(0) >> 10;
    assert!(megabytes < MOST, "{megabytes} MiB in use at once");
}
