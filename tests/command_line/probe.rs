//! `flitscope probe`: the terms of a model beside their measured values.

use serde_json::Value;

use crate::common::command::{assert_is_refused, json_of};

const CUBE: &str =
    r#"{"network": "hypercube:5", "vcs": 1, "length": {"fixed": 16}, "traffic": {"rate": 0.02}}"#;

fn term<'a>(printed: &'a Value, symbol: &str) -> &'a Value {
    let mut terms = printed["terms"].as_array().expect("a list").iter();
    terms.find(|term| term["symbol"] == symbol).expect(symbol)
}

#[test]
fn each_term_is_close_to_its_value_in_the_model() {
    let printed = json_of(&["probe", "-"], CUBE);
    for (symbol, most) in [
        ("S", 0.02),
        ("H_0", 0.02),
        ("H_2", 0.02),
        ("b_0", 0.1),
        ("w_0,1", 0.15),
    ] {
        let term = term(&printed, symbol);
        let [measured, model] = ["measured", "model"].map(|key| term[key].as_f64().expect(symbol));
        assert!(
            measured > 0.0 && term["count"].as_u64() > Some(10_000),
            "{term}"
        );
        assert!((model / measured - 1.0).abs() < most, "{term}");
    }
    // Along the path there is no model.
    assert_eq!(term(&printed, "w(hop 1)")["model"], Value::Null);
}

#[test]
fn without_a_model_the_reason_is_given_and_terms_are_measured() {
    let scenario = CUBE.replace("0.02", "0.05");
    let printed = json_of(&["probe", "-", "--cycles", "5000"], &scenario);
    let why = printed["why_none"].as_str().expect("a sentence");
    assert!(
        why.starts_with("The model has no steady state at this load: "),
        "{why}"
    );
    assert!(term(&printed, "H_0")["measured"].as_f64() > Some(17.0));
}

#[test]
fn what_has_no_such_terms_is_refused_in_one_sentence() {
    let cut_through = CUBE.replace("\"vcs\"", "\"switching\": \"virtual-cut-through\", \"vcs\"");
    for (scenario, cycles, part) in [
        (&*cut_through, "2000", "switching must be wormhole"),
        (
            CUBE,
            "10",
            "cycles must be a whole number from 1000 to 10000000, not 10",
        ),
    ] {
        assert_is_refused(&["probe", "-", "--cycles", cycles], scenario, part);
    }
}
