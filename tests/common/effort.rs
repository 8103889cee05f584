//! The effort of tests: small by default; `FLITSCOPE_FUZZ_CASES` sets the number of cases of each
//! property and selects the long version of each test that has one.

use proptest::prelude::ProptestConfig;

/// The number of cases of each property that the environment sets.
pub fn asked() -> Option<u32> {
    let asked = std::env::var("FLITSCOPE_FUZZ_CASES").ok();
    asked.map(|text| text.parse().expect("a number of cases"))
}

/// The number of cases that the environment sets, otherwise `quick`, without a file of failures.
pub fn cases(quick: u32) -> ProptestConfig {
    ProptestConfig {
        failure_persistence: None,
        cases: asked().unwrap_or(quick),
        ..ProptestConfig::default()
    }
}

/// `long` if the environment requests long tests, otherwise `quick`.
pub fn quick_or<T>(quick: T, long: T) -> T {
    if asked().is_some() { long } else { quick }
}
