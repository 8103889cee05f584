//! Ownership of lanes: injection ports, virtual channels and ejection ports.
//!
//! All lanes are in one flat table, and the index determines the kind: network lanes first
//! (channel · 2ˢ + vc, with 2ˢ the least power of two that is no less than V), then injection lanes
//! (node · ports + port), then ejection lanes. The number of flits in a lane is stored with the
//! worm that holds it.

use super::channel::{ChannelState, Shape};
use super::collections::{LaneIndex, NEVER, Position, QueueIndex, Table, TableIndex, WormIndex};
use crate::routing::{VcSet, VirtualChannel};
use crate::sim::design::Design;
use crate::topology::{ChannelId, NodeId};

/// The holder of a lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::sim) struct Owner {
    /// The worm, `NONE` if the lane is free.
    pub worm: WormIndex,
    /// The position of the lane within the worm.
    pub position: Position,
}

const UNOWNED: Owner = Owner {
    worm: WormIndex::NONE,
    position: Position::FIRST,
};

#[derive(Debug, Clone)]
pub(in crate::sim) struct Lanes {
    owners: Table<LaneIndex, Owner>,
    pub channels: Table<ChannelId, ChannelState>,
    pub shape: Shape,
    injection_ports: u32,
    ejection_ports: u32,
}

impl Lanes {
    pub(in crate::sim) fn new(design: &Design) -> Self {
        let nodes = design.network.nodes();
        let shift = u32::from(design.vcs).next_power_of_two().trailing_zeros();
        let injection = design.network.channels() << shift;
        let injection_ports = design.queues();
        let ejection = injection + nodes * injection_ports;
        let arriving = design.network.degrees().1 * u32::from(design.vcs);
        let ejection_ports = design.ports.ejection.map_or(arriving, u32::from);
        let lanes = ejection + nodes * ejection_ports;
        let all = VcSet::range(0, design.vcs).0;
        let idle = |channel| {
            let (from, to) = (design.network.from(channel), design.network.to(channel));
            ChannelState::idle(from, to, all)
        };
        let channels: Vec<_> = design.network.channel_ids().map(idle).collect();
        Self {
            owners: vec![UNOWNED; lanes as usize].into(),
            channels: Table::from(channels),
            shape: Shape {
                injection: LaneIndex(injection),
                ejection: LaneIndex(ejection),
                shift,
                all,
            },
            injection_ports,
            ejection_ports,
        }
    }

    #[inline]
    pub(in crate::sim) fn of(&self, channel: ChannelId, vc: u8) -> LaneIndex {
        self.shape.of(channel, vc)
    }

    /// The virtual channel of a network lane.
    #[inline]
    pub(in crate::sim) fn virtual_channel(&self, lane: LaneIndex) -> VirtualChannel {
        self.shape.virtual_channel(lane)
    }

    #[inline]
    pub(in crate::sim) fn is_network(&self, lane: LaneIndex) -> bool {
        self.shape.is_network(lane)
    }

    #[inline]
    pub(in crate::sim) fn is_injection(&self, lane: LaneIndex) -> bool {
        (self.shape.injection..self.shape.ejection).contains(&lane)
    }

    #[inline]
    pub(in crate::sim) fn is_ejection(&self, lane: LaneIndex) -> bool {
        lane >= self.shape.ejection
    }

    /// The queue of an injection port.
    pub(in crate::sim) fn queue_at(&self, node: NodeId, port: u32) -> QueueIndex {
        QueueIndex(node.0 * self.injection_ports + port)
    }

    /// The queue of the port for replies, the last one of a node.
    pub(in crate::sim) fn reply_queue(&self, node: NodeId) -> QueueIndex {
        self.queue_at(node, self.injection_ports - 1)
    }

    /// The queue whose messages an injection lane sends.
    pub(in crate::sim) fn queue(&self, lane: LaneIndex) -> QueueIndex {
        QueueIndex(lane.0 - self.shape.injection.0)
    }

    /// The injection lane that sends the messages of a queue.
    pub(in crate::sim) fn injection_lane(&self, queue: QueueIndex) -> LaneIndex {
        LaneIndex(self.shape.injection.0 + queue.0)
    }

