//! The route view: all paths allowed between two nodes, one of them hop by hop, or node-disjoint
//! paths.

use super::directions::heads;
use super::marks;
use crate::scene::draw::{Ink, Shape, Stroke};
use crate::scene::explain::count;
use crate::scene::layout::{Layout, NODE_RADIUS, Names};
use engine::routing::{Candidate, Header, Hop, PathCount, Routes, RoutingFunction};
use engine::topology::{ChannelId, Network, NodeId, Point, Topology};

/// The paths that routing allows between two nodes.
#[derive(Debug, Clone, Copy)]
pub(super) struct AllowedPaths<'a> {
    /// The topology of the network.
    pub topology: &'a dyn Topology,
    /// The channels of the network.
    pub network: &'a Network,
    /// The routing function that allows the paths.
    pub routing: &'a dyn RoutingFunction,
    /// The source and the destination.
    pub ends: (NodeId, NodeId),
    /// The intermediate node of two legs, if one is chosen.
    pub by: Option<NodeId>,
    /// The legs of the walk, each as a header at its start.
    pub legs: &'a [Hop],
    pub routes: &'a Routes,
    /// The nodes of the walk, at least the source; see [`walked`].
    pub walk: &'a [NodeId],
    /// The labels of nodes, if the routing function is based on labels.
    pub labels: Option<&'a Names<'a>>,
}

/// A node of the walk, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    pub node: NodeId,
    /// Its label, if the routing function is based on labels.
    pub label: Option<String>,
    /// Its address, digit by digit.
    pub digits: Vec<Digit>,
    /// The channels that a header may take there; none at the destination.
    pub offers: Vec<Offer>,
}

/// A digit of an address, compared with that of the destination.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Digit {
    /// A bit, or a coordinate.
    pub text: String,
    /// The result of the comparison.
    pub state: DigitState,
}

/// The relation of a digit to that of the destination.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DigitState {
    /// Equal to that of the destination.
    Right,
    /// Different, also after the next hop.
    Wrong,
    /// Changed by the next hop.
    Now,
}

/// A channel that a header may take.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// The node that it reaches.
    pub to: NodeId,
    /// The virtual channels and the kind of channel: `VC 0, 1`, `escape VC 0`.
    pub text: String,
    /// Whether the walk takes this channel.
    pub is_taken: bool,
}

/// Extends the walk that the user has begun along first candidates to the destination, or until
/// none is offered.
pub(super) fn walked(
    network: &Network,
    routing: &dyn RoutingFunction,
    legs: &[Hop],
    begun: &[NodeId],
) -> Vec<NodeId> {
    let mut walk: Vec<_> = legs.first().map(|start| start.here).into_iter().collect();
    for &start in legs {
        let mut header = Header::new(network, routing, start);
        let most = walk.len() + network.nodes() as usize;
        while !header.is_there() && walk.len() <= most {
            let chosen = begun.get(walk.len()).copied();
            let first = header
                .offers()
                .first()
                .map(|offer| network.to(offer.channel));
            let choices = chosen.into_iter().chain(first);
            let Some(next) = choices.into_iter().find(|&next| header.go_to(next)) else {
                return walk;
            };
            walk.push(next);
        }
    }
    walk
}

