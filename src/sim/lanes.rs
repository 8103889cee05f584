//! State of every lane: injection ports, virtual channels, ejection ports.
//!
//! One flat table; the index tells the kind: network lanes first (channel · V + vc), then
//! injection lanes (node · ports + port), then ejection lanes.

use super::Design;
use crate::routing::{VcSet, VirtualChannel};
use crate::topology::{ChannelId, NodeId};

/// "No lane" or "no worm".
pub(super) const NONE: u32 = u32::MAX;

/// One lane and the flits in it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lane {
    /// The worm that holds it.
    pub worm: u32,
    /// The worm's next lane towards its tail.
    pub behind: u32,
    /// Flits in the buffer; in an injection lane, those still to be sent; in an ejection
    /// lane, those received.
    pub held: u32,
    /// Flits of the worm that have left.
    pub sent: u32,
    /// Cycle (its low 32 bits) after the one in which a flit last came in; 0 if none did.
    pub entered: u32,
}

pub(super) const FREE: Lane = Lane {
    worm: NONE,
    behind: NONE,
    held: 0,
    sent: 0,
    entered: 0,
};

/// The turn-taking at a physical channel.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Turn {
    /// VCs that no worm holds.
    pub free: u16,
    /// VCs that asked for this cycle.
    pub asked: u16,
    /// The VC that was served last.
    pub last: u8,
    /// The VC that may move in the cycle of `at`.
    pub granted: u8,
    /// Cycle (its low 32 bits) after the last one that was arbitrated; 0 if none was.
    pub at: u32,
}

/// All lanes and channels.
#[derive(Debug, Clone)]
pub(super) struct Lanes {
    pub table: Vec<Lane>,
    pub turns: Vec<Turn>,
    /// First injection lane.
    pub injection: u32,
    /// First ejection lane.
    pub ejection: u32,
    vcs: u8,
    injection_ports: u8,
    ejection_ports: u32,
}

impl Lanes {
    pub(super) fn new(design: &Design) -> Self {
        let (nodes, channels) = (design.network.nodes(), design.network.channels());
        let injection = channels * u32::from(design.vcs);
        let ejection = injection + nodes * u32::from(design.ports.injection);
        let arriving = design.network.degrees().1 * u32::from(design.vcs);
        let ejection_ports = design.ports.ejection.map_or(arriving, u32::from);
        let lanes = ejection + nodes * ejection_ports;
        let turn = Turn {
            free: VcSet::range(0, design.vcs).0,
            ..Turn::default()
        };
        Self {
            table: vec![FREE; lanes as usize],
            turns: vec![turn; channels as usize],
            injection,
            ejection,
            vcs: design.vcs,
            injection_ports: design.ports.injection,
            ejection_ports,
        }
    }

    #[inline]
    pub(super) fn of(&self, channel: ChannelId, vc: u8) -> u32 {
        channel.0 * u32::from(self.vcs) + u32::from(vc)
    }

    /// The virtual channel of a network lane.
    #[inline]
    pub(super) fn virtual_channel(&self, lane: u32) -> VirtualChannel {
        let vcs = u32::from(self.vcs);
        VirtualChannel {
            channel: ChannelId(lane / vcs),
            vc: (lane % vcs) as u8,
        }
    }

    #[inline]
    pub(super) fn is_network(&self, lane: u32) -> bool {
        lane < self.injection
    }

    #[inline]
    pub(super) fn is_injection(&self, lane: u32) -> bool {
        (self.injection..self.ejection).contains(&lane)
    }

    #[inline]
    pub(super) fn is_ejection(&self, lane: u32) -> bool {
        lane >= self.ejection
    }

    /// Node and port of an injection lane.
    pub(super) fn injection_port(&self, lane: u32) -> (NodeId, u8) {
        let (index, ports) = (lane - self.injection, u32::from(self.injection_ports));
        (NodeId(index / ports), (index % ports) as u8)
    }

    /// Node and port of an ejection lane.
    pub(super) fn ejection_port(&self, lane: u32) -> (NodeId, u16) {
        let (index, ports) = (lane - self.ejection, self.ejection_ports);
        (NodeId(index / ports), (index % ports) as u16)
    }

    /// The ejection lanes of a node.
    pub(super) fn ejection_lanes(&self, node: NodeId) -> std::ops::Range<u32> {
        let ports = self.ejection_ports;
        let first = self.ejection + node.0 * ports;
        first..first + ports
    }

    /// The lane with this index.
    #[inline]
    pub(super) fn at(&self, lane: u32) -> &Lane {
        &self.table[lane as usize]
    }

    /// Gives a free lane to a worm, in front of the lane `behind`.
    pub(super) fn claim(&mut self, lane: u32, worm: u32, behind: u32) {
        debug_assert_eq!(self.at(lane).worm, NONE, "a lane has one owner");
        self.table[lane as usize] = Lane {
            worm,
            behind,
            ..FREE
        };
        if self.is_network(lane) {
            let VirtualChannel { channel, vc } = self.virtual_channel(lane);
            self.turns[channel.0 as usize].free &= !(1 << vc);
        }
    }

    /// Frees a lane that the tail has left.
    pub(super) fn release(&mut self, lane: u32) {
        debug_assert_eq!(self.at(lane).held, 0, "only an empty lane is freed");
        self.table[lane as usize] = FREE;
        if self.is_network(lane) {
            let VirtualChannel { channel, vc } = self.virtual_channel(lane);
            self.turns[channel.0 as usize].free |= 1 << vc;
        }
    }
}
