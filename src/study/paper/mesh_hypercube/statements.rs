//! Statements of the text about all nodes or all pairs of nodes, checked by counting.

use super::super::{Item, Row, Scene};
use super::{ITEM, four_way, levels, network, row};
use engine::multicast::{Plan, Relay, add_dependencies};
use engine::routing::dependency::Graph;
use engine::routing::{self, Candidates, Hop, RoutingFunction};
use engine::topology::{MeshHypercube, Network, NodeId, Topology, disjoint_paths};

pub(super) const NETWORK: Item = Item {
    id: "network",
    name: "Distances and parallel paths",
    caption: "Over all pairs of nodes of several networks.",
    claim: "The diameter is (m − 1) + log₂ n, the degree is constant, and several paths lie between \
            any two nodes.",
    scenes: &[Scene {
        title: "Farthest apart",
        link: "t=mesh-hypercube:4x8&r=mh-mesh-first&vc=1&M=12&show=routes&pair=1,0>4,7",
        caption: "Two nodes as far apart as any.",
    }],
    remark: "Distances are found by search, not by the formula. A node of the first or last level \
             has one neighbor fewer than the others. The number of node-disjoint paths between two \
             nodes equals the number of neighbors of the node with fewer neighbors, the most that \
             is possible.",
    rows: || SIZES.into_iter().flat_map(distances).collect(),
    ..ITEM
};

pub(super) const UNICAST: Item = Item {
    id: "unicast",
    name: "Unicast: proposition 1",
    caption: "Over all pairs of nodes, at every node that a message can reach.",
    claim: "A shortest path along labels exists between any two nodes of a cube, and a message \
            takes at most O(m + log n) hops.",
    scenes: &[Scene {
        title: "What may be chosen",
        link: "t=mesh-hypercube:2x32&r=mh-mesh-first&vc=1&M=12&show=routes&pair=1,0>1,21",
        caption: "All paths along labels across a cube of 32 nodes.",
    }],
    remark: "Whatever a message has chosen before, it is always offered a nearer neighbor, and so \
             needs exactly as many hops as the distance. For each hop a router examines log₂ n \
             bits, which takes constant time only in hardware that examines all bits at once.",
    rows: || SIZES.into_iter().flat_map(unicasts).collect(),
    ..ITEM
};

/// Cycles of the channel dependency graph.
pub(super) const DEADLOCK: Item = Item {
    id: "deadlock",
    name: "Proposition 2: cycles of waiting",
    caption: "MH(3,8) with one virtual channel: the channels of a shortest cycle in the channel \
              dependency graph, 0 where there is none.",
    claim: "Neither messages to one node nor multicasts can deadlock.",
    scenes: &[
        Scene {
            title: "Mesh first",
            link: "t=mesh-hypercube:3x8&r=mh-mesh-first&vc=1&M=12&show=deadlock",
            caption: "Dependencies, but no cycle.",
        },
        Scene {
            title: "Any order",
            link: "t=mesh-hypercube:3x8&r=mh-hybrid&vc=1&M=12&show=deadlock",
            caption: "Four channels that can wait for each other.",
        },
    ],
    remark: "Holds for the order that the paper specifies, and for the reverse order. The \
             proposition does not cover levels and cube in any order, which the paper also \
             mentions; there, cycles close. Its multicast is free of them as long as nodes receive \
             a message before they forward it; if routers copy it as it arrives, all branches in \
             lockstep, which its propositions do not cover, each of two trees can hold channels \
             that the other waits for.",
    rows: deadlocks,
    ..ITEM
};

pub(super) const MULTICAST: Item = Item {
    id: "multicast",
    name: "Multicast: worms and hops",
    caption: "Broadcasts from every node.",
    claim: "A source sends at most four messages, a node that forwards at most three, and \
            destinations in one cube are reached within O(log n) hops, all within O(m + log n).",
    scenes: &[Scene {
        title: "All eight of a cube",
        link: "t=mesh-hypercube:1x8&r=mh-mesh-first&vc=1&M=12&mc=mesh-hypercube&pi=4&msg=0:1,0>1,1%2B1,2%2B1,3%2B1,4%2B1,5%2B1,6%2B1,7&show=multicast",
        caption: "From label 0 one worm visits all others, seven hops in a row.",
    }],
    remark: "The bounds on hops do not hold. A worm visits its destinations one after the other by \
             label; with all nodes of a cube among them it follows the whole Hamiltonian path, n − \
             1 hops, whereas the paper counts only the distance to the farthest one.",
    rows: || SIZES.into_iter().flat_map(multicasts).collect(),
    ..ITEM
};

const SIZES: [(u32, u32); 4] = [(1, 16), (3, 8), (5, 4), (2, 16)];

