//! Flows between sources and lanes, counted from a routing function and the rates of a traffic pattern.
//!
//! A *port* is a source or a lane, one virtual channel of a channel. A message goes from its source
//! to a first lane, and from lane to lane. Terminals send whole numbers of messages to each other, and
//! there is one path for each pair, so flows are whole numbers, and equal flows are exactly equal. Under
//! uniform traffic they are numbers of pairs.

use super::passages::Passages;
use super::rates::Rates;
use super::rings;
use crate::catalog::BuildError;
use crate::routing::states::States;
use crate::routing::{Adaptivity, RoutingFunction, VcSet, VirtualChannel};
use crate::topology::{Direction, Network, NodeId, Topology};

/// The ring of a lane.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(in crate::model::platoon) struct Ring {
    /// The share of meetings between worms that meet twice.
    pub(super) twice: f64,
    /// The number of its nodes.
    pub(super) radix: f64,
}

impl Ring {
    /// The share of meetings of worms of M flits that meet only once \[18\].
    pub(in crate::model::platoon) fn met_once(self, length: f64) -> f64 {
        1.0 - self.twice * (1.0 - self.radix / length).max(0.0)
    }
}

/// Flows as numbers of messages, for all ports.
#[derive(Debug)]
pub(super) struct Counted {
    /// Terminals.
    pub(super) sources: usize,
    /// Messages of a source, unless it sends nothing.
    pub(super) unit: u64,
    /// Messages that use a port.
    pub(super) count: Vec<u64>,
    /// For each port, the ports from which messages come.
    pub(super) inputs: Vec<Vec<Flow>>,
    /// For each port, the lanes to which they go.
    pub(super) outputs: Vec<Vec<Flow>>,
    /// For each port, the other lane of its channel, if there is one.
    pub(super) other: Vec<Option<usize>>,
    /// For each port, the dimension of its channel; 0 for sources.
    pub(super) dimension: Vec<u8>,
    /// For each port, its ring.
    pub(super) rings: Vec<Ring>,
    /// The ports of lanes, each after all those to which it leads.
    pub(super) order: Vec<usize>,
    /// Which way messages go on from where, if asked for.
    passages: Option<Passages>,
}

/// A flow between two ports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Flow {
    /// The port at the other end.
    pub(super) port: usize,
    /// Messages that take both ports, one after the other.
    pub(super) count: u64,
    /// Messages that they first meet on the other lane of the channel.
    pub(super) met: u64,
}

impl Counted {
    /// Counts the flows of a routing function with a single path between any two terminals.
    pub(super) fn of(
        topology: &dyn Topology,
        network: &Network,
        routing: &dyn RoutingFunction,
        rates: &Rates,
        passages: Option<Passages>,
    ) -> Result<Self, BuildError> {
        if routing.adaptivity() != Adaptivity::Deterministic || routing.legs() > 1 {
            return Err(BuildError::unfit(
                "the model is for routing functions with a single path between two nodes",
            ));
        }
        let terminals = network.terminals();
        let sources = terminals.count() as usize;
        if sources < 2 {
            return Err(BuildError::unfit("the model needs two nodes that send"));
        }
        let mut counted = Self {
            sources,
            unit: rates.unit,
            count: (0..sources).map(|source| rates.from(source)).collect(),
            inputs: vec![Vec::new(); sources],
            outputs: vec![Vec::new(); sources],
            other: Vec::new(),
            dimension: vec![0; sources],
            rings: Vec::new(),
            order: Vec::new(),
            passages,
        };
        if counted.count.iter().all(|&sent| sent == 0) {
            return Err(BuildError::unfit("the model needs a node that sends"));
        }
        let mut lanes = Lanes {
            port: vec![None; network.channels() as usize * usize::from(VcSet::MOST)],
            lane: Vec::new(),
        };
        let mut states = States::new(VcSet::MOST);
        for (place, to) in terminals.iter().enumerate() {
            let sent = |from: NodeId| {
                let source = network.terminals().place(from);
                source.map_or(0, |source| rates.between(source as usize, place))
            };
            counted.add(network, routing, to, sent, &mut lanes, &mut states)?;
        }
        counted.finish(topology, network, &lanes)?;
        Ok(counted)
    }

