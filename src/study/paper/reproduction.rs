//! Reproduction of several tables and figures together.
//!
//! 1. [`Reproduction::new`] builds the rows of the items, which evaluates closed forms.
//! 2. A caller simulates [`Reproduction::scenarios`] in any order.
//! 3. [`Reproduction::sheets`] compares rows with reports.
//!
//! A scenario from which several rows read different quantities is simulated once.

use super::run_effort::cost;
use super::{Item, Paper, Row, Sheet, Simulated, Terms};
use crate::scenario::{Scenario, longest_first};
use crate::sweep::Report;

/// A set of tables and figures to reproduce.
#[derive(Debug)]
pub struct Reproduction {
    parts: Vec<ReproducedItem>,
    scenarios: Vec<Scenario>,
}

/// One table or figure of a [`Reproduction`].
#[derive(Debug)]
struct ReproducedItem {
    paper: &'static Paper,
    item: &'static Item,
    rows: Vec<Row>,
    /// The index of each row's scenario in [`Reproduction::scenarios`].
    simulated_by: Vec<Option<usize>>,
}

impl Reproduction {
    /// Prepares the given tables and figures on the given terms.
    pub fn new(
        items: impl IntoIterator<Item = (&'static Paper, &'static Item)>,
        terms: &Terms,
    ) -> Self {
        let mut scenarios: Vec<Scenario> = Vec::new();
        let parts = items.into_iter().map(|(paper, item)| {
            let rows = item.rows();
            let simulated_by = rows.iter().map(|row| {
                let scenario = row.task.as_ref()?.on(terms);
                let known = scenarios.iter().position(|known| *known == scenario);
                Some(known.unwrap_or_else(|| {
                    scenarios.push(scenario);
                    scenarios.len() - 1
                }))
            });
            let simulated_by = simulated_by.collect();
            ReproducedItem {
                paper,
                item,
                rows,
                simulated_by,
            }
        });
        Self {
            parts: parts.collect(),
            scenarios,
        }
    }

    /// The scenarios to simulate, each exactly as given.
    pub fn scenarios(&self) -> &[Scenario] {
        &self.scenarios
    }

    /// The indices of the scenarios, the longest simulations first, so that no processor is left
    /// with a long simulation when the others are done.
    pub fn longest_first(&self) -> Vec<usize> {
        longest_first(&self.scenarios.iter().map(cost).collect::<Vec<_>>())
    }

    /// An estimate of the total simulation work, as the number of flits that cross channels if no
    /// run ends early.
    pub fn work(&self) -> f64 {
        self.scenarios.iter().map(cost).sum()
    }

    /// Compares the rows with the reports of their scenarios, as far as there are any; `reports` has
    /// the order of [`Reproduction::scenarios`].
    pub fn sheets(&self, reports: &[Option<Report>]) -> Vec<Sheet> {
        let sheets = self.parts.iter().map(|part| {
            let rows = part.rows.iter().zip(&part.simulated_by);
            let simulated: Vec<Option<Simulated>> = rows
                .map(|(row, &by)| {
                    let report = reports.get(by?)?.as_ref()?;
                    Some(row.task.as_ref()?.read(report))
                })
                .collect();
            let judged = part.item.judge(&part.rows, &simulated);
            let by = part.simulated_by.iter();
            Sheet {
                paper: part.paper,
                item: part.item,
                verdict: part.item.verdict(&judged),
                judged,
                scenarios: by.map(|by| Some(self.scenarios[(*by)?].clone())).collect(),
            }
        });
        sheets.collect()
    }
}
