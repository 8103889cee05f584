//! Links to a scenario.

use flitscope::scenario::Scenario;
use proptest::prelude::*;

use super::scenarios::assert_refused_or_runs;
use super::values::{any_field, any_text, one_of};
use crate::{assert_memory_is_bounded, assert_readable, config};

#[test]
fn any_link_opens_and_reports_its_invalid_parts() {
    proptest!(config(400, 1), |(link in any_link())| {
        let opened = Scenario::from_link(&link);
        let fields = Scenario::fields().count();
        prop_assert!(opened.problems.len() <= fields, "{}", opened.problems.len());
        for problem in &opened.problems {
            assert_readable(&problem.to_string());
        }
        prop_assert!(assert_refused_or_runs(&opened.scenario), "{link}");
    });
    assert_memory_is_bounded();
}

#[test]
fn any_text_in_a_field_of_a_form_is_accepted_or_refused_with_the_name_of_the_field() {
    proptest!(config(400, 1), |(fields in prop::collection::vec(any_field(), 1..6))| {
        let mut scenario = Scenario::on("mesh:4x4");
        for (_, path, text) in fields {
            let before = scenario.clone();
            if let Err(error) = scenario.set(path, &text) {
                crate::assert_refusal(&error.reason());
                prop_assert_eq!(&scenario, &before, "what is refused changes nothing");
            } else {
                let shown = scenario.get(path);
                let mut again = scenario.clone();
                prop_assert_eq!(again.set(path, &shown), Ok(()), "{} {}", path, shown);
                prop_assert_eq!(again.get(path), shown);
            }
        }
    });
    assert_memory_is_bounded();
}

/// Pairs of known keys by either name, some of them repeated, and other pairs.
fn any_link() -> impl Strategy<Value = String> {
    let known = (any_field(), any::<bool>(), any::<bool>());
    let known = known.prop_map(|((key, path, text), is_short, is_escaped)| {
        let key = if is_short { key } else { path };
        format!("{key}={}", if is_escaped { escaped(&text) } else { text })
    });
    let keys = one_of(&[
        "c",
        "side",
        "view",
        "follow",
        "sel",
        "",
        "x",
        "__proto__",
        "T",
        "vcs[0]",
    ]);
    let other = (keys, any_text()).prop_map(|(key, text)| format!("{key}={}", escaped(&text)));
    let pair = prop_oneof![8 => known, 1 => other, 1 => any_text()];
    prop_oneof![
        20 => prop::collection::vec(pair, 0..8).prop_map(|pairs| pairs.join("&")),
        1 => (any_field(), 2_usize..500).prop_map(|((key, _, text), times)| {
            vec![format!("{key}={}", escaped(&text)); times].join("&")
        }),
    ]
}

fn escaped(text: &str) -> String {
    let bytes = text.bytes().map(|byte| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    });
    bytes.collect()
}