impl AllowedPaths<'_> {
    /// The walk, node by node.
    pub(in crate::scene) fn steps(&self) -> Vec<Step> {
        let mut legs = self.legs.iter();
        let mut begin = || {
            let &start = legs.next()?;
            let end = self.topology.address_digits(start.to);
            Some((Header::new(self.network, self.routing, start), end))
        };
        let Some((mut header, mut end)) = begin() else {
            return Vec::new();
        };
        let step = |(index, &node): (usize, &NodeId)| {
            let next = self.walk.get(index + 1).copied();
            if header.is_there()
                && let Some(leg) = begin()
            {
                (header, end) = leg;
            }
            let after = next.map(|next| self.topology.address_digits(next));
            let own = self.topology.address_digits(node).into_iter().enumerate();
            let digits = own.map(|(place, text)| {
                let changes = after.as_ref().is_some_and(|after| after[place] != text);
                let state = match (changes, text == end[place]) {
                    (true, _) => DigitState::Now,
                    (false, true) => DigitState::Right,
                    (false, false) => DigitState::Wrong,
                };
                Digit { text, state }
            });
            let mut offers: Vec<Offer> = Vec::new();
            for offer in header.offers() {
                let (to, text) = (self.network.to(offer.channel), self.kind(offer));
                match offers.iter_mut().find(|known| known.to == to) {
                    Some(known) => known.text = [&known.text, "; ", &text].concat(),
                    None => offers.push(Offer {
                        to,
                        text,
                        is_taken: next == Some(to),
                    }),
                }
            }
            if let Some(next) = next {
                header.go_to(next);
            }
            let label = self.labels.and_then(|names| names.name(node));
            Step {
                node,
                label,
                digits: digits.collect(),
                offers,
            }
        };
        self.walk.iter().enumerate().map(step).collect()
    }

    /// The channels that lead up in the tree of a routing function that has one, and its root.
    fn tree(&self) -> (Vec<ChannelId>, Option<NodeId>) {
        let network = self.network;
        let leads_up = |channel| self.routing.leads_up(network, channel) == Some(true);
        let up: Vec<_> = network.channel_ids().filter(|&c| leads_up(c)).collect();
        let has_upper = |node| network.channels_of(node).any(leads_up);
        let mut nodes = (0..network.nodes()).map(NodeId);
        let root = (!up.is_empty()).then(|| nodes.find(|&node| !has_upper(node)));
        (up, root.flatten())
    }

    fn kind(&self, offer: Candidate) -> String {
        let vcs: Vec<_> = offer.vcs.iter().map(|vc| vc.to_string()).collect();
        let escape = if offer.is_escape { "escape " } else { "" };
        let class = self.routing.class(self.network, offer.channel);
        let class = class.map_or(String::new(), |class| format!("{class}, "));
        format!("{class}{escape}VC {}", vcs.join(", "))
    }

    /// States the number of paths in a sentence.
    pub(super) fn in_a_sentence(&self) -> String {
        let address = |node| self.topology.address(node);
        let (from, to) = (address(self.ends.0), address(self.ends.1));
        let distance = self.topology.distance(self.ends.0, self.ends.1);
        let hops = self.walk.len() as u32 - 1;
        let by_way = match (self.routing.legs(), self.routing.between()) {
            (1, _) => String::new(),
            _ if self.by.is_some() => {
                let by = self.by.map(address);
                format!(", through {}", by.unwrap_or_default())
            }
            (_, None) => ", through any node".to_owned(),
            (_, Some(between)) => format!(", through {}", between.words()),
        };
        let distance = count(distance.into(), "hop");
        let told = match self.routes.paths {
            PathCount::Exactly(0) => format!(
                "Routing allows no path from {from} to {to} around the failed links, so a message cannot be delivered."
            ),
            PathCount::Exactly(1) => format!(
                "One path from {from} to {to}{by_way}, of {}; the nodes are {distance} apart.",
                count(hops.into(), "hop")
            ),
            PathCount::Exactly(paths) => {
                format!(
                    "{paths} paths from {from} to {to}{by_way}; the nodes are {distance} apart."
                )
            }
            PathCount::Endless => format!(
                "Paths from {from} to {to} can go round any number of times, so there are \
                 infinitely many; the nodes are {distance} apart."
            ),
            about @ PathCount::About(_) => format!(
                "The paths from {from} to {to} are {about}; the nodes are {distance} apart."
            ),
        };
        let mut channels = self.network.channel_ids();
        let has_tree = channels.any(|c| self.routing.leads_up(self.network, c).is_some());
        let tree = match (has_tree, self.routing.always_arrives()) {
            (false, _) => "",
            (true, true) => {
                " Arrowheads lead up, to the root; no message goes up after it has gone down."
            }
            // A user-written function knows the directions, but may break the rule.
            (true, false) => " Arrowheads lead up, to the root.",
        };
        told + tree
    }

    /// Draws all paths, with channels wider the more paths cross them, and the walk with its hops
    /// numbered.
    pub(in crate::scene) fn shapes(&self, layout: &Layout, names: &Names) -> Vec<Shape> {
        const SHADE: Ink = Ink::Message(1);
        let shares = self.routes.shares.iter();
        let mut shapes: Vec<_> = shares
            .map(|&(channel, share)| marks::path(layout, channel, share as f32, SHADE))
            .collect();
        let (up, root) = self.tree();
        let up = up
            .into_iter()
            .filter(|&channel| !layout.is_on_demand(channel));
        shapes.extend(heads(layout, up, Ink::Muted));
        let hops = self.walk.windows(2);
        let channels = hops.filter_map(|hop| self.network.between(hop[0], hop[1]));
        shapes.extend(channels.map(|channel| Shape::Arrow {
            curve: layout.middle(channel),
            // Narrow enough to show the shade below it, which is pale in all themes.
            width: 0.04,
            ink: Ink::Outline,
            stroke: Stroke::Solid,
        }));
        let between = self.walk.iter().enumerate().skip(1);
        let between = between.filter(|(_, node)| **node != self.ends.1);
        shapes.extend(
            between.map(|(hop, &node)| marks::badge(layout, node, hop.to_string(), Ink::Chosen)),
        );
        shapes.extend(marks::path_ends(layout, names, self.ends));
        let (from, to) = self.ends;
        let by = self.by.filter(|&by| by != from && by != to);
        shapes.extend(by.map(|by| name_below(layout, by, "through")));
        shapes.extend(root.map(|root| name_below(layout, root, "root")));
        shapes
    }
}

