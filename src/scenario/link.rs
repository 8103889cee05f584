//! Scenario ↔ the query of a link: `t=mesh:8x8&lam=0.01&M=16`.
//!
//! Only what differs from the default is written, under a short key; the names of the JSON
//! form are accepted too. Reading never fails: what cannot be used is reported and leaves
//! its default in place, what is not known is kept for whoever knows it.

use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};
use serde_json::{Value, json};

use super::{MOST_NODES_IN_PAGE, Scenario, json::explain};
use crate::catalog::quoted;

/// What was found in a link.
#[derive(Debug, Clone, PartialEq)]
pub struct Opened {
    /// A scenario that can be built.
    pub scenario: Scenario,
    /// A sentence for every value that could not be used.
    pub problems: Vec<String>,
    /// Keys that no scenario has, as they came.
    pub others: Vec<(String, String)>,
}

/// How a value is written in a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Text,
    Number,
    /// `20000`, or `auto`.
    Warmup,
    /// `32`, or `exp:12.5`.
    Length,
    /// `at:from>to:length` joined by `;`.
    Messages,
}

/// Short key, place in the JSON form, how it is written; in the order of checking.
const KEYS: &[(&str, &str, Form)] = &[
    ("t", "network", Form::Text),
    ("r", "routing", Form::Text),
    ("sw", "switching", Form::Text),
    ("sel", "selection", Form::Text),
    ("vc", "vcs", Form::Number),
    ("buf", "buffer", Form::Number),
    ("M", "length", Form::Length),
    ("tr", "traffic.pattern", Form::Text),
    // Before the rate, because packets allow for greater ones.
    ("mu", "packet.mu", Form::Number),
    ("len", "packet.lengths", Form::Text),
    ("lam", "traffic.rate", Form::Number),
    ("beta", "traffic.broadcast", Form::Number),
    ("mc", "traffic.multicast.algorithm", Form::Text),
    ("md", "traffic.multicast.destinations", Form::Number),
    ("ti", "timing.injection", Form::Number),
    ("te", "timing.ejection", Form::Number),
    ("rd", "timing.router", Form::Number),
    ("ts", "timing.startup", Form::Number),
    ("tp", "timing.preparation", Form::Number),
    ("pi", "ports.injection", Form::Number),
    ("pe", "ports.ejection", Form::Number),
    ("seed", "seed", Form::Number),
    ("warm", "run.warmup", Form::Warmup),
    ("run", "run.cycles", Form::Number),
    ("rep", "run.replications", Form::Number),
    ("prec", "run.precision", Form::Number),
    ("msg", "messages", Form::Messages),
];

/// Fields that may be absent, which an empty entry means.
const OPTIONAL: &[&str] = &[
    "ports.ejection",
    "run.precision",
    "traffic.multicast.algorithm",
    "traffic.multicast.destinations",
];

/// Characters that would end a value, or that browsers escape in a fragment anyway.
const ESCAPED: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'&')
    .add(b'+')
    .add(b'<')
    .add(b'=')
    .add(b'`');

impl Scenario {
    /// The query of a link: what differs from the default scenario.
    pub fn to_link(&self) -> String {
        let (ours, default) = (json!(self), json!(Self::default()));
        let pairs = KEYS.iter().filter_map(|&(key, path, form)| {
            let value = at(&ours, path)?;
            // A link without a network would not say what it is about.
            if Some(value) == at(&default, path) && key != "t" {
                return None;
            }
            let text = write(value, form);
            Some(format!("{key}={}", utf8_percent_encode(&text, ESCAPED)))
        });
        pairs.collect::<Vec<_>>().join("&")
    }

    /// Reads a query, keeping every part of it that can be used.
    pub fn from_link(query: &str) -> Opened {
        let mut opened = Opened {
            scenario: Self::default(),
            problems: Vec::new(),
            others: Vec::new(),
        };
        let pairs: Vec<(String, String)> = query
            .trim_start_matches('?')
            .split('&')
            .filter(|pair| !pair.is_empty())
            .map(|pair| {
                let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
                (decode(key), decode(value))
            })
            .collect();
        let known = |pair: &(String, String)| {
            KEYS.iter()
                .position(|(key, path, _)| pair.0 == *key || pair.0 == *path)
        };
        // The network is checked first, because what messages may say depends on it.
        for (index, (_, path, form)) in KEYS.iter().enumerate() {
            for (key, text) in pairs.iter().filter(|pair| known(pair) == Some(index)) {
                if let Err(reason) = opened.scenario.set_as(path, *form, text) {
                    let kept = opened.scenario.get(path);
                    let instead = match &*kept {
                        "" => "ignored".to_owned(),
                        _ => format!("using {kept}"),
                    };
                    opened
                        .problems
                        .push(format!("{key}={}: {reason}; {instead}", quoted(text)));
                }
            }
        }
        opened.others = pairs
            .into_iter()
            .filter(|pair| known(pair).is_none())
            .collect();
        opened
    }

    /// A field as forms and links write it, by its place in the JSON form.
    pub fn get(&self, path: &str) -> String {
        let ours = json!(self);
        let value = at(&ours, path).filter(|value| !value.is_null());
        value.map_or_else(String::new, |value| write(value, form_of(path)))
    }

    /// Sets a field to what was typed for it. If the scenario could then not be built in
    /// the page, it stays as it is and the sentence says why.
    pub fn set(&mut self, path: &str, text: &str) -> Result<(), String> {
        self.set_as(path, form_of(path), text)
    }

