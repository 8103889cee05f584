//! The judgement on a row, as a few words and as a sentence.
//!
//! There are up to three comparisons: our computed values with the printed ones, our computed values
//! with our simulation, and our simulation with a simulation by others. The size of a difference
//! within our 95 % interval is not reported.

use super::compare::{CLOSE, is_print_of, is_rounded_to, is_within, last_digit};
use crate::paper::format::{above_or_below, number};
use crate::paper::{Column, Computed, Item, Measurand, Row, Simulated};
use engine::catalog::capitalized;

/// A row with all results for it.
#[derive(Debug, Clone)]
pub struct Judged {
    pub row: Row,
    /// The simulation result, if there is one.
    pub simulated: Option<Simulated>,
    /// The comparison with the printed value, for each of [`Row::computed`], where both are known.
    pub prints: Vec<Option<Difference>>,
    /// The comparison with the simulation, for each of [`Row::computed`], where both are known.
    pub differences: Vec<Option<Difference>>,
    /// The comparison of our simulation with that of a column.
    pub other: Option<(Column, Difference)>,
}

/// A comparison of two values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Difference {
    /// The difference, relative to the second value.
    pub share: f64,
    /// Whether the values are equal to the last printed digit, or within a reliable interval.
    pub is_same: bool,
    /// Whether they are only equal because the second one is truncated and not rounded.
    pub is_truncated: bool,
}

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

impl Difference {
    /// Compares a printed value, whose column has a last digit of that value, with ours.
    fn of_print(ours: f64, printed: f64, digit: f64) -> Self {
        let is_same = is_print_of(ours, printed, digit);
        Self {
            share: ours / printed - 1.0,
            is_same,
            is_truncated: is_same && !is_rounded_to(ours, printed, digit),
        }
    }

    /// Compares two values, one of which has the interval of a simulation.
    fn of_simulation(one: f64, other: f64, found: &Simulated) -> Self {
        Self {
            share: one / other - 1.0,
            is_same: is_within(one - other, found),
            is_truncated: false,
        }
    }

    pub fn is_close(self) -> bool {
        self.share.abs() <= CLOSE
    }

    fn tone(self) -> Tone {
        match self {
            Self { is_same: true, .. } => Tone::Agrees,
            _ if self.is_close() => Tone::Close,
            _ => Tone::Differs,
        }
    }

    /// The verdict in a few words, where values that are the same have their own.
    fn brief(self, same: &str, of: &str) -> Brief {
        let words = if self.is_same {
            same.to_owned()
        } else {
            format!("{}{of}", above_or_below(self.share))
        };
        Brief {
            words,
            tone: self.tone(),
        }
    }
}

impl Item {
    /// Compares the rows with their simulation results, as far as there are any.
    pub fn judge(&self, rows: &[Row], simulated: &[Option<Simulated>]) -> Vec<Judged> {
        let rows_and_all = rows.iter().zip(simulated);
        let judged = rows_and_all.map(|(row, &simulated)| Judged::new(row, simulated, rows));
        judged.collect()
    }
}

impl Judged {
    fn new(row: &Row, simulated: Option<Simulated>, rows: &[Row]) -> Self {
        let simulated = simulated.filter(|found| found.mean.is_some() || !found.is_steady);
        let mean = simulated.and_then(|found| found.mean);
        let of_print = |computed: &Computed| {
            let (value, printed) = (computed.value.as_ref().ok()?, row.print_of(computed.name)?);
            let digit = last_digit(computed.name, rows);
            Some(Difference::of_print(*value, printed, digit))
        };
        let of_simulation = |computed: &Computed| {
            let (value, mean) = (
                computed.value.as_ref().ok()?,
                mean.filter(|&mean| mean != 0.0)?,
            );
            Some(Difference::of_simulation(*value, mean, &simulated?))
        };
        let other = row.other_simulation().and_then(|(column, other)| {
            let difference = Difference::of_simulation(mean?, other, &simulated?);
            Some((column, difference))
        });
        Self {
            row: row.clone(),
            simulated,
            prints: row.computed.iter().map(of_print).collect(),
            differences: row.computed.iter().map(of_simulation).collect(),
            other,
        }
    }

    pub(super) fn is_steady(&self) -> bool {
        self.simulated.is_some_and(|found| found.is_steady)
    }

    /// The comparison with print of the computed value that is nearest to it, and its place in
    /// [`Row::computed`].
    pub(super) fn nearest_print(&self) -> Option<(usize, Difference)> {
        let known = self.prints.iter().enumerate();
        let known = known.filter_map(|(at, print)| Some((at, (*print)?)));
        known.min_by(|(_, a), (_, b)| a.share.abs().total_cmp(&b.share.abs()))
    }

    /// The verdict in a few words, by the nearest closed form or, without one, by the simulation of
    /// others.
    pub fn brief(&self) -> Brief {
        let brief = |words: &str, tone| Brief {
            words: words.to_owned(),
            tone,
        };
        let row = &self.row;
        let Some(found) = self.simulated else {
            return match self.nearest_print() {
                Some((at, print)) => match self.counts(at).filter(|_| !print.is_same) {
                    Some([ours, printed]) => {
                        brief(&format!("{ours}, not {printed}"), Tone::Differs)
                    }
                    None => print.brief("as printed", " print"),
                },
                None if row.task.is_some() => brief("not simulated yet", Tone::Open),
                None => Brief::default(),
            };
        };
        if !found.can_tell {
            return brief("not settled", Tone::Open);
        }
        if !found.is_steady {
            return if row.computed.iter().any(|of| of.value.is_err()) {
                brief("both saturated", Tone::Agrees)
            } else {
                brief("saturated", Tone::Differs)
            };
        }
        let known = self.differences.iter().flatten();
        let nearest = known.min_by(|a, b| a.share.abs().total_cmp(&b.share.abs()));
        match (nearest, self.other) {
            (Some(nearest), _) => nearest.brief("within the interval", ""),
            (None, Some((column, other))) if column.is_printed => {
                other.brief("agrees with print", "")
            }
            (None, Some((_, other))) => other.brief("agrees", ""),
            (None, None) => brief("simulated", Tone::Open),
        }
    }

