//! What there is to see after a cycle: plain data for drawings, tests and questions.

use crate::routing::VirtualChannel;
use crate::sim::Simulator;
use crate::sim::records::{COLORS, Counters, Deadlock, Delivery, MessageId, MulticastId};
use crate::sim::state::{
    Header, LaneIndex, Motion, Position, Prepared, TableIndex as _, Worm, WormIndex,
};
use crate::topology::{NodeId, sorted::order_of};

/// The state of the network between two cycles.
#[derive(Debug, Clone, PartialEq)]
pub struct Snapshot {
    /// Cycles simulated so far.
    pub cycle: u64,
    /// The worms in the network, the oldest message first.
    pub worms: Vec<WormView>,
    /// Messages that wait in the queues of each node.
    pub queued: Vec<u32>,
    /// What has happened so far.
    pub counters: Counters,
    /// The message that arrived last, of several the youngest.
    pub last_delivery: Option<Delivery>,
    /// The first deadlock, if one has formed.
    pub deadlock: Option<Deadlock>,
    /// What nodes are still preparing for multicasts, in the order in which it is ready.
    pub preparations: Vec<Preparation>,
    /// Nodes that have the message of a multicast and will soon send it on, in ascending order;
    /// what waits behind the eighth message of a queue is left out.
    pub relays: Vec<(NodeId, MulticastId)>,
    /// Multicasts that have another color than that of their number.
    pub recolored: Vec<(MulticastId, u8)>,
}

/// Worms of a multicast that a node prepares, before they join its queues.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Preparation {
    /// Where.
    pub node: NodeId,
    /// For which multicast.
    pub multicast: MulticastId,
    /// How many.
    pub worms: u32,
    /// The cycle in which they were released.
    pub since: u64,
    /// The cycle in which they join their queues.
    pub until: u64,
}

/// A worm and the lanes it holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WormView {
    /// Its message.
    pub message: MessageId,
    /// Its color, one of [`COLORS`]; worms of one multicast share it. Where colors are kept
    /// ([`Simulator::with_colors`]), worms that meet have different ones.
    pub color: u8,
    /// Source.
    pub from: NodeId,
    /// Destination, the last one if there are several.
    pub to: NodeId,
    /// Where this leg of its route ends; of a planned worm, its destination.
    pub aim: NodeId,
    /// Which leg of its route this is.
    pub leg: u8,
    /// Channels that it has been given so far.
    pub hops: u32,
    /// The multicast it is part of.
    pub multicast: Option<MulticastId>,
    /// Whether its plan names every channel of its path, so that no routing function is asked.
    pub is_planned: bool,
    /// Nodes that it delivers to according to its plan; 1 for a message to one node.
    pub destinations: u32,
    /// Whether routers copy it: then it is a tree, and each of its branches has a header.
    pub is_tree: bool,
    /// Destinations on its path that the header has not passed yet, except the last; of a tree,
    /// all those at which no header has got what it needs yet.
    pub copies: Vec<NodeId>,
    /// Ejection ports that it holds for copies, the one nearest to the header first.
    pub ports: Vec<Place>,
    /// M \[flits\].
    pub length: u32,
    /// Cycle of generation.
    pub generated: u64,
    /// What its header is doing.
    pub header: HeaderState,
    /// The lanes it holds, from the header to the tail; of a tree, those that lead to blocked
    /// headers first, and none after one that leads to it.
    pub segments: Vec<Segment>,
}

/// What a header is doing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HeaderState {
    /// It holds its injection port, which starts up, and may not leave yet.
    Starting {
        /// The cycle in which it took the port.
        since: u64,
        /// The first cycle after the start-up.
        until: u64,
    },
    /// On its way, or about to ask for a lane.
    Moving,
    /// Waiting for its tail, as store-and-forward demands.
    Storing,
    /// All virtual channels that it may take were held by others when it asked last.
    ///
    /// Of a tree: some header waits for what it needs at once.
    Blocked {
        /// The virtual channels, none if it waits for an ejection port; of a tree those that
        /// others hold, or all that were just freed.
        wants: Vec<VirtualChannel>,
    },
    /// At the processor, which takes one flit a cycle.
    Arrived,
}

