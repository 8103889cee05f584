//! Prescribed paths of messages, channel by channel.

use std::collections::BTreeMap;

use super::{Message, Scenario, ScenarioError, error::in_field};
use engine::catalog::{BuildError, first_of, quoted};
use engine::routing::{Candidates, Hop, RoutingFunction, VirtualChannel};
use engine::sim::{Design, Order, Via};
use engine::topology::{Network, NodeId, Port, Topology};

/// The form of a virtual channel, as the end of "must be …".
const ALLOWED: &str = "a virtual channel, written as 0,0>1,0 vc 1";

/// The text of a virtual channel: `0,0>1,0 vc 1`, with its port if several channels lead to the same node.
pub fn lane_text(topology: &dyn Topology, network: &Network, lane: VirtualChannel) -> String {
    let [from, to] = [network.from(lane.channel), network.to(lane.channel)];
    let name = format!(
        "{}>{} vc {}",
        topology.label(from),
        topology.label(to),
        lane.vc
    );
    if network.between(from, to) == Some(lane.channel) {
        name
    } else {
        format!("{name} port {}", network.port(lane.channel).0)
    }
}

/// The path of a message through `nodes`, in the form of [`Message::via`]: for each hop, the first virtual channel to
/// the next node that the routing function offers. `None` if it offers none, or if messages go via a random node.
pub fn path_text(
    topology: &dyn Topology,
    design: &Design,
    nodes: &[NodeId],
) -> Option<Vec<String>> {
    let (network, routing) = (&design.network, &*design.routing);
    let (&from, &to) = (nodes.first()?, nodes.last()?);
    if routing.legs() > 1 {
        return None;
    }
    let mut hop = Hop::new(from, to, 0);
    let mut candidates = Candidates::default();
    let lanes = nodes[1..].iter().map(|&next| {
        candidates.clear();
        routing.candidates(network, hop, &mut candidates);
        let mut offered = candidates.as_slice().iter().flat_map(|offer| offer.lanes());
        let lane = offered.find(|lane| network.to(lane.channel) == next)?;
        hop.here = next;
        if routing.asks_arrival() {
            hop = hop.over(lane);
        }
        Some(lane_text(topology, network, lane))
    });
    lanes.collect()
}

/// Parses the output of [`lane_text`].
fn lane(text: &str, topology: &dyn Topology, network: &Network) -> Option<VirtualChannel> {
    let (ends, rest) = text.trim().split_once(" vc ")?;
    let (from, to) = ends.split_once('>')?;
    let [from, to] = [from, to].map(|label| topology.node("via", label.trim()).ok());
    let (from, to) = (from?, to?);
    let (vc, port) = match rest.split_once(" port ") {
        Some((vc, port)) => (vc, Some(port.trim().parse().ok()?)),
        None => (rest, None),
    };
    let channel = match port {
        Some(port) => network
            .channel_at(from, Port(port))
            .filter(|&c| network.to(c) == to),
        None => network.between(from, to),
    };
    Some(VirtualChannel {
        channel: channel?,
        vc: vc.trim().parse().ok()?,
    })
}

impl Scenario {
    /// Whether any message has a prescribed path.
    pub fn tells_paths(&self) -> bool {
        let mut messages = self.messages.iter();
        messages.any(|message| !message.via.is_empty() || message.by.is_some())
    }

    /// Returns the scenario without prescribed paths.
    #[must_use]
    pub fn without_paths(&self) -> Self {
        let mut scenario = self.clone();
        for message in &mut scenario.messages {
            (message.via, message.by) = (Vec::new(), None);
        }
        scenario
    }

