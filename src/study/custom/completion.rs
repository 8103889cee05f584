//! Names that complete a script at the caret: those of the network, of an arrival, of lists, of the
//! fields of an offer, and of the script itself.
//!
//! The script need not be valid, so it is only split into words and marks.

use std::ops::Range;

use super::pieces::{Piece, Pieces};
use super::surroundings::{AT_HAND, OFFER_FIELDS};

/// The names that fit at a caret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completion {
    /// The word that a name replaces \[UTF-16 code units\].
    pub part: Range<usize>,
    /// The names, the best first.
    pub names: Vec<Name>,
}

/// A name that completes a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// The name with its parameters.
    pub shown: String,
    pub text: String,
    /// A description in a line.
    pub gives: String,
}

impl Name {
    /// The name of a call such as `nearer(here, to)`.
    fn new(call: &str, gives: &str) -> Self {
        let text = match call.split_once('(') {
            Some((name, _)) => [name, "("].concat(),
            None => call.to_owned(),
        };
        Self {
            shown: call.to_owned(),
            text,
            gives: gives.to_owned(),
        }
    }

    fn word(&self) -> &str {
        self.text.trim_end_matches(['(', ':', ' '])
    }
}

/// The values that a name can belong to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Receiver {
    Network,
    Arrival,
    /// A variable, which may be a list.
    Variable,
}

impl Receiver {
    /// The receiver in the reference of calls, with its point.
    fn start(self) -> &'static str {
        match self {
            Self::Network => "net.",
            Self::Arrival => "came.",
            Self::Variable => "list.",
        }
    }
}

/// The names that fit at a caret \[UTF-16 code units\]. Unless they are asked for, there are some
/// only behind a point and for the first letters of a field.
pub fn completion(script: &str, caret: usize, is_asked: bool) -> Option<Completion> {
    let pieces = Pieces::of(script);
    if pieces.is_hidden(caret) {
        return None;
    }
    let (part, start) = pieces.word_at(caret);
    let word = &start;
    if word.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let before = pieces.before(part.start);
    let mut names = match before {
        [.., Piece::Mark('.', _), Piece::Mark('.', _)] => return None,
        [.., receiver, Piece::Mark('.', _)] => of_receiver(receiver, is_asked)?,
        _ if begins_field(before) && (is_asked || !word.is_empty()) => fields(),
        _ if is_asked => of_script(&pieces, part.start),
        _ => return None,
    };
    let small = word.to_ascii_lowercase();
    let rank = |name: &Name| {
        let own = name.word().to_ascii_lowercase();
        (!own.starts_with(&small), own.len())
    };
    names.retain(|name| name.word().to_ascii_lowercase().contains(&small));
    // Without a word, the order is that of the reference.
    if !word.is_empty() {
        names.sort_by_key(rank);
    }
    let has_parenthesis = pieces.follows(part.end, '(');
    if has_parenthesis {
        for name in &mut names {
            name.text = name.text.trim_end_matches('(').to_owned();
        }
    }
    let is_complete = matches!(&*names, [name] if name.text == pieces.text(&part));
    (!names.is_empty() && !is_complete).then_some(Completion { part, names })
}

fn of_receiver(receiver: &Piece, is_asked: bool) -> Option<Vec<Name>> {
    let receiver = match receiver {
        Piece::Word(word, _) => match &**word {
            "net" => Receiver::Network,
            "came" => Receiver::Arrival,
            "here" | "to" => return None,
            number if number.starts_with(|c: char| c.is_ascii_digit()) => return None,
            _ => Receiver::Variable,
        },
        Piece::Mark(')' | ']', _) if is_asked => Receiver::Variable,
        Piece::Mark(..) => return None,
    };
    let start = receiver.start();
    let calls = AT_HAND.iter().flat_map(|&(row, gives)| {
        let calls = calls(row).filter_map(move |call| call.strip_prefix(start));
        calls.map(move |call| Name::new(call, gives))
    });
    Some(calls.collect())
}

/// The calls in a row of the reference, which are separated by commas outside of parentheses.
fn calls(row: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_i32;
    let parts = row.split(move |character| {
        depth += match character {
            '(' | '[' | '{' => 1,
            ')' | ']' | '}' => -1,
            _ => 0,
        };
        character == ',' && depth == 0
    });
    parts.map(str::trim)
}

