//! Several tables and figures reproduced together.
//!
//! 1. [`Reproduction::new`] asks items for their rows, which evaluates closed forms.
//! 2. A caller simulates [`Reproduction::scenarios`] in any order.
//! 3. [`Reproduction::sheets`] holds rows and reports against each other.
//!
//! A scenario that several rows ask about, for other quantities, is simulated once.

use super::run_effort::cost;
use super::{Item, Paper, Row, Sheet, Simulated, Terms};
use crate::scenario::Scenario;
use crate::sweep::Report;

/// Tables and figures that are being reproduced.
#[derive(Debug)]
pub struct Reproduction {
    parts: Vec<Part>,
    scenarios: Vec<Scenario>,
}

/// A table or figure of it.
#[derive(Debug)]
struct Part {
    paper: &'static Paper,
    item: &'static Item,
    rows: Vec<Row>,
    /// The place of each row's scenario among all of them.
    simulated_by: Vec<Option<usize>>,
}

impl Reproduction {
    /// Of these tables and figures, on these terms.
    pub fn new(
        items: impl IntoIterator<Item = (&'static Paper, &'static Item)>,
        terms: &Terms,
    ) -> Self {
        let mut scenarios: Vec<Scenario> = Vec::new();
        let parts = items.into_iter().map(|(paper, item)| {
            let rows = (item.rows)();
            let simulated_by = rows.iter().map(|row| {
                let scenario = row.task.as_ref()?.on(terms);
                let known = scenarios.iter().position(|known| *known == scenario);
                Some(known.unwrap_or_else(|| {
                    scenarios.push(scenario);
                    scenarios.len() - 1
                }))
            });
            let simulated_by = simulated_by.collect();
            Part {
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

    /// What there is to simulate, each scenario exactly as it says.
    pub fn scenarios(&self) -> &[Scenario] {
        &self.scenarios
    }

    /// The places of the scenarios, the longest simulations first, so that no processor is
    /// left with a long one when the others are done.
    pub fn longest_first(&self) -> Vec<usize> {
        let costs: Vec<_> = self.scenarios.iter().map(cost).collect();
        let mut order: Vec<_> = (0..costs.len()).collect();
        order.sort_by(|&a, &b| costs[b].total_cmp(&costs[a]).then(a.cmp(&b)));
        order
    }

    /// About how many flits have to cross channels until all is simulated, if no run ends early.
    pub fn work(&self) -> f64 {
        self.scenarios.iter().map(cost).sum()
    }

    /// The rows with what was reported of the scenarios, as far as there are reports.
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
