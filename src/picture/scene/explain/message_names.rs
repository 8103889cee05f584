//! The names of messages: numbers. Where these are long, messages of a deadlock have letters in the
//! order of waiting.

use super::wait_chain;
use engine::sim::{MessageId, Snapshot};
use engine::topology::{Network, sorted::order_of};

/// The names of the messages of a snapshot.
#[derive(Debug, Clone, Default)]
pub struct MessageNames {
    /// The messages that wait for each other in a cycle: the oldest, the one it waits for, and so
    /// on.
    ring: Vec<MessageId>,
    has_letters: bool,
}

impl MessageNames {
    /// Assigns names to the messages of a snapshot, for both text and picture.
    pub fn of(snapshot: &Snapshot, network: &Network) -> Self {
        /// The least number that is harder to read than a letter. A shorter one, which the message
        /// has had since cycle 0, stays its only name.
        const LONG: u64 = 100;
        let ring = wait_chain::ring(snapshot, network).unwrap_or_default();
        let ring: Vec<_> = ring.iter().map(|stall| stall.message).collect();
        Self {
            has_letters: ring.iter().any(|message| message.0 >= LONG),
            ring,
        }
    }

    /// The letter of a message that waits in the cycle of a deadlock: A, B, …; `None` if it is
    /// called by its number.
    pub fn letter(&self, message: MessageId) -> Option<String> {
        let place = self.ring.iter().position(|&known| known == message)?;
        self.has_letters.then(|| letters(place))
    }

    /// The letter or number of a message.
    pub fn short(&self, message: MessageId) -> String {
        let letter = self.letter(message);
        letter.unwrap_or_else(|| message.0.to_string())
    }

    /// The messages in the order of lists: those of the cycle come first.
    pub(in crate::scene) fn sorted(&self, messages: &[MessageId]) -> Vec<MessageId> {
        let place = |message: MessageId| {
            let place = self.ring.iter().position(|&known| known == message);
            place.unwrap_or(self.ring.len()) as u64
        };
        let by_number = order_of(messages.iter().map(|message| message.0));
        let by_number: Vec<_> = by_number.map(|at| messages[at]).collect();
        let by_place = order_of(by_number.iter().map(|&message| place(message)));
        by_place.map(|at| by_number[at]).collect()
    }

    /// The name of a message within a sentence: `message 12`, or `B`.
    pub fn name(&self, message: MessageId) -> String {
        let letter = self.letter(message);
        letter.unwrap_or_else(|| format!("message {}", message.0))
    }

    /// The name of a message at the beginning of a sentence.
    pub fn title(&self, message: MessageId) -> String {
        let letter = self.letter(message);
        letter.unwrap_or_else(|| format!("Message {}", message.0))
    }

    /// Lists messages after "by", "for" or "of": `message 12`, `messages 3, 12`, `B`.
    pub(in crate::scene) fn list(&self, messages: &[MessageId]) -> String {
        let number = |message: &MessageId| self.short(*message);
        match messages {
            [one] => self.name(*one),
            several => {
                let are_lettered = several.iter().all(|m| self.letter(*m).is_some());
                let word = if are_lettered { "" } else { "messages " };
                let all: Vec<_> = several.iter().map(number).collect();
                format!("{word}{}", all.join(", "))
            }
        }
    }
}

/// The letters for an index: A to Z, then AA, AB, ….
fn letters(place: usize) -> String {
    let last = char::from(b'A' + (place % 26) as u8);
    match place / 26 {
        0 => last.to_string(),
        before => letters(before - 1) + last.to_string().as_str(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_continue_with_two_after_z() {
        let called = [0, 1, 25, 26, 27, 51, 52, 701, 702].map(letters);
        assert_eq!(called, ["A", "B", "Z", "AA", "AB", "AZ", "BA", "ZZ", "AAA"]);
    }

    #[test]
    fn lists_say_messages_once() {
        let names = MessageNames {
            ring: [7, 3].map(MessageId).to_vec(),
            has_letters: true,
        };
        let list = |numbers: &[u64]| {
            let messages: Vec<_> = numbers.iter().copied().map(MessageId).collect();
            names.list(&messages)
        };
        assert_eq!(list(&[3]), "B");
        assert_eq!(list(&[4]), "message 4");
        assert_eq!(list(&[7, 3]), "A, B");
        assert_eq!(list(&[4, 3]), "messages 4, B");
    }
}
