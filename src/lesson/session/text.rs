//! Rendering of lesson texts, Markdown with queries and glossary terms, as HTML.
//!
//! A lesson may be untrusted: HTML in a text is escaped, images are dropped, and only links within the
//! page are kept.

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};
use rhai::Dynamic;
use thiserror::Error;

use crate::query::{QueryEngine, in_words};
use engine::catalog::escaped;
use study::script::Fault;

/// The delimiters of a query.
const BRACES: [&str; 2] = ["{{", "}}"];

/// A part of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fragment<'a> {
    /// Markdown and its offset in the text \[bytes\].
    Words(&'a str, usize),
    /// A query and its offset in the text \[bytes\].
    Query(&'a str, usize),
}

/// A query that is not closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("{{{{ must be followed by }}}}")]
pub(crate) struct Unclosed {
    /// Its offset in the text \[bytes\].
    at: usize,
}

/// Splits a text into parts.
pub(crate) fn parts(text: &str) -> Result<Vec<Fragment<'_>>, Unclosed> {
    let mut parts = Vec::new();
    let mut from = 0;
    while let Some(open) = text[from..].find(BRACES[0]) {
        let open = from + open;
        parts.push(Fragment::Words(&text[from..open], from));
        let begin = open + BRACES[0].len();
        let close = text[begin..].find(BRACES[1]);
        let close = close.ok_or(Unclosed { at: open })?;
        parts.push(Fragment::Query(text[begin..begin + close].trim(), begin));
        from = begin + close + BRACES[1].len();
    }
    parts.push(Fragment::Words(&text[from..], from));
    Ok(parts)
}

/// Renders a text as HTML with the values of its queries. The error contains the offset \[bytes\] of the
/// query that has no value, and the reason.
pub(crate) fn render(
    text: &str,
    engine: &QueryEngine,
    names: &[(&str, Dynamic)],
) -> Result<String, (usize, Fault)> {
    let unclosed = |error: Unclosed| (error.at, Fault::anywhere(error.to_string()));
    let mut filled = String::new();
    let mut values = Vec::new();
    for part in parts(text).map_err(unclosed)? {
        match part {
            Fragment::Words(words, _) => filled.push_str(words),
            Fragment::Query(query, at) => {
                let value = engine.value(query, names).map_err(|fault| (at, fault))?;
                filled.push_str(&stand_in(values.len()));
                values.push(in_words(&value));
            }
        }
    }
    let mut html = to_html(&filled);
    for (number, value) in values.iter().enumerate() {
        html = html.replace(&stand_in(number), &escaped(value));
    }
    Ok(html)
}

/// Returns a placeholder for a value, a number between two private-use characters. Values are inserted
/// after the conversion to HTML so that they are not parsed as Markdown.
fn stand_in(number: usize) -> String {
    format!("\u{e000}{number}\u{e001}")
}

/// Converts Markdown to HTML, without any HTML of the text itself.
pub(crate) fn to_html(markdown: &str) -> String {
    let mut safe = Vec::new();
    let mut events = Parser::new_ext(markdown, Options::ENABLE_TABLES);
    while let Some(event) = events.next() {
        match event {
            Event::Html(text) | Event::InlineHtml(text) => safe.push(Event::Text(text)),
            Event::Start(Tag::Link { dest_url, .. }) => link(&dest_url, &mut events, &mut safe),
            Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => (),
            other => safe.push(other),
        }
    }
    let mut written = String::new();
    html::push_html(&mut written, safe.into_iter());
    written
}

/// Converts a link to a glossary term, a link within the page, or plain text.
fn link<'a>(to: &str, events: &mut Parser<'a>, safe: &mut Vec<Event<'a>>) {
    let mut inside = Vec::new();
    for event in events.by_ref() {
        match event {
            Event::End(TagEnd::Link) => break,
            Event::Html(text) | Event::InlineHtml(text) => inside.push(Event::Text(text)),
            other => inside.push(other),
        }
    }
    let words = plain(&inside);
    let (open, close) = if let Some(term) = term_of(to, &words) {
        let term = escaped(&term);
        (
            format!("<button type=\"button\" class=\"term\" data-term=\"{term}\">"),
            "</button>",
        )
    } else if to.starts_with("#/") {
        (format!("<a href=\"{}\">", escaped(to)), "</a>")
    } else {
        (String::new(), "")
    };
    safe.push(Event::InlineHtml(CowStr::from(open)));
    safe.append(&mut inside);
    safe.push(Event::InlineHtml(CowStr::from(close)));
}