fn distances(size: (u32, u32)) -> Vec<Row> {
    let topology = network(size.0, size.1);
    let network = Network::new(&*topology);
    let farthest = topology
        .node_ids()
        .flat_map(|from| hops_from(&network, from));
    let farthest = farthest.max().unwrap_or(0);
    let degrees = topology.node_ids().map(|node| degree(&network, node));
    let degrees: Vec<_> = degrees.collect();
    let (least, most) = (degrees.iter().min(), degrees.iter().max());
    let ends = pairs(&*topology);
    let as_many = ends.iter().filter(|&&(from, to)| {
        let fewer = degree(&network, from).min(degree(&network, to));
        disjoint_paths(&network, from, to, &[]).len() == fewer
    });
    let as_many = as_many.count() as u32;
    let all = ends.len() as u32;
    vec![
        of(
            size,
            row("diameter, (m − 1) + log₂ n", Some(diameter(size)), farthest),
        ),
        of(
            size,
            row("fewest neighbors", None, least.map_or(0, |&n| n as u32)),
        ),
        of(
            size,
            row("most neighbors", None, most.map_or(0, |&n| n as u32)),
        ),
        of(
            size,
            row(
                "pairs with as many parallel paths as possible",
                Some(all),
                as_many,
            ),
        ),
    ]
}

fn unicasts(size: (u32, u32)) -> Vec<Row> {
    let topology = network(size.0, size.1);
    let network = Network::new(&*topology);
    let routing = routing::from_id("mh-mesh-first", &*topology, 1);
    let routing = routing.expect("it is defined on every mesh-hypercube");
    let ends: Vec<_> = topology
        .node_ids()
        .flat_map(|from| topology.node_ids().map(move |to| (from, to)))
        .filter(|(from, to)| from != to)
        .collect();
    let offers = ends
        .iter()
        .map(|&(here, to)| next_nodes(&network, &*routing, here, to));
    let stuck = offers.clone().filter(Vec::is_empty).count() as u32;
    let is_nearer = |&(here, to): &(NodeId, NodeId)| {
        let next = next_nodes(&network, &*routing, here, to);
        let distance = |node| topology.distance(node, to);
        !next.is_empty()
            && next
                .iter()
                .all(|&node| distance(node) + 1 == distance(here))
    };
    let nearer = ends.iter().filter(|&ends| is_nearer(ends)).count();
    // If every hop leads nearer, no path is longer than the distance.
    let longest = ends.iter().map(|&(from, to)| topology.distance(from, to));
    let longest = longest.max().filter(|_| nearer == ends.len());
    let of_levels = levels(&*topology);
    let rising = ends.iter().filter(|&&(from, to)| {
        of_levels.level(from) == 1
            && of_levels.level(to) == 1
            && has_monotonic_path(of_levels, from, to)
    });
    let cube = size.1;
    vec![
        of(
            size,
            row(
                "pairs in a cube with a shortest path along labels",
                Some(cube * (cube - 1)),
                rising.count() as u32,
            ),
        ),
        of(
            size,
            row(
                "states in which a message is offered nothing",
                Some(0),
                stuck,
            ),
        ),
        of(
            size,
            row(
                "hops of a message at most",
                Some(diameter(size)),
                longest.unwrap_or(u32::MAX),
            ),
        ),
    ]
}

fn deadlocks() -> Vec<Row> {
    let topology = network(3, 8);
    let network = Network::new(&*topology);
    let deadlock = |id: &str, relay: Option<Relay>| {
        let routing = routing::from_id(id, &*topology, 1);
        let routing = routing.expect("it is defined on every mesh-hypercube");
        let mut graph = Graph::of(&network, &*routing, 1).expect("the network is small");
        if let Some(relay) = relay {
            let algorithm = four_way(&*topology);
            add_dependencies(&mut graph, &network, &*routing, &*algorithm, relay)
                .expect("the network is small");
        }
        let cycle = graph.analyze().cycle;
        cycle.map_or(0, |cycle| cycle.len() as u32)
    };
    let (received, replicated) = (Some(Relay::Received), Some(Relay::RouterCopies));
    [
        ("mesh first", "mh-mesh-first", None, Some(0)),
        ("cube first", "mh-cube-first", None, Some(0)),
        ("any order", "mh-hybrid", None, None),
        (
            "mesh first, with multicasts",
            "mh-mesh-first",
            received,
            Some(0),
        ),
        (
            "mesh first, with multicasts that routers copy",
            "mh-mesh-first",
            replicated,
            None,
        ),
    ]
    .map(|(order, id, relay, printed)| row(order, printed, deadlock(id, relay)))
    .to_vec()
}

