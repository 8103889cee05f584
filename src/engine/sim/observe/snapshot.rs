//! Snapshots of the network after a cycle: plain data for drawings, tests and queries.

use crate::routing::VirtualChannel;
use crate::sim::Simulator;
use crate::sim::closed_loop::Requests;
use crate::sim::records::{COLORS, Counters, Deadlock, Delivery, MessageId, MulticastId};
use crate::sim::state::{
    Header, LaneIndex, Motion, NEVER, Prepared, QueueIndex, Queued, TableIndex as _, Worm,
    WormIndex,
};
use crate::topology::{NodeId, sorted::order_of};

/// The state of the network between two cycles.
#[derive(Debug, Clone, PartialEq)]
pub struct Snapshot {
    /// Number of cycles simulated so far.
    pub cycle: u64,
    /// The worms in the network, the oldest message first.
    pub worms: Vec<WormView>,
    /// Number of messages waiting in the queues of each node.
    pub queued: Vec<u32>,
    /// The first messages of every queue, queue by queue: at most [`FIRST_QUEUED`] of each, and
    /// none in a network of more than [`MOST_WITH_QUEUES`] nodes.
    pub first_queued: Vec<QueuedMessage>,
    /// The requests and replies of every node; empty unless traffic is closed-loop.
    pub requests: Vec<Requests>,
    /// Totals since cycle 0.
    pub counters: Counters,
    /// The most recent delivery; among several in one cycle, that of the youngest message.
    pub last_delivery: Option<Delivery>,
    /// The first deadlock, if one has formed.
    pub deadlock: Option<Deadlock>,
    /// Multicast worms that nodes are still preparing, in the order in which they will be ready.
    pub preparations: Vec<Preparation>,
    /// Nodes that have the message of a multicast and will soon forward it, in ascending order;
    /// messages beyond the eighth in a queue are not considered.
    pub relays: Vec<(NodeId, MulticastId)>,
    /// Multicasts whose color differs from that of their number, each with its color.
    pub recolored: Vec<(MulticastId, u8)>,
}

/// The most messages of a queue that a snapshot lists, so that its cost does not depend on the
/// length of queues.
pub const FIRST_QUEUED: usize = 8;

/// The most nodes of a network whose snapshots list queued messages; drawings of larger ones have
/// no room for them.
pub const MOST_WITH_QUEUES: u32 = 1024;

/// A message in a queue of its source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueuedMessage {
    pub message: MessageId,
    /// The multicast to which it belongs.
    pub multicast: Option<MulticastId>,
    pub from: NodeId,
    /// Destinations, in ascending order for a message that routers copy.
    pub to: Vec<NodeId>,
    /// M \[flits\].
    pub length: u32,
    pub generated: u64,
    /// For a reply, the cycle in which its request was generated.
    pub asked: Option<u64>,
}

/// Worms of a multicast that a node prepares before they join its queues.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Preparation {
    /// The node that prepares them.
    pub node: NodeId,
    pub multicast: MulticastId,
    pub worms: u32,
    /// The cycle in which they were released.
    pub since: u64,
    /// The cycle in which they join their queues.
    pub until: u64,
}

