//! The proof of deadlock freedom, step by step: virtual channels are removed one at a time, each of which no
//! deadlock can hold once those before it are removed.

use super::dependencies::nodes_again;
use super::marks;
use crate::scene::draw::{Ink, Shape, Stroke};
use crate::scene::layout::Layout;
use engine::routing::VirtualChannel;
use engine::topology::{Network, Topology};

/// A proof and the position of the reader in it.
#[derive(Debug, Clone, Copy)]
pub struct Proof<'a> {
    /// The virtual channels by rank: a message that holds one may always continue over one of a lower rank, or of
    /// none.
    pub ranks: &'a [Vec<VirtualChannel>],
    /// The number of virtual channels removed, in the order of ranks.
    pub off: usize,
    /// The number of virtual channels that messages can hold, including those without a rank.
    pub lanes: u32,
    /// Whether no dependencies form a cycle, so that *all* virtual channels requested have lower ranks.
    pub is_acyclic: bool,
    /// Pairs of the virtual channel held and the one that may be requested; empty if there are too many.
    pub edges: &'a [(VirtualChannel, VirtualChannel)],
}

impl Proof<'_> {
    /// The number of virtual channels to remove.
    pub fn len(&self) -> usize {
        self.ranks.iter().map(Vec::len).sum()
    }

    /// Whether there are no virtual channels to remove.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of virtual channels removed once the rank of the next one is complete.
    pub fn end_of_rank(&self) -> usize {
        let mut end = 0;
        for rank in self.ranks {
            end += rank.len();
            if end > self.off {
                break;
            }
        }
        end
    }

    fn order(&self) -> impl Iterator<Item = VirtualChannel> + '_ {
        self.ranks.iter().flatten().copied()
    }

    /// The virtual channel to remove next.
    pub fn next(&self) -> Option<VirtualChannel> {
        self.order().nth(self.off)
    }

    /// Draws the remaining virtual channels as thick lines, the next one in the color of a selection, with arrows
    /// to those that a message holding it may request: bold ones to virtual channels already removed.
    pub fn shapes(&self, layout: &Layout, network: &Network) -> Vec<Shape> {
        let vcs = self
            .order()
            .map(|lane| lane.vc)
            .max()
            .map_or(1, |vc| usize::from(vc) + 1);
        let place = |lane: VirtualChannel| lane.channel.0 as usize * vcs + usize::from(lane.vc);
        let mut is_left = vec![false; network.channels() as usize * vcs];
        for lane in self.order().skip(self.off) {
            is_left[place(lane)] = true;
        }
        let is_left = |lane: VirtualChannel| usize::from(lane.vc) < vcs && is_left[place(lane)];
        let line = |lane, ink| Shape::Line {
            curve: layout.lane(lane),
            width: layout.lane_width().min(0.12) * 0.7,
            ink,
            stroke: Stroke::Solid,
        };
        let left = self.order().skip(self.off + 1);
        let mut shapes: Vec<_> = left.map(|lane| line(lane, Ink::Muted)).collect();
        let Some(next) = self.next() else {
            return shapes;
        };
        shapes.push(line(next, Ink::Chosen));
        let asked = self.edges.iter().filter(|(held, _)| *held == next);
        let (left, off): (Vec<_>, Vec<_>) = asked.partition(|(_, wanted)| is_left(*wanted));
        let arrow = |ink, width| {
            move |edge: &&(VirtualChannel, VirtualChannel)| {
                marks::dependency(layout, **edge, width, ink)
            }
        };
        shapes.extend(left.iter().map(arrow(Ink::Muted, 0.025)));
        shapes.extend(off.iter().map(arrow(Ink::Chosen, 0.05)));
        shapes.extend(nodes_again(layout));
        shapes
    }

    /// Explains in sentences why the next virtual channel can be removed, or what follows when none is left.
    pub fn sentence(&self, topology: &dyn Topology, network: &Network) -> String {
        let Some(next) = self.next() else {
            return "All virtual channels are removed. In a deadlock every message waits only for virtual channels \
                    that messages of the deadlock hold, and none remains that one of them could hold: messages cannot \
                    deadlock."
                .to_owned();
        };
        let address = |node| topology.address(node);
        let (from, to) = (network.from(next.channel), network.to(next.channel));
        let name = format!("{} → {} VC {}", address(from), address(to), next.vc);
        let why = if self.is_acyclic {
            "Every virtual channel that a message holding it may request next is already removed."
        } else {
            "Wherever a message holding it continues over virtual channels that remain, its header is also offered one \
             that is already removed."
        };
        let others = self.lanes as usize - self.len().min(self.lanes as usize);
        let begin = match others {
            _ if self.off > 0 => String::new(),
            0 => "Initially all virtual channels remain. ".to_owned(),
            1 => "One virtual channel is removed from the start: messages that hold it wait for nothing. "
                .to_owned(),
            _ => format!(
                "{others} virtual channels are removed from the start: messages that hold them wait for nothing. "
            ),
        };
        format!("{begin}Next is {name}. {why}")
    }
}
