//! The verdict on a whole table or figure, in a few sentences.

use super::best_series::best_series;
use super::{Difference, Judged};
use crate::paper::format::above_or_below;
use crate::paper::{Columns, Item, Row};

/// A row with one of its comparisons.
type Found<'a> = (&'a Row, Difference);

impl Item {
    /// Writes the verdict on the whole table or figure, in a few sentences.
    pub fn verdict(&self, judged: &[Judged]) -> String {
        let columns = Columns::of(judged.iter().map(|of| &of.row)).computed;
        let prints = columns.iter().filter_map(|name| of_print(name, judged));
        let agreements = columns.iter();
        let agreements = agreements.filter_map(|name| of_simulation(name, judged));
        let sentences = prints
            .chain(agreements)
            .chain(of_other_simulation(judged))
            .chain(best_series(judged))
            .chain(of_states(judged));
        let text = sentences.collect::<Vec<_>>().join(" ");
        let is_to_do = |of: &Judged| of.row.task.is_some() && of.simulated.is_none();
        match judged.iter().filter(|of| is_to_do(of)).count() {
            0 => text,
            _ if text.is_empty() => "Not simulated yet.".to_owned(),
            _ => format!("{text} Not everything is simulated yet."),
        }
    }
}

/// The agreement of a computed column with its printed values.
fn of_print(name: &str, judged: &[Judged]) -> Option<String> {
    // Rows that differ only in their simulation count once; every statement counts.
    let mut known: Vec<(&str, f64, Option<f64>)> = Vec::new();
    let mut found: Vec<Found> = Vec::new();
    let mut are_counts = true;
    for of in judged {
        let row = &of.row;
        let Some(at) = row.computed.iter().position(|of| of.name == name) else {
            continue;
        };
        let (Some(print), Ok(value)) = (of.prints[at], &row.computed[at].value) else {
            continue;
        };
        let printed = row.print_of(name);
        let key = (&*row.label, *value, printed);
        if row.task.is_some() && known.contains(&key) {
            continue;
        }
        known.push(key);
        are_counts &= value.fract() == 0.0 && printed.is_none_or(|of| of.fract() == 0.0);
        found.push((row, print));
    }
    let all = found.len();
    found.retain(|(_, print)| !print.is_same);
    let same = all - found.len();
    let matches = format!("The {name} matches the printed value");
    match largest(&found) {
        None if all == 0 => None,
        None if all == 1 => Some(format!("{matches}.")),
        None => Some(format!("{matches} in {}.", of_all("place", all))),
        Some(_) if are_counts => Some(format!("{matches} in {same} of {all} places.")),
        Some(worst) => Some(format!(
            "{matches} in {same} of {all} places; at worst it is {} the printed value ({}).",
            above_or_below(worst.1.share),
            place(worst.0)
        )),
    }
}

/// The agreement of a computed column with our simulation, where that is steady.
fn of_simulation(name: &str, judged: &[Judged]) -> Option<String> {
    let steady = judged.iter().filter(|of| of.is_steady());
    let found = steady.filter_map(|of| {
        let at = of.row.computed.iter().position(|c| c.name == name)?;
        Some((&of.row, of.differences[at]?))
    });
    let found: Vec<Found> = found.collect();
    let worst = largest(&found)?;
    let all = found.len();
    let inside = found.iter().filter(|(_, of)| of.is_same).count();
    if inside == all {
        let all = of_all("steady simulation", all);
        return Some(format!("The {name} lies within the interval of {all}."));
    }
    Some(format!(
        "The {name} lies within the interval of {inside} of {all} steady simulations and within 5 \
         % of {}; at worst it is {} ({}).",
        near(&found),
        above_or_below(worst.1.share),
        place(worst.0)
    ))
}

/// The agreement of our simulation with a simulation by others, curve by curve.
fn of_other_simulation(judged: &[Judged]) -> Option<String> {
    let steady = judged.iter().filter(|of| of.is_steady());
    let found = steady.filter_map(|of| Some((&of.row, of.other?.1)));
    let found: Vec<Found> = found.collect();
    let worst = largest(&found)?;
    let (column, _) = judged.iter().find_map(|of| of.row.other_simulation())?;
    Some(format!(
        "Our simulation, where steady, is within 5 % of the {} one in {} places; at worst it is {} \
         ({}).",
        column.which(),
        near(&found),
        above_or_below(worst.1.share),
        place(worst.0)
    ))
}

/// Counts the differences within 5 %, curve by curve if there are few: `6 of 7 (fixed lengths),
/// 3 of 7 (exponential lengths)`.
fn near(found: &[Found]) -> String {
    const FEW: usize = 4;
    let count = |of: &[Found]| {
        let near = of.iter().filter(|(_, of)| of.is_close()).count();
        format!("{near} of {}", of.len())
    };
    let curves: Vec<_> = found.chunk_by(|a, b| a.0.series == b.0.series).collect();
    if !(2..=FEW).contains(&curves.len()) {
        return count(found);
    }
    let counts = curves
        .into_iter()
        .map(|curve| format!("{} ({})", count(curve), curve[0].0.series));
    counts.collect::<Vec<_>>().join(", ")
}

/// The numbers of saturated networks and of runs that are too short.
fn of_states(judged: &[Judged]) -> Option<String> {
    let found = || judged.iter().filter_map(|of| of.simulated);
    let sentence = |count: usize, one: &str, more: &str| match count {
        0 => None,
        1 => Some(format!("One {one}.")),
        _ => Some(format!("{count} {more}.")),
    };
    let beyond = found().filter(|found| !found.is_steady && found.can_tell);
    let open = found().filter(|found| !found.can_tell);
    let doubtful =
        found().filter(|found| found.is_steady && found.mean.is_some() && !found.is_trusted);
    let sentences = [
        sentence(
            beyond.count(),
            "simulated network is saturated",
            "simulated networks are saturated",
        ),
        sentence(
            open.count(),
            "run is too short to tell whether its network settles",
            "runs are too short to tell whether their networks settle",
        ),
        sentence(
            doubtful.count(),
            "run is too short for its interval to be trusted",
            "runs are too short for their intervals to be trusted",
        ),
    ];
    let sentences: Vec<_> = sentences.into_iter().flatten().collect();
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

/// The series and label of a row.
fn place(row: &Row) -> String {
    let parts = [&*row.series, &*row.label];
    let parts = parts.into_iter().filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(": ")
}

fn largest<'a>(of: &[Found<'a>]) -> Option<Found<'a>> {
    let of = of.iter().copied();
    of.max_by(|(_, a), (_, b)| a.share.abs().total_cmp(&b.share.abs()))
}

/// `the steady simulation`, `both steady simulations`, `all 7 steady simulations`.
fn of_all(what: &str, count: usize) -> String {
    match count {
        1 => format!("the {what}"),
        2 => format!("both {what}s"),
        _ => format!("all {count} {what}s"),
    }
}
