//! Variants of a lesson: the values that its file varies, drawn from a seed and put in their places.
//!
//! A draw is a hash of the seed, the round and the position of the value, so that a seed has the same variant
//! on every machine. Rounds are the repeated draws after values that do not fit (`Step::fits`).

use rhai::Dynamic;
use toml::Spanned;
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use crate::file::format::{Lesson, Mistake, Vary};
use crate::query::QueryEngine;
use crate::run::SceneRun;
use engine::catalog::{one_of, quoted};
use study::scenario::Scenario;

/// The delimiters of a name in a text.
const OPEN: &str = "$(";
const CLOSE: char = ')';

/// The most values that a lesson varies.
const MOST_VALUES: usize = 24;

/// Seeds of names are below this number.
const SEEDS_OF_NAMES: u64 = 1_000_000;

/// The values of a variant, by name, in the order of the file.
pub(crate) type Values = Vec<(String, String)>;

/// Returns the seed of a student's name. Case and spaces make no difference.
pub fn seed_of_name(name: &str) -> u64 {
    xxh3_64(key_of_name(name).as_bytes()) % SEEDS_OF_NAMES
}

/// Returns the name of a student without spaces and capitals, in which form two names are compared.
pub(crate) fn key_of_name(name: &str) -> String {
    let letters = name.chars().filter(|letter| !letter.is_whitespace());
    letters.flat_map(char::to_lowercase).collect()
}

/// Draws the values of a variant.
pub(crate) fn drawn(lesson: &Lesson, file: &str, seed: u64, round: u32) -> Result<Values, Mistake> {
    let mut values = Values::new();
    for (place, vary) in (0_u32..).zip(&lesson.vary) {
        let range = Range::of(file, lesson, vary, &values)?;
        let bytes = [round.to_le_bytes(), place.to_le_bytes()].concat();
        let value = range.at(xxh3_64_with_seed(&bytes, seed) % range.len());
        values.push((vary.get_ref().name.clone(), value));
    }
    Ok(values)
}

/// Returns all combinations of values, or `None` if there are more than `most`.
pub(crate) fn combinations(
    lesson: &Lesson,
    file: &str,
    most: usize,
) -> Result<Option<Vec<Values>>, Mistake> {
    let mut all = vec![Values::new()];
    for vary in &lesson.vary {
        let mut longer = Vec::new();
        for values in &all {
            let range = Range::of(file, lesson, vary, values)?;
            if range.len() > (most - longer.len()) as u64 {
                return Ok(None);
            }
            for index in 0..range.len() {
                let value = (vary.get_ref().name.clone(), range.at(index));
                longer.push([&**values, &[value]].concat());
            }
        }
        all = longer;
    }
    Ok(Some(all))
}

/// Puts values in the places of their names.
pub(crate) fn filled(file: &str, values: &Values) -> Result<String, Mistake> {
    filled_with(file, values).map_err(|unknown| {
        let Unknown { name, at } = unknown;
        let known: Vec<_> = values.iter().map(|(name, _)| &**name).collect();
        let reason = format!(
            "$(…) must contain a name of [[vary]], {}, not {}",
            one_of(&known),
            quoted(&name)
        );
        Mistake::at(file, Some(at..at), reason)
    })
}

/// A name that is not among the values, and its offset in the text \[bytes\].
struct Unknown {
    name: String,
    at: usize,
}

fn filled_with(text: &str, values: &Values) -> Result<String, Unknown> {
    let mut filled = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(OPEN) {
        filled.push_str(before);
        let at = text.len() - after.len() - OPEN.len();
        let end = after.find([CLOSE, '\n']).unwrap_or(after.len());
        let name = &after[..end];
        let value = values.iter().find(|(known, _)| known == name);
        let Some((_, value)) = value.filter(|_| after[end..].starts_with(CLOSE)) else {
            let name = name.to_owned();
            return Err(Unknown { name, at });
        };
        filled.push_str(value);
        rest = &after[end + CLOSE.len_utf8()..];
    }
    filled.push_str(rest);
    Ok(filled)
}

/// The values among which one is drawn.
enum Range {
    List(Vec<String>),
    Whole { from: i64, count: u64 },
}