    /// Adds the paths to one destination of the terminals that send to it.
    fn add(
        &mut self,
        network: &Network,
        routing: &dyn RoutingFunction,
        to: NodeId,
        sent: impl Fn(NodeId) -> u64,
        lanes: &mut Lanes,
        states: &mut States,
    ) -> Result<(), BuildError> {
        let starts = routing.starts(network, to, 0);
        let starts = starts.filter(|hop| sent(hop.here) > 0);
        states.explore(network, starts, routing.asks_arrival(), |hop, out| {
            routing.candidates(network, hop, out);
            match out.as_slice() {
                [only] if only.vcs.len() == 1 => Ok(()),
                _ => Err(BuildError::unfit(
                    "the model is for routing functions that offer one virtual channel at every \
                     hop",
                )),
            }
        })?;
        let mut port = Vec::with_capacity(states.len());
        let mut next = Vec::with_capacity(states.len());
        let mut awaited = vec![0_u32; states.len()];
        for state in 0..states.len() {
            let lane = states.lanes(state).next();
            let (lane, _) = lane.expect("every state has one offer");
            port.push(self.port(lane, lanes));
            let after = states.after(network, lane);
            if let Some(after) = after {
                awaited[after] += 1;
            }
            next.push(after);
        }
        let mut carried = vec![0_u64; states.len()];
        for start in states.starts() {
            let here = states.hop(start).here;
            let source = network.terminals().place(here);
            let source = source.expect("messages start at terminals") as usize;
            let count = sent(here);
            self.pass(source, port[start], count);
            if let Some(passages) = &mut self.passages {
                let onward = next[start].map(|after| port[after]);
                passages.add(source, port[start], onward, count);
            }
            carried[start] = count;
        }
        let mut ready: Vec<_> = (0..states.len()).filter(|&s| awaited[s] == 0).collect();
        while let Some(state) = ready.pop() {
            self.count[port[state]] += carried[state];
            if let Some(after) = next[state] {
                self.pass(port[state], port[after], carried[state]);
                if let Some(passages) = &mut self.passages {
                    let onward = next[after].map(|beyond| port[beyond]);
                    passages.add(port[state], port[after], onward, carried[state]);
                }
                carried[after] += carried[state];
                awaited[after] -= 1;
                if awaited[after] == 0 {
                    ready.push(after);
                }
            }
        }
        Ok(())
    }

    /// The port of a lane, a new one if it is met for the first time.
    fn port(&mut self, lane: VirtualChannel, lanes: &mut Lanes) -> usize {
        let slot = &mut lanes.port[Lanes::place(lane)];
        *slot.get_or_insert_with(|| {
            lanes.lane.push(lane);
            self.count.push(0);
            self.inputs.push(Vec::new());
            self.outputs.push(Vec::new());
            self.count.len() - 1
        })
    }

    /// Adds messages from one port to the next.
    fn pass(&mut self, from: usize, to: usize, count: u64) {
        let list = &mut self.outputs[from];
        match list.binary_search_by_key(&to, |flow| flow.port) {
            Ok(place) => list[place].count += count,
            Err(place) => list.insert(
                place,
                Flow {
                    port: to,
                    count,
                    met: 0,
                },
            ),
        }
    }

