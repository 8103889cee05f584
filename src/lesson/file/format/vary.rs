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
    use crate::file::format::Lesson;
    use crate::file::register::EXAMPLE;

    #[test]
    fn a_question_may_state_its_own_tries() {
        let text = EXAMPLE.replacen("[step.ask]\n", "[step.ask]\ntries = 1\n", 1);
        let unlimited = EXAMPLE.replacen("\ntries = 2", "\n", 1);
        for (text, expected) in [(&text, [Some(1), Some(2)]), (&unlimited, [None; 2])] {
            let lesson = Lesson::read(text).expect("it is valid");
            let asks = lesson.step.iter().filter_map(|step| step.ask.as_ref());
            let tries: Vec<_> = asks.map(|ask| lesson.tries_at(ask)).collect();
            assert_eq!(tries, expected);
        }
    }
}
