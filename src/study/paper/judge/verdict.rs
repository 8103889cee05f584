//! The verdict on a row, in a sentence.
//!
//! There are up to three comparisons: our computed values with the printed ones, our computed values
//! with our simulation, and our simulation with a simulation by others. The size of a difference
//! within our 95 % interval is not reported.

use super::brief::Brief;
use super::compare::{is_print_of, is_rounded_to, is_within, last_digit};
use crate::paper::format::{above_or_below, number};
use crate::paper::{Column, Computed, Item, Measurand, NoValue, Row, Simulated};
use engine::catalog::capitalized;

/// A row with all results for it.
#[derive(Debug, Clone)]
pub struct Judged {
    pub row: Row,
    /// The simulation result, if there is one.
    pub simulated: Option<Simulated>,
    /// (computed − simulated) / simulated, for each of [`Row::computed`], where both are known.
    pub differences: Vec<Option<f64>>,
    /// The verdict in a sentence.
    pub verdict: String,
    /// The verdict in a few words.
    pub brief: Brief,
}

impl Item {
    /// Compares the rows with their simulation results, as far as there are any.
    pub fn judge(&self, rows: &[Row], simulated: &[Option<Simulated>]) -> Vec<Judged> {
        let rows_and_all = rows.iter().zip(simulated);
        let judged = rows_and_all.map(|(row, &simulated)| {
            let simulated = simulated.filter(|found| found.mean.is_some() || !found.is_steady);
            let differences = row.computed.iter().map(|computed| {
                let (value, found) = (computed.value.as_ref().ok()?, simulated?.mean?);
                (found != 0.0).then(|| value / found - 1.0)
            });
            Judged {
                row: row.clone(),
                simulated,
                differences: differences.collect(),
                verdict: String::new(),
                brief: Brief::default(),
            }
        });
        let mut judged: Vec<_> = judged.collect();
        for of in &mut judged {
            of.verdict = sentence(&clauses(of, rows));
            of.brief = Brief::of(&of.row, of.simulated.as_ref(), &of.differences, rows);
        }
        judged
    }
}

/// The clauses of the verdict on a row, the most important last.
fn clauses(judged: &Judged, rows: &[Row]) -> Vec<String> {
    let row = &judged.row;
    let mut clauses = Vec::new();
    for computed in &row.computed {
        clauses.extend(against_print(computed, row, rows));
    }
    let Some(found) = judged.simulated else {
        let reasons = row.computed.iter().filter_map(|computed| {
            let why = computed.value.as_ref().err()?;
            Some(without_value(computed, why))
        });
        clauses.extend(reasons);
        return clauses;
    };
    if !found.can_tell {
        clauses
            .push("the run is too short to tell whether the simulated network settles".to_owned());
    }
    let is_beyond = !found.is_steady && found.can_tell;
    if is_beyond {
        let measurand = row.task.as_ref().map(|task| task.measurand);
        clauses.push(match measurand {
            Some(Measurand::Network) => {
                "the simulated network is saturated, and has a latency only without the source \
                 queue"
                    .to_owned()
            }
            _ if found.mean.is_none() => "the simulated network is saturated".to_owned(),
            _ => "the simulated network is saturated, but channels are counted all the same"
                .to_owned(),
        });
    }
    for (computed, difference) in row.computed.iter().zip(&judged.differences) {
        clauses.extend(against_simulation(computed, *difference, &found));
    }
    if let (Some((column, other)), Some(mean)) = (row.other_simulation(), found.mean) {
        let which = column.which();
        clauses.push(if is_within(other - mean, &found) {
            format!("our simulation agrees with the {which} one")
        } else {
            let share = above_or_below(mean / other - 1.0);
            format!("our simulation is {share} the {which} one")
        });
    }
    if found.mean.is_some() && !found.is_trusted && found.is_steady {
        clauses.push("the run is too short for its interval to be trusted".to_owned());
    }
    clauses
}

/// Compares a computed value with the printed one.
fn against_print(computed: &Computed, row: &Row, rows: &[Row]) -> Option<String> {
    let name = computed.name;
    let printed = row.print_of(name)?;
    let value = match &computed.value {
        Ok(value) => *value,
        Err(NoValue::Saturated(_)) => {
            let printed = number(printed);
            return Some(format!("{printed} is printed, but the {name} has no value"));
        }
        Err(NoValue::Unknown(_)) => return None,
    };
    let digit = last_digit(name, rows);
    if is_rounded_to(value, printed, digit) {
        return Some(format!("the {name} is as printed"));
    }
    if is_print_of(value, printed, digit) {
        return Some(format!(
            "the {name} is as printed, truncated instead of rounded"
        ));
    }
    // For counts, a percentage is less informative than the numbers.
    if row.task.is_none() && value.fract() == 0.0 && printed.fract() == 0.0 {
        return Some(format!("the {name} is {value}, not {printed}"));
    }
    let share = value / printed - 1.0;
    Some(format!(
        "the {name} is {} the printed value",
        above_or_below(share)
    ))
}

/// Compares a computed value with our simulation.
fn against_simulation(
    computed: &Computed,
    difference: Option<f64>,
    found: &Simulated,
) -> Option<String> {
    let name = computed.name;
    match (&computed.value, difference) {
        (Ok(value), Some(share)) => {
            let mean = found.mean.unwrap_or(*value);
            Some(if is_within(value - mean, found) {
                format!("the {name} lies within the interval")
            } else {
                format!("the {name} is {} the simulation", above_or_below(share))
            })
        }
        (Ok(value), None) if !found.is_steady && found.can_tell => {
            let value = number(*value);
            Some(format!(
                "the {name} still has a steady state there, with {value}"
            ))
        }
        (Ok(_), None) => None,
        (Err(NoValue::Saturated(_)), _) if !found.is_steady && found.can_tell => {
            Some(format!("the {name} has no steady state either"))
        }
        (Err(why), _) => Some(without_value(computed, why)),
    }
}

/// A clause on why a closed form has no value.
fn without_value(computed: &Computed, why: &NoValue) -> String {
    let name = computed.name;
    match why {
        NoValue::Saturated(reason) => {
            format!("the {name} has no steady state there ({reason})")
        }
        NoValue::Unknown(reason) => format!("there is no {name}: {reason}"),
    }
}

/// Collects the distinct columns of rows, in order of first appearance.
pub(in crate::paper) fn names<C: PartialEq>(rows: &[Row], of: impl Fn(&Row) -> Vec<C>) -> Vec<C> {
    let mut names = Vec::new();
    for name in rows.iter().flat_map(of) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// Collects the columns of values found by others, with or without ours beside them.
pub(in crate::paper) fn printed_columns(rows: &[Row]) -> Vec<Column> {
    names(rows, |row| {
        row.printed.iter().map(|(column, _)| *column).collect()
    })
}

/// Joins clauses into a sentence.
fn sentence(clauses: &[String]) -> String {
    match &*clauses.join("; ") {
        "" => String::new(),
        text => format!("{}.", capitalized(text)),
    }
}
