//! How much is tried. A quick share by default; `FLITSCOPE_FUZZ_CASES` asks for so many cases of
//! each property and for the long version of each test that has one.

use proptest::prelude::ProptestConfig;

/// Cases of each property that the environment asks for.
pub fn asked() -> Option<u32> {
    let asked = std::env::var("FLITSCOPE_FUZZ_CASES").ok();
    asked.map(|text| text.parse().expect("a number of cases"))
}

/// As many cases as were asked for, otherwise `quick`, without a file of those that failed.
pub fn cases(quick: u32) -> ProptestConfig {
    ProptestConfig {
        failure_persistence: None,
        cases: asked().unwrap_or(quick),
        ..ProptestConfig::default()
    }
}

/// `long` if long tests were asked for, otherwise `quick`.
pub fn quick_or<T>(quick: T, long: T) -> T {
    if asked().is_some() { long } else { quick }
}
