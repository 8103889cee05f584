//! Valid ranges of the integer fields of a scenario, independent of its other fields.
//!
//! Building a scenario checks them. A value that is not even an integer is rejected with the same
//! wording.

use crate::scenario::error::{ScenarioError, refuse};
use engine::catalog::quoted;
use engine::routing::VcSet;
use engine::traffic::Length;

/// The largest number of independent runs of a scenario.
pub const MOST_REPLICATIONS: u32 = 1000;

/// The valid values of a field.
struct Range {
    /// Its path in the JSON form, without list indices.
    path: &'static str,
    min: u64,
    max: u64,
    /// Whether `auto` is also valid.
    or_auto: bool,
}

const RANGES: &[Range] = &[
    range("vcs", 1, VcSet::MOST as u64),
    range("buffer", 1, 100_000),
    range("length.fixed", 1, Length::MOST as u64),
    range("traffic.surge.cycles", 1, 1_000_000_000),
    range("traffic.closed.outstanding", 1, 1_000_000),
    range("traffic.closed.reply", 1, Length::MOST as u64),
    range("traffic.closed.service", 0, 100_000),
    range("traffic.closed.queue", 1, 1_000_000),
    range("timing.injection", 0, 100_000),
    range("timing.ejection", 0, 100_000),
    range("timing.router", 0, 100_000),
    range("timing.startup", 0, 100_000),
    range_or_auto("timing.preparation", 100_000),
    range("ports.injection", 1, 255),
    range("ports.ejection", 1, 255),
    range("seed", 0, u64::MAX),
    range_or_auto("run.warmup", 1_000_000_000),
    range("run.cycles", 1, 10_000_000_000),
    range("run.replications", 1, MOST_REPLICATIONS as u64),
    range("messages.at", 0, 1_000_000_000_000),
    range("messages.length", 1, Length::MOST as u64),
];

const fn range(path: &'static str, min: u64, max: u64) -> Range {
    Range {
        path,
        min,
        max,
        or_auto: false,
    }
}

const fn range_or_auto(path: &'static str, max: u64) -> Range {
    Range {
        or_auto: true,
        ..range(path, 0, max)
    }
}

/// The valid values of an integer field, as the end of "must be …". The path of a field in a list
/// either omits the index or contains it in brackets.
pub(in crate::scenario) fn allowed(path: &str) -> Option<String> {
    let range = find(path)?;
    let auto = if range.or_auto { ", or auto" } else { "" };
    Some(format!("{}{auto}", numbers(range.min, range.max)))
}

/// Checks that a value is in the range of its field.
pub(in crate::scenario) fn whole(field: &str, value: i64) -> Result<i64, ScenarioError> {
    let range = find(field).expect("the range of every field is listed");
    let is_in = u64::try_from(value).is_ok_and(|v| (range.min..=range.max).contains(&v));
    if is_in {
        return Ok(value);
    }
    refuse(field, numbers(range.min, range.max), value.to_string())
}

/// Checks an injection rate [messages/node/cycle]: finite, not negative, at most 1.
pub fn check_rate(field: &str, rate: f64) -> Result<f64, ScenarioError> {
    if (0.0..=1.0).contains(&rate) {
        return Ok(rate);
    }
    refuse(
        field,
        "a number of messages/node/cycle from 0 to 1",
        quoted(&rate.to_string()),
    )
}

/// The wording of a range: `a whole number from 1 to 16`.
pub(in crate::scenario) fn numbers(min: u64, max: u64) -> String {
    format!("a whole number from {min} to {max}")
}

fn find(path: &str) -> Option<&'static Range> {
    let is_it = |range: &&Range| match path.split_once('[') {
        None => path == range.path,
        Some((list, rest)) => {
            let within = rest.split_once(']').map_or("", |(_, within)| within);
            range.path.strip_prefix(list) == Some(within)
        }
    };
    RANGES.iter().find(is_it)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_state_the_valid_range() {
        let refused = [0, 17].map(|vcs| whole("vcs", vcs).map_err(|error| error.reason()));
        let expected = |vcs| {
            Err(format!(
                "vcs must be a whole number from 1 to 16, not {vcs}"
            ))
        };
        assert_eq!(refused, [0, 17].map(expected));
        assert_eq!([1, 16].map(|vcs| whole("vcs", vcs)), [Ok(1), Ok(16)]);
    }

    #[test]
    fn list_indices_do_not_matter() {
        let at = "a whole number from 0 to 1000000000000";
        assert_eq!(allowed("messages[17].at").as_deref(), Some(at));
        assert_eq!(allowed("messages[17].to"), None);
        assert_eq!(allowed("traffic.rate"), None);
        let warmup = "a whole number from 0 to 1000000000, or auto";
        assert_eq!(allowed("run.warmup").as_deref(), Some(warmup));
    }
}
