//! The columns of a table; rows need not have them all.

use crate::paper::{Column, Row};

/// Names of columns, in the order in which rows come by them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Columns {
    /// Columns of what others found, printed or not.
    pub printed: Vec<Column>,
    /// Columns of closed forms and counts.
    pub computed: Vec<&'static str>,
    /// The curves, in their order; a single nameless one where there is but one.
    pub series: Vec<String>,
    /// Whether some row is to be simulated.
    pub has_simulation: bool,
}

impl Columns {
    /// The columns of rows.
    pub fn of(rows: &[Row]) -> Self {
        let printed = rows.iter().flat_map(|row| &row.printed);
        let computed = rows.iter().flat_map(|row| &row.computed);
        Self {
            printed: distinct(printed.map(|&(column, _)| column)),
            computed: distinct(computed.map(|computed| computed.name)),
            series: distinct(rows.iter().map(|row| row.series.clone())),
            has_simulation: rows.iter().any(|row| row.task.is_some()),
        }
    }

    /// How many columns a table has with these: a head, what others found, what is computed with
    /// its difference from what is simulated, and that.
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
