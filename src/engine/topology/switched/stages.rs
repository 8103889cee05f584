//! Unidirectional multistage networks: terminals, stages of switches, and the terminals again.
//!
//! Every path between two terminals crosses all stages once. A drawing shows each terminal twice: as
//! a source on the left and as a destination on the right.

use super::digits::in_digits;
use crate::topology::geometry::{Arrangement, Half, Hops, Point};
use crate::topology::{NodeId, Port, Topology};

/// A network of stages. Terminals have one port, number 0, and switches one for each output.
#[derive(Debug)]
pub struct Stages {
    plan: Plan,
    /// By stage: the number of its first switch; then the number of all nodes.
    first: Vec<u32>,
    hops: Hops,
}

/// The construction of a network of stages.
#[derive(Debug)]
pub(super) struct Plan {
    pub spec: String,
    pub terminals: u32,
    pub stages: Vec<Stage>,
    /// By terminal: the switch of the first stage to which it is linked.
    pub entries: Vec<u32>,
    /// Digits of the addresses of terminals, and their radix, if addresses are more than numbers.
    pub digits: Option<(u32, u32)>,
}

/// The routing of messages through stages, by their destinations.
#[derive(Debug, Clone)]
pub struct Tags {
    /// As in [`Stages`].
    first: Vec<u32>,
    /// By stage: its number of outputs, and its rule.
    stages: Vec<(u32, Tag)>,
}

#[derive(Debug)]
pub(super) struct Stage {
    pub outputs: u32,
    /// By switch and output: the switch of the next stage or, behind the last stage, the terminal.
    pub next: Vec<u32>,
    /// The output that a message takes to a terminal.
    pub tag: Tag,
}

/// The rule by which a stage routes a message by its destination.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tag {
    /// Every output leads to all terminals.
    Any,
    /// The output is a digit of the destination: ⌊destination/weight⌋ mod radix.
    Digit { weight: u32, radix: u32 },
}

impl Stages {
    pub(super) fn new(plan: Plan) -> Self {
        let mut first = vec![plan.terminals];
        for stage in &plan.stages {
            let switches = stage.next.len() as u32 / stage.outputs;
            first.push(first.last().copied().unwrap_or(0) + switches);
        }
        let mut network = Self {
            plan,
            first,
            hops: Hops::over(Vec::new()),
        };
        network.hops = Hops::of(&network);
        network
    }

    /// The stage of a switch, from 0; `None` for a terminal.
    fn stage(&self, node: NodeId) -> Option<u32> {
        stage_of(&self.first, node)
    }

    /// The routing through the stages.
    pub fn tags(&self) -> Tags {
        let stages = self.plan.stages.iter();
        Tags {
            first: self.first.clone(),
            stages: stages.map(|stage| (stage.outputs, stage.tag)).collect(),
        }
    }

    fn switches(&self, stage: u32) -> u32 {
        let stage = stage as usize;
        self.first[stage + 1] - self.first[stage]
    }

    /// Height of the drawing, in which no two nodes of a column are less than a unit apart.
    fn height(&self) -> f32 {
        let stages = 0..self.plan.stages.len() as u32;
        let most = stages.map(|stage| self.switches(stage)).max().unwrap_or(0);
        self.plan.terminals.max(most) as f32
    }

    /// Horizontal distance of the columns.
    fn pitch(&self) -> f32 {
        /// Ratio of width to height of a drawing.
        const SHAPE: f32 = 1.3;
        /// Distance at which links between columns do not look vertical.
        const LEAST: f32 = 2.0;
        (SHAPE * self.height() / (self.plan.stages.len() + 1) as f32).max(LEAST)
    }

    /// The position of the `nth` of `count` nodes of a column.
    fn in_column(&self, column: usize, nth: u32, count: u32) -> Point {
        let spacing = self.height() / count as f32;
        Point::new(
            column as f32 * self.pitch(),
            (nth as f32 + 0.5) * spacing - 0.5,
        )
    }
}

impl Tags {
    /// The ports that lead from a node to a terminal over the stages that are left: all outputs where
    /// every one does, otherwise one.
    pub fn ports(&self, here: NodeId, to: NodeId) -> impl Iterator<Item = Port> + use<> {
        let stage = stage_of(&self.first, here);
        let ports = match stage.map(|stage| self.stages[stage as usize]) {
            None => 0..1,
            Some((outputs, Tag::Any)) => 0..outputs as u8,
            Some((_, Tag::Digit { weight, radix })) => {
                let digit = (to.0 / weight % radix) as u8;
                digit..digit + 1
            }
        };
        ports.map(Port)
    }

    /// Whether some stage leaves a choice.
    pub fn leave_a_choice(&self) -> bool {
        let mut stages = self.stages.iter();
        stages.any(|&(outputs, tag)| tag == Tag::Any && outputs > 1)
    }
}

