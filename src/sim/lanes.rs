//! Who holds which lane: injection ports, virtual channels, ejection ports.
//!
//! One flat table; the index tells the kind: network lanes first (channel · 2ˢ + vc, with 2ˢ
//! the least power of two that is no less than V), then injection lanes (node · ports +
//! port), then ejection lanes. How many flits are in a lane is known to the worm that holds
//! it.

use super::Design;
use crate::routing::{VcSet, VirtualChannel};
use crate::topology::{ChannelId, NodeId};

/// "No lane", "no worm", "no entry".
pub(super) const NONE: u32 = u32::MAX;

/// Of an event of which the cycle is not known yet.
pub(super) const NEVER: u64 = u64::MAX;

/// The holder of a lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Owner {
    /// The worm, `NONE` if the lane is free.
    pub worm: u32,
    /// Which of its lanes this is.
    pub position: u32,
}

const NOBODY: Owner = Owner {
    worm: NONE,
    position: 0,
};

/// A physical channel and the turn-taking at it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Turn {
    /// The cycle in which the tail of the only worm on it leaves, once that is known and the
    /// worm has the channel to itself; else `NEVER`. The lane is then free without further
    /// notice.
    pub due: u64,
    /// The node that it leaves.
    pub from: NodeId,
    /// The node that it leads to.
    pub to: NodeId,
    /// VCs that no worm holds, what is `due` aside.
    pub free: u16,
    /// VCs that asked for this cycle.
    pub asked: u16,
    /// The VC that was served last.
    pub last: u8,
    /// The VC that may move in the cycle of `at`.
    pub granted: u8,
    /// Flits of the worms that have been given a lane of it so far: 48 bits in two parts, for
    /// which there is room without making a turn longer than half a line of a processor's cache.
    promised_high: u16,
    promised_low: u32,
    /// Cycle (its low 32 bits) after the last one that was arbitrated; 0 if none was.
    pub at: u32,
}

const _: () = assert!(size_of::<Turn>() == 32, "two to a line of a cache");

/// All lanes and channels.
#[derive(Debug, Clone)]
pub(super) struct Lanes {
    owners: Vec<Owner>,
    pub turns: Vec<Turn>,
    /// First injection lane.
    pub injection: u32,
    /// First ejection lane.
    ejection: u32,
    /// All VCs of a channel.
    all: u16,
    /// s: virtual channels are 2ˢ to a channel in the table.
    shift: u32,
    injection_ports: u32,
    ejection_ports: u32,
}

impl Lanes {
    pub(super) fn new(design: &Design) -> Self {
        let (nodes, channels) = (design.network.nodes(), design.network.channels());
        let shift = u32::from(design.vcs).next_power_of_two().trailing_zeros();
        let injection = channels << shift;
        let injection_ports = u32::from(design.ports.injection);
        let ejection = injection + nodes * injection_ports;
        let arriving = design.network.degrees().1 * u32::from(design.vcs);
        let ejection_ports = design.ports.ejection.map_or(arriving, u32::from);
        let lanes = ejection + nodes * ejection_ports;
        let all = VcSet::range(0, design.vcs).0;
        let turn = |channel| Turn {
            due: NEVER,
            from: design.network.from(channel),
            to: design.network.to(channel),
            free: all,
            asked: 0,
            last: 0,
            granted: 0,
            promised_high: 0,
            promised_low: 0,
            at: 0,
        };
        Self {
            owners: vec![NOBODY; lanes as usize],
            turns: design.network.channel_ids().map(turn).collect(),
            injection,
            ejection,
            all,
            shift,
            injection_ports,
            ejection_ports,
        }
    }

    #[inline]
    pub(super) fn of(&self, channel: ChannelId, vc: u8) -> u32 {
        channel.0 << self.shift | u32::from(vc)
    }

