//! Routing in dragonflies: over the link between two groups, or by way of a random group.
//!
//! A minimal route has at most one local hop, one global hop, and one more local hop. Valiant's goes
//! minimally to a random group, or to a random router of it, and minimally on from there. UGAL chooses
//! between the two when a message leaves its source. The group is any of all g, also that of the source or
//! of the destination, and one is drawn for messages within a group as well; if it is that of the source,
//! the route is the minimal one.
//!
//! Virtual channels form classes by hop, in which messages only advance: local hops of a minimal route
//! are of class 0 in the group of the source and 1 in that of the destination. A second leg continues
//! with the classes after those of the first (Kim et al. 2008, section 4).

use super::class;
use crate::catalog::{BuildError, Choice, Control, Entry, Family, Param};
use crate::routing::function::TEXTS;
use crate::routing::{
    Adaptivity, Build, Candidates, Hop, Intermediates, Least, RoutingFamily, RoutingFunction,
    VcSet, Vcs, Way, Ways,
};
use crate::topology::switched::{Attachment, Concentrated, Dragonfly, DragonflyRouters};
use crate::topology::{Network, NodeId, Port, Topology};

pub(in crate::routing::function) const MINIMAL: RoutingFamily = Family {
    entry: Entry::new(TEXTS, "dragonfly-minimal", &[]),
    build: Build::new(|topology, vcs, _| build(topology, vcs, Kind::Minimal)),
};

pub(in crate::routing::function) const VALIANT: RoutingFamily = Family {
    entry: Entry::new(TEXTS, "dragonfly-valiant", &[Param::Choice(BY)]),
    build: Build::new(|topology, vcs, settings| {
        let by_router = settings.choice(&BY)? == "router";
        build(topology, vcs, Kind::Valiant { by_router })
    }),
};

pub(in crate::routing::function) const UGAL_L: RoutingFamily = Family {
    entry: Entry::new(TEXTS, "ugal-l", &[]),
    build: Build::new(|topology, vcs, _| build(topology, vcs, Kind::Ugal { is_global: false })),
};

pub(in crate::routing::function) const UGAL_G: RoutingFamily = Family {
    entry: Entry::new(TEXTS, "ugal-g", &[]),
    build: Build::new(|topology, vcs, _| build(topology, vcs, Kind::Ugal { is_global: true })),
};

const BY: Choice = Control::new("by", "", "By way of")
    .default("group")
    .help("A group, at the router that its link leads to, or any router of it.")
    .choice(&["group", "router"]);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Minimal,
    Valiant { by_router: bool },
    Ugal { is_global: bool },
}

fn build(
    topology: &dyn Topology,
    vcs: Vcs,
    kind: Kind,
) -> Result<Box<dyn RoutingFunction>, BuildError> {
    let network = topology.as_a::<Concentrated>();
    let routers = network.and_then(|network| network.routers().as_a::<DragonflyRouters>());
    let (Some(network), Some(routers)) = (network, routers) else {
        return topology.refuse("dragonfly routing", "choose a dragonfly");
    };
    Ok(Box::new(DragonflyRouting {
        detours: Detours {
            groups: routers.groups(),
            attachment: network.attachment(),
            kind,
        },
        vcs: vcs.count,
    }))
}

#[derive(Debug)]
struct DragonflyRouting {
    detours: Detours,
    vcs: u8,
}

/// The nodes through which messages may be routed.
#[derive(Debug, Clone, Copy)]
struct Detours {
    groups: Dragonfly,
    attachment: Attachment,
    kind: Kind,
}

impl Detours {
    fn group(&self, node: NodeId) -> u32 {
        self.groups.group(self.attachment.router_of(node))
    }

    /// Whether a route without detour is allowed, too.
    fn may_be_direct(&self) -> bool {
        matches!(self.kind, Kind::Ugal { .. })
    }

    fn by_router(&self) -> bool {
        self.kind == Kind::Valiant { by_router: true }
    }

    /// The port towards a router, and the number of hops to it.
    fn next(&self, here: NodeId, goal: NodeId) -> (Port, u32) {
        let Self { groups, .. } = *self;
        let [from, to] = [here, goal].map(|router| groups.group(router));
        if here == goal {
            return (Port(0), 0);
        }
        if from == to {
            return (groups.local_port(here, goal), 1);
        }
        let (gateway, port) = groups.gateway(from, to);
        let (arrival, _) = groups.gateway(to, from);
        let hops = u32::from(here != gateway) + 1 + u32::from(arrival != goal);
        if here == gateway {
            (port, hops)
        } else {
            (groups.local_port(here, gateway), hops)
        }
    }
}

impl Intermediates for Detours {
    fn count(&self, _: NodeId, _: NodeId) -> u32 {
        if self.by_router() {
            self.groups.groups() * self.groups.routers_each()
        } else {
            self.groups.groups()
        }
    }