    /// A computed and a printed value, if both are counts: for these, a percentage is less informative
    /// than the numbers.
    fn counts(&self, at: usize) -> Option<[f64; 2]> {
        let computed = &self.row.computed[at];
        let printed = self.row.print_of(computed.name)?;
        let both = [*computed.value.as_ref().ok()?, printed];
        let are_counts = self.row.task.is_none() && both.iter().all(|value| value.fract() == 0.0);
        are_counts.then_some(both)
    }

    /// The verdict in a sentence.
    pub fn verdict(&self) -> String {
        match &*self.clauses().join("; ") {
            "" => String::new(),
            text => format!("{}.", capitalized(text)),
        }
    }

    /// The clauses of the verdict, the most important last.
    fn clauses(&self) -> Vec<String> {
        let row = &self.row;
        let all = || row.computed.iter().enumerate();
        let mut clauses: Vec<_> = all().filter_map(|(at, of)| self.on_print(at, of)).collect();
        let Some(found) = self.simulated else {
            clauses.extend(all().filter_map(|(_, of)| without_value(of)));
            return clauses;
        };
        if !found.can_tell {
            let clause = "the run is too short to tell whether the simulated network settles";
            clauses.push(clause.to_owned());
        }
        if !found.is_steady && found.can_tell {
            let measurand = row.task.as_ref().map(|task| task.measurand);
            let rest = match measurand {
                Some(Measurand::Network) => ", and has a latency only without the source queue",
                _ if found.mean.is_none() => "",
                _ => ", but channels are counted all the same",
            };
            clauses.push(format!("the simulated network is saturated{rest}"));
        }
        clauses.extend(all().filter_map(|(at, of)| self.on_simulation(at, of, &found)));
        if let Some((column, other)) = self.other {
            let which = column.which();
            clauses.push(if other.is_same {
                format!("our simulation agrees with the {which} one")
            } else {
                let share = above_or_below(other.share);
                format!("our simulation is {share} the {which} one")
            });
        }
        if found.mean.is_some() && !found.is_trusted && found.is_steady {
            clauses.push("the run is too short for its interval to be trusted".to_owned());
        }
        clauses
    }

    /// The clause on a computed value beside the printed one.
    fn on_print(&self, at: usize, computed: &Computed) -> Option<String> {
        let name = computed.name;
        let Some(print) = self.prints[at] else {
            let printed = number(self.row.print_of(name)?);
            return Some(format!("{printed} is printed, but the {name} has no value"));
        };
        Some(match self.counts(at) {
            _ if print.is_truncated => {
                format!("the {name} is as printed, truncated instead of rounded")
            }
            _ if print.is_same => format!("the {name} is as printed"),
            Some([value, printed]) => format!("the {name} is {value}, not {printed}"),
            None => {
                let share = above_or_below(print.share);
                format!("the {name} is {share} the printed value")
            }
        })
    }

    /// The clause on a computed value beside our simulation.
    fn on_simulation(&self, at: usize, computed: &Computed, found: &Simulated) -> Option<String> {
        let name = computed.name;
        let is_saturated = !found.is_steady && found.can_tell;
        match (&computed.value, self.differences[at]) {
            (Ok(_), Some(difference)) if difference.is_same => {
                Some(format!("the {name} lies within the interval"))
            }
            (Ok(_), Some(difference)) => {
                let share = above_or_below(difference.share);
                Some(format!("the {name} is {share} the simulation"))
            }
            (Ok(value), None) if is_saturated => {
                let value = number(*value);
                Some(format!(
                    "the {name} still has a steady state there, with {value}"
                ))
            }
            (Ok(_), None) => None,
            (Err(_), _) if is_saturated => Some(format!("the {name} has no steady state either")),
            (Err(_), _) => without_value(computed),
        }
    }
}

/// A clause on why a closed form has no value.
fn without_value(computed: &Computed) -> Option<String> {
    let (name, reason) = (computed.name, computed.value.as_ref().err()?);
    Some(format!("the {name} has no steady state there ({reason})"))
}

#[cfg(test)]
mod tests {
    use super::super::as_printed;
    use super::*;

    fn row(value: f64, printed: f64) -> Row {
        Row {
            label: printed.to_string(),
            printed: vec![(Column::closed("model"), printed)],
            computed: vec![Computed::counted("model", value)],
            ..Row::default()
        }
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
        let print = [row(104.0, 104.0)];
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
            let brief = Judged::new(&print[0], simulated, &print).brief();
            assert_eq!((&*brief.words, brief.tone), (words, tone));
        }
        for (value, printed, words) in [
            (7.0, 8.0, "7, not 8"),
            (70.5, 80.0, "12 % below print"),
            (82.5, 80.0, "3.1 % above print"),
        ] {
            let of = [row(value, printed)];
            let brief = Judged::new(&of[0], None, &of).brief();
            assert_eq!(brief.words, words);
        }
        let rows = [row(7.0, 8.0), row(9.0, 9.0)];
        let judged = rows.each_ref().map(|of| Judged::new(of, None, &rows));
        assert_eq!(as_printed(&judged), [1, 2]);
    }
}