fn plain(events: &[Event<'_>]) -> String {
    let texts = events.iter().filter_map(|event| match event {
        Event::Text(text) | Event::Code(text) => Some(&**text),
        _ => None,
    });
    texts.collect()
}

/// Returns the glossary term that a link names, if any: the words of the link, or the term after `term:`
/// where the words are another form of it.
fn term_of(to: &str, words: &str) -> Option<String> {
    match to.split_once(':') {
        None if to == "term" => Some(words.to_lowercase()),
        Some(("term", form)) => Some(form.replace("%20", " ").to_lowercase()),
        _ => None,
    }
}

/// Returns the glossary terms that a text links to, in order.
pub(crate) fn terms_in(markdown: &str) -> Vec<String> {
    let mut terms = Vec::new();
    let mut events = Parser::new_ext(markdown, Options::ENABLE_TABLES);
    while let Some(event) = events.next() {
        if let Event::Start(Tag::Link { dest_url, .. }) = event {
            let mut inside = Vec::new();
            for event in events.by_ref() {
                if event == Event::End(TagEnd::Link) {
                    break;
                }
                inside.push(event);
            }
            terms.extend(term_of(&dest_url, &plain(&inside)));
        }
    }
    terms
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::SceneRun;
    use study::scenario::Scenario;

    fn rendered(text: &str) -> Result<String, String> {
        let scenario = Scenario::from_link("t=mesh:6&vc=1&M=8&msg=0:0>5").scenario;
        let run = SceneRun::new(&scenario, &scenario).expect("a valid scenario");
        run.to_cycle(20);
        let rendered = render(text, &QueryEngine::of(&run), &[]);
        rendered.map_err(|(at, fault)| format!("{at}: {}", fault.reason))
    }

    #[test]
    fn queries_and_glossary_terms_are_rendered() {
        for (text, html) in [
            (
                "It *arrives* in {{arrival(0)}}.",
                "<p>It <em>arrives</em> in 12.</p>\n",
            ),
            (
                "A [flit](term), [worms](term:worm).",
                "<p>A <button type=\"button\" class=\"term\" data-term=\"flit\">flit</button>, \
                 <button type=\"button\" class=\"term\" data-term=\"worm\">worms</button>.</p>\n",
            ),
            ("[Explore](#/lab)", "<p><a href=\"#/lab\">Explore</a></p>\n"),
            ("{{path(0)}}", "<p>0, 1, 2, 3, 4, 5</p>\n"),
            (
                "It is `{{busiest()}}`",
                "<p>It is <code>0&gt;1</code></p>\n",
            ),
        ] {
            assert_eq!(rendered(text).as_deref(), Ok(html));
        }
        assert_eq!(
            terms_in("A [flit](term), [worms](term:worm)."),
            ["flit", "worm"]
        );
    }

    #[test]
    fn html_of_untrusted_texts_is_escaped() {
        for text in [
            "<script>alert(1)</script>",
            "a <img src=x onerror=alert(1)> b",
            "[a](javascript:alert(1))",
            "[a](https://example.org)",
            "![a](https://example.org/a.png)",
            "[<b>a</b>](term)",
            "[a](term:\"><script>)",
            "[a](<#/lab\"><script>>)",
        ] {
            let html = rendered(text).expect("it is Markdown");
            for forbidden in [
                "<script",
                "<img",
                "<b>",
                "javascript:",
                "example.org/a",
                "href=\"h",
            ] {
                assert!(!html.contains(forbidden), "{text}: {html}");
            }
        }
    }

    #[test]
    fn a_query_without_a_value_is_reported_with_its_offset() {
        assert_eq!(
            rendered("in {{12"),
            Err("3: {{ must be followed by }}".to_owned())
        );
        assert_eq!(
            rendered("in {{arival(0)}}"),
            Err("5: there is no arival of (a whole number)".to_owned())
        );
    }
}