/// A worm and the lanes it holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WormView {
    pub message: MessageId,
    /// Its color, one of [`COLORS`]; worms of one multicast share it. In simulators that track
    /// colors ([`Simulator::with_colors`]), worms that meet have different colors.
    pub color: u8,
    pub from: NodeId,
    /// Destination, the last one if there are several.
    pub to: NodeId,
    /// Where the current leg of its route ends; for a planned worm, its destination.
    pub aim: NodeId,
    /// Number of the current leg of its route.
    pub leg: u8,
    /// Number of channels granted to it so far.
    pub hops: u32,
    /// The multicast to which it belongs.
    pub multicast: Option<MulticastId>,
    /// Whether its plan fixes its entire path, so that the routing function is not used.
    pub is_planned: bool,
    /// The index of its order in [`Design::vias`](crate::sim::Design::vias), if its path is prescribed.
    pub prescribed: Option<usize>,
    /// Number of nodes to which it delivers according to its plan; 1 for a message to one node.
    pub destinations: u32,
    /// Whether routers copy it, which makes it a tree with a header on each branch.
    pub is_tree: bool,
    /// Destinations on its path that the header has not passed yet, except the last; for a tree,
    /// all destinations at which no header has been granted its request yet.
    pub copies: Vec<NodeId>,
    /// Ejection ports that it holds for copies, the one closest to the header first.
    pub ports: Vec<Location>,
    /// M \[flits\].
    pub length: u32,
    pub generated: u64,
    /// For a reply, the cycle in which its request was generated.
    pub asked: Option<u64>,
    pub header: HeaderState,
    /// The lanes it holds, from the header to the tail; for a tree, those that lead to blocked
    /// headers first, and each of the others after all lanes that lie ahead of it.
    pub segments: Vec<Segment>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HeaderState {
    /// Waiting for the start-up of its injection port before it may leave.
    Starting {
        /// The cycle in which it took the port.
        since: u64,
        /// The first cycle after the start-up.
        until: u64,
    },
    /// Moving, or about to request a lane.
    Moving,
    /// Waiting for its tail, as store-and-forward requires.
    Storing,
    /// Blocked: all virtual channels that it may take were held by others at its last request.
    ///
    /// For a tree: some header waits for everything it needs at once.
    Blocked {
        /// The virtual channels that it may take, empty if it waits for an ejection port; for a
        /// tree, those it needs that others hold, or all it needs if these were just freed.
        wants: Vec<VirtualChannel>,
    },
    /// At the processor, which takes one flit per cycle.
    Arrived,
}

/// A lane that a worm holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Segment {
    pub place: Location,
    pub flits: u32,
    /// Number of flits that have left it.
    pub gone: u32,
    /// Whether a flit entered during the last cycle.
    pub entered: bool,
    /// Whether a flit left during the last cycle.
    pub left: bool,
    /// Whether a header is blocked at its end.
    pub waits: bool,
}

/// A place that can hold flits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Location {
    /// Still in the processor: node and port.
    Injection(NodeId, u8),
    /// In the buffer of a virtual channel.
    Channel(VirtualChannel),
    /// Taken by the processor: node and port.
    Ejection(NodeId, u16),
}

impl Simulator {
    /// The state after the last cycle.
    pub fn snapshot(&self) -> Snapshot {
        let indices: Vec<_> = self.worms.iter().map(|(index, _)| index).collect();
        let by_age = order_of(indices.iter().map(|&index| self.worms.at(index).message.0));
        let worms = by_age.map(|place| self.view(indices[place])).collect();
        let queues = self.design.queues() as usize;
        let lengths: Vec<_> = self.sources.queue_lengths().collect();
        Snapshot {
            cycle: self.clock,
            worms,
            queued: lengths.chunks(queues).map(|q| q.iter().sum()).collect(),
            first_queued: self.first_queued(),
            requests: self.replies.views().collect(),
            counters: self.counters(),
            last_delivery: self.last_delivery,
            deadlock: self.deadlock.clone(),
            preparations: self.preparations(),
            relays: self.relays(),
            recolored: self.recolored(),
        }
    }

    fn first_queued(&self) -> Vec<QueuedMessage> {
        if self.design.network.nodes() > MOST_WITH_QUEUES {
            return Vec::new();
        }
        let view = |(queue, queued): (QueueIndex, &Queued)| {
            let (from, _) = self.lanes.injection_port(self.lanes.injection_lane(queue));
            let multicast = queued.part.map(|part| {
                let multicast = self.multicasts.live(part.multicast);
                // The first worm represents all worms of a tree.
                let to = match multicast.plan.tree() {
                    Some(tree) => {
                        let stops = tree.places().iter().filter(|stop| stop.delivers);
                        let mut stops: Vec<_> = stops.map(|stop| stop.node).collect();
                        stops.sort_unstable();
                        stops
                    }
                    None => multicast.plan.worm(part.worm).deliver.clone(),
                };
                (multicast.id, to)
            });
            let (multicast, to) = multicast.unzip();
            QueuedMessage {
                message: queued.message,
                multicast,
                from,
                to: to.unwrap_or_else(|| vec![queued.to]),
                length: queued.length,
                generated: queued.generated,
                asked: Some(queued.asked).filter(|&asked| asked != NEVER),
            }
        };
        let queued = self.sources.first_queued(FIRST_QUEUED);
        queued.map(view).collect()
    }

