//! The answer to "why is this header blocked?" in words.

use super::message_names::MessageNames;
use super::wait_chain::{Chain, ChainEnd, Stall};
use engine::topology::{Network, Topology};

impl Chain {
    /// Describes the chain in words, with at most `most` of its links.
    pub fn in_words(
        &self,
        topology: &dyn Topology,
        network: &Network,
        names: &MessageNames,
        most: usize,
    ) -> String {
        let mut sentences: Vec<_> = self
            .stalls
            .iter()
            .take(most)
            .map(|stall| stall.in_words(topology, network, names))
            .collect();
        let left = self.stalls.len().saturating_sub(most);
        if left > 0 {
            sentences.push(format!("And so on, over {left} more."));
        }
        sentences.push(match self.end {
            ChainEnd::Free(message) if self.stalls.is_empty() => {
                format!("{} is not blocked.", names.title(message))
            }
            ChainEnd::Free(message) => {
                format!(
                    "{} is not blocked, so the blocking is temporary.",
                    names.title(message)
                )
            }
            ChainEnd::Soon => "It requests again in the next cycle.".to_owned(),
            ChainEnd::Cycle(first) => {
                let first = names.name(self.stalls[first].message);
                format!("That closes a cycle at {first}: each of its worms waits for the next.")
            }
        });
        sentences.join(" ")
    }
}

impl Stall {
    /// States in a sentence what the header waits for and which messages hold it.
    pub fn in_words(
        &self,
        topology: &dyn Topology,
        network: &Network,
        names: &MessageNames,
    ) -> String {
        let here = topology.address(self.here);
        let who = format!(
            "The header of {} is at {here} and",
            names.name(self.message)
        );
        if self.wants_place {
            return format!("{who} waits for {}.", self.place(&here, names));
        }
        if self.wants.is_empty() {
            return format!("{who} waits for an ejection port.");
        }
        format!("{who} {}.", self.needs(topology, network, names))
    }

    /// Names the place that a request waits for at an address, and the reply that leaves the queue.
    pub(in crate::scene) fn place(&self, here: &str, names: &MessageNames) -> String {
        let leaving = self.holders.first().map(|&reply| names.name(reply));
        let until = leaving.map_or(String::new(), |reply| format!(" until {reply} has left it"));
        format!("a place in the reply queue of {here}, which is full{until}")
    }

    /// Names the virtual channels waited for and the messages that hold them.
    pub(in crate::scene) fn needs(
        &self,
        topology: &dyn Topology,
        network: &Network,
        names: &MessageNames,
    ) -> String {
        // Virtual channels of one channel are named together.
        let channels = self.wants.chunk_by(|a, b| a.channel == b.channel);
        let channels = channels.map(|lanes| {
            let vcs = lanes.iter().map(|lane| lane.vc.to_string());
            let vcs = vcs.collect::<Vec<_>>().join(" or ");
            let to = topology.address(network.to(lanes[0].channel));
            format!("VC {vcs} of the channel to {to}")
        });
        let or = if self.needs_all { ", and " } else { ", or " };
        let channels = channels.collect::<Vec<_>>().join(or);
        let mut holders = self.holders.clone();
        holders.dedup();
        if holders.is_empty() {
            return format!("needs {channels}, just freed");
        }
        format!("needs {channels}, held by {}", names.list(&holders))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    use crate::scene::explain::chain;
    use crate::scene::trial::{Sent, design};
    use engine::sim::{MessageId, Simulator};

    /// A network after some cycles in which messages were sent.
    fn after(network: &str, sent: &[Sent], cycles: u64) -> (Box<dyn Topology>, Simulator) {
        let (topology, design) = design(network, 1, sent);
        let mut simulator = Simulator::new(Arc::new(design));
        for _ in 0..cycles {
            simulator.step();
        }
        (topology, simulator)
    }

    fn described(topology: &dyn Topology, simulator: &Simulator, message: u64) -> String {
        let network = &simulator.design().network;
        let chain = chain(&simulator.snapshot(), network, MessageId(message));
        chain.in_words(topology, network, &MessageNames::default(), 4)
    }

    #[test]
    fn a_blocked_header_names_the_channel_and_its_holder() {
        let (topology, simulator) = after("mesh:7", &[(0, 3, &[4], 24), (0, 0, &[6], 6)], 8);
        assert_eq!(
            described(&*topology, &simulator, 1),
            "The header of message 1 is at (3) and needs VC 0 of the channel to (4), held by message 0. \
             Message 0 is not blocked, so the blocking is temporary."
        );
        assert_eq!(
            described(&*topology, &simulator, 0),
            "Message 0 is not blocked."
        );
    }

    #[test]
    fn four_worms_in_a_ring_are_a_cycle() {
        let ring: [Sent; 4] = [
            (0, 0, &[2], 8),
            (0, 1, &[3], 8),
            (0, 2, &[0], 8),
            (0, 3, &[1], 8),
        ];
        let (topology, simulator) = after("torus-uni:4", &ring, 20);
        let network = &simulator.design().network;
        let chain = chain(&simulator.snapshot(), network, MessageId(2));
        assert_eq!(chain.end, ChainEnd::Cycle(0));
        assert_eq!(chain.messages(), [2, 3, 0, 1].map(MessageId));
        let names = MessageNames::of(&simulator.snapshot(), network);
        let description = chain.in_words(&*topology, network, &names, 2);
        assert!(description.ends_with(
            "And so on, over 2 more. That closes a cycle at message 2: each of its worms waits for the next."
        ));
    }
}
