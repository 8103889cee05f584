//! The columns of a table. Not every row has a value in each of them.

use crate::paper::{Column, Row};

/// Names of columns, in order of first appearance in the rows.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Columns {
    /// Columns of values found by others, printed or not.
    pub printed: Vec<Column>,
    /// Columns of closed forms and counts.
    pub computed: Vec<&'static str>,
    /// The curves, in their order; a single one with an empty name if there is only one.
    pub series: Vec<String>,
    /// Whether some row has a simulation.
    pub has_simulation: bool,
}

impl Columns {
    /// Collects the columns of rows.
    pub fn of<'a>(rows: impl IntoIterator<Item = &'a Row, IntoIter: Clone>) -> Self {
        let mut rows = rows.into_iter();
        let printed = rows.clone().flat_map(|row| &row.printed);
        let computed = rows.clone().flat_map(|row| &row.computed);
        Self {
            printed: distinct(printed.map(|&(column, _)| column)),
            computed: distinct(computed.map(|computed| computed.name)),
            series: distinct(rows.clone().map(|row| row.series.clone())),
            has_simulation: rows.any(|row| row.task.is_some()),
        }
    }

    /// The number of columns of a table: the row header, the values found by others, each computed
    /// value with its difference from the simulation, and the simulation.
    pub fn width(&self) -> usize {
        let rest = if self.has_simulation {
            2 * self.computed.len() + 1
        } else {
            self.computed.len()
        };
        1 + self.printed.len() + rest
    }
}

fn distinct<T: PartialEq>(all: impl Iterator<Item = T>) -> Vec<T> {
    let mut found = Vec::new();
    for one in all {
        if !found.contains(&one) {
            found.push(one);
        }
    }
    found
}
