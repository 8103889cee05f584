//! The dragonfly: groups of routers, every two groups linked by one global channel in each direction.
//!
//! Each of the a routers of a group has p terminals, links to the a − 1 others and h global links.
//! There are g = a·h + 1 groups. Global link j of a group, 0 ≤ j < a·h, belongs to router ⌊j/h⌋ and
//! leads to the j-th of the other groups (the consecutive or absolute arrangement).

use super::concentrated::{Concentrated, Sites};
use super::sites::Ring;
use super::{MOST_PORTS, check_nodes, check_ports};
use crate::catalog::{Control, Entry, Family, Integer, Param};
use crate::topology::geometry::{Arrangement, Half, Hops, Point};
use crate::topology::{Build, NodeId, Port, TEXTS, Topology, TopologyFamily, mean_over_pairs};

pub(in crate::topology) const FAMILY: TopologyFamily = Family {
    entry: Entry::new(
        TEXTS,
        "dragonfly",
        &[
            Param::Integer(TERMINALS),
            Param::Integer(ROUTERS),
            Param::Integer(GLOBAL),
        ],
    ),
    build: Build::new(|settings| {
        let each = settings.integer(&TERMINALS)?;
        let routers = settings.integer(&ROUTERS)?;
        let global = settings.integer(&GLOBAL)?;
        let id = FAMILY.entry.id;
        let sizes = format!("{each},{routers},{global}");
        let groups = routers.checked_mul(global).map(|links| links + 1);
        let all = groups.and_then(|groups| groups.checked_mul(routers));
        check_nodes(id, all.and_then(|all| all.checked_mul(each + 1)), &sizes)?;
        check_ports(id, routers - 1 + global + 1 + each, &sizes)?;
        let groups = Dragonfly { routers, global };
        let sites = Groups::of(groups, each);
        let spec = format!("{id}:{sizes}");
        Ok(Box::new(Concentrated::new(
            spec,
            Box::new(DragonflyRouters::new(groups)),
            each,
            &sites,
        )))
    }),
};

const TERMINALS: Integer = Control::new("p", "p", "Terminals")
    .unit("terminals")
    .default("2")
    .help("Terminals of each router.")
    .integer(1, MOST_PORTS);

const ROUTERS: Integer = Control::new("a", "a", "Routers")
    .unit("routers")
    .default("4")
    .help("Routers of each group.")
    .integer(2, MOST_PORTS);

const GLOBAL: Integer = Control::new("h", "h", "Global links")
    .unit("links")
    .default("2")
    .help("Links of each router to other groups.")
    .integer(1, MOST_PORTS);

/// The routers of a dragonfly, as a topology without terminals.
#[derive(Debug)]
pub struct DragonflyRouters {
    groups: Dragonfly,
    hops: Hops,
}

/// The groups of a dragonfly: router r of group i has the number i·a + r.
///
/// Ports 0 to a − 2 lead to the other routers of the group, in ascending order, the following h to
/// other groups.
#[derive(Debug, Clone, Copy)]
pub struct Dragonfly {
    routers: u32,
    /// h, global links per router.
    global: u32,
}

impl DragonflyRouters {
    fn new(groups: Dragonfly) -> Self {
        let mut network = Self {
            groups,
            hops: Hops::over(Vec::new()),
        };
        network.hops = Hops::of(&network);
        network
    }

    pub fn groups(&self) -> Dragonfly {
        self.groups
    }
}

impl Dragonfly {
    pub fn groups(self) -> u32 {
        self.routers * self.global + 1
    }

    /// Number of routers of a group, a.
    pub fn routers_each(self) -> u32 {
        self.routers
    }

    pub fn group(self, router: NodeId) -> u32 {
        router.0 / self.routers
    }

    /// The router of a group that has the link to another group, and its port there.
    pub fn gateway(self, group: u32, to: u32) -> (NodeId, Port) {
        let link = to - u32::from(to > group);
        let router = group * self.routers + link / self.global;
        let port = self.routers - 1 + link % self.global;
        (NodeId(router), Port(port as u8))
    }

    /// The groups to which the global links of a router lead.
    pub fn linked(self, router: NodeId) -> impl Iterator<Item = u32> + use<> {
        let group = self.group(router);
        let first = router.0 % self.routers * self.global;
        let links = first..first + self.global;
        links.map(move |link| link + u32::from(link >= group))
    }

    /// The port between two routers of a group.
    pub fn local_port(self, from: NodeId, to: NodeId) -> Port {
        let [from, to] = [from, to].map(|router| router.0 % self.routers);
        Port((to - u32::from(to > from)) as u8)
    }

