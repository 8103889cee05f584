//! What people, files and links can say, right, wrong and garbled: nothing crashes, and what is
//! refused is told in one sentence that can be read.
//!
//! Values come from the registers of fields, networks, algorithms and patterns, from the ends of
//! ranges and beyond, and from texts that mean nothing. A quick share is tried by default, the same
//! with every run; `FLITSCOPE_FUZZ_CASES=100000 cargo test --release --test fuzz` tries so many of
//! each kind, and a hundredth as many command lines, new ones with every run.

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

/// So many cases, unless the environment says how many; then that, divided by `dear`.
pub fn config(quick: u32, dear: u32) -> ProptestConfig {
    let asked = effort::asked();
    ProptestConfig {
        rng_seed: asked.map_or(RngSeed::Fixed(1), |_| RngSeed::Random),
        cases: asked.map_or(quick, |cases| (cases / dear).max(1)),
        max_shrink_iters: 2_000,
        ..effort::cases(quick)
    }
}

/// One line, not too long, with nothing in it that cannot be seen.
pub fn assert_readable(sentence: &str) {
    let length = sentence.chars().count();
    assert!((5..=700).contains(&length), "{length}: {sentence}");
    let is_hidden = |c: char| {
        let invisible = ['\u{ad}', '\u{200b}', '\u{2028}', '\u{2029}', '\u{feff}'];
        c.is_control() || ('\u{202a}'..='\u{202e}').contains(&c) || invisible.contains(&c)
    };
    assert!(!sentence.contains(is_hidden), "{sentence:?}");
}

/// As [`assert_readable`], of a refusal, which says what must be.
pub fn assert_refusal(sentence: &str) {
    assert_readable(sentence);
    let says = [
        "must be",
        "is not defined on",
        "there is no",
        "there must be",
        // Of a drawing, whose parts do not go together.
        "there is a",
        "there are two",
        "needs two nodes",
        "not connected",
        "the same place",
        "a place already",
        "too close",
        "too many",
        "linked with itself",
    ];
    assert!(
        says.iter().any(|says| sentence.contains(says)),
        "{sentence}"
    );
}

/// The most memory that this process has had \[MiB\], where the system tells.
pub fn assert_memory_is_bounded() {
    const MOST: u64 = 1024;
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let peak = peak.and_then(|rest| rest.trim().trim_end_matches(" kB").parse::<u64>().ok());
    let megabytes = peak.unwrap_or(0) >> 10;
    assert!(megabytes < MOST, "{megabytes} MiB in use at once");
}
