//! The verdict on a row in a few words, as a short form of the sentence.

use super::compare::{CLOSE, is_print_of, is_within, last_digit};
use crate::paper::format::above_or_below;
use crate::paper::{NoValue, Row, Simulated};

/// A verdict of a few words.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Brief {
    /// The words; empty if there is nothing to compare.
    pub words: String,
    pub tone: Tone,
}

/// The degree of agreement in a verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Tone {
    /// The values are equal within the interval or to the printed digits, or both are saturated.
    Agrees,
    /// The values differ by at most [`CLOSE`].
    Close,
    /// The values differ by more than [`CLOSE`].
    Differs,
    /// There is no result yet, or nothing to compare.
    #[default]
    Open,
}

impl Tone {
    /// The class name in style sheets.
    pub fn id(self) -> &'static str {
        match self {
            Self::Agrees => "agrees",
            Self::Close => "close",
            Self::Differs => "differs",
            Self::Open => "open",
        }
    }
}

impl Brief {
    fn new(words: &str, tone: Tone) -> Self {
        Self {
            words: words.to_owned(),
            tone,
        }
    }

    /// Judges a row of the table `rows`, given its simulation and the difference of each closed form
    /// from it.
    pub(super) fn of(
        row: &Row,
        simulated: Option<&Simulated>,
        differences: &[Option<f64>],
        rows: &[Row],
    ) -> Self {
        match simulated {
            Some(found) => of_simulation(row, found, differences),
            None => of_print(row, rows).unwrap_or_else(|| {
                let is_to_do = row.task.is_some();
                Self::new(if is_to_do { "not simulated yet" } else { "" }, Tone::Open)
            }),
        }
    }
}

/// Compares the simulation with the nearest closed form or, without one, with the simulation by
/// others.
fn of_simulation(row: &Row, found: &Simulated, differences: &[Option<f64>]) -> Brief {
    if !found.can_tell {
        return Brief::new("not settled", Tone::Open);
    }
    if !found.is_steady {
        let closed = &row.computed;
        let saturates = |value: &Result<f64, NoValue>| matches!(value, Err(NoValue::Saturated(_)));
        return if closed.iter().any(|of| saturates(&of.value)) {
            Brief::new("both saturated", Tone::Agrees)
        } else {
            Brief::new("saturated", Tone::Differs)
        };
    }
    let mean = found.mean.unwrap_or_default();
    let shares = differences.iter().flatten().copied();
    if let Some(share) = shares.min_by(|a, b| a.abs().total_cmp(&b.abs())) {
        return compared(share, share * mean, found, "within the interval");
    }
    match row.other_simulation() {
        Some((column, other)) => {
            let same = if column.is_printed {
                "agrees with print"
            } else {
                "agrees"
            };
            compared(mean / other - 1.0, other - mean, found, same)
        }
        None => Brief::new("simulated", Tone::Open),
    }
}

fn compared(share: f64, difference: f64, found: &Simulated, same: &str) -> Brief {
    let words = above_or_below(share);
    if is_within(difference, found) {
        Brief::new(same, Tone::Agrees)
    } else if share.abs() <= CLOSE {
        Brief::new(&words, Tone::Close)
    } else {
        Brief::new(&words, Tone::Differs)
    }
}

/// Compares computed values with their printed values, by the nearest closed form.
fn of_print(row: &Row, rows: &[Row]) -> Option<Brief> {
    let known = row.computed.iter().filter_map(|computed| {
        let printed = row.print_of(computed.name)?;
        let value = *computed.value.as_ref().ok()?;
        Some((computed.name, value, printed))
    });
    let nearest = known.min_by(|(_, a, p), (_, b, q)| {
        let share = |value: &f64, printed: &f64| (value / printed - 1.0).abs();
        share(a, p).total_cmp(&share(b, q))
    });
    let (name, value, printed) = nearest?;
    if is_print_of(value, printed, last_digit(name, rows)) {
        return Some(Brief::new("as printed", Tone::Agrees));
    }
    let is_count = row.task.is_none() && value.fract() == 0.0 && printed.fract() == 0.0;
    if is_count {
        let words = format!("{value}, not {printed}");
        return Some(Brief::new(&words, Tone::Differs));
    }
    let share = value / printed - 1.0;
    let tone = if share.abs() <= CLOSE {
        Tone::Close
    } else {
        Tone::Differs
    };
    let words = format!("{} print", above_or_below(share));
    Some(Brief::new(&words, tone))
}

/// Returns the number of rows of a table that are reproduced as printed, and the number of rows with
/// a printed value that is computed again.
pub fn as_printed(rows: &[Row]) -> [usize; 2] {
    // Rows that differ only in their simulation count once.
    let mut known: Vec<(&str, &str, u64)> = Vec::new();
    let (mut same, mut all) = (0, 0);
    for row in rows {
        let Some(brief) = of_print(row, rows) else {
            continue;
        };
        let printed = row.computed.iter().find_map(|of| row.print_of(of.name));
        let key = (
            &*row.series,
            &*row.label,
            printed.unwrap_or_default().to_bits(),
        );
        if row.task.is_some() && known.contains(&key) {
            continue;
        }
        known.push(key);
        all += 1;
        same += usize::from(brief.tone == Tone::Agrees);
    }
    [same, all]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paper::{Column, Computed};

    fn row(value: f64, printed: f64) -> Row {
        let column = Column::closed("model");
        Row {
            series: String::new(),
            label: printed.to_string(),
            x: None,
            printed: vec![(column, printed)],
            computed: vec![Computed::counted("model", value)],
            task: None,
        }
    }

    fn brief(row: &Row, simulated: Option<Simulated>) -> Brief {
        let share = simulated.and_then(|found| {
            let value = row.computed[0].value.clone().ok()?;
            Some(value / found.mean? - 1.0)
        });
        Brief::of(row, simulated.as_ref(), &[share], std::slice::from_ref(row))
    }

    #[test]
    fn a_row_is_judged_in_a_few_words() {
        let found = |mean, is_steady| {
            Some(Simulated {
                mean,
                half_width: Some(1.0),
                is_steady,
                can_tell: true,
                is_trusted: true,
            })
        };
        let print = row(104.0, 104.0);
        for (simulated, words, tone) in [
            (None, "as printed", Tone::Agrees),
            (
                found(Some(104.5), true),
                "within the interval",
                Tone::Agrees,
            ),
            (found(Some(100.0), true), "4.0 % above", Tone::Close),
            (found(Some(130.0), true), "20 % below", Tone::Differs),
            (found(None, false), "saturated", Tone::Differs),
        ] {
            let brief = brief(&print, simulated);
            assert_eq!((&*brief.words, brief.tone), (words, tone));
        }
        for (value, printed, words) in [
            (7.0, 8.0, "7, not 8"),
            (70.5, 80.0, "12 % below print"),
            (82.5, 80.0, "3.1 % above print"),
        ] {
            let of = row(value, printed);
            let brief = brief(&of, None);
            assert_eq!(brief.words, words);
        }
        let rows = [row(7.0, 8.0), row(9.0, 9.0)];
        assert_eq!(as_printed(&rows), [1, 2]);
    }
}