    /// Whether a port leads to another group.
    pub fn is_global(self, port: Port) -> bool {
        u32::from(port.0) >= self.routers - 1
    }

    fn next(self, router: NodeId, port: Port) -> NodeId {
        let group = self.group(router);
        let here = router.0 % self.routers;
        let Some(link) = u32::from(port.0).checked_sub(self.routers - 1) else {
            let nth = u32::from(port.0);
            return NodeId(group * self.routers + nth + u32::from(nth >= here));
        };
        let link = here * self.global + link;
        let to = link + u32::from(link >= group);
        self.gateway(to, group).0
    }
}

impl Topology for DragonflyRouters {
    fn nodes(&self) -> u32 {
        self.groups.groups() * self.groups.routers
    }

    fn degree(&self) -> u8 {
        (self.groups.routers - 1 + self.groups.global) as u8
    }

    fn neighbor(&self, node: NodeId, port: Port) -> Option<NodeId> {
        Some(self.groups.next(node, port))
    }

    fn group_size(&self) -> Option<u32> {
        Some(self.groups.routers)
    }

    /// Two global hops by way of a third group can be shorter than one with local hops.
    fn distance(&self, from: NodeId, to: NodeId) -> u32 {
        self.hops.between(from.0, to.0)
    }

    fn diameter(&self) -> u32 {
        let farthest = |from: u32| self.hops.search(from).into_iter().max();
        u32::from((0..self.nodes()).filter_map(farthest).max().unwrap_or(0))
    }

    fn mean_distance(&self) -> f64 {
        let total = (0..self.nodes()).map(|from| {
            let hops = self.hops.search(from).into_iter();
            hops.map(u64::from).sum::<u64>()
        });
        mean_over_pairs(total.sum::<u64>() as f64, self.nodes())
    }

    fn label(&self, node: NodeId) -> String {
        format!(
            "{}.{}",
            self.groups.group(node),
            node.0 % self.groups.routers
        )
    }

    fn parse_label(&self, text: &str) -> Option<NodeId> {
        let (group, router) = text.trim().split_once('.')?;
        let [group, router] = [group, router].map(|number| number.parse::<u32>().ok());
        let group = group.filter(|&group| group < self.groups.groups())?;
        let router = router.filter(|&router| router < self.groups.routers)?;
        Some(NodeId(group * self.groups.routers + router))
    }

    fn port_name(&self, port: Port) -> String {
        match u32::from(port.0).checked_sub(self.groups.routers - 1) {
            Some(link) => format!("global {link}"),
            None => format!("local {}", port.0),
        }
    }

    fn dimension(&self, port: Port) -> u8 {
        u8::from(self.groups.is_global(port))
    }

    fn natural_cuts(&self) -> Vec<Half> {
        let half = self.groups.groups() / 2;
        let inside = |router| self.groups.group(router) < half;
        vec![Half::by("the groups".to_owned(), self.nodes(), inside)]
    }

    fn position(&self, node: NodeId, _: Arrangement) -> Point {
        // Terminals are placed with their routers, on rings around the origin.
        let [x, y] = Groups::of(self.groups, 1).router(node.0);
        Point::new(x as f32, y as f32)
    }

    fn spec(&self) -> String {
        format!("routers:{}x{}", self.groups.routers, self.groups.global)
    }
}

/// The groups as rings, on a circle.
struct Groups {
    routers: u32,
    count: u32,
    ring: Ring,
    radius: f64,
}

impl Groups {
    fn of(network: Dragonfly, each: u32) -> Self {
        /// Distance between neighboring groups [grid units].
        const GAP: f64 = 1.2;
        let ring = Ring::of(network.routers, each);
        let [_, half_step] = Ring::on_circle(1.0, 0.5 / f64::from(network.groups()));
        let chord = 2.0 * libm::sqrt(1.0 - half_step * half_step);
        Self {
            routers: network.routers,
            count: network.groups(),
            ring,
            radius: (2.0 * ring.outer() + GAP) / chord,
        }
    }

    fn beside_center(&self, router: u32, [x, y]: [f64; 2]) -> [f64; 2] {
        let turn = f64::from(router / self.routers) / f64::from(self.count);
        let [left, top] = Ring::on_circle(self.radius, turn);
        [left + x, top + y]
    }
}

impl Sites for Groups {
    fn router(&self, router: u32) -> [f64; 2] {
        self.beside_center(router, self.ring.router(router % self.routers))
    }

    fn terminal(&self, router: u32, nth: u32) -> [f64; 2] {
        self.beside_center(router, self.ring.terminal(router % self.routers, nth))
    }
}