impl Range {
    /// Returns the range of a value, which may depend on those drawn before. It is not empty.
    fn of(
        file: &str,
        lesson: &Lesson,
        vary: &Spanned<Vary>,
        before: &Values,
    ) -> Result<Self, Mistake> {
        let wrong = |reason: String| Mistake::at(file, Some(vary.span()), reason);
        let vary = vary.get_ref();
        check_name(lesson, &vary.name).map_err(wrong)?;
        let fill = |text: &str| {
            filled_with(text, before).map_err(|Unknown { name, .. }| {
                let name = quoted(&name);
                wrong(format!(
                    "$(…) in [[vary]] must contain a name that is varied before, not {name}"
                ))
            })
        };
        let is_range = vary.from.is_some() || vary.to.is_some();
        let ways = [!vary.among.is_empty(), is_range, vary.node.is_some()];
        if ways.into_iter().filter(|&is_given| is_given).count() != 1 {
            return Err(wrong(format!(
                "{} must have one of among, from and to, or node",
                vary.name
            )));
        }
        if let Some(network) = &vary.node {
            let condition = vary.condition.as_deref().map(fill).transpose()?;
            let nodes = nodes(&fill(network)?, condition.as_deref()).map_err(wrong)?;
            return Ok(Self::List(nodes));
        }
        if vary.condition.is_some() {
            return Err(wrong(format!(
                "where is for nodes; {} is drawn from numbers or a list",
                vary.name
            )));
        }
        if !is_range {
            let texts = vary.among.iter().map(ToString::to_string);
            let texts: Vec<_> = texts.map(|text| fill(&text)).collect::<Result<_, _>>()?;
            let forbidden = |c: char| c == '"' || c == '\'' || c == '\\' || c.is_control();
            if let Some(text) = texts.iter().find(|text| text.contains(forbidden)) {
                return Err(wrong(format!(
                    "a value must be without quotation marks, backslashes and line breaks, not {}",
                    quoted(text)
                )));
            }
            return Ok(Self::List(texts));
        }
        match (vary.from, vary.to) {
            (Some(from), Some(to)) if from <= to => {
                let count = to.abs_diff(from).saturating_add(1);
                Ok(Self::Whole { from, count })
            }
            (Some(from), Some(to)) => {
                Err(wrong(format!("to must be at least from, {from}, not {to}")))
            }
            _ => Err(wrong(format!("{} must have both from and to", vary.name))),
        }
    }

    fn len(&self) -> u64 {
        match self {
            Self::List(texts) => texts.len() as u64,
            Self::Whole { count, .. } => *count,
        }
    }

    fn at(&self, index: u64) -> String {
        match self {
            Self::List(texts) => texts[index as usize].clone(),
            Self::Whole { from, .. } => from.saturating_add_unsigned(index).to_string(),
        }
    }
}

/// Checks the name of a value: its characters, and that no other value has it.
fn check_name(lesson: &Lesson, name: &str) -> Result<(), String> {
    let in_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let begins = name.starts_with(|c: char| c.is_ascii_alphabetic());
    if !begins || !name.chars().all(in_name) {
        let given = quoted(name);
        return Err(format!(
            "name must be a letter and then letters, digits and _, not {given}"
        ));
    }
    let same = lesson
        .vary
        .iter()
        .filter(|vary| vary.get_ref().name == name);
    if same.count() > 1 {
        return Err(format!(
            "name must be given once, and {name} is given twice"
        ));
    }
    if lesson.vary.len() > MOST_VALUES {
        let given = lesson.vary.len();
        return Err(format!(
            "at most {MOST_VALUES} values may vary, not {given}"
        ));
    }
    Ok(())
}

