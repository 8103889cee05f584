//! Counts and lists in sentences.

/// Clauses that a sentence names before it says how many more there are.
const MOST_NAMED: usize = 3;

/// Some clauses in a row, and how many there are besides.
pub(in crate::scene) fn list(items: impl ExactSizeIterator<Item = String>) -> String {
    let more = items.len().saturating_sub(MOST_NAMED);
    let mut named: Vec<_> = items.take(MOST_NAMED).collect();
    if more > 0 {
        named.push(format!("and {more} more"));
    }
    named.join("; ")
}

/// `1 flit`, `2 flits`.
pub(in crate::scene) fn count(number: u64, one: &str) -> String {
    let s = if number == 1 { "" } else { "s" };
    format!("{number} {one}{s}")
}
