//! Curves of many reports.
//!
//! Reports whose scenarios differ in nothing but load and seed are one curve; whatever else varies between the lines of
//! a file makes more of them. Runs of one load with different seeds are independent replications: their point has the
//! mean of their means, with the interval of Student's t for these (`sim/measure/estimate.rs`). A scenario that several
//! lines report is one run. The curves depend on neither the order of the lines nor on how the file was cut into pieces.

mod line;
mod point;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::scenario::Scenario;
use crate::sweep::{ShortCurve, ShortPoint};
use line::{Identity, ReportLine};

/// The most lines without a usable report that are named; others are only counted.
const MOST_NAMED: usize = 20;

/// The longest line \[bytes\]; a report has about a thousand.
const LONGEST: usize = 10_000_000;

/// Collects the reports of a file, piece by piece.
#[derive(Debug, Default)]
pub struct CurveReader {
    /// The piece of a line at the end of what has been read.
    rest: Vec<u8>,
    /// The number of lines read, empty ones included.
    lines: usize,
    /// The scenario of a curve by the part of its link that has neither load nor seed, so that it is read once; and the
    /// reason why it is not valid.
    known: BTreeMap<String, Result<String, String>>,
    /// Runs by the link of the curve, the bits of the load and the seed. Positive numbers are in the order of their bits.
    runs: BTreeMap<String, BTreeMap<u64, BTreeMap<u64, ShortPoint>>>,
    result: ReportedCurves,
}

/// The curves of a file of reports.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct ReportedCurves {
    /// The curves, in the order of their links and of the numbers in these.
    pub curves: Vec<ReportedCurve>,
    /// The number of runs that they show.
    pub runs: usize,
    /// The number of lines with the same scenario as another line, which counts once.
    pub repeated: usize,
    /// The first lines that have no usable report, in the order of the file.
    pub problems: Vec<LineProblem>,
    /// The number of all such lines.
    pub refused: usize,
}

/// A curve of a file of reports.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ReportedCurve {
    /// The scenario without load and seed, as a link.
    pub link: String,
    /// The points, in ascending order of load.
    pub points: Vec<ShortPoint>,
    pub runs: usize,
}

/// A line that has no usable report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineProblem {
    /// Its number, from 1.
    pub line: usize,
    /// The reason, as a sentence without its end.
    pub reason: String,
}

impl CurveReader {
    /// Reads the next bytes of the file.
    pub fn read(&mut self, mut bytes: &[u8]) {
        while let Some(end) = bytes.iter().position(|&byte| byte == b'\n') {
            let (line, after) = bytes.split_at(end);
            bytes = &after[1..];
            if self.rest.is_empty() {
                self.line(line);
            } else {
                self.keep(line);
                let line = std::mem::take(&mut self.rest);
                self.line(&line);
            }
        }
        self.keep(bytes);
    }

    /// Keeps a piece of a line, but no more than tells that the line is too long.
    fn keep(&mut self, piece: &[u8]) {
        let room = (LONGEST + 1).saturating_sub(self.rest.len());
        self.rest.extend(&piece[..piece.len().min(room)]);
    }

    fn line(&mut self, line: &[u8]) {
        self.lines += 1;
        if let Err(reason) = self.take(line) {
            let result = &mut self.result;
            result.refused += 1;
            if result.problems.len() < MOST_NAMED {
                let line = self.lines;
                result.problems.push(LineProblem { line, reason });
            }
        }
    }

    fn take(&mut self, line: &[u8]) -> Result<(), String> {
        if line.len() > LONGEST {
            return Err(format!("a line must have at most {LONGEST} bytes"));
        }
        if line.iter().all(u8::is_ascii_whitespace) {
            return Ok(());
        }
        let line = ReportLine::read(line)?;
        let Identity { rest, seed } = Identity::of(&line.link);
        let known = self
            .known
            .entry(rest)
            .or_insert_with_key(|rest| subject(rest));
        let subject = known.clone()?;
        let point = line.point()?;
        let loads = self.runs.entry(subject).or_default();
        let seeds = loads.entry(point.load.to_bits()).or_default();
        match seeds.get(&seed) {
            None => drop(seeds.insert(seed, point)),
            Some(same) => {
                self.result.repeated += 1;
                if *same != point {
                    // The choice must not depend on the order of the lines.
                    let first = std::cmp::min_by_key(same.clone(), point, |of| format!("{of:?}"));
                    seeds.insert(seed, first);
                    return Err("the scenario is that of another line, with other numbers, as another version of \
                         the program has written them"
                        .to_owned());
                }
            }
        }
        Ok(())
    }

    /// Returns the curves of all that has been read.
    pub fn finish(mut self) -> ReportedCurves {
        let rest = std::mem::take(&mut self.rest);
        if !rest.is_empty() {
            self.line(&rest);
        }
        let mut result = self.result;
        for (link, loads) in self.runs {
            let runs = loads.values().map(BTreeMap::len).sum();
            let points = loads.values().map(|runs| point::together(runs.values()));
            let points = points.collect();
            result.runs += runs;
            result.curves.push(ReportedCurve { link, points, runs });
        }
        result
            .curves
            .sort_by_cached_key(|curve| with_long_numbers(&curve.link));
        result
    }
}

/// The text with numbers of equal length, so that 8 comes before 16.
fn with_long_numbers(text: &str) -> String {
    /// As many digits as the longest number has.
    const DIGITS: usize = 20;
    let mut long = String::new();
    let mut number = String::new();
    // The end of the text ends a number too.
    for letter in text.chars().map(Some).chain([None]) {
        match letter {
            Some(digit) if digit.is_ascii_digit() => number.push(digit),
            other => {
                if !number.is_empty() {
                    long.extend(std::iter::repeat_n(
                        '0',
                        DIGITS.saturating_sub(number.len()),
                    ));
                    long.push_str(&number);
                    number.clear();
                }
                long.extend(other);
            }
        }
    }
    long
}

/// The scenario of a curve as a link, from the part of a link without load and seed.
fn subject(rest: &str) -> Result<String, String> {
    let scenario = Scenario::from_link(rest).whole();
    let scenario = scenario.map_err(|problem| problem.to_string())?.scenario;
    Ok(scenario.to_link())
}

impl ReportedCurve {
    /// The points as a link has them.
    pub fn short(&self) -> ShortCurve {
        ShortCurve {
            points: self.points.clone(),
        }
    }
}

#[cfg(test)]
mod tests;