    /// The preparations of all nodes, sorted by the cycle in which they are ready, node and
    /// multicast.
    fn preparations(&self) -> Vec<Preparation> {
        let key = |p: &Preparation| (p.until, p.node, p.multicast);
        let mut preparations: Vec<Preparation> = Vec::new();
        for &Prepared {
            joins: until,
            message,
            ..
        } in &self.sources.prepared
        {
            let part = message.part.expect("others join their queue at once");
            let (node, multicast) = self.multicasts.origin(part);
            let preparation = Preparation {
                node,
                multicast,
                worms: 1,
                since: message.generated,
                until,
            };
            match preparations.binary_search_by_key(&key(&preparation), key) {
                Ok(place) => preparations[place].worms += 1,
                Err(place) => preparations.insert(place, preparation),
            }
        }
        preparations
    }

    /// The nodes, other than sources, at which worms of multicasts are in preparation, queued or
    /// waiting in their port.
    fn relays(&self) -> Vec<(NodeId, MulticastId)> {
        let mut relays = Vec::new();
        if self.multicasts.live_count == 0 {
            return relays;
        }
        let prepared = self.sources.prepared.iter();
        let prepared = prepared.filter_map(|prepared| prepared.message.part);
        let queued = self.sources.first_queued(FIRST_QUEUED);
        let queued = queued.filter_map(|(_, queued)| queued.part);
        let worms = self.worms.iter().map(|(_, worm)| worm);
        let inside = worms.filter(|worm| worm.hops == 0 && worm.multicast.is_some());
        let inside = inside.map(|worm| self.multicasts.worm(worm.multicast).part);
        for part in prepared.chain(queued).chain(inside) {
            let relay = self.multicasts.origin(part);
            if relay.0 != self.multicasts.live(part.multicast).from
                && let Err(place) = relays.binary_search(&relay)
            {
                relays.insert(place, relay);
            }
        }
        relays
    }

    /// The worm of a message, if it is in the network, without building views of the others.
    pub fn worm(&self, message: MessageId) -> Option<WormView> {
        let mut worms = self.worms.iter();
        let found = worms.find(|(index, _)| self.worms.at(*index).message == message);
        found.map(|(index, _)| self.view(index))
    }

    /// Number of flits that have crossed each channel since cycle 0, by channel number.
    ///
    /// Visits every worm in flight: a channel counts all flits of a message when its header is
    /// granted a lane, so flits that have yet to cross are subtracted.
    pub fn crossings(&self) -> Vec<u64> {
        let mut crossings: Vec<_> = self.lanes.assigned_flits().collect();
        for (index, worm) in self.worms.iter() {
            for segment in self.segments(index) {
                if let Location::Channel(at) = segment.place {
                    let to_come = worm.length - segment.flits - segment.gone;
                    crossings[at.channel.0 as usize] -= u64::from(to_come);
                }
            }
        }
        crossings
    }

