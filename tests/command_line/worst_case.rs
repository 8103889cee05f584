//! `flitscope worst-case`, and scenarios with its permutation.

use serde_json::Value;

use crate::common::command::{assert_is_refused, json_of};

#[test]
fn the_worst_case_is_printed_with_its_permutation() {
    let printed = json_of(&["worst-case", "torus:8x8"], "");
    assert_eq!(printed["channel_load"], 4.0);
    assert_eq!(printed["throughput"], 0.25);
    let pairs = printed["permutation"].as_array().expect("one of each");
    assert_eq!(pairs.len(), 64);
    assert_eq!(printed["channel"]["from"], "0,0");
    // The same traffic in a scenario, by name and as a list.
    let bound = |pattern: &str| {
        let scenario = ["bounds", "torus:8x8", "--length", "1", "--pattern", pattern];
        json_of(&scenario, "")["channel_load"]["max"].clone()
    };
    let list = printed["pattern"].as_str().expect("an id");
    assert_eq!(
        [bound("worst-case"), bound(list)],
        [Value::from(4.0), Value::from(4.0)]
    );
}

#[test]
fn what_has_no_worst_case_is_refused_in_one_sentence() {
    for (arguments, part) in [
        (
            &["worst-case", "mesh:8x8", "--routing", "west-first"][..],
            "routing must be deterministic or oblivious for worst-case traffic",
        ),
        (
            &["worst-case", "torus:32x32"],
            "network must be of 2 to 512 terminals for worst-case traffic here, not torus:32x32 with 1024",
        ),
        (&["worst-case", "mesh:8x8", "--vcs", "0"], "vcs must be "),
        (
            &["worst-case", "mesh:8x8", "--routing", "up"],
            "routing must be ",
        ),
        (
            &["bounds", "ring:3", "--pattern", "permutation:0,1"],
            "traffic.pattern must be permutation: and each number from 0 to 2 once, not 2 numbers",
        ),
    ] {
        assert_is_refused(arguments, "", part);
    }
}