    /// Adds what follows from the flows: inputs, meetings and an order.
    fn finish(
        &mut self,
        topology: &dyn Topology,
        network: &Network,
        lanes: &Lanes,
    ) -> Result<(), BuildError> {
        self.other = vec![None; self.count.len()];
        for (port, lane) in (self.sources..).zip(&lanes.lane) {
            let mut others = (0..VcSet::MOST).filter(|&vc| vc != lane.vc);
            self.other[port] = others.find_map(|vc| {
                let other = VirtualChannel { vc, ..*lane };
                lanes.port[Lanes::place(other)]
            });
        }
        for from in 0..self.outputs.len() {
            for place in 0..self.outputs[from].len() {
                let flow = self.outputs[from][place];
                let met = self.met(from, flow.port);
                self.outputs[from][place].met = met;
                let flow = Flow {
                    port: from,
                    met,
                    ..flow
                };
                self.inputs[self.outputs[from][place].port].push(flow);
            }
        }
        let dimensions = lanes
            .lane
            .iter()
            .map(|lane| network.dimension(lane.channel));
        self.dimension.extend(dimensions);
        self.rings = vec![Ring::default(); self.sources];
        self.rings.extend(rings_of(topology, network, lanes));
        self.sort()
    }

    /// \[17\]: of the messages on the other lane of a channel, those that a message from `from` did
    /// not meet on the channel before, and that do not come over the same port.
    fn met(&self, from: usize, to: usize) -> u64 {
        let Some(other) = self.other[to] else {
            return 0;
        };
        let flow = |from: usize| {
            let list = &self.outputs[from];
            let place = list.binary_search_by_key(&other, |flow| flow.port);
            place.map_or(0, |place| list[place].count)
        };
        let before = self.other[from].map_or(0, flow);
        self.count[other].saturating_sub(before + flow(from))
    }

    /// Puts the lanes in order, or finds that none exists.
    fn sort(&mut self) -> Result<(), BuildError> {
        let mut awaited: Vec<_> = self.outputs.iter().map(Vec::len).collect();
        let all = self.sources..self.count.len();
        self.order = all.clone().filter(|&port| awaited[port] == 0).collect();
        let mut done = 0;
        while let Some(&port) = self.order.get(done) {
            done += 1;
            for flow in self.inputs[port].iter().filter(|f| f.port >= self.sources) {
                awaited[flow.port] -= 1;
                if awaited[flow.port] == 0 {
                    self.order.push(flow.port);
                }
            }
        }
        if self.order.len() < all.len() {
            return Err(BuildError::unfit(
                "the model is for routing functions whose channels depend on each other in no \
                 cycle, and here some do",
            ));
        }
        Ok(())
    }

    /// The share of passages through lanes that depend on where the message came from; 0 if passages were
    /// not asked for.
    pub(super) fn remembered(&self) -> f64 {
        self.passages.as_ref().map_or(0.0, Passages::remembered)
    }

    /// The mean number of channels of a message.
    pub(super) fn hops(&self) -> f64 {
        let (sources, lanes) = self.count.split_at(self.sources);
        let [messages, crossings] = [sources, lanes].map(|counts| counts.iter().sum::<u64>());
        crossings as f64 / messages as f64
    }
}

/// The ports of lanes.
struct Lanes {
    /// The port of each lane.
    port: Vec<Option<usize>>,
    /// The lanes, in the order of their ports.
    lane: Vec<VirtualChannel>,
}

impl Lanes {
    fn place(lane: VirtualChannel) -> usize {
        lane.channel.0 as usize * usize::from(VcSet::MOST) + usize::from(lane.vc)
    }
}

/// The rings of a torus of unidirectional rings, in which worms on different lanes can meet twice.
fn rings_of(topology: &dyn Topology, network: &Network, lanes: &Lanes) -> Vec<Ring> {
    let torus = topology.lattice();
    let torus = torus.filter(|lattice| lattice.rings() == Some(Direction::Up));
    let ring = |lane: &VirtualChannel| {
        torus.map_or_else(Ring::default, |torus| {
            let radix = torus.radices()[usize::from(network.dimension(lane.channel))];
            Ring {
                twice: rings::meeting_twice(radix),
                radix: f64::from(radix),
            }
        })
    };
    lanes.lane.iter().map(ring).collect()
}
