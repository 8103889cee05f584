//! How an algorithm describes itself.
//!
//! Every topology, routing function, traffic pattern and model carries an [`Entry`]: its
//! name, one line of summary, its help, the works it comes from, and its parameters with
//! ranges and units. Menus, forms, citations and the help of the command line are walks
//! over registers of such entries. This layer knows no networks.

mod param;

pub use param::{
    BuildError, Choice, Control, Integer, Param, Radices, Real, Settings, Text, parse_key_values,
};

/// One line of a register: what a thing says of itself, and how to build it.
#[derive(Debug)]
pub struct Family<Build> {
    /// Names, help, sources and parameters.
    pub entry: Entry,
    /// Builds the thing from settings.
    pub build: Build,
}

/// What menus, forms and citations show.
#[derive(Debug)]
pub struct Entry {
    /// Stands in links and scripts; never renamed.
    pub id: &'static str,
    /// As a menu shows it.
    pub name: &'static str,
    /// One line, no full stop.
    pub summary: &'static str,
    /// A few sentences, for people.
    pub help: &'static str,
    /// Where it was published.
    pub sources: &'static [Source],
    /// In the order in which forms and `id:a:b` specifications give them.
    pub params: &'static [Param],
}

impl Entry {
    /// `id:a:b`, with the default of every parameter.
    pub fn spec(&self) -> String {
        let defaults = self.params.iter().map(|param| param.control().default);
        let words: Vec<_> = std::iter::once(self.id).chain(defaults).collect();
        words.join(":")
    }
}

/// A published work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Source {
    /// Authors and year.
    pub cite: &'static str,
    /// Title and place.
    pub work: &'static str,
}

/// Finds a family by its id; the error names `field` and lists what is registered.
pub fn find<B>(
    families: &'static [Family<B>],
    field: &str,
    id: &str,
) -> Result<&'static Family<B>, BuildError> {
    families
        .iter()
        .find(|family| family.entry.id == id)
        .ok_or_else(|| {
            let known: Vec<_> = families.iter().map(|family| family.entry.id).collect();
            BuildError::rejected(field, one_of(&known), quoted(id))
        })
}

/// Reads `id:a:b`: a family, and what is typed for its parameters in their order.
pub fn parse_spec<B>(
    families: &'static [Family<B>],
    field: &str,
    spec: &str,
) -> Result<(&'static Family<B>, Settings), BuildError> {
    let mut words = spec.trim().split(':');
    let family = find(families, field, words.next().unwrap_or_default())?;
    let words: Vec<_> = words.collect();
    if words.len() > family.entry.params.len() {
        let form = format!("written as {}", family.entry.spec());
        return Err(BuildError::rejected(field, form, quoted(spec)));
    }
    let given = family.entry.params.iter().map(Param::control).zip(words);
    let settings = given.fold(Settings::default(), |settings, (control, word)| {
        settings.with(control.id, word)
    });
    Ok((family, settings))
}

/// `a, b or c`.
pub fn one_of(names: &[&str]) -> String {
    match names {
        [] => "nothing".to_owned(),
        [only] => (*only).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// A user's text as an error shows it: on one line, shortened, and visible when it is empty.
pub fn quoted(given: &str) -> String {
    const SHOWN: usize = 40;
    if given.trim().is_empty() {
        return "nothing".to_owned();
    }
    cut(given, SHOWN)
}

/// A text as HTML and SVG write it, between tags or as the value of an attribute.
pub fn escaped(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    pulldown_cmark_escape::escape_html(&mut html, text).expect("a String takes any text");
    html
}

/// A reason as a sentence of its own: with a full stop, and a capital letter unless it begins with a word of a
/// program, which is not written in capitals.
pub fn sentence(reason: &str) -> String {
    const OF_PROGRAMS: [&str; 12] = [
        "came", "escape", "fn", "for", "here", "if", "let", "net", "port", "return", "vcs", "while",
    ];
    let is_of_word = |letter: char| !(letter.is_whitespace() || letter == ',');
    let end = reason.find(|letter| !is_of_word(letter));
    let first = &reason[..end.unwrap_or(reason.len())];
    let is_code = OF_PROGRAMS.contains(&first) || first.contains(['_', '(', '=', '{']);
    let mut letters = reason.chars();
    let capital = letters.next().into_iter().flat_map(char::to_uppercase);
    let mut sentence: String = if is_code {
        reason.to_owned()
    } else {
        capital.chain(letters).collect()
    };
    sentence.push('.');
    sentence
}

/// So many of the first of several things, and how many more there are: `a, b and 7 more`.
pub fn first_of(shown: usize, things: &[impl AsRef<str>]) -> String {
    let first = things
        .iter()
        .take(shown)
        .map(|thing| quoted(thing.as_ref()));
    let first: Vec<_> = first.collect();
    match things.len().saturating_sub(shown) {
        0 => first.join(", "),
        more => format!("{} and {more} more", first.join(", ")),
    }
}

/// A sentence as it is told: on one line, of a length that can be read, whatever has been put
/// into it.
pub fn readable(sentence: &str) -> String {
    const SHOWN: usize = 600;
    cut(sentence, SHOWN)
}

/// A text of at most about so many characters, in which what cannot be seen is written as Rust
/// escapes it: `\n`, `\u{202e}`.
fn cut(text: &str, most: usize) -> String {
    let (mut shown, mut length) = (String::new(), 0);
    for c in text.chars() {
        if length >= most {
            shown.push('…');
            break;
        }
        let before = shown.len();
        match c {
            '"' | '\'' | '\\' => shown.push(c),
            // Behind another letter, so that an accent stays one.
            _ => shown.extend(String::from_iter(['a', c]).escape_debug().skip(1)),
        }
        length += shown[before..].chars().count();
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::{first_of, one_of, quoted, readable, sentence};

    #[test]
    fn a_sentence_begins_with_a_capital_letter_unless_it_begins_with_code() {
        for (reason, told) in [
            ("a semicolon is missing", "A semicolon is missing."),
            ("élan is no number", "Élan is no number."),
            ("fn route is not there", "fn route is not there."),
            ("vcs must be a list", "vcs must be a list."),
            ("net.up(0) is no port", "net.up(0) is no port."),
            ("= gives a value", "= gives a value."),
            ("", "."),
        ] {
            assert_eq!(sentence(reason), told);
        }
    }

    #[test]
    fn alternatives_read_as_a_sentence() {
        assert_eq!(one_of(&["mesh"]), "mesh");
        assert_eq!(one_of(&["mesh", "torus", "ring"]), "mesh, torus or ring");
    }

    #[test]
    fn long_and_empty_input_stays_readable() {
        assert_eq!(quoted("  "), "nothing");
        assert_eq!(quoted(&"9".repeat(100)).chars().count(), 41);
        let sentence = "so ".repeat(1000);
        assert!(readable(&sentence).chars().count() < 700);
        assert_eq!(readable("V̄ must be \"λ\""), "V̄ must be \"λ\"");
    }

    #[test]
    fn what_cannot_be_seen_is_written_out() {
        assert_eq!(quoted("a\nb\u{1b}[31m"), "a\\nb\\u{1b}[31m");
        assert_eq!(quoted("me\u{202e}sh"), "me\\u{202e}sh");
        assert!(quoted(&"\u{7}".repeat(100)).chars().count() < 50);
    }

    #[test]
    fn of_many_things_the_first_are_named() {
        assert_eq!(first_of(3, &["a", "b"]), "a, b");
        let many: Vec<_> = (0..40_000).map(|n| n.to_string()).collect();
        assert_eq!(first_of(3, &many), "0, 1, 2 and 39997 more");
    }
}
