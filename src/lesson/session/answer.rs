//! Answers, parsed from text and converted to and from values of queries.

use rhai::Dynamic;

use crate::error::LessonError;
use crate::file::format::{Ask, Kind};
use crate::query::{in_words, list, texts, whole};
use crate::run::SceneRun;

/// An answer to a question.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// A number, in the unit of the question.
    Number(f64),
    /// The index of an option, from 0.
    Choice(usize),
    Node(String),
    /// Several nodes, in any order.
    Set(Vec<String>),
    /// A channel, by its two nodes.
    Channel(String),
    Path(Vec<String>),
    /// Points of load [messages/node/cycle] and latency \[cycles\], in ascending order of load.
    Curve(Vec<[f64; 2]>),
}

/// The most points of a curve, and nodes of a path or set.
const MOST: usize = 512;

impl Answer {
    /// Parses an answer: `14`, `2` (the third option), `3,2`, `2>3`, nodes separated by spaces, or the points
    /// of a curve as `0.01:14 0.02:17`. Nodes and channels must exist in the network.
    pub fn read(ask: &Ask, run: &SceneRun, text: &str) -> Result<Self, LessonError> {
        let text = text.trim();
        let rejected = |allowed: &str| LessonError::rejected("answer", allowed, text);
        let node = |name: &str| Ok(run.label(run.node("answer", name)?));
        let nodes = || -> Result<Vec<_>, LessonError> {
            let nodes = text.split_whitespace().take(MOST).map(node);
            nodes.collect()
        };
        match ask.kind {
            Kind::Number => {
                let plain = text.replace(['%', '\u{a0}', ' '], "").replace(',', ".");
                let number = plain
                    .parse::<f64>()
                    .ok()
                    .filter(|number| number.is_finite());
                let number = number.ok_or_else(|| rejected("a number"))?;
                if number < 0.0 {
                    return Err(rejected("a number from 0"));
                }
                Ok(Self::Number(number))
            }
            Kind::Choice => {
                let most = ask.option.len();
                let chosen = text.parse().ok().filter(|&chosen| chosen < most);
                let chosen = chosen.ok_or_else(|| {
                    let last = most.saturating_sub(1);
                    rejected(&format!("the number of an option from 0 to {last}"))
                });
                chosen.map(Self::Choice)
            }
            Kind::Node => node(text).map(Self::Node),
            Kind::Channel => {
                let channel = run.channel(text)?;
                Ok(Self::Channel(run.channel_name(channel)))
            }
            Kind::Set => nodes().map(|mut nodes| {
                nodes.sort();
                nodes.dedup();
                Self::Set(nodes)
            }),
            Kind::Path => {
                let nodes = nodes()?;
                let follows = |pair: &[String]| run.channel(&pair.join(">")).is_ok();
                if nodes.len() < 2 || !nodes.windows(2).all(follows) {
                    let path = "two nodes or more, each a neighbor of the one before";
                    return Err(rejected(path));
                }
                Ok(Self::Path(nodes))
            }
            Kind::Curve => curve(text).map(Self::Curve),
        }
    }

