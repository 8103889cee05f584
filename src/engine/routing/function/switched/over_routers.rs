//! Functions of a network of routers, used between the routers of one whose routers have terminals.

use crate::routing::{Adaptivity, Candidates, Hop, Least, RoutingFunction, VcSet, VirtualChannel};
use crate::topology::switched::{Attachment, Concentrated};
use crate::topology::{ChannelId, Network};

/// A function between routers, with the links of their terminals before and after it.
#[derive(Debug)]
pub(in crate::routing) struct OverRouters {
    inner: Box<dyn RoutingFunction>,
    routers: Network,
    attachment: Attachment,
    /// By channel between routers: its number in the whole network.
    outer: Vec<ChannelId>,
    /// By channel of the whole network: its number between routers; `None` at a terminal.
    inside: Vec<Option<ChannelId>>,
    all: VcSet,
}

impl OverRouters {
    pub(in crate::routing) fn new(
        network: &Concentrated,
        inner: Box<dyn RoutingFunction>,
        vcs: u8,
    ) -> Self {
        let attachment = network.attachment();
        let routers = Network::new(network.routers());
        let whole = Network::new(network);
        let outer = routers.channel_ids().map(|channel| {
            let from = attachment.node_of(routers.from(channel));
            whole.channel(from, routers.port(channel))
        });
        let outer: Vec<_> = outer.collect();
        let mut inside = vec![None; whole.channels() as usize];
        for (channel, whole) in routers.channel_ids().zip(&outer) {
            inside[whole.0 as usize] = Some(channel);
        }
        Self {
            inner,
            routers,
            attachment,
            outer,
            inside,
            all: VcSet::range(0, vcs),
        }
    }

    fn within(&self, hop: Hop) -> Hop {
        let came = hop.came.and_then(|lane| {
            let channel = self.inside[lane.channel.0 as usize]?;
            Some(VirtualChannel { channel, ..lane })
        });
        Hop {
            here: self.attachment.router_of(hop.here),
            to: self.attachment.router_of(hop.to),
            came,
            ..hop
        }
    }

    /// Adds the offers of a terminal's link or, on the other hops, those that `ask` adds.
    fn offer(
        &self,
        network: &Network,
        hop: Hop,
        out: &mut Candidates,
        ask: impl FnOnce(Hop, &mut Candidates),
    ) {
        if let Some(port) = self.attachment.port(hop.here, hop.to) {
            return out.offer(network.channel(hop.here, port), self.all);
        }
        let first = out.as_slice().len();
        ask(self.within(hop), out);
        out.renumber_from(first, |channel| self.outer[channel.0 as usize]);
    }
}

impl RoutingFunction for OverRouters {
    /// Links of terminals are only the first and the last of a path.
    fn least(&self) -> Least<'_> {
        self.inner.least()
    }

    fn adaptivity(&self) -> Adaptivity {
        self.inner.adaptivity()
    }

    fn is_minimal(&self) -> bool {
        self.inner.is_minimal()
    }

    fn asks_arrival(&self) -> bool {
        self.inner.asks_arrival()
    }

    fn class(&self, _: &Network, channel: ChannelId) -> Option<&'static str> {
        let channel = self.inside[channel.0 as usize]?;
        self.inner.class(&self.routers, channel)
    }

    fn candidates(&self, network: &Network, hop: Hop, out: &mut Candidates) {
        self.offer(network, hop, out, |hop, out| {
            self.inner.candidates(&self.routers, hop, out);
        });
    }

    fn drawn(&self, network: &Network, hop: Hop, draw: u32, out: &mut Candidates) {
        self.offer(network, hop, out, |hop, out| {
            self.inner.drawn(&self.routers, hop, draw, out);
        });
    }
}
