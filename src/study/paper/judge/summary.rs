//! The verdict on a whole table or figure, in a few sentences.

use super::best_series::best_series;
use super::compare::{is_print_of, is_within, last_digit};
use super::verdict::names;
use crate::paper::format::above_or_below;
use crate::paper::{Item, Judged, Row};

/// A relative difference of two values in a row.
struct Difference {
    share: f64,
    /// Whether the difference is within the interval.
    is_inside: bool,
    place: String,
    series: String,
}

impl Item {
    /// Writes the verdict on the whole table or figure, in a few sentences.
    pub fn verdict(&self, judged: &[Judged]) -> String {
        let rows: Vec<_> = judged.iter().map(|of| of.row.clone()).collect();
        let columns = names(&rows, |row| row.computed.iter().map(|of| of.name).collect());
        let prints = columns.iter().filter_map(|name| of_print(name, &rows));
        let agreements = columns
            .iter()
            .filter_map(|name| of_simulation(name, judged));
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
fn of_print(name: &str, rows: &[Row]) -> Option<String> {
    let digit = last_digit(name, rows);
    // Rows that differ only in their simulation count once; every statement counts.
    let mut known: Vec<(&str, u64, u64)> = Vec::new();
    let (mut same, mut others) = (0, Vec::new());
    let mut are_counts = true;
    for row in rows {
        let computed = row.computed.iter().find(|of| of.name == name);
        let value = computed.and_then(|of| of.value.as_ref().ok());
        let (Some(&value), Some(printed)) = (value, row.print_of(name)) else {
            continue;
        };
        let key = (&*row.label, value.to_bits(), printed.to_bits());
        if row.task.is_some() && known.contains(&key) {
            continue;
        }
        known.push(key);
        are_counts &= value.fract() == 0.0 && printed.fract() == 0.0;
        if is_print_of(value, printed, digit) {
            same += 1;
        } else {
            others.push(Difference::new(value / printed - 1.0, false, row));
        }
    }
    let Some(worst) = largest(&others) else {
        return match same {
            0 => None,
            1 => Some(format!("The {name} matches the printed value.")),
            _ => {
                let places = of_all("place", same);
                Some(format!("The {name} matches the printed value in {places}."))
            }
        };
    };
    if are_counts {
        let all = known.len();
        return Some(format!(
            "The {name} matches the printed value in {same} of {all} places."
        ));
    }
    Some(format!(
        "The {name} matches the printed value in {same} of {} places; at worst it is {} the \
         printed value ({}).",
        known.len(),
        above_or_below(worst.share),
        worst.place
    ))
}

/// The agreement of a computed column with our simulation, where that is steady.
fn of_simulation(name: &str, judged: &[Judged]) -> Option<String> {
    let found = judged.iter().filter_map(|of| {
        let at = of.row.computed.iter().position(|c| c.name == name)?;
        let simulated = of.simulated.filter(|found| found.is_steady)?;
        let share = of.differences[at]?;
        let is_inside = is_within(share * simulated.mean?, &simulated);
        Some(Difference::new(share, is_inside, &of.row))
    });
    let found: Vec<_> = found.collect();
    let worst = largest(&found)?;
    let all = found.len();
    let inside = found.iter().filter(|of| of.is_inside).count();
    if inside == all {
        return Some(format!(
            "The {name} lies within the interval of {}.",
            of_all("steady simulation", all)
        ));
    }
    Some(format!(
        "The {name} lies within the interval of {inside} of {all} steady simulations and within 5 \
         % of {}; at worst it is {} ({}).",
        near(&found),
        above_or_below(worst.share),
        worst.place
    ))
}

/// The agreement of our simulation with a simulation by others, curve by curve.
fn of_other_simulation(judged: &[Judged]) -> Option<String> {
    let mut rows = judged.iter();
    let (column, _) = rows.find_map(|of| of.row.other_simulation())?;
    let found = judged.iter().filter_map(|of| {
        let simulated = of.simulated.filter(|found| found.is_steady)?;
        let (mean, (_, other)) = (simulated.mean?, of.row.other_simulation()?);
        let is_inside = is_within(other - mean, &simulated);
        Some(Difference::new(mean / other - 1.0, is_inside, &of.row))
    });
    let found: Vec<_> = found.collect();
    let worst = largest(&found)?;
    Some(format!(
        "Our simulation, where steady, is within 5 % of the {} one in {} places; at worst it is {} \
         ({}).",
        column.which(),
        near(&found),
        above_or_below(worst.share),
        worst.place
    ))
}

/// Counts the differences within 5 %, curve by curve if there are few: `6 of 7 (fixed lengths),
/// 3 of 7 (exponential lengths)`.
fn near(found: &[Difference]) -> String {
    const FEW: usize = 4;
    let count = |of: &[Difference]| {
        let near = of.iter().filter(|of| of.is_near()).count();
        format!("{near} of {}", of.len())
    };
    let curves: Vec<_> = found.chunk_by(|a, b| a.series == b.series).collect();
    if !(2..=FEW).contains(&curves.len()) {
        return count(found);
    }
    let counts = curves
        .into_iter()
        .map(|curve| format!("{} ({})", count(curve), curve[0].series));
    counts.collect::<Vec<_>>().join(", ")
}

/// The numbers of saturated networks and of runs that are too short.
fn of_states(judged: &[Judged]) -> Option<String> {
    let found = || judged.iter().filter_map(|of| of.simulated);
    let beyond = found().filter(|found| !found.is_steady && found.can_tell);
    let beyond = beyond.count();
    let open = found().filter(|found| !found.can_tell).count();
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
    let open = match open {
        0 => None,
        1 => Some("One run is too short to tell whether its network settles.".to_owned()),
        more => Some(format!(
            "{more} runs are too short to tell whether their networks settle."
        )),
    };
    let sentences = beyond.into_iter().chain(open).chain(doubtful);
    let sentences: Vec<_> = sentences.collect();
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

/// The series and label of a row.
fn place(row: &Row) -> String {
    let parts = [&*row.series, &*row.label];
    let parts = parts.into_iter().filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(": ")
}

impl Difference {
    fn new(share: f64, is_inside: bool, row: &Row) -> Self {
        Self {
            share,
            is_inside,
            place: place(row),
            series: row.series.clone(),
        }
    }

    fn is_near(&self) -> bool {
        self.share.abs() <= 0.05
    }
}

fn largest(of: &[Difference]) -> Option<&Difference> {
    of.iter()
        .max_by(|a, b| a.share.abs().total_cmp(&b.share.abs()))
}

/// `the steady simulation`, `both steady simulations`, `all 7 steady simulations`.
fn of_all(what: &str, count: usize) -> String {
    match count {
        1 => format!("the {what}"),
        2 => format!("both {what}s"),
        _ => format!("all {count} {what}s"),
    }
}