/// Returns the nodes of a network for which a query over `node` holds.
fn nodes(network: &str, condition: Option<&str>) -> Result<Vec<String>, String> {
    let opened = Scenario::from_link(&format!("t={network}")).whole();
    let scenario = opened
        .map_err(|problem| problem.error.to_string())?
        .scenario;
    let run = SceneRun::new(&scenario, &scenario).map_err(|error| error.to_string())?;
    let engine = QueryEngine::of(&run);
    let terminals = run.built().design.network.terminals();
    let mut nodes = Vec::new();
    for nth in 0..terminals.count() {
        let label = run.label(terminals.nth(nth));
        let names = [("node", Dynamic::from(label.clone()))];
        let is_wanted = condition.map(|query| engine.holds(query, &names));
        let is_wanted = is_wanted.transpose();
        if is_wanted.map_err(|fault| format!("where: {}", fault.reason))? != Some(false) {
            nodes.push(label);
        }
    }
    if nodes.is_empty() {
        let condition = condition.unwrap_or_default();
        return Err(format!(
            "some node of {network} must meet where, {condition}, and none does"
        ));
    }
    Ok(nodes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::register::EXAMPLE;
    use crate::session::Session;

    fn example(from: &str, to: &str) -> String {
        let text = EXAMPLE.replacen(from, to, 1);
        assert_ne!(text, EXAMPLE, "{from}");
        text
    }

    fn value<'a>(values: &'a Values, name: &str) -> &'a str {
        let found = values.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| &**value).expect("it varies")
    }

    /// Receipts and links contain these numbers.
    #[test]
    fn the_seed_of_a_name_and_the_values_of_a_seed_are_fixed() {
        let seed = seed_of_name("Ada Lovelace");
        assert_eq!(seed, 240_595);
        for same in ["ada lovelace", " ADA  LOVELACE ", "AdaLovelace"] {
            assert_eq!(seed_of_name(same), seed, "{same}");
        }
        assert_ne!(seed_of_name("Bo"), seed);
        let lesson = Lesson::read(EXAMPLE).expect("it is valid");
        let drawn = |seed| drawn(&lesson, EXAMPLE, seed, 0).expect("it can be drawn");
        let values: Vec<_> = (0..3).map(drawn).collect();
        let in_words = values.iter().map(|values| {
            let values = values.iter().map(|(_, value)| &**value);
            values.collect::<Vec<_>>().join(" ")
        });
        let in_words: Vec<_> = in_words.collect();
        assert_eq!(in_words, ["6 1,4 4", "6 4,1 6", "6 3,2 10"]);
    }

    #[test]
    fn values_are_in_their_ranges_and_stand_in_the_texts() {
        for seed in 0..40 {
            let session = Session::open_variant(EXAMPLE, seed).expect("it fits");
            let variant = session.variant().expect("it varies");
            let k: u32 = value(&variant.values, "k").parse().expect("a number");
            assert!((4..=6).contains(&k));
            let goal = value(&variant.values, "goal");
            let (x, y) = goal.split_once(',').expect("a node of a mesh");
            let [x, y] = [x, y].map(|n| n.parse::<u32>().expect("a number"));
            assert!(x < k && y < k && x + y == 5 && x > 0 && y > 0, "{goal}");
            let scene = session.scene(0).expect("a scene").get_ref();
            assert!(scene.starts_with(&format!("t=mesh:{k}x{k}&")), "{scene}");
            assert!(!session.lesson.step[0].text.get_ref().contains("$("));
        }
    }

    #[test]
    fn a_draw_that_does_not_fit_is_repeated_and_gives_up_in_the_end() {
        let rare = example("fits = \"hops(0) == 5\"", "fits = \"length(0) == 10\"");
        for seed in 0..10 {
            let session = Session::open_variant(&rare, seed).expect("it fits in the end");
            let variant = session.variant().expect("it varies");
            assert_eq!(value(&variant.values, "length"), "10");
        }
        let never = example("fits = \"hops(0) == 5\"", "fits = \"hops(0) == 4\"");
        let mistake = Session::open(&never).expect_err("nothing fits");
        assert_eq!(
            mistake.reason,
            "fits must hold for one of 60 draws, and does not"
        );
        let line = never.lines().nth(mistake.line - 1).expect("a line");
        assert!(line.starts_with("fits = "), "{line}");
    }

    #[test]
    fn invalid_variations_are_reported_with_their_line() {
        for (from, to, line, reason) in [
            (
                "of $(length) [flits]",
                "of $(lenght) [flits]",
                "This mesh",
                "$(…) must contain a name of [[vary]], k, goal or length, not lenght",
            ),
            (
                "of $(length) [flits]",
                "of $(length [flits]",
                "This mesh",
                "$(…) must contain a name of [[vary]], k, goal or length, not length [flits](term:flit",
            ),
            (
                "node = \"mesh:$(k)x$(k)\"",
                "node = \"mesh:$(length)x4\"",
                "[[vary]]",
                "$(…) in [[vary]] must contain a name that is varied before, not length",
            ),
            (
                "name = \"length\"",
                "name = \"k\"",
                "[[vary]]",
                "name must be given once, and k is given twice",
            ),
            (
                "name = \"length\"",
                "name = \"a b\"",
                "[[vary]]",
                "name must be a letter and then letters, digits and _, not a b",
            ),
            (
                "among = [4, 6, 8, 10]",
                "",
                "[[vary]]",
                "length must have one of among, from and to, or node",
            ),
            (
                "among = [4, 6, 8, 10]",
                "from = 4",
                "[[vary]]",
                "length must have both from and to",
            ),
            (
                "among = [4, 6, 8, 10]",
                "from = 4\nto = 3",
                "[[vary]]",
                "to must be at least from, 4, not 3",
            ),
            (
                "among = [4, 6, 8, 10]",
                "among = [\"4'\"]",
                "[[vary]]",
                "a value must be without quotation marks, backslashes and line breaks, not 4'",
            ),
            (
                "among = [4, 6, 8, 10]",
                "among = [4]\nwhere = \"true\"",
                "[[vary]]",
                "where is for nodes; length is drawn from numbers or a list",
            ),
            (
                "node) == 5",
                "node) == 50",
                "[[vary]]",
                "some node of mesh:6x6 must meet where,",
            ),
            (
                "node = \"mesh:",
                "node = \"mosh:",
                "[[vary]]",
                "network must be mesh,",
            ),
        ] {
            let text = example(from, to);
            let mistake = Session::open(&text).expect_err(reason);
            assert!(mistake.reason.starts_with(reason), "{to}: {mistake}");
            let there = text.lines().nth(mistake.line - 1).expect("a line");
            assert!(there.starts_with(line), "{to}: {there}");
        }
    }
}