/// Whether a field of an offer begins after these pieces.
fn begins_field(before: &[Piece]) -> bool {
    let is_next = matches!(before.last(), Some(Piece::Mark('{' | ',', _)));
    let mut open = Vec::new();
    for (place, piece) in before.iter().enumerate() {
        match piece {
            Piece::Mark('{' | '(' | '[', _) => open.push(place),
            Piece::Mark('}' | ')' | ']', _) => drop(open.pop()),
            _ => {}
        }
    }
    let is_map = |&place: &usize| {
        let hash = place.checked_sub(1).and_then(|hash| before.get(hash));
        let opens = matches!(before.get(place), Some(Piece::Mark('{', _)));
        opens && matches!(hash, Some(Piece::Mark('#', _)))
    };
    is_next && open.last().is_some_and(is_map)
}

fn fields() -> Vec<Name> {
    let fields = OFFER_FIELDS.iter().map(|(name, gives)| Name {
        shown: (*name).to_owned(),
        text: format!("{name}: "),
        gives: (*gives).to_owned(),
    });
    fields.collect()
}

/// The parameters, variables and functions of the script, and the functions without a receiver.
fn of_script(pieces: &Pieces, except: usize) -> Vec<Name> {
    let parameters = [
        ("net", "the network"),
        ("here", "the node of the header"),
        ("to", "the destination of the message"),
    ];
    let mut names: Vec<Name> = Vec::new();
    let mut add = |name: Name| {
        if !names.iter().any(|known| known.word() == name.word()) {
            names.push(name);
        }
    };
    for (name, gives) in parameters {
        add(Name::new(name, gives));
    }
    let came = AT_HAND.iter().find(|(row, _)| *row == "came");
    if let Some((name, gives)) = came.filter(|(name, _)| pieces.has_word(name, except)) {
        add(Name::new(name, gives));
    }
    for (name, is_function) in pieces.defined(except) {
        add(if is_function {
            Name::new(&format!("{name}(…)"), "a function of the script")
        } else {
            Name::new(name, "a variable of the script")
        });
    }
    for &(row, gives) in AT_HAND {
        let is_function = |call: &&str| {
            let name = call.split('(').next().unwrap_or_default();
            call.contains('(') && name.chars().all(char::is_alphabetic) && !name.is_empty()
        };
        for call in calls(row).filter(is_function) {
            add(Name::new(call, gives));
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names at the bar in a text, and the text after the first of them is inserted.
    fn at(text: &str, is_asked: bool) -> Option<(Vec<String>, String)> {
        let (before, after) = text.split_once('|').expect("a caret");
        let script = [before, after].concat();
        let caret = before.encode_utf16().count();
        let found = completion(&script, caret, is_asked)?;
        let mut units: Vec<u16> = script.encode_utf16().collect();
        units.splice(found.part.clone(), found.names[0].text.encode_utf16());
        let names = found.names.into_iter().map(|name| name.shown);
        let text = String::from_utf16(&units).expect("valid UTF-16");
        Some((names.collect(), text))
    }

    fn first(text: &str) -> Option<String> {
        at(text, false).map(|(_, text)| text)
    }

    #[test]
    fn names_of_the_network_follow_a_point() {
        let (names, _) = at("fn route(net, here, to) { net.| }", false).expect("names");
        assert_eq!(names[0], "nodes");
        assert!(names.contains(&"nearer(here, to)".to_owned()));
        for name in ["up(d)", "down(d)", "x(node)", "y(node)", "root", "bits"] {
            assert!(names.iter().any(|known| known == name), "{name}: {names:?}");
        }
        for (text, after) in [
            ("net.ne|", "net.nearer("),
            ("net.NEI|", "net.neighbor("),
            ("net.dist|(a, b)", "net.distance(a, b)"),
            ("net.u|", "net.up("),
            ("net.hop|", "net.hops_up_down("),
            ("net.n|earest", "net.nodes"),
            ("𝛌 + net.di|", "𝛌 + net.distance("),
            ("came.v|", "came.vc"),
            ("ports.pu|", "ports.push("),
            ("ports\n  .le|", "ports\n  .len"),
        ] {
            assert_eq!(first(text).as_deref(), Some(after), "{text}");
        }
        let (names, _) = at("net.po|", false).expect("names");
        assert_eq!(names, ["port(here, next)", "ports(here)"]);
    }

    #[test]
    fn nothing_completes_where_no_name_fits() {
        for text in [
            "|",
            "net|",
            "net.nodes|",
            "came.vc|",
            "net.qq|",
            "0.|",
            "0..|",
            "here.|",
            "a..b|",
            "f().|",
            "// net.|",
            "// net.|\nx",
            "/* net.| */",
            "/* /* */ net.|",
            "\"net.|\"",
            "\"net.|",
            "`net.|`",
            "`\nnet.|",
            "#\"net.|\"#",
            "'.|'",
            "`${a} net.|`",
            "|// net.",
            "#{ | }",
            "let a = 1; #{ port: |",
        ] {
            assert_eq!(at(text, false), None, "{text}");
        }
        for text in ["// |", "\"|\"", "7|", "net.nodes|", "net.zzz|"] {
            assert_eq!(at(text, true), None, "{text}");
        }
        // Beyond the end.
        assert_eq!(completion("net.", 99, false), None);
    }

    #[test]
    fn code_after_strings_and_comments_is_completed() {
        for before in [
            "\"a\" + ",
            "\"\\\"\" + ",
            "// \"\n",
            "/* \" */ ",
            "`a ${",
            "`${`a`} ${",
            "#\"\"a\"# + ",
            "\"open\n",
            "'\"' + ",
            "`a` + ",
        ] {
            let text = format!("{before}net.dist|");
            assert_eq!(
                first(&text),
                Some(format!("{before}net.distance(")),
                "{text}"
            );
        }
    }

    #[test]
    fn fields_of_an_offer_are_completed() {
        for (text, after) in [
            ("#{ p|", "#{ port: "),
            (
                "offers.push(#{ port: f(a, b), v| })",
                "offers.push(#{ port: f(a, b), vcs:  })",
            ),
            ("#{ port: 1, es|", "#{ port: 1, escape: "),
        ] {
            assert_eq!(first(text).as_deref(), Some(after), "{text}");
        }
        assert_eq!(first("if a { p|"), None);
        assert_eq!(first("#{ port: p|"), None);
        let (names, _) = at("#{ |", true).expect("names");
        assert_eq!(names, ["port", "vcs", "escape"]);
    }

    #[test]
    fn names_of_the_script_are_given_on_request() {
        let script = "fn route(net, here, to, came) {\n    let offers = [];\n    for (p, i) in offers { }\n    |\n}\nfn escape(net, at) { }";
        let (names, _) = at(script, true).expect("names");
        for name in [
            "net",
            "here",
            "to",
            "came",
            "offers",
            "p",
            "i",
            "route(…)",
            "escape(…)",
            "at",
            "bit(number, i)",
            "min(a, b)",
            "abs(a)",
        ] {
            assert!(names.iter().any(|known| known == name), "{name}: {names:?}");
        }
        let asked = |text| at(text, true).map(|(_, text)| text);
        assert_eq!(
            asked("let offers = 1; of|").as_deref(),
            Some("let offers = 1; offers")
        );
        assert_eq!(
            asked("fn escape(a) { es| }").as_deref(),
            Some("fn escape(a) { escape( }")
        );
        assert_eq!(
            asked("net.nearer(a, b).pu|").as_deref(),
            Some("net.nearer(a, b).push(")
        );
        let (names, _) = at("|", true).expect("names");
        assert!(!names.contains(&"came".to_owned()));
    }

    #[test]
    fn every_place_of_every_example_is_tried() {
        for example in crate::custom::EXAMPLES {
            for caret in 0..=example.text.encode_utf16().count() {
                for is_asked in [false, true] {
                    let Some(found) = completion(example.text, caret, is_asked) else {
                        continue;
                    };
                    assert!(found.part.contains(&caret) || found.part.end == caret);
                }
            }
        }
    }
}
