//! Registers of all papers, and of the tables and figures that the page shows beside its own
//! measurements.
//!
//! A new paper is a folder, its `mod` line, and a line in [`PAPERS`]. Tables and figures to show
//! beside measurements of the same scenario have registers of their own, so that the page contains
//! only them and not whole papers. The conclusions from figures are separate for the same reason:
//! only the part of the page that draws charts contains them.

use super::{Claim, Comparison, Paper, PrintedTable};
use crate::scenario::Scenario;

/// All papers, in the order of the menu.
pub const PAPERS: &[Paper] = &[
    super::shahrabi::PAPER,
    super::ciciani::PAPER,
    super::qualified_groups::PAPER,
    super::mesh_hypercube::PAPER,
    super::aboelaze::PAPER,
    super::platoons::PAPER,
];

/// The tables that the page shows beside a measurement of the same scenario.
pub const PRINTED_TABLES: &[&PrintedTable] = &[
    &super::ciciani::PRINTED_TABLE_2,
    &super::ciciani::PRINTED_TABLE_3,
    &super::ciciani::PRINTED_TABLE_4,
];

/// The figures that the page repeats as measurements.
pub const COMPARISONS: &[&Comparison] = &[
    &super::qualified_groups::COMPARISON_3,
    &super::qualified_groups::COMPARISON_4,
    &super::qualified_groups::COMPARISON_5,
    &super::qualified_groups::COMPARISON_6,
    &super::abraham::COMPARISON,
];

/// The conclusions from each of [`COMPARISONS`], by its name.
const CLAIMS: &[(&str, &[Claim])] = &[
    (
        super::qualified_groups::COMPARISON_3.item,
        super::qualified_groups::CLAIMS_3,
    ),
    (
        super::qualified_groups::COMPARISON_4.item,
        super::qualified_groups::CLAIMS_4,
    ),
    (
        super::qualified_groups::COMPARISON_5.item,
        super::qualified_groups::CLAIMS_5,
    ),
    (
        super::qualified_groups::COMPARISON_6.item,
        super::qualified_groups::CLAIMS_6,
    ),
    (super::abraham::COMPARISON.item, super::abraham::CLAIMS),
];

pub fn find(id: &str) -> Option<&'static Paper> {
    PAPERS.iter().find(|paper| paper.id == id)
}

/// Finds the printed simulation of a scenario, whatever its load, virtual channels and buffers.
pub fn printed_table(scenario: &Scenario) -> Option<&'static PrintedTable> {
    let mut tables = PRINTED_TABLES.iter().copied();
    tables.find(|table| table.is_of(scenario))
}

/// Finds the printed comparison that a scenario repeats, whatever its load and algorithm.
pub fn comparison(scenario: &Scenario) -> Option<&'static Comparison> {
    let mut figures = COMPARISONS.iter().copied();
    figures.find(|figure| figure.is_repeated_by(scenario))
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
