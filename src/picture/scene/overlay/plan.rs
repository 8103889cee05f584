//! A multicast's plan in pictures and words: its worms, its groups, and the labels that it follows.

use super::worm_style::{letter, numeral, style};
use super::{groups, marks};
use crate::scene::draw::{Curve, Glyph, Ink, Shape, Stroke};
use crate::scene::explain::count;
use crate::scene::layout::{Layout, NODE_RADIUS, Names, Naming};
use engine::multicast::{Grouping, MulticastAlgorithm, Plan, PlannedWorm};
use engine::sim::Design;
use engine::topology::{Labeling, Lattice, NodeId, Point, Topology};

/// A query about a multicast.
#[derive(Debug, Clone, Copy)]
pub struct PlanView<'a> {
    /// The topology of the network.
    pub topology: &'a dyn Topology,
    pub design: &'a Design,
    /// The positions of nodes and channels.
    pub layout: &'a Layout,
    /// The kind of names on nodes.
    pub naming: Naming,
    pub algorithm: &'a dyn MulticastAlgorithm,
    /// The threshold T, if the algorithm divides destinations into qualified groups.
    pub threshold: Option<f64>,
    pub from: NodeId,
    /// The destinations: distinct, without the source, and possibly none.
    pub to: &'a [NodeId],
    /// Whether to show the groups before the division, with their weights, instead of worms.
    pub is_before: bool,
}

/// The answer to a [`PlanView`].
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PlanAnswer {
    /// The worms, with the paths along which routing would lead them.
    pub plan: Plan,
    /// The derivation of the groups, if there are any.
    pub grouping: Option<Grouping>,
    /// The costs of the plan in a sentence.
    pub sentence: String,
    /// Whether worms follow labels, which should then be shown on nodes.
    pub by_labels: bool,
    /// The shapes under the traffic.
    pub shapes: Vec<Shape>,
}

/// The hues of worms and of the nodes to which they deliver copies.
struct Hues {
    /// By worm; `None` for worms that serve several groups.
    worms: Vec<Option<u8>>,
    nodes: Vec<(NodeId, u8)>,
}

impl Hues {
    /// Assigns a hue to every worm and its destinations.
    fn of_worms(plan: &Plan) -> Self {
        let worms = plan.worms.iter().enumerate();
        let nodes = worms.flat_map(|(index, worm)| {
            let hue = style(index).0;
            worm.deliver.iter().map(move |&node| (node, hue))
        });
        Self {
            worms: (0..plan.worms.len()).map(|i| Some(style(i).0)).collect(),
            nodes: nodes.collect(),
        }
    }

    /// Assigns a hue to every group, and to the worms that start at its leader.
    fn of_groups(plan: &Plan, groups: &[&[NodeId]]) -> Self {
        let of_leader = |worm: &PlannedWorm| {
            let group = groups.iter().position(|group| group[0] == worm.from);
            group
                .filter(|_| worm.after.is_some())
                .map(|group| style(group).0)
        };
        let members = groups
            .iter()
            .enumerate()
            .flat_map(|(index, group)| group.iter().map(move |&node| (node, style(index).0)));
        Self {
            worms: plan.worms.iter().map(of_leader).collect(),
            nodes: members.collect(),
        }
    }

    fn of(&self, node: NodeId) -> u8 {
        let known = self.nodes.iter().find(|(known, _)| *known == node);
        known.map_or(0, |(_, hue)| *hue)
    }
}

