//! A second decision procedure for deadlock: a search of all configurations of a tiny network.

use std::collections::BTreeSet;

use flitscope::routing::{Adaptivity, Candidates, Hop, RoutingFunction, VirtualChannel};
use flitscope::topology::Network;

/// A message in a configuration: lanes held and lanes waited for, a bit each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Message {
    held: u64,
    wants: u64,
}

/// Whether some messages can wait for each other forever; one in a dead end waits for none.
pub fn can_deadlock(network: &Network, routing: &dyn RoutingFunction, vcs: u8) -> bool {
    assert!(network.channels() * u32::from(vcs) <= 64, "tiny");
    let messages = Messages {
        network,
        routing,
        vcs,
    }
    .all();
    let messages: Vec<_> = messages.into_iter().collect();
    let mut seen = BTreeSet::new();
    messages
        .iter()
        .any(|first| completes(&messages, *first, &mut seen))
}

/// Whether more messages can be added until every lane that is waited for is held.
fn completes(messages: &[Message], so_far: Message, seen: &mut BTreeSet<Message>) -> bool {
    let missing = so_far.wants & !so_far.held;
    if missing == 0 {
        return true;
    }
    if !seen.insert(so_far) {
        return false;
    }
    let lane = missing & missing.wrapping_neg();
    messages.iter().any(|more| {
        let fits = more.held & lane != 0 && more.held & so_far.held == 0;
        let together = Message {
            held: so_far.held | more.held,
            wants: so_far.wants | more.wants,
        };
        fits && completes(messages, together, seen)
    })
}

struct Messages<'a> {
    network: &'a Network,
    routing: &'a dyn RoutingFunction,
    vcs: u8,
}

impl Messages<'_> {
    /// Every possible message, with each set of lanes it can hold.
    fn all(&self) -> BTreeSet<Message> {
        let mut all = BTreeSet::new();
        let terminals = self.network.terminals();
        for to in terminals.iter() {
            let mut open: Vec<_> = terminals
                .iter()
                .filter(|&from| from != to && self.routing.serves(from, to))
                .map(|from| Hop::new(from, to, 0))
                .collect();
            let mut reached: Vec<Hop> = Vec::new();
            while let Some(hop) = open.pop() {
                if reached.contains(&hop) {
                    continue;
                }
                reached.push(hop);
                self.hold(hop, 0, &mut all);
                open.extend(
                    self.lanes(hop)
                        .into_iter()
                        .filter_map(|lane| self.after(hop, lane)),
                );
            }
        }
        all
    }

    /// Adds the messages that hold `held` and the lanes they take from here on.
    fn hold(&self, hop: Hop, held: u64, all: &mut BTreeSet<Message>) {
        for lane in self.lanes(hop) {
            let bit = self.bit(lane);
            let Some(next) = self.after(hop, lane).filter(|_| held & bit == 0) else {
                continue;
            };
            let held = held | bit;
            all.extend(
                self.groups(next)
                    .into_iter()
                    .filter(|&wants| wants != 0)
                    .map(|wants| Message { held, wants }),
            );
            self.hold(next, held, all);
        }
    }

    fn bit(&self, lane: VirtualChannel) -> u64 {
        1 << (lane.channel.0 * u32::from(self.vcs) + u32::from(lane.vc))
    }

    fn offers(&self, hop: Hop) -> Candidates {
        let mut offers = Candidates::default();
        self.routing.candidates(self.network, hop, &mut offers);
        offers
    }

    fn lanes(&self, hop: Hop) -> Vec<VirtualChannel> {
        let offers = self.offers(hop);
        let lanes = offers.as_slice().iter().flat_map(|offer| offer.lanes());
        lanes.collect()
    }

    /// The sets of lanes a header may wait for.
    fn groups(&self, hop: Hop) -> Vec<u64> {
        let offers = self.offers(hop);
        let offers = offers.as_slice().iter();
        let sets = offers.map(|offer| offer.lanes().fold(0, |set, lane| set | self.bit(lane)));
        if self.routing.adaptivity() == Adaptivity::Oblivious && sets.len() > 0 {
            sets.collect()
        } else {
            vec![sets.fold(0, |all, set| all | set)]
        }
    }

    /// The state of a header after taking a lane; `None` at its destination.
    fn after(&self, hop: Hop, lane: VirtualChannel) -> Option<Hop> {
        let here = self.network.to(lane.channel);
        let next = Hop { here, ..hop };
        let next = if self.routing.asks_arrival() {
            next.over(lane)
        } else {
            next
        };
        (here != hop.to).then_some(next)
    }
}
