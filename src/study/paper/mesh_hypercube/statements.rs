//! Statements of the text about all nodes or all pairs of nodes, checked by counting.

use super::super::Row;
use super::{four_way, levels, network, row};
use engine::multicast::{Plan, Relay, add_dependencies};
use engine::routing::dependency::Graph;
use engine::routing::{self, Candidates, Hop, RoutingFunction};
use engine::topology::{MeshHypercube, Network, NodeId, Topology, disjoint_paths};

const SIZES: [(u32, u32); 4] = [(1, 16), (3, 8), (5, 4), (2, 16)];

pub(in crate::paper) fn distances() -> Vec<Row> {
    SIZES.into_iter().flat_map(distances_in).collect()
}

pub(in crate::paper) fn unicasts() -> Vec<Row> {
    SIZES.into_iter().flat_map(unicasts_in).collect()
}

pub(in crate::paper) fn multicasts() -> Vec<Row> {
    SIZES.into_iter().flat_map(multicasts_in).collect()
}

fn distances_in(size: (u32, u32)) -> Vec<Row> {
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

fn unicasts_in(size: (u32, u32)) -> Vec<Row> {
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

pub(in crate::paper) fn deadlocks() -> Vec<Row> {
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

fn multicasts_in(size: (u32, u32)) -> Vec<Row> {
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