/// The stage of a node, from 0, by the first switches of all stages; `None` for a terminal.
fn stage_of(first: &[u32], node: NodeId) -> Option<u32> {
    let later = first.partition_point(|&first| first <= node.0) as u32;
    later.checked_sub(1)
}

impl Topology for Stages {
    fn nodes(&self) -> u32 {
        self.first.last().copied().unwrap_or(0)
    }

    fn degree(&self) -> u8 {
        let outputs = self.plan.stages.iter().map(|stage| stage.outputs);
        outputs.max().unwrap_or(1) as u8
    }

    fn neighbor(&self, node: NodeId, port: Port) -> Option<NodeId> {
        let port = u32::from(port.0);
        let Some(stage) = self.stage(node) else {
            let entry = self.plan.entries[node.0 as usize];
            return (port == 0).then(|| NodeId(self.first[0] + entry));
        };
        let Stage { outputs, next, .. } = &self.plan.stages[stage as usize];
        let index = node.0 - self.first[stage as usize];
        let next = (port < *outputs).then(|| next[(index * outputs + port) as usize])?;
        let is_last = stage as usize + 1 == self.plan.stages.len();
        let first = if is_last {
            0
        } else {
            self.first[stage as usize + 1]
        };
        Some(NodeId(first + next))
    }

    fn is_switch(&self, node: NodeId) -> bool {
        node.0 >= self.plan.terminals
    }

    fn distance(&self, from: NodeId, to: NodeId) -> u32 {
        if self.is_switch(from) || self.is_switch(to) {
            return self.hops.between(from.0, to.0);
        }
        if from == to { 0 } else { self.diameter() }
    }

    /// All paths between terminals are equally long.
    fn diameter(&self) -> u32 {
        self.plan.stages.len() as u32 + 1
    }

    fn mean_distance(&self) -> f64 {
        self.diameter().into()
    }

    fn label(&self, node: NodeId) -> String {
        match self.stage(node) {
            None => node.0.to_string(),
            Some(stage) => format!("s{stage}.{}", node.0 - self.first[stage as usize]),
        }
    }

    fn address(&self, node: NodeId) -> String {
        match self.plan.digits {
            Some((radix, digits)) if !self.is_switch(node) => in_digits(node.0, radix, digits),
            _ => self.label(node),
        }
    }

    fn longest_address(&self) -> NodeId {
        let letters = |node: &NodeId| self.address(*node).len();
        let ends = self.first.iter().map(|next| NodeId(next - 1));
        ends.max_by_key(letters).unwrap_or(NodeId(0))
    }

    fn parse_label(&self, text: &str) -> Option<NodeId> {
        let text = text.trim();
        let Some(switch) = text.strip_prefix('s') else {
            let number = text.parse().ok();
            return number.filter(|&number| number < self.first[0]).map(NodeId);
        };
        let (stage, index) = switch.split_once('.')?;
        let stage: usize = stage.parse().ok()?;
        let index: u32 = index.parse().ok()?;
        let end = stage.checked_add(1)?;
        let bounds = self.first.get(stage..=end)?;
        let node = bounds[0].checked_add(index)?;
        (node < bounds[1]).then_some(NodeId(node))
    }

    fn labels_allowed(&self) -> String {
        let last = NodeId(self.nodes() - 1);
        format!(
            "a terminal from 0 to {}, or a switch from s0.0 to {},",
            self.first[0] - 1,
            self.label(last)
        )
    }

    fn port_name(&self, port: Port) -> String {
        format!("output {}", port.0)
    }

    /// Outputs share one dimension, since none precedes another.
    fn dimension(&self, _: Port) -> u8 {
        0
    }

    /// Paths lead from stage to stage.
    fn are_shortest_paths_free(&self) -> Option<bool> {
        Some(true)
    }

    /// The upper half of every column.
    fn natural_cuts(&self) -> Vec<Half> {
        let inside = |node: NodeId| match self.stage(node) {
            None => node.0 < self.plan.terminals / 2,
            Some(stage) => {
                let index = node.0 - self.first[stage as usize];
                index < self.switches(stage) / 2
            }
        };
        vec![Half::by("the middle".to_owned(), self.nodes(), inside)]
    }

    /// From the left to the right.
    fn position(&self, node: NodeId, _: Arrangement) -> Point {
        match self.stage(node) {
            None => self.in_column(0, node.0, self.plan.terminals),
            Some(stage) => {
                let nth = node.0 - self.first[stage as usize];
                self.in_column(stage as usize + 1, nth, self.switches(stage))
            }
        }
    }

    fn receiving_end(&self, node: NodeId, _: Arrangement) -> Option<Point> {
        let last = self.plan.stages.len() + 1;
        (!self.is_switch(node)).then(|| self.in_column(last, node.0, self.plan.terminals))
    }

    fn spec(&self) -> String {
        self.plan.spec.clone()
    }
}
