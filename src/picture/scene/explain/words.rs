//! Counts, lists and times in sentences.

/// The most clauses that a sentence contains before it states the number of the rest.
const MOST_NAMED: usize = 3;

/// Joins clauses and appends the number of those left out.
pub(in crate::scene) fn list(items: impl ExactSizeIterator<Item = String>) -> String {
    let more = items.len().saturating_sub(MOST_NAMED);
    let mut named: Vec<_> = items.take(MOST_NAMED).collect();
    if more > 0 {
        named.push(format!("and {more} more"));
    }
    named.join("; ")
}

/// Names the state after a number of cycles, which are numbered from 0: `start`, then `end of cycle
/// 0`, `end of cycle 1`, and so on.
///
/// Events have the number of the cycle in which they happen, so a message that arrives in cycle 11
/// has arrived at the end of cycle 11.
pub fn time_after(cycles: u64) -> String {
    match cycles.checked_sub(1) {
        None => "start".to_owned(),
        Some(last) => format!("end of cycle {last}"),
    }
}

/// A number with its noun: `1 flit`, `2 flits`.
pub(in crate::scene) fn count(number: u64, one: &str) -> String {
    let s = if number == 1 { "" } else { "s" };
    format!("{number} {one}{s}")
}
