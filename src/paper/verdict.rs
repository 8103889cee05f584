//! What to make of a row, and of all rows of a table, in sentences.
//!
//! Three comparisons are made, as far as there is something to compare: what we compute with
//! the print of it, what we compute with what we simulate, and what we simulate with a printed
//! simulation. A difference inside our 95 % interval is called that and nothing more.

use super::lowest::lowest;
use super::percent::{above_or_below, decimals, number};
use super::row::is_of_simulation;
use super::{Computed, Item, Quantity, Row, Simulated};

/// A row with everything known of it.
#[derive(Debug, Clone)]
pub struct Judged {
    /// As asked for.
    pub row: Row,
    /// What was simulated.
    pub simulated: Option<Simulated>,
    /// (computed − simulated) / simulated, for each of [`Row::computed`], where both are known.
    pub differences: Vec<Option<f64>>,
    /// What to make of it, a sentence.
    pub verdict: String,
}

impl Item {
    /// Holds the rows against what was simulated for them, as far as that is known.
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
            }
        });
        let mut judged: Vec<_> = judged.collect();
        for of in &mut judged {
            of.verdict = sentence(&clauses(of, rows));
        }
        judged
    }

    /// What to make of the whole, a few sentences.
    pub fn verdict(&self, judged: &[Judged]) -> String {
        let rows: Vec<_> = judged.iter().map(|of| of.row.clone()).collect();
        let columns = names(&rows, |row| row.computed.iter().map(|of| of.name).collect());
        let prints = columns.iter().filter_map(|name| print_verdict(name, &rows));
        let theories = columns
            .iter()
            .filter_map(|name| agreement(name, judged, columns.len() > 1));
        let printed = printed_simulation_verdict(judged);
        let saturated = saturation_verdict(judged);
        let lowest = lowest(judged);
        let sentences = prints.chain(theories).chain(printed);
        let sentences = sentences.chain(lowest).chain(saturated);
        let text = sentences.collect::<Vec<_>>().join(" ");
        if text.is_empty() && judged.iter().any(|of| of.row.task.is_some()) {
            return "Not simulated yet.".to_owned();
        }
        text
    }
}