fn multicasts(size: (u32, u32)) -> Vec<Row> {
    let topology = network(size.0, size.1);
    let of_levels = levels(&*topology);
    let algorithm = four_way(&*topology);
    let plans = topology.node_ids().map(|from| {
        let others = topology.node_ids().filter(|&node| node != from);
        (from, algorithm.plan(from, &others.collect::<Vec<_>>(), 0))
    });
    let plans: Vec<_> = plans.collect();
    let most = |of: &dyn Fn(NodeId, &Plan) -> u32| {
        let all = plans.iter().map(|(from, plan)| of(*from, plan));
        all.max().unwrap_or(0)
    };
    let sent_by = |plan: &Plan, node| plan.worms.iter().filter(|worm| worm.from == node).count();
    let sources = most(&|from, plan| sent_by(plan, from) as u32);
    let relays = most(&|from, plan| {
        let others = plan.worms.iter().map(|worm| worm.from);
        let others = others.filter(|&node| node != from);
        others
            .map(|node| sent_by(plan, node) as u32)
            .max()
            .unwrap_or(0)
    });
    let in_cube = most(&|_, plan| {
        let inside = plan.worms.iter().filter(|worm| {
            let level = |&node: &NodeId| of_levels.level(node);
            worm.deliver
                .iter()
                .all(|node| level(node) == level(&worm.from))
        });
        inside.map(|worm| worm.hops(&*topology)).max().unwrap_or(0)
    });
    let to_the_last = most(&|_, plan| hops_to_the_last(plan, &*topology));
    let (own, others) = (
        "worms of a source at most",
        "worms of a node that forwards at most",
    );
    let in_one = "hops of a worm in a cube, log₂ n at most";
    let in_all = "hops to the last, (m − 1) + log₂ n at most";
    let bits = size.1.trailing_zeros();
    let worms = [row(own, Some(4), sources), row(others, Some(3), relays)];
    // Only from the middle of three or more levels do messages go both up and down.
    let worms = worms.into_iter().filter(|_| size.0 > 2);
    let hops = [
        row(in_one, Some(bits), in_cube),
        row(in_all, Some(diameter(size)), to_the_last),
    ];
    worms.chain(hops).map(|row| of(size, row)).collect()
}

/// Labels a row with its network.
fn of((m, n): (u32, u32), row: Row) -> Row {
    Row {
        series: format!("MH({m},{n})"),
        ..row
    }
}

fn diameter((m, n): (u32, u32)) -> u32 {
    m - 1 + n.trailing_zeros()
}

/// All unordered pairs of nodes.
fn pairs(topology: &dyn Topology) -> Vec<(NodeId, NodeId)> {
    let nodes = topology.node_ids();
    let pairs = nodes.flat_map(|to| (0..to.0).map(move |from| (NodeId(from), to)));
    pairs.collect()
}

fn degree(network: &Network, node: NodeId) -> usize {
    network.channels_of(node).count()
}

/// The number of hops to every node, by breadth-first search.
fn hops_from(network: &Network, from: NodeId) -> Vec<u32> {
    let mut hops = vec![u32::MAX; network.nodes() as usize];
    hops[from.0 as usize] = 0;
    let mut front = vec![from];
    while !front.is_empty() {
        let mut next = Vec::new();
        for node in front {
            for channel in network.channels_of(node) {
                let to = network.to(channel);
                if hops[to.0 as usize] == u32::MAX {
                    hops[to.0 as usize] = hops[node.0 as usize] + 1;
                    next.push(to);
                }
            }
        }
        front = next;
    }
    hops
}

/// The next nodes that the routing offers.
fn next_nodes(
    network: &Network,
    routing: &dyn RoutingFunction,
    here: NodeId,
    to: NodeId,
) -> Vec<NodeId> {
    let mut candidates = Candidates::default();
    routing.candidates(network, Hop::new(here, to, 0), &mut candidates);
    let next = candidates.as_slice().iter();
    next.map(|candidate| network.to(candidate.channel))
        .collect()
}

/// Whether some shortest path between two nodes of a level has monotonic labels. The search tries
/// every order of bits and does not depend on the routing function.
fn has_monotonic_path(levels: &MeshHypercube, from: NodeId, to: NodeId) -> bool {
    let label = |node: NodeId| levels.label_of(levels.cube_address(node));
    let is_up = label(from) < label(to);
    let differing = levels.cube_address(from) ^ levels.cube_address(to);
    let mut bits = (0..levels.bits()).filter(|bit| differing >> bit & 1 == 1);
    from == to
        || bits.any(|bit| {
            let next = NodeId(from.0 ^ 1 << bit);
            let is_on = (label(from) < label(next)) == is_up;
            is_on
                && (next == to
                    || (label(next) < label(to)) == is_up && has_monotonic_path(levels, next, to))
        })
}

/// The number of hops in sequence from the source to the last destination of a plan.
fn hops_to_the_last(plan: &Plan, topology: &dyn Topology) -> u32 {
    let mut ends: Vec<u32> = Vec::with_capacity(plan.worms.len());
    for worm in &plan.worms {
        // A worm waits only for an earlier one, whose last destination is the start of this one.
        let before = worm.after.map_or(0, |after| ends[after]);
        ends.push(before + worm.hops(topology));
    }
    ends.into_iter().max().unwrap_or(0)
}