impl PlanView<'_> {
    /// Plans the multicast and draws it.
    pub fn answer(&self) -> PlanAnswer {
        let (network, routing) = (&self.design.network, &*self.design.routing);
        let names = Names::new(self.topology, self.naming_of_plan());
        if self.to.is_empty() {
            return PlanAnswer {
                sentence: "No destinations yet: click the nodes that should receive the message."
                    .to_owned(),
                shapes: self.source(&names),
                by_labels: self.follows_labels(),
                ..PlanAnswer::default()
            };
        }
        let plan = self.algorithm.plan(self.from, self.to, 0);
        let plan = plan.laid(network, routing);
        let plane = plane(self.topology);
        let grouping = plane
            .zip(self.threshold)
            .map(|(plane, t)| Grouping::of(plane, self.from, self.to, t));
        let mut shapes = Vec::new();
        if self.algorithm.base() == Some("label") {
            shapes.extend(self.snake());
        }
        match (&grouping, plane) {
            (Some(grouping), Some(plane)) if self.is_before => {
                let members = grouping.primary.iter().map(|group| &*group.members);
                let hues = Hues::of_groups(&plan, &members.collect::<Vec<_>>());
                shapes.extend(groups::primary(self.layout, plane, grouping));
                shapes.extend(self.destinations(&plan, &hues, &names));
                shapes.extend(self.weights(grouping));
            }
            (grouping, _) => {
                let groups = grouping.iter().flat_map(|grouping| &grouping.groups);
                for (index, group) in groups.enumerate() {
                    shapes.extend(marks::hull(
                        self.layout,
                        group,
                        Ink::Message(style(index).0),
                    ));
                }
                let hues = match grouping {
                    Some(grouping) => {
                        let groups = grouping.groups.iter().map(|group| &**group);
                        Hues::of_groups(&plan, &groups.collect::<Vec<_>>())
                    }
                    None => Hues::of_worms(&plan),
                };
                shapes.extend(self.worms(&plan, &hues));
                shapes.extend(self.destinations(&plan, &hues, &names));
                shapes.extend(match grouping {
                    Some(grouping) => self.letters(grouping),
                    None => self.numbers(&plan),
                });
            }
        }
        shapes.extend(self.source(&names));
        PlanAnswer {
            sentence: self.in_a_sentence(&plan),
            by_labels: self.follows_labels(),
            plan,
            grouping,
            shapes,
        }
    }

    /// The kind of names on nodes: labels if the plan follows labels.
    pub fn naming_of_plan(&self) -> Naming {
        if self.follows_labels() {
            Naming::Hamiltonian
        } else {
            self.naming
        }
    }

    fn follows_labels(&self) -> bool {
        matches!(self.algorithm.base(), Some("label" | "mh-mesh-first"))
    }

    fn in_a_sentence(&self, plan: &Plan) -> String {
        if self.to.len() == 1 {
            let channels = count(plan.channels(self.topology).into(), "channel");
            return format!(
                "To one node it is an ordinary message over {channels}, on a path chosen by the \
                 routing function, without preparation or start-up."
            );
        }
        let worms = count(plan.worms.len() as u64, "worm");
        let channels = count(plan.channels(self.topology).into(), "channel");
        let longest = plan.longest(self.topology);
        let ports = u32::from(self.design.ports.injection);
        let startups = count(plan.startups(ports).into(), "start-up");
        let relays = match plan.relays.len() as u64 {
            0 => String::new(),
            number => format!(", {} on the way", count(number, "relay")),
        };
        let to = count(self.to.len() as u64, "destination");
        let ports = count(ports.into(), "port");
        format!(
            "{worms} over {channels} to {to}{relays}; the longest path has {longest}; at most \
             {startups} in sequence, with {ports} per node."
        )
    }

    /// The path through all nodes in the order of their labels.
    fn snake(&self) -> Vec<Shape> {
        const MOST_NODES: u32 = 1024;
        let labeling = Labeling::new(self.topology).filter(|_| self.topology.nodes() <= MOST_NODES);
        let Some(labeling) = labeling else {
            return Vec::new();
        };
        let at = |label| self.layout.node(labeling.node(label));
        let steps = (1..self.topology.nodes()).map(|label| Shape::Line {
            curve: Curve::new(at(label - 1), at(label), 0.0, [NODE_RADIUS; 2]),
            width: 0.05,
            ink: Ink::Halo,
            stroke: Stroke::Solid,
        });
        steps.collect()
    }

    /// Every worm in its own stroke and color, side by side where several cross a channel.
    fn worms(&self, plan: &Plan, hues: &Hues) -> Vec<Shape> {
        /// The number of worms side by side; further ones cover them.
        const LANES: u16 = 4;
        let network = &self.design.network;
        let ranks = self.ranks();
        let mut crossed = vec![0_u16; network.channels() as usize];
        let mut shapes = Vec::new();
        let mut chevrons = Vec::new();
        for (index, worm) in plan.worms.iter().enumerate() {
            let stroke = style(index).1;
            let ink = hues.worms[index].map_or(Ink::Text, Ink::Message);
            let width = if stroke == Stroke::Double { 0.13 } else { 0.08 };
            let last = worm.path().len().saturating_sub(2);
            for (hop, nodes) in worm.path().windows(2).enumerate() {
                let Some(channel) = network.between(nodes[0], nodes[1]) else {
                    continue;
                };
                let beside = &mut crossed[channel.0 as usize];
                let aside = f32::from(*beside % LANES) * 0.09;
                *beside += 1;
                let curve = self.layout.middle(channel).beside(aside);
                shapes.push(if hop == last {
                    Shape::Arrow {
                        curve,
                        width: 0.06,
                        ink,
                        stroke: if stroke == Stroke::Dashed {
                            stroke
                        } else {
                            Stroke::Solid
                        },
                    }
                } else {
                    Shape::Line {
                        curve,
                        width,
                        ink,
                        stroke,
                    }
                });
                chevrons.extend(ranks.as_ref().map(|ranks| Shape::Mark {
                    at: curve.at(0.5).0,
                    radius: 0.075,
                    glyph: if ranks[nodes[0].0 as usize] < ranks[nodes[1].0 as usize] {
                        Glyph::Up
                    } else {
                        Glyph::Down
                    },
                    fill: Ink::Paper,
                    edge: Ink::Text,
                }));
            }
        }
        shapes.extend(chevrons);
        shapes
    }

    /// The ranks of nodes along which worms rise or fall, if the plan follows labels.
    fn ranks(&self) -> Option<Vec<u32>> {
        match self.algorithm.base()? {
            "label" | "mh-mesh-first" => Some(self.topology.path_labels()?.ranks()),
            _ => None,
        }
    }

    /// A diamond in the hue of its worm on every node that receives a copy, or a disc on relays.
    fn destinations(&self, plan: &Plan, hues: &Hues, names: &Names) -> Vec<Shape> {
        let mut shapes = Vec::new();
        for worm in &plan.worms {
            for &node in &worm.deliver {
                let hue = hues.of(node);
                let is_relay = plan.relays.binary_search(&node).is_ok();
                shapes.push(Shape::Mark {
                    at: self.layout.node(node),
                    radius: NODE_RADIUS * if is_relay { 1.1 } else { 1.45 },
                    glyph: if is_relay {
                        Glyph::Disc
                    } else {
                        Glyph::Diamond
                    },
                    fill: if is_relay {
                        Ink::Paper
                    } else {
                        Ink::Message(hue)
                    },
                    edge: Ink::Outline,
                });
                let ink = if is_relay { Ink::Text } else { Ink::OnHue(hue) };
                shapes.extend(names.label(self.layout, node, ink));
            }
        }
        shapes
    }

    /// The letter of its group on every destination; leaders are highlighted.
    fn letters(&self, grouping: &Grouping) -> Vec<Shape> {
        let groups = grouping.groups.iter().enumerate();
        let badges = groups.flat_map(|(index, group)| {
            group.iter().enumerate().map(move |(place, &node)| {
                let (text, fill) = if place == 0 {
                    (format!("{} ★", letter(index)), Ink::Chosen)
                } else {
                    (letter(index), Ink::Text)
                };
                self.tag(node, text, fill)
            })
        });
        badges.collect()
    }

    /// The step in which each node receives its copy; in a plan of one step, the node's position
    /// along its worm.
    fn numbers(&self, plan: &Plan) -> Vec<Shape> {
        let steps = plan.steps();
        let badge = |node: NodeId, text: String| {
            let is_relay = plan.relays.binary_search(&node).is_ok();
            let text = if is_relay {
                format!("{text} relay")
            } else {
                text
            };
            self.tag(node, text, Ink::Text)
        };
        if steps.len() == 1 {
            let copies = |worm: &PlannedWorm| {
                let places = worm.deliver.iter().zip(1_u32..);
                let badges = places.map(|(&node, place)| badge(node, place.to_string()));
                badges.collect::<Vec<_>>()
            };
            let several = plan.worms.iter().filter(|worm| worm.deliver.len() > 1);
            return several.flat_map(copies).collect();
        }
        let steps = steps.into_iter().zip(1_u32..);
        let badges = steps.flat_map(|(worms, step)| {
            let nodes = worms.into_iter().flat_map(|worm| &worm.deliver);
            nodes.map(move |&node| badge(node, step.to_string()))
        });
        badges.collect()
    }

    /// A word beside a node, larger than other badges, since it is the subject of the picture.
    fn tag(&self, node: NodeId, text: String, fill: Ink) -> Shape {
        let at = self.layout.node(node);
        let aside = NODE_RADIUS * 1.3;
        Shape::Badge {
            // The upper right is taken by the countdown of start-ups.
            at: Point::new(at.x - aside, at.y - aside),
            // Nodes of large networks are drawn small; words stay legible.
            size: if self.topology.nodes() > 64 {
                0.3
            } else {
                0.21
            },
            text,
            fill,
        }
    }

    fn source(&self, names: &Names) -> Vec<Shape> {
        let disc = Shape::Mark {
            at: self.layout.node(self.from),
            radius: NODE_RADIUS * 1.25,
            glyph: Glyph::Disc,
            fill: Ink::Chosen,
            edge: Ink::Outline,
        };
        let name = names.label(self.layout, self.from, Ink::Paper);
        let badge = self.tag(self.from, "source".to_owned(), Ink::Chosen);
        [Some(disc), name, Some(badge)]
            .into_iter()
            .flatten()
            .collect()
    }

    /// The numerals and weights of the primary groups.
    fn weights(&self, grouping: &Grouping) -> Vec<Shape> {
        let groups = grouping.primary.iter().enumerate();
        let badges = groups.map(|(index, group)| {
            let text = format!("{}: W {}", numeral(index), group.weight());
            self.tag(group.leader(), text, Ink::Chosen)
        });
        badges.collect()
    }
}

/// The lattice of a two-dimensional mesh.
fn plane(topology: &dyn Topology) -> Option<&Lattice> {
    topology.mesh().filter(|lattice| lattice.dimensions() == 2)
}