    /// The source, for its own group, and then the routers at which the links to the other groups end;
    /// or any router.
    fn nth(&self, from: NodeId, _: NodeId, nth: u32) -> NodeId {
        if self.by_router() {
            return self.attachment.node_of(NodeId(nth));
        }
        let start = self.group(from);
        let group = (start + nth) % self.groups.groups();
        if group == start {
            return from;
        }
        self.attachment.node_of(self.groups.gateway(group, start).0)
    }

    fn contains(&self, from: NodeId, by: NodeId, _: NodeId) -> bool {
        by == from || self.are_reached(from, by)
    }

    fn are_reached(&self, from: NodeId, by: NodeId) -> bool {
        if !self.attachment.is_router(by) {
            return false;
        }
        let [start, third] = [from, by].map(|node| self.group(node));
        self.by_router()
            || start != third
                && self.attachment.router_of(by) == self.groups.gateway(third, start).0
    }

    fn are_switches(&self) -> bool {
        true
    }

    fn words(&self) -> &'static str {
        if self.by_router() {
            "any router"
        } else {
            "any group"
        }
    }
}

impl DragonflyRouting {
    /// The class of a local channel on a leg, in the group in which the leg ends or before, and the
    /// number of classes.
    fn local_class(&self, leg: u8, is_last_group: bool) -> (u8, u8) {
        let last = u8::from(is_last_group);
        match self.detours.kind {
            Kind::Minimal => (last, 2),
            Kind::Valiant { by_router: true } => (2 * leg + last, 4),
            _ => (leg + last, 3),
        }
    }
}

impl RoutingFunction for DragonflyRouting {
    fn least(&self) -> Least<'_> {
        let least = match self.detours.kind {
            Kind::Minimal => 2,
            Kind::Valiant { by_router: true } => 4,
            _ => 3,
        };
        Least::Known(Some(least))
    }

    fn adaptivity(&self) -> Adaptivity {
        match self.detours.kind {
            Kind::Minimal => Adaptivity::Deterministic,
            Kind::Valiant { .. } => Adaptivity::Oblivious,
            Kind::Ugal { .. } => Adaptivity::Adaptive,
        }
    }

    /// Two global hops by way of a third group can be fewer hops than a minimal route.
    fn is_minimal(&self) -> bool {
        false
    }

    fn legs(&self) -> u8 {
        if self.detours.kind == Kind::Minimal {
            1
        } else {
            2
        }
    }

    fn between(&self) -> Option<&dyn Intermediates> {
        (self.legs() > 1).then_some(&self.detours as &dyn Intermediates)
    }

    fn weighs_load(&self) -> bool {
        self.detours.may_be_direct()
    }

    fn ways(&self, network: &Network, from: NodeId, by: NodeId, to: NodeId) -> Option<Ways> {
        let Kind::Ugal { is_global } = self.detours.kind else {
            return None;
        };
        if by == from {
            return None;
        }
        let Detours {
            groups, attachment, ..
        } = self.detours;
        let [start, via, end] = [from, by, to].map(|node| attachment.router_of(node));
        let way = |goal: NodeId, hops: u32| {
            let [own, other] = [start, goal].map(|router| groups.group(router));
            let (router, port) = if is_global && own != other {
                groups.gateway(own, other)
            } else {
                (start, self.detours.next(start, goal).0)
            };
            let channel = network.channel(attachment.node_of(router), port);
            Way { channel, hops }
        };
        let hops = |from: NodeId, to: NodeId| self.detours.next(from, to).1;
        if start == end {
            // No hop is cheaper than any detour.
            let detour = way(via, hops(start, via) + hops(via, end));
            let direct = Way { hops: 0, ..detour };
            return Some(Ways {
                direct,
                around: detour,
            });
        }
        Some(Ways {
            direct: way(end, hops(start, end)),
            around: way(via, hops(start, via) + hops(via, end)),
        })
    }

    fn candidates(&self, network: &Network, hop: Hop, out: &mut Candidates) {
        let Detours {
            groups, attachment, ..
        } = self.detours;
        if let Some(port) = attachment.port(hop.here, hop.to) {
            let channel = network.channel(hop.here, port);
            return out.offer(channel, VcSet::range(0, self.vcs));
        }
        let [here, goal] = [hop.here, hop.to].map(|node| attachment.router_of(node));
        let (port, _) = self.detours.next(here, goal);
        let vcs = if groups.is_global(port) {
            class(self.vcs, hop.leg, self.legs())
        } else {
            let is_last_group = groups.group(here) == groups.group(goal);
            let (nth, of) = self.local_class(hop.leg, is_last_group);
            class(self.vcs, nth, of)
        };
        out.offer(network.channel(hop.here, port), vcs);
    }
}
