//! Statements about the conclusions of the qualified-groups paper: their numbers match the page of
//! results.

use flitscope::paper::{self, Effort, Item};

use super::papers::{Table, results};

/// The simulated loads, means and half-widths of intervals of a figure.
#[derive(Default)]
struct Measured {
    loads: Vec<f64>,
    values: Vec<f64>,
    /// The means alone, which percentages relate to each other.
    means: Vec<f64>,
}

#[test]
fn conclusions_rest_on_thorough_runs() {
    let tables = results();
    let mut own = tables.iter().filter(|of| of.name.starts_with("Al-Dubai"));
    assert!(own.all(|table| table.effort == Effort::Thorough));
}

#[test]
fn every_number_in_a_conclusion_is_on_the_page_of_results() {
    let paper = paper::find("qualified-groups").expect("it is listed");
    let tables = results();
    for item in paper.items {
        let measured = Measured::of(item, &tables);
        for claim in item.conclusions {
            for (number, is_share) in numbers(claim.found) {
                assert!(
                    measured.has(number, is_share),
                    "{}, “{}”: {number} is not measured",
                    item.name,
                    claim.says
                );
            }
        }
    }
}

impl Measured {
    /// Reads the table of a figure, and the rows under its name in the table of conclusions.
    fn of(item: &Item, tables: &[Table]) -> Self {
        let mut measured = Self::default();
        let own = format!(": {}", item.name);
        let under = format!("{}: ", item.name);
        let all = tables
            .iter()
            .filter(|table| table.name.starts_with("Al-Dubai"));
        for table in all {
            for row in &table.rows[1..] {
                let is_own = table.name.ends_with(&own) || row[0].starts_with(&under);
                let Some(simulated) = row.get(2).filter(|_| is_own) else {
                    continue;
                };
                let load = row[1].rsplit(' ').next().unwrap_or_default();
                measured.loads.extend(load.parse::<f64>());
                let mut parts = simulated.split(" ± ").map(str::parse::<f64>);
                let Some(Ok(mean)) = parts.next() else {
                    continue;
                };
                measured.means.push(mean);
                measured.values.push(mean);
                measured.values.extend(parts.flatten());
            }
        }
        measured
    }

    fn has(&self, number: &str, is_share: bool) -> bool {
        let value: f64 = number.parse().expect("digits");
        let decimals = number.split_once('.').map_or(0, |(_, rest)| rest.len());
        let half = (0..decimals).fold(0.5, |half, _| half / 10.0) + 1e-9;
        let is_near = |of: f64| (of - value).abs() <= half;
        if is_share {
            let share = |a: &f64, b: &f64| 100.0 * (a / b - 1.0).abs();
            let pairs = self.means.iter();
            return pairs
                .flat_map(|a| self.means.iter().map(move |b| share(a, b)))
                .any(is_near);
        }
        let is_load = |load: &f64| load.total_cmp(&value).is_eq();
        self.loads.iter().any(is_load) || self.values.iter().copied().any(is_near)
    }
}

/// The numbers of a text, and whether each is a percentage.
fn numbers(text: &str) -> Vec<(&str, bool)> {
    let is_part = |c: char| c.is_ascii_digit() || c == '.';
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(begin) = rest.find(|c: char| c.is_ascii_digit()) {
        rest = &rest[begin..];
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let number = rest[..end].trim_end_matches('.');
        rest = &rest[end..];
        found.push((number, rest.starts_with(" %")));
    }
    found
}
