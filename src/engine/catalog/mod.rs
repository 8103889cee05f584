//! Descriptions of algorithms and their parameters.
//!
//! Every topology, routing function, traffic pattern and model has an [`Entry`]: its name, a
//! one-line summary, its help text, its sources, and its parameters with ranges and units. Menus,
//! forms, citations and command-line help are generated from registers of such entries. This layer
//! does not depend on networks.

mod param;

pub use param::{
    BuildError, Choice, Control, Integer, Param, Radices, Real, Settings, Text, parse_key_values,
};

/// A registered algorithm: its description, and how to build it.
#[derive(Debug)]
pub struct Family<Build> {
    /// Names, help, sources and parameters.
    pub entry: Entry,
    /// The function that builds it, or a structure that contains this function.
    pub build: Build,
}

/// The description shown in menus, forms and citations.
#[derive(Debug)]
pub struct Entry {
    /// Identifier in URLs and scripts; never renamed.
    pub id: &'static str,
    /// Parameters, in the order of forms and of `id:a:b` specifications.
    pub params: &'static [Param],
    texts: &'static str,
}

impl Entry {
    /// An entry with its texts, which are a section of a file in Markdown:
    ///
    /// ```text
    /// ## id: Name
    ///
    /// one-line summary without a full stop
    ///
    /// Help text of a few sentences.
    ///
    /// - Author year: Work
    /// ```
    pub const fn new(texts: &'static str, id: &'static str, params: &'static [Param]) -> Self {
        Self { id, params, texts }
    }

    /// The lines of its section, without empty ones; the first is the name.
    pub(crate) fn lines(&self) -> impl Iterator<Item = &'static str> + use<> {
        let mut sections = self.texts.split("\n## ");
        let found = sections.find_map(|section| section.strip_prefix(self.id)?.strip_prefix(": "));
        let lines = found.unwrap_or_default().lines();
        lines.filter(|line| !line.is_empty())
    }

    fn line(&self, nth: usize) -> &'static str {
        self.lines().nth(nth).unwrap_or_default()
    }

    pub fn name(&self) -> &'static str {
        self.line(0)
    }

    /// One-line summary without a full stop.
    pub fn summary(&self) -> &'static str {
        self.line(1)
    }

    /// Help text of a few sentences.
    pub fn help(&self) -> &'static str {
        self.line(2)
    }

    pub fn sources(&self) -> impl Iterator<Item = Source> + use<> {
        self.lines().filter_map(|line| {
            let (cite, work) = line.strip_prefix("- ")?.split_once(": ")?;
            Some(Source { cite, work })
        })
    }

    /// The specification `id:a:b` with the default of every parameter.
    pub fn spec(&self) -> String {
        let defaults = self.params.iter().map(|param| param.control().default);
        let words: Vec<_> = std::iter::once(self.id).chain(defaults).collect();
        words.join(":")
    }

    /// The specification `id:a:b` with these settings, up to the last one that is not the default.
    pub fn with_settings(&self, settings: &Settings) -> String {
        let params = self.params.iter().map(Param::control);
        let values = params.map(|control| {
            let value = settings.get(control.id);
            (value.unwrap_or(control.default), control.default)
        });
        let mut values: Vec<_> = values.collect();
        while values.pop_if(|(value, default)| value == default).is_some() {}
        let values = values.into_iter().map(|(value, _)| value);
        let words: Vec<_> = std::iter::once(self.id).chain(values).collect();
        words.join(":")
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Source {
    pub cite: &'static str,
    pub work: &'static str,
}

/// The family with an id.
pub fn family<B>(families: &'static [Family<B>], id: &str) -> Option<&'static Family<B>> {
    families.iter().find(|family| family.entry.id == id)
}

/// Finds a family by its id; the error names `field` and lists the registered ids.
pub fn find<B>(
    families: &'static [Family<B>],
    field: &str,
    id: &str,
) -> Result<&'static Family<B>, BuildError> {
    family(families, id).ok_or_else(|| {
        let known: Vec<_> = families.iter().map(|family| family.entry.id).collect();
        BuildError::rejected(field, one_of(&known), quoted(id))
    })
}

/// Finds the family of `id`, or of `id:a:b` with settings for its parameters in their order, the last
/// of which may contain colons. A family without parameters is found by its id only.
pub fn find_with_settings<B>(
    families: &'static [Family<B>],
    field: &str,
    spec: &str,
) -> Result<(&'static Family<B>, Settings), BuildError> {
    let with_settings = spec.split_once(':').and_then(|(id, words)| {
        let family = family(families, id)?;
        let params = family.entry.params;
        (!params.is_empty()).then(|| {
            let words = words.splitn(params.len(), ':');
            (family, in_order(params, words))
        })
    });
    match with_settings {
        Some(found) => Ok(found),
        None => Ok((find(families, field, spec)?, Settings::default())),
    }
}

/// Parses `id:a:b`: a family, and settings for its parameters in their order.
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
    Ok((family, in_order(family.entry.params, words.into_iter())))
}