    /// The virtual channel of a network lane.
    #[inline]
    pub(super) fn virtual_channel(&self, lane: u32) -> VirtualChannel {
        VirtualChannel {
            channel: ChannelId(lane >> self.shift),
            vc: (lane & ((1 << self.shift) - 1)) as u8,
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
        let (index, ports) = (lane - self.injection, self.injection_ports);
        (NodeId(index / ports), (index % ports) as u8)
    }

    /// Node and port of an ejection lane.
    pub(super) fn ejection_port(&self, lane: u32) -> (NodeId, u16) {
        let (index, ports) = (lane - self.ejection, self.ejection_ports);
        (NodeId(index / ports), (index % ports) as u16)
    }

    /// The ejection lanes of a node.
    pub(super) fn ejection_lanes(&self, node: NodeId) -> std::ops::Range<u32> {
        let first = self.ejection + node.0 * self.ejection_ports;
        first..first + self.ejection_ports
    }

    /// A free ejection lane of a node, or `NONE`.
    #[inline]
    pub(super) fn free_ejection(&self, node: NodeId) -> u32 {
        let mut ports = self.ejection_lanes(node);
        let free = ports.find(|&lane| self.owner(lane).worm == NONE);
        free.unwrap_or(NONE)
    }

    /// Who holds a lane.
    #[inline]
    pub(super) fn owner(&self, lane: u32) -> Owner {
        self.owners[lane as usize]
    }

    /// The lanes of a channel that are free in the route stage of a cycle.
    #[inline]
    pub(super) fn free(&self, channel: ChannelId, now: u64) -> VcSet {
        let turn = &self.turns[channel.0 as usize];
        VcSet(if turn.due < now { self.all } else { turn.free })
    }

    /// How many lanes of a channel are held, what is due aside.
    #[inline]
    pub(super) fn holders(&self, channel: ChannelId) -> u32 {
        (self.all & !self.turns[channel.0 as usize].free).count_ones()
    }

    /// The lanes of a channel that are held, what is due aside.
    pub(super) fn held(&self, channel: ChannelId) -> impl Iterator<Item = u32> + use<> {
        let held = VcSet(self.all & !self.turns[channel.0 as usize].free);
        let first = channel.0 << self.shift;
        held.iter().map(move |vc| first | u32::from(vc))
    }

    /// Gives a lane that is free in the route stage of a cycle to a worm.
    #[inline]
    pub(super) fn claim(&mut self, lane: u32, owner: Owner, now: u64) {
        if self.is_network(lane) {
            let VirtualChannel { channel, vc } = self.virtual_channel(lane);
            self.release_due(channel, now);
            self.turns[channel.0 as usize].free &= !(1 << vc);
        }
        debug_assert_eq!(self.owner(lane).worm, NONE, "a lane has one owner");
        self.owners[lane as usize] = owner;
    }

    /// Takes note that so many flits will cross a channel.
    #[inline]
    pub(super) fn promise(&mut self, channel: ChannelId, flits: u32) {
        let turn = &mut self.turns[channel.0 as usize];
        let (low, carries) = turn.promised_low.overflowing_add(flits);
        turn.promised_low = low;
        turn.promised_high += u16::from(carries);
    }

    /// Flits that have crossed each channel, and those that will before its lanes are free.
    pub(super) fn promised(&self) -> impl Iterator<Item = u64> + '_ {
        let turns = self.turns.iter();
        turns.map(|turn| u64::from(turn.promised_high) << 32 | u64::from(turn.promised_low))
    }

    /// Frees the lane of a channel that its only worm has left meanwhile.
    #[inline]
    fn release_due(&mut self, channel: ChannelId, now: u64) {
        let turn = &mut self.turns[channel.0 as usize];
        if turn.due < now {
            let held = self.all & !turn.free;
            let lane = channel.0 << self.shift | held.trailing_zeros();
            turn.due = NEVER;
            turn.free = self.all;
            self.owners[lane as usize] = NOBODY;
        }
    }

    /// Whether a lane is free though nobody has come by since its worm left.
    #[cfg(debug_assertions)]
    pub(super) fn has_been_left(&self, lane: u32, now: u64) -> bool {
        self.is_network(lane) && self.turns[(lane >> self.shift) as usize].due < now
    }

    /// Whether a lane will be free some day, and when is known.
    pub(super) fn is_due(&self, lane: u32) -> bool {
        self.is_network(lane) && self.turns[(lane >> self.shift) as usize].due != NEVER
    }

    /// Frees a lane that the tail has left. Returns the node in which others may be waiting for
    /// it, if it is a network lane.
    #[inline]
    pub(super) fn release(&mut self, lane: u32) -> Option<NodeId> {
        debug_assert_ne!(self.owner(lane).worm, NONE, "only what is held is freed");
        self.owners[lane as usize] = NOBODY;
        if !self.is_network(lane) {
            return None;
        }
        let VirtualChannel { channel, vc } = self.virtual_channel(lane);
        let turn = &mut self.turns[channel.0 as usize];
        turn.free |= 1 << vc;
        Some(turn.from)
    }

    /// Tells a held lane that its holder counts its lanes anew.
    pub(super) fn renumber(&mut self, lane: u32, position: u32) {
        self.owners[lane as usize].position = position;
    }

    /// Memory in use \[bytes\], about.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.owners) + size_of_val(&*self.turns)
    }
}
