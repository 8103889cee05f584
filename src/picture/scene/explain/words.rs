//! Counts and lists in sentences.

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

/// A number with its noun: `1 flit`, `2 flits`.
pub(in crate::scene) fn count(number: u64, one: &str) -> String {
    let s = if number == 1 { "" } else { "s" };
    format!("{number} {one}{s}")
}
