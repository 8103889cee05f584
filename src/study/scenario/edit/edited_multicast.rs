//! The multicast that the user edits: the message that the view of multicasts shows.

use crate::scenario::{Message, Scenario};

impl Scenario {
    /// The first listed message with several destinations, or else the first listed message;
    /// `None` if no messages are listed.
    pub fn edited_multicast(&self) -> Option<&Message> {
        self.edited_place().map(|place| &self.messages[place])
    }

    /// Returns the scenario with another source and other destinations for the edited multicast.
    /// Adds a message if there is none, and removes it if `to` is empty.
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
    fn editing_replaces_the_first_multicast_and_keeps_other_messages() {
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