    fn set_as(&mut self, path: &str, form: Form, text: &str) -> Result<(), String> {
        let mut value = json!(self);
        if text.trim().is_empty() && OPTIONAL.contains(&path) {
            set(&mut value, path, Value::Null);
            return self.become_if_built(path, value);
        }
        let read = read(text, form).ok_or_else(|| {
            let allowed = match form {
                Form::Text | Form::Number => "a number",
                Form::Warmup => "a number of cycles, or auto",
                Form::Length => "a number of flits, or exp: and a mean",
                Form::Messages => "messages written as at:from>to:length",
            };
            format!("{path} must be {allowed}, not {}", quoted(text))
        })?;
        set(&mut value, path, read);
        self.become_if_built(path, value)
    }

    fn become_if_built(&mut self, path: &str, value: Value) -> Result<(), String> {
        // Everything else is valid already, so an error can only be about this field.
        let mut changed: Self =
            serde_json::from_value(value).map_err(|e| explain(path, &e.to_string()).reason)?;
        let study = changed
            .build_within(MOST_NODES_IN_PAGE)
            .map_err(|error| error.reason)?;
        // `4 × 4` is understood, `4x4` is what links say.
        changed.network = study.topology.spec();
        *self = changed;
        Ok(())
    }
}

fn form_of(path: &str) -> Form {
    let key = KEYS.iter().find(|(_, known, _)| *known == path);
    key.map_or(Form::Text, |(_, _, form)| *form)
}

fn at<'a>(value: &'a Value, path: &str) -> Option<&'a Value> {
    path.split('.').try_fold(value, |value, key| value.get(key))
}

fn set(value: &mut Value, path: &str, to: Value) {
    let place = path.split('.').fold(value, |value, key| &mut value[key]);
    *place = to;
}

fn write(value: &Value, form: Form) -> String {
    let plain = |value: &Value| match value {
        Value::String(text) => text.clone(),
        // `0`, not `0.0`.
        Value::Number(number) if number.is_f64() => number
            .as_f64()
            .map_or_else(String::new, |real| real.to_string()),
        other => other.to_string(),
    };
    match form {
        Form::Text | Form::Number | Form::Warmup => plain(value),
        Form::Length => match (value.get("fixed"), value.get("exponential")) {
            (Some(flits), _) => flits.to_string(),
            (_, Some(mean)) => format!("exp:{}", plain(mean)),
            _ => String::new(),
        },
        Form::Messages => {
            let messages = value.as_array().into_iter().flatten();
            let texts = messages.map(|message| {
                let length = message
                    .get("length")
                    .map_or(String::new(), |l| format!(":{l}"));
                let to: Vec<_> = message["to"]
                    .as_array()
                    .into_iter()
                    .flatten()
                    .map(plain)
                    .collect();
                format!(
                    "{}:{}>{}{length}",
                    message["at"],
                    plain(&message["from"]),
                    to.join("+")
                )
            });
            texts.collect::<Vec<_>>().join(";")
        }
    }
}

fn read(text: &str, form: Form) -> Option<Value> {
    match form {
        Form::Text => Some(json!(text)),
        Form::Warmup if text.trim() == "auto" => Some(json!("auto")),
        Form::Number | Form::Warmup => number(text),
        Form::Length => match text.strip_prefix("exp:") {
            Some(mean) => Some(json!({ "exponential": number(mean)? })),
            None => Some(json!({ "fixed": number(text)? })),
        },
        Form::Messages => text
            .split(';')
            .map(message)
            .collect::<Option<_>>()
            .map(Value::Array),
    }
}

fn message(text: &str) -> Option<Value> {
    let (at, route) = text.split_once(':')?;
    let (from, rest) = route.split_once('>')?;
    let (to, length) = match rest.split_once(':') {
        Some((to, length)) => (to, Some(number(length)?)),
        None => (rest, None),
    };
    let to: Vec<_> = to.split('+').collect();
    let mut message = json!({ "at": number(at)?, "from": from, "to": to });
    if let Some(length) = length {
        message["length"] = length;
    }
    Some(message)
}

/// A whole number if it is one, else a real one; JSON has no NaN.
fn number(text: &str) -> Option<Value> {
    let text = text.trim();
    if let Ok(number) = text.parse::<u64>() {
        return Some(json!(number));
    }
    if let Ok(number) = text.parse::<i64>() {
        return Some(json!(number));
    }
    let real = text.parse::<f64>().ok()?;
    // `1e3` is a whole number too.
    if real.fract() == 0.0 && real.abs() < 1e15 {
        return Some(json!(real as i64));
    }
    serde_json::Number::from_f64(real).map(Value::Number)
}

fn decode(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_short_and_readable() {
        let mut scenario = Scenario::on("torus:8x8");
        scenario.traffic.rate = 0.004;
        scenario.vcs = 3;
        assert_eq!(scenario.to_link(), "t=torus:8x8&vc=3&lam=0.004");
    }

    #[test]
    fn the_names_of_the_json_form_are_accepted() {
        let opened = Scenario::from_link("network=hypercube:4&traffic.rate=0.01&vcs=3");
        assert_eq!(opened.problems, [""; 0]);
        assert_eq!(opened.scenario.network, "hypercube:4");
        assert_eq!(opened.scenario.vcs, 3);
    }

    #[test]
    fn what_cannot_be_used_is_told_and_the_rest_kept() {
        let opened = Scenario::from_link("t=mesh:4x4&vc=99&lam=NaN&theme=dark&M=0");
        assert_eq!(opened.scenario, Scenario::on("mesh:4x4"));
        assert_eq!(opened.others, [("theme".to_owned(), "dark".to_owned())]);
        assert_eq!(
            opened.problems,
            [
                "vc=99: vcs must be a whole number from 1 to 16, not 99; using 2",
                "M=0: length.fixed must be a whole number from 1 to 100000, not 0; using 32",
                "lam=NaN: traffic.rate must be a number, not NaN; using 0",
            ]
        );
    }
}