/// Settings that give words to parameters in their order.
fn in_order<'a>(params: &[Param], words: impl Iterator<Item = &'a str>) -> Settings {
    let given = params.iter().map(Param::control).zip(words);
    given.fold(Settings::default(), |settings, (control, word)| {
        settings.with(control.id, word)
    })
}

/// Joins alternatives as in `a, b or c`; `nothing` if there are none.
pub fn one_of(names: &[&str]) -> String {
    match names {
        [] => "nothing".to_owned(),
        [only] => (*only).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// Formats user input for an error: on one line, shortened, and visible if it is empty.
pub fn quoted(given: &str) -> String {
    const SHOWN: usize = 40;
    if given.trim().is_empty() {
        return "nothing".to_owned();
    }
    cut(given, SHOWN)
}

/// Formats the path of a file for an error, as [`quoted`], but shortened at the front: folders matter less than the name.
pub fn quoted_path(given: &str) -> String {
    const SHOWN: usize = 40;
    let hidden = given.chars().count().saturating_sub(SHOWN);
    if hidden == 0 || given.trim().is_empty() {
        return quoted(given);
    }
    let end: String = given.chars().skip(hidden).collect();
    format!("…{}", cut(&end, SHOWN))
}

/// Escapes a text for HTML and SVG, between tags or as the value of an attribute.
pub fn escaped(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    pulldown_cmark_escape::escape_html(&mut html, text).expect("a String takes any text");
    html
}

/// Turns a reason into a sentence: with a full stop, and a capital letter unless it begins with
/// code, such as a keyword or an identifier.
pub fn sentence(reason: &str) -> String {
    const CODE_WORDS: [&str; 12] = [
        "came", "escape", "fn", "for", "here", "if", "let", "net", "port", "return", "vcs", "while",
    ];
    let is_end = |c: char| c.is_whitespace() || c == ',';
    let end = reason.find(is_end);
    let first = &reason[..end.unwrap_or(reason.len())];
    let is_code = CODE_WORDS.contains(&first) || first.contains(['_', '(', '=', '{']);
    if is_code {
        format!("{reason}.")
    } else {
        format!("{}.", capitalized(reason))
    }
}

/// Returns a text of ours with a capital letter at its beginning. A letter outside ASCII stays: it begins a name that
/// the user has written.
pub fn capitalized(text: &str) -> String {
    let mut text = text.to_owned();
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}

/// Returns a text of ours with a small letter at its beginning, as it stands within a sentence.
pub fn uncapitalized(text: &str) -> String {
    let mut text = text.to_owned();
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_lowercase();
    }
    text
}

/// Lists the first `shown` items, and the number of the others: `a, b and 7 more`.
pub fn first_of(shown: usize, items: &[impl AsRef<str>]) -> String {
    let first = items.iter().take(shown).map(|item| quoted(item.as_ref()));
    let first: Vec<_> = first.collect();
    match items.len().saturating_sub(shown) {
        0 => first.join(", "),
        more => format!("{} and {more} more", first.join(", ")),
    }
}

/// Formats a message for display: on one line and of readable length, whatever it quotes.
pub fn readable(sentence: &str) -> String {
    const SHOWN: usize = 600;
    cut(sentence, SHOWN)
}

/// Truncates a text to about `most` characters, and escapes invisible characters as in Rust: `\n`,
/// `\u{202e}`.
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
            // After another character, so that combining accents are not escaped.
            _ => shown.extend(String::from_iter(['a', c]).escape_debug().skip(1)),
        }
        length += shown[before..].chars().count();
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::{
        Control, Entry, Family, Param, capitalized, find_with_settings, first_of, one_of, quoted,
        quoted_path, readable, sentence, uncapitalized,
    };

    const fn text(id: &'static str) -> Param {
        Param::Text(Control::new(id, "", "").text())
    }

    const fn family(id: &'static str, params: &'static [Param]) -> Family<()> {
        Family {
            entry: Entry::new("", id, params),
            build: (),
        }
    }

    const FAMILIES: &[Family<()>] = &[
        family("plain", &[]),
        family("tree", &const { [text("root")] }),
        family("phases", &const { [text("first"), text("then")] }),
    ];

    #[test]
    fn a_long_path_keeps_its_end() {
        assert_eq!(quoted_path("receipts/Ada.json"), "receipts/Ada.json");
        let long = "/home/check/work/main/target/tmp/receipts/Ada.json";
        assert_eq!(
            quoted_path(long),
            "…k/work/main/target/tmp/receipts/Ada.json"
        );
        assert_eq!(quoted_path(" "), "nothing");
    }

    #[test]
    fn settings_follow_the_id_in_the_order_of_the_parameters() {
        for (spec, id, settings) in [
            ("plain", "plain", ""),
            ("tree", "tree", ""),
            ("tree:3,3", "tree", "root=3,3"),
            ("tree:", "tree", "root="),
            ("tree:a:b", "tree", "root=a:b"),
            ("phases:a", "phases", "first=a"),
            ("phases:a:b:c", "phases", "first=a then=b:c"),
        ] {
            let found = find_with_settings(FAMILIES, "routing", spec);
            let (family, found) = found.expect("it is registered");
            assert_eq!((family.entry.id, &*found.to_string()), (id, settings));
            let canonical = spec.trim_end_matches(':');
            assert_eq!(family.entry.with_settings(&found), canonical);
        }
    }

    #[test]
    fn settings_of_a_family_without_parameters_are_refused() {
        for spec in ["plain:3", "star:3", " tree:3", ""] {
            let error = find_with_settings(FAMILIES, "routing", spec).expect_err("none is such");
            assert_eq!(
                error.to_string(),
                format!(
                    "routing must be plain, tree or phases, not {}",
                    quoted(spec)
                )
            );
        }
    }

    #[test]
    fn a_sentence_begins_with_a_capital_letter_unless_it_begins_with_code() {
        for (reason, expected) in [
            ("a semicolon is missing", "A semicolon is missing."),
            ("élan is no number", "élan is no number."),
            ("fn route is not there", "fn route is not there."),
            ("vcs must be a list", "vcs must be a list."),
            ("net.up(0) is no port", "net.up(0) is no port."),
            ("= gives a value", "= gives a value."),
            ("", "."),
        ] {
            assert_eq!(sentence(reason), expected);
        }
    }

    #[test]
    fn the_first_letter_is_changed_and_nothing_else() {
        for (small, capital) in [("a B", "A B"), ("", ""), ("3 a", "3 a"), ("élan", "élan")] {
            assert_eq!(capitalized(small), capital);
            assert_eq!(uncapitalized(capital), small);
        }
    }

    #[test]
    fn alternatives_are_joined_by_commas_and_or() {
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
    fn invisible_characters_are_escaped() {
        assert_eq!(quoted("a\nb\u{1b}[31m"), "a\\nb\\u{1b}[31m");
        assert_eq!(quoted("me\u{202e}sh"), "me\\u{202e}sh");
        assert!(quoted(&"\u{7}".repeat(100)).chars().count() < 50);
    }

    #[test]
    fn the_first_of_many_items_are_listed() {
        assert_eq!(first_of(3, &["a", "b"]), "a, b");
        let many: Vec<_> = (0..40_000).map(|n| n.to_string()).collect();
        assert_eq!(first_of(3, &many), "0, 1, 2 and 39997 more");
    }
}
