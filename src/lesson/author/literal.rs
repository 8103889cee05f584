//! Numbers in the text of a lesson that a query could give, and so would go stale.

use crate::lesson::file::format::Mistake;
use crate::lesson::query::whole;
use crate::lesson::session::judge::{Judged, SimulatedStep, Source};
use crate::lesson::session::text::{Part, parts};
use crate::script::Fault;
use toml::Spanned;

/// Words that make the number before them one that a run gives.
const UNITS: [&str; 10] = [
    "cycle", "cycles", "hop", "hops", "channel", "channels", "%", "path", "paths", "messages",
];

/// The most messages of which queries are tried.
const MOST_MESSAGES: i64 = 8;

/// Queries that depend on a run, of which a literal may be the value.
const OF_A_MESSAGE: [&str; 5] = ["arrival", "latency", "hops", "delay", "blocked_for"];
const OF_ALL: [&str; 6] = [
    "deadlock_cycle()",
    "completed()",
    "delivered()",
    "diameter()",
    "bisection()",
    "cycle()",
];

/// Refuses a text with a number that a query about its scene would give.
pub(in crate::lesson) fn check(
    source: Source<'_>,
    simulated: &SimulatedStep,
    words: &Spanned<String>,
) -> Judged<()> {
    let Ok(parts) = parts(words.get_ref()) else {
        return Ok(());
    };
    for part in parts {
        let Part::Words(text, from) = part else {
            continue;
        };
        for (number, at) in numbers(text) {
            if let Some(query) = query_for(simulated, number) {
                return Err(literal(source, words, from + at, number, &query));
            }
        }
    }
    Ok(())
}

fn literal(
    source: Source<'_>,
    words: &Spanned<String>,
    at: usize,
    number: i64,
    query: &str,
) -> Mistake {
    let reason = format!(
        "text must not have the number {number}, which a run gives and which would go stale; \
         {{{{{query}}}}} gives it"
    );
    let (line, column) = (0, 0);
    let fault = Fault {
        line,
        column,
        reason,
    };
    source.of_text(words, at, fault)
}

/// Whole numbers with a unit, or after "cycle", and where they stand \[bytes\].
fn numbers(text: &str) -> Vec<(i64, usize)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find(|c: char| c.is_ascii_digit()) {
        let start = at + start;
        let length = text[start..].find(|c: char| !c.is_ascii_digit());
        let end = length.map_or(text.len(), |length| start + length);
        at = end;
        let joined = |c: char| c.is_alphanumeric() || ".,×:>^-−²³".contains(c);
        let before = text[..start].chars().next_back();
        let after = text[end..].trim_start_matches(' ');
        let word: String = after
            .chars()
            .take_while(|c| c.is_alphabetic() || *c == '%')
            .collect();
        let last = text[..start]
            .trim_end()
            .rsplit(' ')
            .next()
            .unwrap_or_default();
        let has_unit = UNITS.contains(&&*word) || last.eq_ignore_ascii_case("cycle");
        if has_unit
            && !before.is_some_and(joined)
            && let Ok(number) = text[start..end].parse()
        {
            found.push((number, start));
        }
    }
    found
}

/// A query of which a number is the value.
fn query_for(simulated: &SimulatedStep, number: i64) -> Option<String> {
    let orders = whole(simulated.run.built().design.orders.len());
    let messages = 0..orders.min(MOST_MESSAGES);
    let of_messages = messages.flat_map(|message| {
        OF_A_MESSAGE
            .iter()
            .map(move |name| format!("{name}({message})"))
    });
    let mut queries = of_messages.chain(OF_ALL.iter().map(|&query| query.to_owned()));
    queries.find(|query| {
        // One hop, one message: such a number is said of the sentence, not of the run.
        number > 1
            && simulated
                .ask(query)
                .is_ok_and(|value| value.as_int() == Ok(number))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_a_run_may_give_are_found_in_a_text() {
        for (text, found) in [
            ("It takes 12 cycles.", &[12][..]),
            ("in cycle 7, over 3 hops", &[7, 3]),
            ("a 4×4 mesh of 16 nodes", &[]),
            ("8 flits, V 2", &[]),
            ("50 % of 2-cubes", &[50]),
        ] {
            let numbers: Vec<_> = numbers(text)
                .into_iter()
                .map(|(number, _)| number)
                .collect();
            assert_eq!(numbers, found, "{text}");
        }
    }
}