/// A word below a node, since hops are numbered above.
fn name_below(layout: &Layout, node: NodeId, word: &str) -> Shape {
    let at = layout.node(node);
    Shape::Badge {
        at: Point::new(at.x, at.y + 1.5 * NODE_RADIUS),
        size: 0.14,
        text: word.to_owned(),
        fill: Ink::Chosen,
    }
}

/// Draws node-disjoint paths, each in its own stroke and color.
pub(in crate::scene) fn disjoint(
    layout: &Layout,
    network: &Network,
    names: &Names,
    paths: &[Vec<NodeId>],
    between: (NodeId, NodeId),
) -> Vec<Shape> {
    const STROKES: [Stroke; 3] = [Stroke::Solid, Stroke::Double, Stroke::Dashed];
    let mut shapes = Vec::new();
    let mut numbers = Vec::new();
    for (index, path) in paths.iter().enumerate() {
        let ink = Ink::Message(index as u8 % crate::scene::draw::HUES);
        let stroke = STROKES[index % STROKES.len()];
        let width = if stroke == Stroke::Double { 0.13 } else { 0.07 };
        for hop in path.windows(2) {
            shapes.extend(network.between(hop[0], hop[1]).map(|channel| Shape::Line {
                curve: layout.middle(channel),
                width,
                ink,
                stroke,
            }));
        }
        if let [_, first, _, ..] = path[..] {
            numbers.push(marks::badge(
                layout,
                first,
                (index + 1).to_string(),
                Ink::Chosen,
            ));
        }
    }
    shapes.extend(numbers);
    shapes.extend(marks::path_ends(layout, names, between));
    shapes
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::routing::{self, routes};
    use engine::topology;

    fn steps(spec: &str, id: &str, from: u32, to: u32, begun: &[u32]) -> (Vec<Step>, String) {
        let topology = topology::from_spec(spec).expect("a network in range");
        let network = Network::new(&*topology);
        let routing = routing::from_id(id, &*topology, 2).expect("it is defined there");
        let ends = (NodeId(from), NodeId(to));
        let begun: Vec<_> = begun.iter().copied().map(NodeId).collect();
        let legs = [Hop::new(ends.0, ends.1, routing.legs() - 1)];
        let walk = walked(&network, &*routing, &legs, &begun);
        let routes = routes(&network, &*routing, ends.0, ends.1);
        let allowed = AllowedPaths {
            topology: &*topology,
            network: &network,
            routing: &*routing,
            ends,
            by: None,
            legs: &legs,
            routes: &routes,
            walk: &walk,
            labels: None,
        };
        (allowed.steps(), allowed.in_a_sentence())
    }

    #[test]
    fn bits_are_corrected_one_by_one() {
        use DigitState::{Now, Right, Wrong};
        let (steps, sentence) = steps("hypercube:3", "duato", 0b000, 0b101, &[0, 0b100]);
        let states = |step: &Step| {
            step.digits
                .iter()
                .map(|digit| digit.state)
                .collect::<Vec<_>>()
        };
        assert_eq!(states(&steps[0]), [Now, Right, Wrong]);
        assert_eq!(states(&steps[1]), [Right, Right, Now]);
        assert_eq!(states(&steps[2]), [Right, Right, Right]);
        let offers: Vec<_> = steps[0].offers.iter().map(|offer| &*offer.text).collect();
        assert_eq!(offers, ["VC 1; escape VC 0", "VC 1"]);
        assert!(
            sentence.starts_with("2 paths from 000 to 101"),
            "{sentence}"
        );
    }

    #[test]
    fn path_counts_beyond_u64_are_approximate() {
        // C(66, 33) ≈ 7.2·10¹⁸ fits in a `u64`, C(68, 34) ≈ 2.8·10¹⁹ does not.
        let sentence = |side: u32| {
            let mesh = format!("mesh:{side}x{side}");
            steps(&mesh, "random-shortest", 0, side * side - 1, &[]).1
        };
        let counted = sentence(34);
        assert!(
            counted.starts_with("7219428434016265740 paths"),
            "{counted}"
        );
        let rough = sentence(35);
        let is_approximate = rough.contains(" are more than 2^64 − 1, about 2.85e19;");
        assert!(is_approximate, "{rough}");
    }

    #[test]
    fn the_walk_ignores_hops_that_are_not_offered() {
        let (steps, _) = steps("mesh:3x3", "dimension-order", 0, 8, &[0, 3, 6]);
        let nodes: Vec<_> = steps.iter().map(|step| step.node.0).collect();
        assert_eq!(nodes, [0, 1, 2, 5, 8]);
    }

    #[test]
    fn offers_in_a_mesh_hypercube_name_the_channel_class() {
        let (steps, _) = steps("mesh-hypercube:3x8", "mh-mesh-first", 0, 0b10_101, &[]);
        let texts: Vec<_> = steps.iter().map(|step| step.offers.len()).collect();
        assert_eq!(steps[0].offers[0].text, "MH, VC 0, 1");
        assert_eq!(texts.last(), Some(&0));
        assert_eq!(steps[0].digits.len(), 4);
    }
}
