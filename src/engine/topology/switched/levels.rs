//! The arithmetic of fat trees: levels, blocks, copies and ports.

use crate::topology::{NodeId, Port};

/// The levels of a fat tree. Ports 0 to k − 1 lead down, the following ones up.
#[derive(Debug, Clone)]
pub struct Levels {
    pub(super) radix: u32,
    pub(super) up: u32,
    /// By level: the number of its first node; then the number of all nodes.
    pub(super) first: Vec<u32>,
    nodes: Vec<Place>,
}

/// The place of a node in a tree, tabulated because divisions at every hop are slow.
#[derive(Debug, Clone, Copy)]
struct Place {
    level: u32,
    /// The first terminal below it, and the number of them.
    from: u32,
    below: u32,
    /// The number of terminals below each of its links down.
    each: u32,
    /// Copies of a switch above each block of its level.
    copies: u32,
}

impl Levels {
    pub(super) fn new(radix: u32, up: u32, first: Vec<u32>) -> Self {
        let mut nodes = Vec::new();
        for (level, ends) in (0..).zip(first.windows(2)) {
            let below = radix.pow(level);
            let copies = up.pow(level.saturating_sub(1));
            nodes.extend((0..ends[1] - ends[0]).map(|index| Place {
                level,
                from: index / copies * below,
                below,
                each: below / radix,
                copies,
            }));
        }
        Self {
            radix,
            up,
            first,
            nodes,
        }
    }

    fn at(&self, node: NodeId) -> Place {
        self.nodes[node.0 as usize]
    }

    /// Number of links of a switch upwards, u.
    pub fn up(&self) -> u32 {
        self.up
    }

    /// The level of a node: 0 for terminals.
    pub fn level(&self, node: NodeId) -> u32 {
        self.at(node).level
    }

    /// The level of the switches at the top, n.
    pub fn top(&self) -> u32 {
        self.first.len() as u32 - 2
    }

    /// The block that contains a node, among those of its level, and the number of its copy there.
    pub(super) fn place(&self, node: NodeId, level: u32) -> (u32, u32) {
        let index = node.0 - self.first[level as usize];
        let copies = self.copies(level);
        (index / copies, index % copies)
    }

    /// Copies of a switch above each block of a level.
    pub(super) fn copies(&self, level: u32) -> u32 {
        self.up.pow(level.saturating_sub(1))
    }

    fn node(&self, level: u32, block: u32, copy: u32) -> NodeId {
        NodeId(self.first[level as usize] + block * self.copies(level) + copy)
    }

    /// The port down towards a terminal; `None` if the terminal is not below.
    pub fn port_down(&self, here: NodeId, to: NodeId) -> Option<Port> {
        let Place {
            level,
            from,
            below,
            each,
            ..
        } = self.at(here);
        let nth =
            to.0.checked_sub(from)
                .filter(|&nth| level > 0 && nth < below)?;
        Some(Port((nth / each) as u8))
    }

    /// The ports up, in ascending order; one for a terminal, none at the top.
    pub fn ports_up(&self, here: NodeId) -> impl Iterator<Item = Port> + use<> {
        let level = self.level(here);
        let count = match level {
            0 => 1,
            _ if level == self.top() => 0,
            _ => self.up,
        };
        let first = self.radix;
        (0..count).map(move |nth| Port((first + nth) as u8))
    }

    /// The place among the ports up of the one that the digit of a destination names (D-mod-k).
    pub fn link_of(&self, here: NodeId, to: NodeId) -> usize {
        (to.0 / self.at(here).copies % self.up) as usize
    }

    pub(super) fn neighbor(&self, node: NodeId, port: Port) -> Option<NodeId> {
        let level = self.level(node);
        let (block, copy) = self.place(node, level);
        let nth = u32::from(port.0);
        if nth < self.radix {
            let below = level.checked_sub(1)?;
            let copy = if below == 0 { 0 } else { copy / self.up };
            return Some(self.node(below, block * self.radix + nth, copy));
        }
        let nth = nth - self.radix;
        let is_there = if level == 0 {
            nth == 0
        } else {
            level < self.top()
        };
        is_there.then(|| {
            let copy = if level == 0 { 0 } else { copy * self.up + nth };
            self.node(level + 1, block / self.radix, copy)
        })
    }
}

/// The number of the first node of every level, and that of all nodes; `None` if it overflows.
pub(super) fn first_of_levels(radix: u32, levels: u32, up: u32) -> Option<Vec<u32>> {
    let mut first = vec![0];
    let mut next = 0_u32;
    for level in 0..=levels {
        let blocks = radix.checked_pow(levels - level)?;
        let copies = up.checked_pow(level.saturating_sub(1))?;
        next = next.checked_add(blocks.checked_mul(copies)?)?;
        first.push(next);
    }
    Some(first)
}
