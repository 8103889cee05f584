//! Detection of numbers in lesson texts that a query could return, and that therefore could go stale.

use crate::file::format::Mistake;
use crate::query::whole;
use crate::session::judge::{Judged, SimulatedStep, Source};
use crate::session::text::{Fragment, parts};
use study::script::Fault;
use toml::Spanned;

/// Units that mark the number before them as a possible result of a run.
const UNITS: [&str; 10] = [
    "cycle", "cycles", "hop", "hops", "channel", "channels", "%", "path", "paths", "messages",
];

/// The most messages for which queries are tried.
const MOST_MESSAGES: i64 = 8;

/// Queries about a message whose value a literal may repeat.
const OF_A_MESSAGE: [&str; 5] = ["arrival", "latency", "hops", "delay", "blocked_for"];
/// Queries about the run or network whose value a literal may repeat.
const OF_ALL: [&str; 6] = [
    "deadlock_cycle()",
    "completed()",
    "delivered()",
    "diameter()",
    "bisection()",
    "cycle()",
];

/// Refuses a text that contains a number which a query on its scene returns.
pub(crate) fn check(
    source: Source<'_>,
    simulated: &SimulatedStep,
    words: &Spanned<String>,
) -> Judged<()> {
    let Ok(parts) = parts(words.get_ref()) else {
        return Ok(());
    };
    for part in parts {
        let Fragment::Words(text, from) = part else {
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

/// Returns the integers with a unit or after "cycle", and their offsets \[bytes\].
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

/// Returns a query whose value is the number, if any.
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
        // "One hop" or "one message" usually belongs to the sentence, not to the run.
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
    fn possible_results_of_a_run_are_found_in_a_text() {
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