    pub(in crate::sim) fn injection_port(&self, lane: LaneIndex) -> (NodeId, u8) {
        let (index, ports) = (self.queue(lane).0, self.injection_ports);
        (NodeId(index / ports), (index % ports) as u8)
    }

    pub(in crate::sim) fn ejection_port(&self, lane: LaneIndex) -> (NodeId, u16) {
        let (index, ports) = (lane.0 - self.shape.ejection.0, self.ejection_ports);
        (NodeId(index / ports), (index % ports) as u16)
    }

    /// The ejection lanes of a node.
    pub(in crate::sim) fn ejection_lanes(
        &self,
        node: NodeId,
    ) -> impl Iterator<Item = LaneIndex> + use<> {
        let first = self.shape.ejection.0 + node.0 * self.ejection_ports;
        (first..first + self.ejection_ports).map(LaneIndex)
    }

    /// A free ejection lane of a node, or `NONE`.
    #[inline]
    pub(in crate::sim) fn free_ejection(&self, node: NodeId) -> LaneIndex {
        let mut ports = self.ejection_lanes(node);
        let free = ports.find(|&lane| self.owner(lane).worm.is_none());
        free.unwrap_or(LaneIndex::NONE)
    }

    /// All lanes of every kind with their owners.
    #[cfg(debug_assertions)]
    pub(in crate::sim) fn owners(&self) -> impl Iterator<Item = (LaneIndex, Owner)> + '_ {
        self.owners.iter().map(|(lane, &owner)| (lane, owner))
    }

    #[inline]
    pub(in crate::sim) fn owner(&self, lane: LaneIndex) -> Owner {
        self.owners[lane]
    }

    /// The lanes of a channel that are free in the route stage of a cycle.
    #[inline]
    pub(in crate::sim) fn free(&self, channel: ChannelId, now: u64) -> VcSet {
        let state = &self.channels[channel];
        VcSet(if state.due < now {
            self.shape.all
        } else {
            state.free
        })
    }

    /// Number of held lanes of a channel, including one freed by `due`.
    #[inline]
    pub(in crate::sim) fn holders(&self, channel: ChannelId) -> u32 {
        (self.shape.all & !self.channels[channel].free).count_ones()
    }

    /// Whether the only held lane of a channel belongs to a worm that is not buffered; returns it.
    #[inline]
    pub(in crate::sim) fn last_unbuffered(&self, channel: ChannelId) -> Option<LaneIndex> {
        let state = &self.channels[channel];
        let held = self.shape.all & !state.free;
        let vc = held.trailing_zeros() as u8;
        let is_alone = held & !state.buffered != 0 && held.is_power_of_two();
        is_alone.then(|| self.of(channel, vc))
    }

    /// The held lanes of a channel, including one freed by `due`.
    pub(in crate::sim) fn held(&self, channel: ChannelId) -> impl Iterator<Item = LaneIndex> {
        let state = &self.channels[channel];
        self.lanes_of(channel, self.shape.all & !state.free)
    }

    /// The same without those of buffered worms.
    pub(in crate::sim) fn held_unbuffered(
        &self,
        channel: ChannelId,
    ) -> impl Iterator<Item = LaneIndex> + use<> {
        let state = &self.channels[channel];
        self.lanes_of(channel, self.shape.all & !state.free & !state.buffered)
    }

    fn lanes_of(&self, channel: ChannelId, vcs: u16) -> impl Iterator<Item = LaneIndex> + use<> {
        let first = channel.0 << self.shape.shift;
        VcSet(vcs)
            .iter()
            .map(move |vc| LaneIndex(first | u32::from(vc)))
    }

    /// Number of lanes of all kinds.
    pub(in crate::sim) fn count(&self) -> usize {
        self.owners.len()
    }

    /// Assigns a lane that is free in the route stage of a cycle to a worm.
    #[inline]
    pub(in crate::sim) fn claim(&mut self, lane: LaneIndex, owner: Owner, now: u64) {
        if self.is_network(lane) {
            let VirtualChannel { channel, vc } = self.virtual_channel(lane);
            self.release_due(channel, now);
            self.channels[channel].free &= !(1 << vc);
        }
        debug_assert!(self.owner(lane).worm.is_none(), "a lane has one owner");
        self.owners[lane] = owner;
    }

    /// Assigns a network lane that is free in the route stage of a cycle to a buffered worm, for
    /// which a flit waits. Returns whether worms that are not buffered hold others of its channel.
    #[inline]
    pub(in crate::sim) fn claim_buffered(
        &mut self,
        lane: LaneIndex,
        worm: WormIndex,
        flits: u32,
        now: u64,
    ) -> bool {
        let VirtualChannel { channel, vc } = self.virtual_channel(lane);
        self.release_due(channel, now);
        let state = &mut self.channels[channel];
        let others = self.shape.all & !state.free & !state.buffered;
        state.free &= !(1 << vc);
        state.buffered |= 1 << vc;
        state.ready |= 1 << vc;
        state.assign(flits);
        let position = Position::FIRST;
        self.owners[lane] = Owner { worm, position };
        others != 0
    }

    /// Counts flits that will cross a channel.
    #[inline]
    pub(in crate::sim) fn assign_flits(&mut self, channel: ChannelId, flits: u32) {
        self.channels[channel].assign(flits);
    }

    /// Number of flits that have crossed each channel or will cross it before its lanes are free.
    pub(in crate::sim) fn assigned_flits(&self) -> impl Iterator<Item = u64> + '_ {
        let channels = self.channels.rows().iter();
        channels.map(ChannelState::assigned)
    }

    /// Frees the lane of a channel that its only worm has left in the meantime.
    #[inline]
    fn release_due(&mut self, channel: ChannelId, now: u64) {
        let state = &mut self.channels[channel];
        if state.due < now {
            let held = self.shape.all & !state.free;
            let lane = LaneIndex(channel.0 << self.shape.shift | held.trailing_zeros());
            state.due = NEVER;
            state.free = self.shape.all;
            self.owners[lane] = UNOWNED;
        }
    }

    /// Whether the recorded owner of a lane has already left it.
    #[cfg(debug_assertions)]
    pub(in crate::sim) fn has_been_left(&self, lane: LaneIndex, now: u64) -> bool {
        self.is_network(lane) && self.channels[self.virtual_channel(lane).channel].due < now
    }

    /// Whether the time at which a lane becomes free is known.
    pub(in crate::sim) fn is_due(&self, lane: LaneIndex) -> bool {
        self.is_network(lane) && self.channels[self.virtual_channel(lane).channel].due != NEVER
    }

    /// Frees a lane that the tail has left.
    #[inline]
    pub(in crate::sim) fn release(&mut self, lane: LaneIndex) {
        debug_assert!(
            self.owner(lane).worm.is_some(),
            "only what is held is freed"
        );
        self.owners[lane] = UNOWNED;
        if self.is_network(lane) {
            let VirtualChannel { channel, vc } = self.virtual_channel(lane);
            let state = &mut self.channels[channel];
            state.free |= 1 << vc;
            state.buffered &= !(1 << vc);
        }
    }

    /// Frees a network lane that the tail of a buffered worm has left. Returns its channel, and
    /// whether worms that are not buffered hold others of its lanes.
    #[inline]
    pub(in crate::sim) fn release_buffered(&mut self, lane: LaneIndex) -> (ChannelId, bool) {
        self.owners[lane] = UNOWNED;
        let VirtualChannel { channel, vc } = self.virtual_channel(lane);
        let state = &mut self.channels[channel];
        state.free |= 1 << vc;
        state.buffered &= !(1 << vc);
        let others = self.shape.all & !state.free & !state.buffered;
        (channel, others != 0)
    }

    /// Records the position of a held lane after its worm's positions were renumbered.
    pub(in crate::sim) fn renumber(&mut self, lane: LaneIndex, position: Position) {
        self.owners[lane].position = position;
    }

    /// Approximate memory in use \[bytes\].
    pub(in crate::sim) fn bytes(&self) -> usize {
        self.owners.bytes() + self.channels.bytes()
    }
}
