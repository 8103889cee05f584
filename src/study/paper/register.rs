//! Registers of all papers, and of the tables and figures that the page shows beside its own
//! measurements.
//!
//! `build` writes the constants from the `paper.toml` of each folder; a new paper is a folder and a
//! line in [`PAPERS`]. Tables and figures to show beside measurements of the same scenario have
//! registers of their own, so that the page contains only them and not whole papers. The conclusions
//! from figures are separate for the same reason: only the part of the page that draws charts
//! contains them.

use super::Holds::{No, Partly, Yes};
use super::PrintedLatency::{Network, Total};
use super::Varied::{Load, Nodes, Other};
use super::{
    Block, Claim, Closed, Column, Comparison, Equation, Item, Paper, Printed, PrintedTable,
    Published, Quantity, Scene, Symbol,
};
use crate::scenario::Scenario;
use engine::catalog::Source;
use engine::model::Erratum;

include!(concat!(env!("OUT_DIR"), "/papers.rs"));

/// All papers, in the order of the menu.
pub const PAPERS: &[Paper] = &[
    SHAHRABI,
    CICIANI,
    QUALIFIED_GROUPS,
    MESH_HYPERCUBE,
    ABOELAZE,
    PLATOONS,
];

pub fn find(id: &str) -> Option<&'static Paper> {
    PAPERS.iter().find(|paper| paper.id == id)
}

/// Finds the printed simulation of a scenario, whatever its load, virtual channels and buffers.
pub fn printed_table(scenario: &Scenario) -> Option<&'static PrintedTable> {
    PRINTED_TABLES.iter().find(|table| table.is_of(scenario))
}

/// Finds the printed comparison that a scenario repeats, whatever its load and algorithm.
pub fn comparison(scenario: &Scenario) -> Option<&'static Comparison> {
    COMPARISONS
        .iter()
        .find(|figure| figure.is_repeated_by(scenario))
}

/// The conclusions from a figure, by the name of its [`Comparison`].
pub fn claims(item: &str) -> &'static [Claim] {
    let known = CLAIMS.iter().find(|(of, _)| *of == item);
    known.map_or(&[], |(_, claims)| claims)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{PRESETS, Preset};
    use engine::multicast::from_spec;
    use engine::topology;
    use engine::traffic::Length;

    #[test]
    fn every_table_has_a_preset_at_one_of_its_loads() {
        for table in PRINTED_TABLES {
            let shown = PRESETS.iter().map(Preset::scenario).any(|s| {
                printed_table(&s).is_some_and(|p| p.item == table.item)
                    && table.at(s.traffic.rate).is_some()
            });
            assert!(shown, "{}", table.item);
            assert!(table.loads().is_sorted_by(|a, b| a < b));
        }
    }

    #[test]
    fn another_length_or_switching_matches_no_table() {
        let table4 = Scenario::from_link("t=hypercube:10&vc=1&M=200&lam=0.001").scenario;
        assert!(printed_table(&table4).is_some());
        let mut longer = table4.clone();
        longer.length = Length::Fixed(100);
        assert!(printed_table(&longer).is_none());
        assert!(printed_table(&table4.switched("store-and-forward")).is_none());
    }

    #[test]
    fn every_figure_has_a_preset_at_one_of_its_loads() {
        for figure in COMPARISONS {
            let shown = PRESETS.iter().map(Preset::scenario).any(|s| {
                comparison(&s).is_some_and(|found| found.item == figure.item)
                    && figure.loads.contains(&s.traffic.rate)
            });
            assert!(shown, "{}", figure.item);
            assert!(figure.loads.is_sorted_by(|a, b| a < b));
        }
    }

    #[test]
    fn every_algorithm_of_a_figure_is_defined_on_its_network() {
        for figure in COMPARISONS {
            let topology = topology::from_spec(figure.network).expect("a valid one");
            for spec in figure.algorithms {
                assert!(from_spec("algorithm", spec, &*topology).is_ok(), "{spec}");
            }
        }
    }

    #[test]
    fn the_number_of_destinations_selects_the_figure() {
        let link = "t=mesh:10x10&vc=1&md=10&ts=33&tp=auto&pi=4&pe=4";
        let mut scenario = Scenario::from_link(link).scenario;
        assert!(comparison(&scenario).is_some_and(|found| found.item.ends_with('3')));
        scenario.traffic.multicast.destinations = Some(20);
        assert!(comparison(&scenario).is_some_and(|found| found.item.ends_with('4')));
        scenario.traffic.multicast.destinations = Some(15);
        assert!(comparison(&scenario).is_none());
    }
}