    /// Writes the text that [`Answer::read`] parses.
    pub fn write(&self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Choice(chosen) => chosen.to_string(),
            Self::Node(name) | Self::Channel(name) => name.clone(),
            Self::Set(nodes) | Self::Path(nodes) => nodes.join(" "),
            Self::Curve(points) => {
                let points = points
                    .iter()
                    .map(|[load, latency]| format!("{load}:{latency}"));
                points.collect::<Vec<_>>().join(" ")
            }
        }
    }

    /// Describes the difference from the right answer, for kinds where this does not reveal it.
    pub(crate) fn beside(&self, right: &Self) -> Option<String> {
        match (self, right) {
            (Self::Number(number), Self::Number(right)) => {
                let direction = if number < right { "more" } else { "less" };
                Some(format!("It is {direction} than that."))
            }
            (Self::Set(nodes), Self::Set(right)) => {
                let known = nodes.iter().filter(|node| right.contains(node)).count();
                let (others, missing) = (nodes.len() - known, right.len() - known);
                let belong = if known == 1 { "belongs" } else { "belong" };
                let do_not = if others == 1 { "does not" } else { "do not" };
                Some(format!(
                    "Of the nodes that you named, {known} {belong} there and {others} {do_not}; {missing} {} missing.",
                    if missing == 1 { "is" } else { "are" }
                ))
            }
            _ => None,
        }
    }

    /// Returns the channel of the same link in the other direction, if the answer is a channel.
    pub(crate) fn reversed(&self) -> Option<Self> {
        let Self::Channel(name) = self else {
            return None;
        };
        let (from, to) = name.split_once('>')?;
        Some(Self::Channel(format!("{to}>{from}")))
    }

    /// Converts the answer to the value that queries read as `answer`.
    pub(crate) fn value(&self) -> Dynamic {
        match self {
            Self::Number(number) if number.fract().abs() < f64::EPSILON && number.abs() < 1e15 => {
                Dynamic::from(*number as i64)
            }
            Self::Number(number) => Dynamic::from(*number),
            Self::Choice(chosen) => Dynamic::from(whole(*chosen)),
            Self::Node(name) | Self::Channel(name) => Dynamic::from(name.clone()),
            Self::Set(nodes) | Self::Path(nodes) => list(nodes.iter().cloned()),
            Self::Curve(points) => list(points.iter().map(|point| list(point.iter().copied()))),
        }
    }

    /// Converts the value of a query to an answer. If the value is a list of channels or nodes each of which is
    /// right, this is the first.
    pub(crate) fn of_value(ask: &Ask, value: &Dynamic) -> Result<Self, LessonError> {
        let given = || {
            let (wanted, given) = (wanted(ask.kind), in_words(value));
            LessonError::new(format!("it must give {wanted}, not {given}"))
        };
        let number = || {
            value
                .as_float()
                .ok()
                .or_else(|| value.as_int().ok().map(|n| n as f64))
        };
        let names = || texts(value).ok_or_else(given);
        match ask.kind {
            Kind::Number => number().map(Self::Number).ok_or_else(given),
            Kind::Choice => {
                let index = value.as_int().ok().and_then(|n| usize::try_from(n).ok());
                index
                    .filter(|&n| n < ask.option.len())
                    .map(Self::Choice)
                    .ok_or_else(given)
            }
            Kind::Node => names()?
                .into_iter()
                .next()
                .map(Self::Node)
                .ok_or_else(given),
            Kind::Channel => names()?
                .into_iter()
                .next()
                .map(Self::Channel)
                .ok_or_else(given),
            Kind::Set => {
                let mut names = names()?;
                names.sort();
                names.dedup();
                Ok(Self::Set(names))
            }
            Kind::Path => names().map(Self::Path),
            Kind::Curve => {
                let points = value.clone().into_array().map_err(|_| given())?;
                let points = points.into_iter().map(|point| {
                    let pair = point.into_array().ok()?;
                    let number = |n: &Dynamic| {
                        n.as_float()
                            .ok()
                            .or_else(|| n.as_int().ok().map(|n| n as f64))
                    };
                    match &*pair {
                        [x, y] => Some([number(x)?, number(y)?]),
                        _ => None,
                    }
                });
                points
                    .collect::<Option<_>>()
                    .map(Self::Curve)
                    .ok_or_else(given)
            }
        }
    }

    /// Returns whether the answer agrees with the value of a query. Of a list of nodes or channels each is
    /// right.
    pub(crate) fn agrees(&self, ask: &Ask, value: &Dynamic) -> bool {
        match self {
            Self::Node(name) | Self::Channel(name) => {
                texts(value).is_some_and(|names| names.contains(name))
            }
            Self::Number(number) => match Self::of_value(ask, value) {
                Ok(Self::Number(right)) => {
                    (number - right).abs() <= ask.within * right.abs() + 1e-9
                }
                _ => false,
            },
            _ => Self::of_value(ask, value).is_ok_and(|right| right == *self),
        }
    }
}