/// What there is to say of a row, most important last.
fn clauses(judged: &Judged, rows: &[Row]) -> Vec<String> {
    let row = &judged.row;
    let mut clauses = Vec::new();
    for computed in &row.computed {
        clauses.extend(against_print(computed, row, rows));
    }
    let Some(found) = judged.simulated else {
        let reasons = row.computed.iter().filter_map(|computed| {
            let why = computed.value.as_ref().err()?;
            Some(format!("no {}: {why}", computed.name))
        });
        clauses.extend(reasons);
        return clauses;
    };
    let is_beyond = !found.is_steady;
    if is_beyond {
        let quantity = row.task.as_ref().map(|task| task.quantity);
        clauses.push(match quantity {
            Some(Quantity::Network) => {
                "the simulated network is saturated, and only without the source queue has \
                 it a latency"
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
    if let (Some(printed), Some(mean)) = (row.printed_simulation(), found.mean) {
        clauses.push(if is_within(printed - mean, &found) {
            "our simulation agrees with the printed one".to_owned()
        } else {
            let share = mean / printed - 1.0;
            format!(
                "our simulation is {} the printed one",
                above_or_below(share)
            )
        });
    }
    if found.mean.is_some() && !found.is_trusted && found.is_steady {
        clauses.push("the run is too short for its interval to be trusted".to_owned());
    }
    clauses
}

/// What we compute against the print of it.
fn against_print(computed: &Computed, row: &Row, rows: &[Row]) -> Option<String> {
    let name = computed.name;
    let printed = row.printed(name)?;
    let value = match &computed.value {
        Ok(value) => *value,
        Err(_) if computed.is_saturated() => {
            let printed = number(printed);
            return Some(format!(
                "{printed} is printed, where the {name} has no value"
            ));
        }
        Err(_) => return None,
    };
    let digit = last_digit(name, rows);
    if is_rounded_to(value, printed, digit) {
        return Some(format!("the {name} is as printed"));
    }
    if is_print_of(value, printed, digit) {
        return Some(format!(
            "the {name} is as printed, cut off in place of rounded"
        ));
    }
    if row.task.is_none() && is_whole(value) && is_whole(printed) {
        return Some(format!("the {name} is {value}, not {printed}"));
    }
    let share = value / printed - 1.0;
    Some(format!(
        "the {name} comes out {} its print",
        above_or_below(share)
    ))
}

/// What we compute against what we simulate.
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
        (Ok(value), None) if !found.is_steady => {
            let value = number(*value);
            Some(format!(
                "the {name} still has a steady state there, with {value}"
            ))
        }
        (Ok(_), None) => None,
        (Err(_), _) if computed.is_saturated() && !found.is_steady => {
            Some(format!("and so is the {name}"))
        }
        (Err(_), _) if computed.is_saturated() => Some(format!(
            "the {name} is saturated already, the simulation is not"
        )),
        (Err(why), _) => Some(format!("no {name}: {why}")),
    }
}

/// How often what we compute is what is printed.
fn print_verdict(name: &str, rows: &[Row]) -> Option<String> {
    let digit = last_digit(name, rows);
    let of_simulations = rows.iter().filter(|row| row.task.is_some());
    let pairs = of_simulations.filter_map(|row| both(name, row));
    let mut pairs: Vec<_> = pairs.collect();
    // Rows that differ in what is simulated only count once; every statement counts.
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    pairs.dedup();
    let statements = rows.iter().filter(|row| row.task.is_none());
    pairs.extend(statements.filter_map(|row| both(name, row)));
    let (same, others): (Vec<_>, Vec<_>) = pairs
        .iter()
        .partition(|(value, printed)| is_print_of(*value, *printed, digit));
    let all = pairs.len();
    match (all, others.len()) {
        (0, _) => return None,
        (1, 0) => return Some(format!("The {name} comes out as printed.")),
        (_, 0) => {
            return Some(format!(
                "The {name} comes out as printed in all of {all} places."
            ));
        }
        _ => {}
    }
    if pairs
        .iter()
        .all(|(value, printed)| is_whole(*value) && is_whole(*printed))
    {
        let same = same.len();
        return Some(format!(
            "The {name} comes out as printed in {same} of {all} places."
        ));
    }
    let worst = others.iter().map(|(value, printed)| value / printed - 1.0);
    let worst = worst.fold(0.0, larger);
    Some(format!(
        "The {name} comes out as printed in {} of {all} places, elsewhere at most {} the print.",
        same.len(),
        above_or_below(worst)
    ))
}

/// What we compute in a column of a row, and what is printed there.
fn both(name: &str, row: &Row) -> Option<(f64, f64)> {
    let computed = row.computed.iter().find(|of| of.name == name)?;
    Some((*computed.value.as_ref().ok()?, row.printed(name)?))
}

/// How near what we compute is to what we simulate, where that is steady.
fn agreement(name: &str, judged: &[Judged], is_one_of_several: bool) -> Option<String> {
    let found = judged.iter().filter_map(|of| {
        let at = of.row.computed.iter().position(|c| c.name == name)?;
        let simulated = of.simulated.filter(|found| found.is_steady)?;
        let share = of.differences[at]?;
        let mean = simulated.mean?;
        let inside = is_within(share * mean, &simulated);
        Some((share, inside, place(&of.row)))
    });
    let found: Vec<_> = found.collect();
    if found.is_empty() {
        return None;
    }
    let all = found.len();
    let inside = found.iter().filter(|(_, inside, _)| *inside).count();
    let near = found
        .iter()
        .filter(|(share, ..)| share.abs() <= 0.05)
        .count();
    let worst = found
        .iter()
        .max_by(|a, b| a.0.abs().total_cmp(&b.0.abs()))
        .expect("there is one");
    let subject = if is_one_of_several || name != "model" {
        format!("The {name}")
    } else {
        "The model".to_owned()
    };
    Some(if inside == all {
        format!("{subject} lies within the interval of all {all} steady simulations.")
    } else {
        format!(
            "{subject} lies within the interval of {inside} of {all} steady simulations and \
             within 5 % of {near}; at most it is {} ({}).",
            above_or_below(worst.0),
            worst.2
        )
    })
}

/// How near we come to a printed simulation.
fn printed_simulation_verdict(judged: &[Judged]) -> Option<String> {
    let shares = judged.iter().filter_map(|of| {
        let found = of.simulated.filter(|found| found.is_steady)?;
        let share = found.mean? / of.row.printed_simulation()? - 1.0;
        Some((share, place(&of.row)))
    });
    let shares: Vec<_> = shares.collect();
    let worst = shares
        .iter()
        .max_by(|a, b| a.0.abs().total_cmp(&b.0.abs()))?;
    let near = shares
        .iter()
        .filter(|(share, _)| share.abs() <= 0.05)
        .count();
    Some(format!(
        "Our simulation is within 5 % of the printed one in {near} of {} steady places; at most \
         it is {} ({}).",
        shares.len(),
        above_or_below(worst.0),
        worst.1
    ))
}

/// How many rows have no steady state, and how many intervals are doubtful.
fn saturation_verdict(judged: &[Judged]) -> Option<String> {
    let found = || judged.iter().filter_map(|of| of.simulated);
    let beyond = found().filter(|found| !found.is_steady).count();
    let doubtful = found()
        .filter(|found| found.is_steady && found.mean.is_some() && !found.is_trusted)
        .count();
    let beyond = match beyond {
        0 => None,
        1 => Some("One simulated network is saturated.".to_owned()),
        more => Some(format!("{more} simulated networks are saturated.")),
    };
    let doubtful = match doubtful {
        0 => None,
        1 => Some("One run is too short for its interval to be trusted.".to_owned()),
        more => Some(format!(
            "{more} runs are too short for their intervals to be trusted."
        )),
    };
    let sentences: Vec<_> = beyond.into_iter().chain(doubtful).collect();
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

/// Whether it is a count.
fn is_whole(value: f64) -> bool {
    value.fract() == 0.0
}

/// Series and label of a row.
fn place(row: &Row) -> String {
    let parts = [&*row.series, &*row.label];
    let parts = parts.into_iter().filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(": ")
}

/// Whether a difference is not more than half the width of the interval.
fn is_within(difference: f64, found: &Simulated) -> bool {
    found
        .half_width
        .is_some_and(|half_width| difference.abs() <= half_width)
}

/// The value of the last digit to which a column is printed.
fn last_digit(name: &str, rows: &[Row]) -> f64 {
    let digits = rows
        .iter()
        .filter_map(|row| row.printed(name))
        .map(decimals);
    0.1_f64.powi(digits.max().unwrap_or(0) as i32)
}

/// Whether a value is printed so, rounded or cut off to a last digit.
fn is_print_of(value: f64, printed: f64, digit: f64) -> bool {
    let over = value - printed;
    is_rounded_to(value, printed, digit) || (0.0..digit).contains(&over)
}

fn is_rounded_to(value: f64, printed: f64, digit: f64) -> bool {
    let slack = 1e-9 * value.abs();
    (value - printed).abs() <= 0.5 * digit + slack
}

/// The names of a kind of columns, in the order in which rows bring them.
pub(super) fn names(rows: &[Row], of: impl Fn(&Row) -> Vec<&'static str>) -> Vec<&'static str> {
    let mut names = Vec::new();
    for name in rows.iter().flat_map(of) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// Columns that are printed, with ours beside them or not.
pub(super) fn printed_names(rows: &[Row]) -> Vec<&'static str> {
    names(rows, |row| {
        row.printed.iter().map(|(name, _)| *name).collect()
    })
}

/// Columns that are printed and hold what was simulated.
pub(super) fn is_printed_simulation(name: &str) -> bool {
    is_of_simulation(name)
}

fn larger(a: f64, b: f64) -> f64 {
    if b.abs() > a.abs() { b } else { a }
}

/// Clauses as a sentence.
fn sentence(clauses: &[String]) -> String {
    let text = clauses.join("; ");
    let mut letters = text.chars();
    let first = letters
        .next()
        .map(|first| first.to_uppercase().collect::<String>());
    first.map_or_else(String::new, |first| format!("{first}{}.", letters.as_str()))
}
