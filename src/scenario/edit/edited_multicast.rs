//! The multicast that is edited on the stage: the message that a view of multicasts is about.

use crate::scenario::{Message, Scenario};

impl Scenario {
    /// The first message to several nodes, or else the first of all; none where none is sent by
    /// hand.
    pub fn edited_multicast(&self) -> Option<&Message> {
        self.edited_place().map(|place| &self.messages[place])
    }

    /// The same scenario with this source and these destinations for that message, or with one
    /// more message; without it, if there are no destinations.
    #[must_use]
    pub fn with_edited_multicast(&self, from: String, to: Vec<String>) -> Self {
        let mut scenario = self.clone();
        match (self.edited_place(), to.is_empty()) {
            (Some(place), true) => {
                scenario.messages.remove(place);
            }
            (None, true) => {}
            (Some(place), false) => {
                let message = &mut scenario.messages[place];
                (message.from, message.to) = (from, to);
            }
            (None, false) => scenario.messages.push(Message {
                at: 0,
                from,
                to,
                length: None,
                via: Vec::new(),
                by: None,
            }),
        }
        scenario
    }

    fn edited_place(&self) -> Option<usize> {
        let several = |message: &Message| message.to.len() > 1;
        let place = self.messages.iter().position(several);
        place.or_else(|| (!self.messages.is_empty()).then_some(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_replaces_the_first_multicast_and_leaves_other_messages() {
        let nodes = |nodes: &[&str]| nodes.iter().map(|n| (*n).to_owned()).collect::<Vec<_>>();
        let empty = Scenario::on("mesh:4x4");
        assert_eq!(empty.edited_multicast(), None);
        assert_eq!(
            empty.with_edited_multicast("0,0".to_owned(), Vec::new()),
            empty
        );
        let one = empty.with_edited_multicast("0,0".to_owned(), nodes(&["1,0"]));
        assert_eq!(
            one.edited_multicast().map(|message| &*message.from),
            Some("0,0")
        );
        let mut two = one.clone();
        two.messages.push(Message {
            at: 7,
            from: "3,3".to_owned(),
            to: nodes(&["0,0", "1,1"]),
            length: Some(4),
            via: Vec::new(),
            by: None,
        });
        let moved = two.with_edited_multicast("2,2".to_owned(), nodes(&["0,1"]));
        assert_eq!(moved.messages[0], one.messages[0]);
        let expected = Message {
            from: "2,2".to_owned(),
            to: nodes(&["0,1"]),
            ..two.messages[1].clone()
        };
        assert_eq!(moved.messages[1], expected);
        assert_eq!(two.with_edited_multicast("2,2".to_owned(), Vec::new()), one);
    }
}
