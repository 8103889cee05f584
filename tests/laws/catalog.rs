//! Every register has the texts of its entries in its `catalog.md`, in menu order.

use flitscope::catalog::{Entry, Family};
use flitscope::sim::{selection, switching};
use flitscope::{model, multicast, routing, topology, traffic};

fn assert_described(texts: &str, entries: &[&Entry]) {
    let heads = texts.lines().filter_map(|line| line.strip_prefix("## "));
    let heads: Vec<_> = heads.map(str::to_owned).collect();
    let names = entries
        .iter()
        .map(|entry| format!("{}: {}", entry.id, entry.name()));
    assert_eq!(heads, names.collect::<Vec<_>>());
    for entry in entries {
        let (id, summary, help) = (entry.id, entry.summary(), entry.help());
        assert!(!entry.name().is_empty(), "{id}");
        assert!(!summary.is_empty() && !summary.ends_with('.'), "{id}");
        assert!(help.ends_with('.'), "{id}");
        for source in entry.sources() {
            assert!(!source.cite.is_empty() && !source.work.is_empty(), "{id}");
        }
    }
}

fn entries<B>(families: &'static [Family<B>]) -> Vec<&'static Entry> {
    families.iter().map(|family| &family.entry).collect()
}

#[test]
fn every_entry_has_a_name_a_summary_and_help_in_menu_order() {
    let sim = [entries(switching::FAMILIES), entries(selection::FAMILIES)];
    for (texts, entries) in [
        (
            include_str!("../../src/engine/topology/catalog.md"),
            entries(topology::FAMILIES),
        ),
        (
            include_str!("../../src/engine/routing/catalog.md"),
            entries(routing::FAMILIES),
        ),
        (
            include_str!("../../src/engine/multicast/catalog.md"),
            entries(multicast::FAMILIES),
        ),
        (
            include_str!("../../src/engine/traffic/catalog.md"),
            entries(traffic::FAMILIES),
        ),
        (
            include_str!("../../src/engine/model/catalog.md"),
            entries(model::FAMILIES),
        ),
        (
            include_str!("../../src/engine/sim/catalog.md"),
            sim.concat(),
        ),
    ] {
        assert_described(texts, &entries);
    }
}
