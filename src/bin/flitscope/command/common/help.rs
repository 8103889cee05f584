//! Help texts below the options of a command: registers, and a complete scenario.

use serde_json::json;

use super::network::GRAPH_HELP;

use flitscope::catalog::{Entry, Param, Settings};
use flitscope::model;
use flitscope::multicast;
use flitscope::routing;
use flitscope::scenario::{ONE_VIRTUAL_CHANNEL, Packet, Scenario};
use flitscope::topology::{self, graph};
use flitscope::traffic;

pub(crate) fn networks() -> String {
    let families = topology::FAMILIES.iter().map(|family| {
        let example = topology::write_spec(family, &Settings::default());
        let is_text = graph::text_of(&example).is_some();
        let example = if is_text {
            "graph:FILE".to_owned()
        } else {
            example
        };
        (example, &family.entry)
    });
    let families = help_list("Networks", families);
    format!("{families}\n\n{GRAPH_HELP}")
}

fn networks_and_patterns() -> String {
    format!("{}\n\n{}\n\n{}", networks(), patterns(), routing())
}

pub(crate) fn bounds() -> String {
    format!(
        "{}\n\nNot counted: {ONE_VIRTUAL_CHANNEL}.",
        networks_and_patterns()
    )
}

pub(crate) fn networks_and_routing() -> String {
    format!("{}\n\n{}", networks(), routing())
}

/// Lists the routing functions.
pub(crate) fn routing() -> String {
    let families = routing::FAMILIES.iter();
    let lines = families.map(|family| (family.entry.spec(), &family.entry));
    help_list("Routing functions", lines)
}

fn patterns() -> String {
    let families = traffic::FAMILIES.iter();
    let lines = families.map(|family| (family.entry.spec(), &family.entry));
    help_list("Traffic patterns", lines)
}

pub(crate) fn algorithms() -> String {
    let families = multicast::FAMILIES.iter();
    let lines = families.map(|family| (family.entry.spec(), &family.entry));
    help_list("Algorithms", lines)
}

pub(crate) fn models() -> String {
    help_list(
        "Models",
        model::FAMILIES.iter().map(|family| {
            let params = family.entry.params.iter().map(Param::control);
            let params: Vec<_> = params.map(|c| format!("{}={}", c.id, c.default)).collect();
            (
                format!("{} {}", family.entry.id, params.join(" ")),
                &family.entry,
            )
        }),
    )
}

/// Describes a scenario with every default.
pub(crate) fn scenario() -> String {
    let scenario = Scenario::default().to_json();
    let packet = json!(Packet::default());
    format!(
        "A scenario; every field but the network has the default shown:\n{scenario}\n\nWith \
         \"dateline\": false all virtual channels of a torus are one class, so its rings can \
         deadlock. \"faults\": [[\"3,2\", \"4,2\"]] lists links that have failed. \
         \"network\": {{\"graph\": \"a - b\\nb - c\"}} is a network of your own. \
         \"messages\": [{{\"from\": \"0,0\", \"to\": [\"3,3\"], \"via\": [\"0,0>1,0 vc 1\"]}}] sends a message \
         that takes these virtual channels first.\n\nA virtual channel holds one message at a time, so a buffer longer than \
         the messages changes nothing, and {ONE_VIRTUAL_CHANNEL}.\n\nWith \
         \"traffic\": {{\"multicast\": {{\"algorithm\": \"dual-path\", \"destinations\": 10, \
         \"fraction\": 0.5}}}} half of the non-broadcast random messages go to ten nodes each; the \
         default fraction is 1. With \"replicate\": true there, routers copy multicasts along a \
         tree, in wormhole switching with one virtual channel. \"timing\": {{\"preparation\": \
         \"auto\"}} sets the preparation time that the literature assumes for the \
         algorithm.\n\nWith \"packet\": {packet} messages are packets in infinite queues, in \
         continuous time; lengths are kept or redrawn.\n\n{}",
        patterns()
    )
}

fn help_list<'a>(title: &str, lines: impl Iterator<Item = (String, &'a Entry)>) -> String {
    let lines: Vec<_> = lines.collect();
    let lengths = lines.iter().map(|(form, _)| form.chars().count());
    let width = lengths.max().unwrap_or(0);
    let lines = lines
        .iter()
        .map(|(form, entry)| format!("  {form:<width$}  {}", entry.summary()));
    format!("{title}:\n{}", lines.collect::<Vec<_>>().join("\n"))
}