    /// The prescribed paths, by the index of the message in `orders`.
    pub(super) fn checked_vias(
        &self,
        topology: &dyn Topology,
        network: &Network,
        routing: &dyn RoutingFunction,
        orders: &[Order],
        places: Vec<usize>,
    ) -> Result<BTreeMap<usize, Via>, ScenarioError> {
        let prescribed = places
            .into_iter()
            .enumerate()
            .map(|(order, place)| (order, place, &self.messages[place]))
            .filter(|(_, _, message)| !message.via.is_empty() || message.by.is_some());
        let mut vias = BTreeMap::new();
        for (order, place, message) in prescribed {
            let checker = PathChecker {
                topology,
                network,
                routing,
            };
            let via = checker.check(place, message, &orders[order]);
            vias.insert(order, via.map_err(in_field("messages"))?);
        }
        Ok(vias)
    }
}

struct PathChecker<'a> {
    topology: &'a dyn Topology,
    network: &'a Network,
    routing: &'a dyn RoutingFunction,
}

impl PathChecker<'_> {
    /// Checks that the intermediate node is one that could be drawn, and that the routing function offers every channel
    /// of the path.
    fn check(&self, place: usize, message: &Message, order: &Order) -> Result<Via, BuildError> {
        let field = format!("messages[{place}].via");
        let &[to] = &*order.to else {
            let allowed = "absent unless the message has one destination";
            return Err(BuildError::rejected(field, allowed, "given"));
        };
        let by = self.by(place, message, order.from, to)?;
        let last = self.routing.legs() - 1;
        let mut hop = match by {
            Some(by) if by != order.from => Hop::new(order.from, by, 0),
            _ => Hop::new(order.from, to, last),
        };
        let mut candidates = Candidates::default();
        let mut lanes = Vec::new();
        for (nth, text) in message.via.iter().enumerate() {
            let field = format!("{field}[{nth}]");
            let wrong = |allowed: String| Err(BuildError::rejected(&*field, allowed, quoted(text)));
            let Some(lane) = lane(text, self.topology, self.network) else {
                return wrong(ALLOWED.to_owned());
            };
            if hop.here == hop.to {
                return wrong("absent: the message has arrived".to_owned());
            }
            candidates.clear();
            self.routing.candidates(self.network, hop, &mut candidates);
            let offered = candidates.as_slice().iter();
            let offered: Vec<_> = offered.flat_map(|offer| offer.lanes()).collect();
            if !offered.contains(&lane) {
                let names = offered
                    .iter()
                    .map(|&lane| lane_text(self.topology, self.network, lane));
                let names: Vec<_> = names.collect();
                return wrong(format!(
                    "offered to the message there: {}",
                    first_of(8, &names)
                ));
            }
            lanes.push(lane);
            hop.here = self.network.to(lane.channel);
            if self.routing.asks_arrival() {
                hop = hop.over(lane);
            }
            if hop.here == hop.to && hop.to != to {
                hop = Hop::new(hop.here, to, last);
            }
        }
        Ok(Via { by, lanes })
    }

    /// The prescribed intermediate node of a message.
    fn by(
        &self,
        place: usize,
        message: &Message,
        from: NodeId,
        to: NodeId,
    ) -> Result<Option<NodeId>, BuildError> {
        let field = format!("messages[{place}].by");
        let Some(by) = &message.by else {
            if self.routing.legs() > 1 {
                let allowed = "given with via where messages go by way of a random node";
                return Err(BuildError::rejected(field, allowed, "absent"));
            }
            return Ok(None);
        };
        if self.routing.legs() == 1 {
            let allowed = "absent unless messages go by way of a random node";
            return Err(BuildError::rejected(field, allowed, quoted(by)));
        }
        let node = self.topology.node(&field, by)?;
        if !self.routing.goes_by(from, node, to) {
            let allowed = "a node that the routing function can choose";
            return Err(BuildError::rejected(field, allowed, quoted(by)));
        }
        Ok(Some(node))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::sim::Simulator;

    fn scenario(routing: &str, messages: &str) -> Result<Scenario, ScenarioError> {
        let mut scenario = Scenario::on("mesh:3x3");
        routing.clone_into(&mut scenario.routing);
        scenario.set("messages", messages)?;
        Ok(scenario)
    }

    #[test]
    fn a_message_follows_its_prescribed_path() {
        // Without `via`, dimension order would cross x first, and so would the adaptive function.
        let text = "0:0,0>2,2:4@0,0>0,1 vc 0@0,1>0,2 vc 1@0,2>1,2 vc 1";
        let scenario = scenario("unrestricted", text).expect("they are offered");
        assert_eq!(scenario.get("messages"), text);
        let built = scenario.build().expect("it is offered");
        let mut simulator = Simulator::new(built.design.clone());
        let mut seen = Vec::new();
        while !simulator.is_over() {
            simulator.step();
            let snapshot = simulator.snapshot();
            let lanes = snapshot.worms.iter().flat_map(|worm| &worm.segments);
            for place in lanes.filter_map(|segment| match segment.place {
                engine::sim::Location::Channel(lane) => Some(lane),
                _ => None,
            }) {
                if !seen.contains(&place) {
                    seen.push(place);
                }
            }
        }
        let names = seen
            .iter()
            .map(|&lane| lane_text(&*built.topology, &built.design.network, lane));
        let names: Vec<_> = names.collect();
        assert_eq!(names[..3], ["0,0>0,1 vc 0", "0,1>0,2 vc 1", "0,2>1,2 vc 1"]);
    }

    #[test]
    fn path_text_requires_every_hop_to_be_offered() {
        let path = |routing: &str, walk: [&str; 3]| {
            let built = scenario(routing, "0:0,0>2,2")
                .expect("it is defined")
                .build();
            let built = built.expect("it can be built");
            let topology = &*built.topology;
            let walk = walk.map(|label| topology.node("walk", label).expect("a node"));
            path_text(topology, &built.design, &walk)
        };
        let up_first = ["0,0", "0,1", "1,1"];
        let text = path("unrestricted", up_first).expect("it is offered");
        assert_eq!(text, ["0,0>0,1 vc 0", "0,1>1,1 vc 0"]);
        assert_eq!(path("dimension-order", up_first), None);
        assert_eq!(path("valiant", up_first), None);
    }

    #[test]
    fn changing_the_routing_function_drops_paths_it_does_not_offer() {
        let text = "0:0,0>2,2:4@0,0>0,1 vc 0";
        let mut scenario = scenario("unrestricted", text).expect("it is offered");
        scenario.set("vcs", "3").expect("it is offered still");
        assert_eq!(scenario.get("messages"), text);
        scenario.set("routing", "dimension-order").expect("without");
        assert_eq!(scenario.get("messages"), "0:0,0>2,2:4");
    }

    #[test]
    fn errors_list_the_offered_channels() {
        for (routing, messages, text) in [
            (
                "dimension-order",
                "0:0,0>2,2@0,0>0,1 vc 0",
                "messages[0].via[0] must be offered to the message there: 0,0>1,0 vc 0, 0,0>1,0 vc 1, not 0,0>0,1 vc 0",
            ),
            (
                "dimension-order",
                "0:0,0>2,2@up",
                "messages[0].via[0] must be a virtual channel, written as 0,0>1,0 vc 1, not up",
            ),
            (
                "dimension-order",
                "0:0,0>1,0@0,0>1,0 vc 0@1,0>2,0 vc 0",
                "messages[0].via[1] must be absent: the message has arrived, not 1,0>2,0 vc 0",
            ),
            (
                "valiant",
                "0:0,0>2,2@0,0>1,0 vc 0",
                "messages[0].by must be given with via where messages go by way of a random node, not absent",
            ),
            (
                "dimension-order",
                "0:0,0>2,2@by 1,1",
                "messages[0].by must be absent unless messages go by way of a random node, not 1,1",
            ),
        ] {
            let error = scenario(routing, messages).expect_err(messages);
            assert_eq!(error.to_string(), text);
        }
        assert!(scenario("valiant", "0:0,0>2,2@by 1,1@0,0>1,0 vc 0").is_ok());
    }
}