/// Describes the value that a query must return for a kind of question.
fn wanted(kind: Kind) -> &'static str {
    match kind {
        Kind::Number => "a number",
        Kind::Choice => "the number of an option",
        Kind::Node => "a node, or a list of nodes each of which is right",
        Kind::Channel => "a channel such as \"2>3\", or a list of channels each of which is right",
        Kind::Set | Kind::Path => "a list of nodes",
        Kind::Curve => "a list of points [load, latency]",
    }
}

fn curve(text: &str) -> Result<Vec<[f64; 2]>, LessonError> {
    let points = text.split_whitespace().take(MOST).map(|point| {
        let (load, latency) = point.split_once(':')?;
        Some([load.parse().ok()?, latency.parse().ok()?])
    });
    let points: Option<Vec<[f64; 2]>> = points.collect();
    let points =
        points.filter(|points| points.iter().flatten().all(|value: &f64| value.is_finite()));
    let mut points = points
        .ok_or_else(|| LessonError::rejected("answer", "points such as 0.01:14 0.02:17", text))?;
    points.sort_by(|one, other| one[0].total_cmp(&other[0]));
    Ok(points)
}

#[cfg(test)]
mod tests {
    use super::*;
    use study::scenario::Scenario;

    #[test]
    fn the_difference_does_not_reveal_the_answer() {
        let number = |number| Answer::Number(number);
        let set = |nodes: &[&str]| Answer::Set(nodes.iter().map(|&node| node.into()).collect());
        for (answer, right, expected) in [
            (number(5.0), number(7.0), "It is more than that."),
            (number(9.5), number(7.0), "It is less than that."),
            (
                set(&["0", "3"]),
                set(&["0", "1", "2"]),
                "Of the nodes that you named, 1 belongs there and 1 does not; 2 are missing.",
            ),
            (
                set(&["0", "1", "4"]),
                set(&["0", "1", "2"]),
                "Of the nodes that you named, 2 belong there and 1 does not; 1 is missing.",
            ),
        ] {
            assert_eq!(answer.beside(&right).as_deref(), Some(expected));
        }
        let channel = |name: &str| Answer::Channel(name.to_owned());
        assert_eq!(channel("1,0>1,1").reversed(), Some(channel("1,1>1,0")));
        let node = |name: &str| Answer::Node(name.to_owned());
        assert_eq!(node("1").beside(&node("2")), None);
    }

    fn run() -> std::rc::Rc<SceneRun> {
        let scenario = Scenario::from_link("t=torus-uni:4&vc=1&M=8&msg=0:0>2").scenario;
        SceneRun::new(&scenario, &scenario).expect("a valid scenario")
    }

    #[test]
    fn texts_that_are_no_answers_are_refused_with_a_reason() {
        for (kind, text, reason) in [
            (
                Kind::Number,
                "twelve",
                "answer must be a number, not twelve",
            ),
            (
                Kind::Choice,
                "1",
                "answer must be the number of an option from 0 to 0, not 1",
            ),
            (
                Kind::Node,
                "9",
                "answer must be a node from 0 to 3 in torus-uni:4, not 9",
            ),
            (
                Kind::Path,
                "0 9",
                "answer must be a node from 0 to 3 in torus-uni:4, not 9",
            ),
            (
                Kind::Channel,
                "1",
                "channel must be its two nodes with > between them, not 1",
            ),
            (
                Kind::Channel,
                "1>0",
                "channel must lead from a node to a neighbor in torus-uni:4, not 1>0",
            ),
            (
                Kind::Curve,
                "0.1",
                "answer must be points such as 0.01:14 0.02:17, not 0.1",
            ),
        ] {
            let error = Answer::read(&Ask::of_kind(kind), &run(), text).expect_err(reason);
            assert_eq!(error.to_string(), reason);
        }
    }
}