    fn view(&self, index: WormIndex) -> WormView {
        let worm = self.worms.at(index);
        if worm.motion == Motion::Tree {
            return self.tree_view(index);
        }
        let header = match worm.header {
            _ if worm.hops == 0 && worm.multicast.is_some() && self.clock < self.started(worm) => {
                HeaderState::Starting {
                    since: worm.headed,
                    until: self.started(worm),
                }
            }
            Header::Arrived => HeaderState::Arrived,
            Header::Storing => HeaderState::Storing,
            Header::Blocked => HeaderState::Blocked {
                wants: self.wanted(index).collect(),
            },
            Header::Asking | Header::Claimed => HeaderState::Moving,
        };
        let segments = self.segments(index);
        let multicast = worm.multicast.some().map(|index| {
            let planned = self.multicasts.planned_worm(index);
            (self.multicasts.worm(index), &*planned.deliver)
        });
        let copies = multicast.map_or(&[][..], |(worm, deliver)| {
            &deliver[worm.reached as usize..deliver.len() - 1]
        });
        let ports = multicast.map(|(worm, _)| {
            let copies = worm.copies_in_progress.iter().rev();
            copies.map(|copy| self.place(copy.port)).collect()
        });
        let path = worm.multicast.some();
        let path = path.and_then(|index| self.multicasts.path_ahead(index));
        WormView {
            message: worm.message,
            color: self.color(index),
            from: worm.from,
            to: worm.to,
            aim: worm.aim,
            leg: worm.leg,
            hops: worm.hops,
            multicast: multicast.map(|(worm, _)| self.multicasts.live(worm.part.multicast).id),
            is_planned: path.is_some(),
            prescribed: self.prescribed(worm.message),
            destinations: multicast.map_or(1, |(_, deliver)| deliver.len() as u32),
            is_tree: false,
            copies: copies.to_vec(),
            ports: ports.unwrap_or_default(),
            length: worm.length,
            generated: worm.generated,
            asked: worm.is_reply().then_some(worm.asked),
            header,
            segments,
        }
    }

    /// The first cycle after the start-up of a worm of a multicast.
    pub(in crate::sim) fn started(&self, worm: &Worm) -> u64 {
        worm.headed + u64::from(self.design.timing.startup)
    }

    pub(in crate::sim) fn place(&self, lane: LaneIndex) -> Location {
        if self.lanes.is_network(lane) {
            Location::Channel(self.lanes.virtual_channel(lane))
        } else if self.lanes.is_injection(lane) {
            let (node, port) = self.lanes.injection_port(lane);
            Location::Injection(node, port)
        } else {
            let (node, port) = self.lanes.ejection_port(lane);
            Location::Ejection(node, port)
        }
    }
}

impl WormView {
    /// The nodes to which it has yet to deliver a copy and at which it has not claimed a port,
    /// including its last destination as long as it is in flight.
    pub fn left(&self) -> impl Iterator<Item = NodeId> + '_ {
        let last = (!self.is_tree).then_some(self.to);
        self.copies.iter().copied().chain(last)
    }

    /// The lanes in which its headers are drawn: the first lane; for a tree, every lane that
    /// contains a header.
    pub fn fronts(&self) -> impl Iterator<Item = &Segment> {
        let segments = self.segments.iter().enumerate();
        let fronts = segments.filter(|(index, segment)| {
            if self.is_tree {
                segment.gone == 0 && segment.flits > 0
            } else {
                *index == 0
            }
        });
        fronts.map(|(_, segment)| segment)
    }
}

impl Snapshot {
    /// The color of a multicast, whether it has a worm in the network or not.
    pub fn color_of(&self, multicast: MulticastId) -> u8 {
        let recolored = self.recolored.iter().find(|(id, _)| *id == multicast);
        recolored.map_or((multicast.0 % u64::from(COLORS)) as u8, |(_, color)| *color)
    }

    /// The worm of a message, if it is in the network.
    pub fn worm(&self, message: MessageId) -> Option<&WormView> {
        let index = self.worms.binary_search_by_key(&message, |w| w.message);
        index.ok().map(|index| &self.worms[index])
    }

    /// The holders of a channel's lanes: virtual channel, worm, flits in the buffer.
    pub fn holders(
        &self,
        channel: crate::topology::ChannelId,
    ) -> impl Iterator<Item = (u8, &WormView, u32)> {
        self.worms.iter().flat_map(move |worm| {
            worm.segments.iter().filter_map(move |s| match s.place {
                Location::Channel(at) if at.channel == channel => Some((at.vc, worm, s.flits)),
                _ => None,
            })
        })
    }

    pub fn blocked(&self) -> usize {
        let lanes = self.worms.iter().flat_map(|worm| &worm.segments);
        lanes.filter(|segment| segment.waits).count()
    }
}
