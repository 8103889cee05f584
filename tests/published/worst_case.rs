//! Published worst-case throughput, `golden/worst-case.toml`.

use flitscope::scenario::Scenario;
use flitscope::topology;
use flitscope::traffic::worst_case::MOST_TERMINALS;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Golden {
    worst_case: Vec<Row>,
}

/// A share of capacity.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    source: String,
    item: String,
    network: String,
    routing: String,
    /// The load of the busiest channel under ideally balanced uniform traffic.
    uniform: f64,
    printed: f64,
    tolerance: f64,
    why: String,
}

#[test]
fn worst_cases_are_those_of_the_literature() {
    let golden: Golden = toml::from_str(include_str!("../golden/worst-case.toml")).expect("TOML");
    for row in golden.worst_case {
        let mut scenario = Scenario::on(&row.network);
        scenario.vcs = 4;
        scenario.routing.clone_from(&row.routing);
        let topology = topology::from_spec(&row.network).expect("a network in range");
        let found = scenario.worst_case(&*topology, MOST_TERMINALS);
        let share = row.uniform / found.expect("it is known").load;
        let error = (share / row.printed - 1.0).abs();
        let Row {
            source, item, why, ..
        } = &row;
        assert!(
            error <= row.tolerance,
            "{source}, {item}: {share}, printed {} ({why})",
            row.printed
        );
        // A tolerance that is far too wide hides a change.
        let is_tight = row.tolerance < 1e-6 || error > row.tolerance / 2.0;
        assert!(is_tight, "{source}, {item}: {share}");
    }
}
