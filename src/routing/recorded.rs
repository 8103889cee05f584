//! A table as text, to be handed from the program that made it to those that use it.
//!
//! What is offered in each state, in the order in which states are met: whoever asks in that order
//! again meets the same states. Offers that occur are listed once, `2.3+0.1e` for port 2 with the set of
//! VCs 3 and port 0 with the set 1 as an escape; then their places in the list, `4*17` for four
//! times the 17th.

use std::collections::HashMap;
use std::fmt::Write as _;

use super::{Candidate, Facts, RoutingFunction as _, Table, VcSet};
use crate::topology::{Network, NodeId, Port};

impl Table {
    /// The table as text.
    pub fn to_text(&self, network: &Network) -> String {
        let mut known: HashMap<String, usize> = HashMap::new();
        let (mut list, mut runs) = (Vec::new(), Vec::<(usize, usize)>::new());
        for to in (0..network.nodes()).map(NodeId) {
            let states = self.to(to);
            for state in 0..states.len() {
                let text = written(network, states.offers(state));
                let place = *known.entry(text).or_insert_with_key(|text| {
                    list.push(text.clone());
                    list.len() - 1
                });
                match runs.last_mut() {
                    Some((count, last)) if *last == place => *count += 1,
                    _ => runs.push((1, place)),
                }
            }
        }
        let facts = self.facts();
        let free = facts
            .is_free
            .map_or('-', |free| if free { '1' } else { '0' });
        let mut text = format!(
            "{} {} {} {free} {} {} {} {} {} ",
            self.vcs,
            u8::from(self.asks_arrival()),
            u8::from(facts.is_minimal),
            facts.pairs,
            facts.never,
            facts.may_end,
            facts.may_circle,
            list.join(","),
        );
        for (count, place) in runs {
            // Nothing can go wrong when a string is written to.
            let _ = match count {
                1 => write!(text, "{place},"),
                _ => write!(text, "{count}*{place},"),
            };
        }
        text
    }

    /// Reads what [`Table::to_text`] wrote for the same network; `None` if it is something else.
    pub fn from_text(network: &Network, text: &str) -> Option<Self> {
        let mut words = text.split(' ');
        let mut next = || words.next();
        let vcs = next()?.parse().ok()?;
        let asks_arrival = next()? == "1";
        let is_minimal = next()? == "1";
        let is_free = match next()? {
            "1" => Some(true),
            "0" => Some(false),
            _ => None,
        };
        let mut number = || next()?.parse().ok();
        let facts = Facts {
            is_minimal,
            is_free,
            pairs: number()?,
            never: number()?,
            may_end: number()?,
            may_circle: number()?,
        };
        let list = next()?.split(',').map(read);
        let list: Vec<Vec<_>> = list.collect::<Option<_>>()?;
        let runs = next()?.split(',').filter(|run| !run.is_empty());
        let mut asked = runs.flat_map(|run| {
            let (count, place) = run.split_once('*').unwrap_or(("1", run));
            let count = count.parse().unwrap_or(0);
            std::iter::repeat_n(place.parse().ok(), count)
        });
        let table = Self::of::<()>(network, vcs, asks_arrival, |hop, out| {
            let place: usize = asked.next().flatten().ok_or(())?;
            for &(port, vcs, is_escape) in list.get(place).ok_or(())? {
                let mut channels = network.channels_of(hop.here);
                let channel = channels.find(|&channel| network.port(channel) == port);
                let channel = channel.ok_or(())?;
                if is_escape {
                    out.offer_escape(channel, vcs);
                } else {
                    out.offer(channel, vcs);
                }
            }
            Ok(())
        });
        Some(table.ok()?.with_facts(facts))
    }
}

fn written(network: &Network, offers: &[Candidate]) -> String {
    let offers = offers.iter().map(|offer| {
        let (port, vcs) = (network.port(offer.channel).0, offer.vcs.0);
        let escape = if offer.is_escape { "e" } else { "" };
        format!("{port}.{vcs}{escape}")
    });
    offers.collect::<Vec<_>>().join("+")
}

fn read(offers: &str) -> Option<Vec<(Port, VcSet, bool)>> {
    let offers = offers.split('+').filter(|offer| !offer.is_empty());
    let offers = offers.map(|offer| {
        let (port, vcs) = offer.split_once('.')?;
        let (vcs, is_escape) = match vcs.strip_suffix('e') {
            Some(vcs) => (vcs, true),
            None => (vcs, false),
        };
        Some((
            Port(port.parse().ok()?),
            VcSet(vcs.parse().ok()?),
            is_escape,
        ))
    });
    offers.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::routing::{self, RoutingFunction};
    use crate::topology;

    fn table_of(network: &Network, routing: &dyn RoutingFunction, vcs: u8) -> Table {
        let asks = routing.asks_arrival();
        let table = Table::of::<()>(network, vcs, asks, |hop, out| {
            routing.candidates(network, hop, out);
            Ok(())
        });
        table.expect("nothing is refused")
    }

    #[test]
    fn a_table_survives_the_way() {
        for (network, id, vcs) in [
            ("mesh:4x4", "dimension-order", 1),
            ("mesh:4x3", "odd-even", 2),
            ("torus:4x4", "duato", 3),
            ("hypercube:3", "unrestricted", 16),
        ] {
            let topology = topology::from_spec(network).expect("a network");
            let network = Network::new(&*topology);
            let routing = routing::from_id(id, &*topology, vcs).expect("it is defined there");
            let facts = Facts {
                is_free: Some(true),
                pairs: 7,
                ..Facts::default()
            };
            let table = table_of(&network, &*routing, vcs).with_facts(facts);
            let text = table.to_text(&network);
            let read = Table::from_text(&network, &text).expect("it has just been written");
            assert_eq!(read.to_text(&network), text);
            assert_eq!(read.facts(), &facts);
            for to in topology.node_ids() {
                for state in 0..table.to(to).len() {
                    assert_eq!(read.to(to).offers(state), table.to(to).offers(state));
                }
            }
        }
    }

    #[test]
    fn what_is_no_table_is_refused() {
        let network = Network::new(&*topology::from_spec("ring:4").expect("a network"));
        for text in [
            "",
            "1 0 1 1 12 0 0 0 0.1 0",
            "1 0 1 1 12 0 0 0 9.1 12*0",
            "1 0 1 1 12 0 0 0 0.1 12*7",
            "x y z",
        ] {
            assert!(Table::from_text(&network, text).is_none(), "{text}");
        }
    }
}