/// A lane that a worm holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Segment {
    /// Which lane.
    pub place: Place,
    /// Flits in it.
    pub flits: u32,
    /// Flits that have gone on from it.
    pub gone: u32,
    /// Whether a flit came in during the last cycle.
    pub entered: bool,
    /// Whether one has gone on from it.
    pub left: bool,
    /// Whether a header is blocked at its end.
    pub waits: bool,
}

/// Where flits can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
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
        let ports = usize::from(self.design.ports.injection);
        let lengths: Vec<_> = self.sources.queue_lengths().collect();
        Snapshot {
            cycle: self.clock,
            worms,
            queued: lengths.chunks(ports).map(|q| q.iter().sum()).collect(),
            counters: self.counters(),
            last_delivery: self.last_delivery,
            deadlock: self.deadlock.clone(),
            preparations: self.preparations(),
            relays: self.relays(),
            recolored: self.recolored(),
        }
    }

    /// What nodes are preparing, by when it is ready, by node and by multicast.
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

    /// The nodes, other than sources, in which worms of multicasts are prepared, queued, or
    /// wait in their port.
    fn relays(&self) -> Vec<(NodeId, MulticastId)> {
        let mut relays = Vec::new();
        if self.multicasts.live_count == 0 {
            return relays;
        }
        let prepared = self.sources.prepared.iter();
        let prepared = prepared.filter_map(|prepared| prepared.message.part);
        let worms = self.worms.iter().map(|(_, worm)| worm);
        let inside = worms.filter(|worm| worm.hops == 0 && worm.multicast.is_some());
        let inside = inside.map(|worm| self.multicasts.worm(worm.multicast).part);
        for part in prepared.chain(self.sources.next_parts()).chain(inside) {
            let relay = self.multicasts.origin(part);
            if relay.0 != self.multicasts.live(part.multicast).from
                && let Err(place) = relays.binary_search(&relay)
            {
                relays.insert(place, relay);
            }
        }
        relays
    }

    /// The worm of a message, if it is in the network; without looking at the others.
    pub fn worm(&self, message: MessageId) -> Option<WormView> {
        let mut worms = self.worms.iter();
        let found = worms.find(|(index, _)| self.worms.at(*index).message == message);
        found.map(|(index, _)| self.view(index))
    }

    /// How many flits have crossed each channel since cycle 0, by its number.
    ///
    /// Looks at every worm in flight: a channel counts a message when its header is given a
    /// lane, from which is taken away what has yet to cross.
    pub fn crossings(&self) -> Vec<u64> {
        let mut crossings: Vec<_> = self.lanes.assigned_flits().collect();
        for (index, worm) in self.worms.iter() {
            for segment in self.segments(index) {
                if let Place::Channel(at) = segment.place {
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
            destinations: multicast.map_or(1, |(_, deliver)| deliver.len() as u32),
            is_tree: false,
            copies: copies.to_vec(),
            ports: ports.unwrap_or_default(),
            length: worm.length,
            generated: worm.generated,
            header,
            segments,
        }
    }

    /// The first cycle after the start-up of a worm of a multicast.
    pub(in crate::sim) fn started(&self, worm: &Worm) -> u64 {
        worm.headed + u64::from(self.design.timing.startup)
    }

    /// The lanes of a worm, from the header to the tail.
    pub(in crate::sim) fn segments(&self, index: WormIndex) -> Vec<Segment> {
        let worm = self.worms.at(index);
        let mut segments = match worm.motion {
            Motion::Tree => return self.tree_segments(index),
            Motion::Uncontended => self.uncontended_segments(index),
            _ => self.counted_segments(index),
        };
        for place in 1..segments.len() {
            segments[place].left = segments[place - 1].entered;
        }
        segments[0].waits = worm.header == Header::Blocked;
        segments
    }

    /// The lanes of a worm whose cells count its flits.
    fn counted_segments(&self, index: WormIndex) -> Vec<Segment> {
        let worm = self.worms.at(index);
        let is_streaming = worm.motion == Motion::Streaming;
        // How far a worm that was left alone has moved since then.
        let lag = if is_streaming {
            (self.clock - worm.counted_until) as u32
        } else {
            0
        };
        let is_settled = worm.counted_until == self.clock && self.clock > 0;
        let mut gone = 0;
        let segment = |position| {
            let cell = self.worms.cell(index, position);
            let ahead = if position == worm.front { lag } else { 0 };
            let behind = if position == worm.tail { lag } else { 0 };
            let segment = Segment {
                place: self.place(cell.lane),
                flits: cell.held + ahead - behind,
                gone,
                entered: is_streaming && (worm.tail + 1..=worm.front).contains(&position)
                    || is_settled && self.worms.moved(index, position),
                left: false,
                waits: false,
            };
            gone += segment.flits;
            segment
        };
        worm.tail.through(worm.head).rev().map(segment).collect()
    }

    /// The lanes of an uncontended worm, of which only the header's times are recorded.
    fn uncontended_segments(&self, index: WormIndex) -> Vec<Segment> {
        let worm = self.worms.at(index);
        let segment = |position| {
            let came = |until| self.flits_entered(index, position, until);
            let gone = if position == worm.head {
                0
            } else {
                self.flits_entered(index, position + 1, self.clock)
            };
            Segment {
                place: self.place(self.worms.cell(index, position).lane),
                flits: came(self.clock) - gone,
                gone,
                entered: self.clock > 0 && came(self.clock) > came(self.clock - 1),
                left: false,
                waits: false,
            }
        };
        let has_left =
            |next: &Position| self.flits_entered(index, *next, self.clock) == worm.length;
        let left = (worm.tail + 1)
            .through(worm.head)
            .take_while(has_left)
            .count() as u32;
        let tail = worm.tail + left;
        tail.through(worm.head).rev().map(segment).collect()
    }

    pub(in crate::sim) fn place(&self, lane: LaneIndex) -> Place {
        if self.lanes.is_network(lane) {
            Place::Channel(self.lanes.virtual_channel(lane))
        } else if self.lanes.is_injection(lane) {
            let (node, port) = self.lanes.injection_port(lane);
            Place::Injection(node, port)
        } else {
            let (node, port) = self.lanes.ejection_port(lane);
            Place::Ejection(node, port)
        }
    }
}

impl WormView {
    /// The nodes at which it has still to deliver a copy that no port has been claimed for, its
    /// last destination among them as long as it is on its way.
    pub fn left(&self) -> impl Iterator<Item = NodeId> + '_ {
        let last = (!self.is_tree).then_some(self.to);
        self.copies.iter().copied().chain(last)
    }

    /// The lanes in which its headers are drawn: the first, of a tree those in which one is.
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

    /// Who holds the lanes of a channel: virtual channel, worm, flits in the buffer.
    pub fn holders(
        &self,
        channel: crate::topology::ChannelId,
    ) -> impl Iterator<Item = (u8, &WormView, u32)> {
        self.worms.iter().flat_map(move |worm| {
            worm.segments.iter().filter_map(move |s| match s.place {
                Place::Channel(at) if at.channel == channel => Some((at.vc, worm, s.flits)),
                _ => None,
            })
        })
    }

    /// How many headers are blocked.
    pub fn blocked(&self) -> usize {
        let lanes = self.worms.iter().flat_map(|worm| &worm.segments);
        lanes.filter(|segment| segment.waits).count()
    }
}
