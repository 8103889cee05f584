//! Answers by clicks in the picture, and instructions for each kind of question.

use crate::file::format::Kind;

/// Returns the text of an answer after a click in the picture: a node by its label, a channel as `2>3`.
/// Returns `None` if a click on the thing cannot answer this kind of question.
pub fn clicked_answer(
    kind: Kind,
    answer: &str,
    node: Option<&str>,
    channel: Option<&str>,
) -> Option<String> {
    match kind {
        Kind::Node => node.map(str::to_owned),
        Kind::Channel => channel.map(str::to_owned),
        Kind::Set => {
            let node = node?;
            let mut nodes: Vec<_> = answer.split_whitespace().collect();
            match nodes.iter().position(|known| *known == node) {
                Some(place) => drop(nodes.remove(place)),
                None => nodes.push(node),
            }
            Some(nodes.join(" "))
        }
        Kind::Path => {
            let node = node?;
            let mut nodes: Vec<_> = answer.split_whitespace().collect();
            // A click on an earlier node shortens the path to that node; a click on the last removes it.
            match nodes.iter().position(|known| *known == node) {
                Some(place) if place + 1 == nodes.len() => drop(nodes.pop()),
                Some(place) => nodes.truncate(place + 1),
                None => nodes.push(node),
            }
            Some(nodes.join(" "))
        }
        Kind::Number | Kind::Choice | Kind::Curve => None,
    }
}

/// Returns the instruction for answering a kind of question.
pub fn how_to_answer(kind: Kind) -> &'static str {
    match kind {
        Kind::Number => "Type a number.",
        Kind::Choice => "Choose one.",
        Kind::Node => "Click the node in the picture, or type it.",
        Kind::Set => "Click the nodes in the picture, or type them with spaces between them.",
        Kind::Channel => {
            "Click the channel in the picture, or type its two nodes with > between them."
        }
        Kind::Path => {
            "Click or draw the nodes one after the other, or type them with spaces between them."
        }
        Kind::Curve => "Draw the curve, or move its points with the arrow keys.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clicks_extend_and_shorten_answers() {
        let node = |kind, answer, node| clicked_answer(kind, answer, Some(node), None);
        assert_eq!(node(Kind::Node, "1", "2").as_deref(), Some("2"));
        assert_eq!(node(Kind::Set, "1 2", "3").as_deref(), Some("1 2 3"));
        assert_eq!(node(Kind::Set, "1 2", "1").as_deref(), Some("2"));
        assert_eq!(node(Kind::Path, "1 2 3", "4").as_deref(), Some("1 2 3 4"));
        assert_eq!(node(Kind::Path, "1 2 3", "2").as_deref(), Some("1 2"));
        assert_eq!(node(Kind::Path, "1 2 3", "3").as_deref(), Some("1 2"));
        assert_eq!(node(Kind::Channel, "", "3"), None);
        assert_eq!(
            clicked_answer(Kind::Channel, "", None, Some("2>3")).as_deref(),
            Some("2>3")
        );
        assert_eq!(node(Kind::Number, "", "3"), None);
    }
}
