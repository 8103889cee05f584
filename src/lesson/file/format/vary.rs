//! Values that differ between students.

use serde::{Deserialize, Serialize};

/// The source of the number that chooses a variant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seed {
    /// The link, `variant=7`; without it, variant 0.
    #[default]
    Link,
    /// The name that the student enters, unless the link has one.
    Name,
}

/// A value that is drawn for each variant: one of a list, a whole number of a range, or a node of a
/// network.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Vary {
    /// The name, of letters, digits and `_`.
    pub name: String,
    /// The list: numbers or texts, such as networks.
    #[serde(default)]
    pub among: Vec<Drawn>,
    /// The smallest whole number of the range.
    pub from: Option<i64>,
    /// The largest whole number of the range.
    pub to: Option<i64>,
    /// The network of the node; it may contain values drawn before, `mesh:$(k)x$(k)`.
    pub node: Option<String>,
    /// A query over `node` on that network: which nodes may be drawn. Values drawn before may occur in it:
    /// `distance("$(start)", node) == 4`.
    #[serde(rename = "where")]
    pub condition: Option<String>,
}

/// A value of a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Drawn {
    Whole(i64),
    Number(f64),
    Text(String),
}

impl std::fmt::Display for Drawn {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Self::Whole(number) => write!(f, "{number}"),
            Self::Number(number) => write!(f, "{number}"),
            Self::Text(text) => f.write_str(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::format::Lesson;
    use toml::Spanned;

    const FILE: &str = r#"
id = "x"
title = "X"
course = "routing"
place = 1
minutes = 5
goal = "g"
tries = 2
seed = "name"

[[vary]]
name = "k"
from = 4
to = 6

[[vary]]
name = "net"
among = ["mesh:4x4", 3, 0.5]

[[vary]]
name = "goal"
node = "mesh:$(k)x$(k)"
where = 'distance("0,0", node) == 5'

[[step]]
title = "A"
text = "B"
fits = "hops(0) == 5"

[step.ask]
kind = "number"
text = "?"
tries = 1

[[step]]
title = "C"
text = "D"

[step.ask]
kind = "number"
text = "?"
"#;

    #[test]
    fn tries_and_varied_values_are_read() {
        let lesson = Lesson::read(FILE).expect("it is valid");
        assert_eq!((lesson.tries, lesson.seed), (2, Seed::Name));
        let tries = lesson.step.iter().filter_map(|step| step.ask.as_ref());
        let tries: Vec<_> = tries.map(|ask| lesson.tries_at(ask)).collect();
        assert_eq!(tries, [Some(1), Some(2)]);
        let [k, net, goal] = &*lesson.vary else {
            panic!("{:?}", lesson.vary)
        };
        let [k, net, goal] = [k, net, goal].map(Spanned::get_ref);
        assert_eq!((&*k.name, k.from, k.to), ("k", Some(4), Some(6)));
        let among: Vec<_> = net.among.iter().map(ToString::to_string).collect();
        assert_eq!(among, ["mesh:4x4", "3", "0.5"]);
        assert_eq!(goal.node.as_deref(), Some("mesh:$(k)x$(k)"));
        assert!(goal.condition.is_some());
        let fits = lesson.step[0].fits.as_ref().map(|fits| &**fits.get_ref());
        assert_eq!(fits, Some("hops(0) == 5"));
    }

    #[test]
    fn a_lesson_without_them_has_one_variant_and_any_number_of_tries() {
        let (head, step) = FILE.split_once("[[vary]]").expect("it varies");
        let (_, step) = step.split_once("[[step]]").expect("it has steps");
        let head = head.replace("tries = 2\nseed = \"name\"\n", "");
        let text = format!("{head}[[step]]{}", step.replace("tries = 1\n", ""));
        let lesson = Lesson::read(&text).expect("it is valid");
        assert_eq!((lesson.tries, lesson.seed), (0, Seed::Link));
        assert!(lesson.vary.is_empty());
        let ask = lesson.step[0].ask.as_ref().expect("it asks");
        assert_eq!(lesson.tries_at(ask), None);
    }
}
