//! Laws of deadlock: the analysis agrees with one that follows every message hop by hop, and
//! with what every registered routing function says of itself.

#![cfg(not(target_arch = "wasm32"))]

use std::fmt;

use flitscope::routing::dependency::{Analysis, Graph};
use flitscope::routing::{
    self, Candidate, Candidates, Detour, FAMILIES, Hop, RoutingFunction, Vcs, VirtualChannel,
};
use flitscope::topology::{self, ChannelId, Network, NodeId, Topology};

/// Small, because every message is followed; degenerate ones because they need fewer VCs.
const NETWORKS: &[&str] = &[
    "mesh:2",
    "mesh:3",
    "mesh:2x2",
    "mesh:4x3",
    "mesh:3x2x2",
    "torus:2",
    "torus:3",
    "torus:4",
    "torus:5",
    "torus:2x2",
    "torus:3x3",
    "torus:4x2",
    "torus:4x4",
    "torus:5x3",
    "torus-uni:2",
    "torus-uni:2x2",
    "torus-uni:3",
    "torus-uni:4",
    "torus-uni:2x3",
    "torus-uni:3x3",
    "hypercube:1",
    "hypercube:2",
    "hypercube:3",
    "hypercube:4",
    "folded-hypercube:2",
    "folded-hypercube:3",
    "folded-hypercube:4",
    "mesh-hypercube:1x2",
    "mesh-hypercube:1x4",
    "mesh-hypercube:2x2",
    "mesh-hypercube:4x2",
    "mesh-hypercube:2x4",
    "mesh-hypercube:3x4",
];

#[test]
fn the_analysis_agrees_with_following_every_message() {
    for case in every_case(NETWORKS) {
        case.assert_agrees();
    }
}

#[test]
fn it_agrees_without_a_dateline_and_with_failed_links() {
    for spec in ["torus:3x3", "torus:5", "torus-uni:4", "torus:4x4"] {
        for id in ["dimension-order", "duato", "valiant"] {
            for count in 1..=4 {
                let dateline = false;
                let case = Case::new(spec, id, Vcs { count, dateline });
                case.expect("tori are accepted").assert_agrees();
            }
        }
    }
    for case in every_case(&["mesh:3x3", "hypercube:3", "torus:3x3", "folded-hypercube:3"]) {
        for failed in [&[0][..], &[2, 5, 11]] {
            let failed: Vec<_> = failed.iter().map(|&channel| ChannelId(channel)).collect();
            let Case { name, vcs, .. } = case.again();
            let routing = Box::new(Detour::new(case.again().routing, &case.network, &failed));
            let name = format!("{name}, {failed:?} failed");
            let (topology, network) = (case.again().topology, case.again().network);
            Case {
                name,
                topology,
                network,
                routing,
                vcs,
            }
            .assert_agrees();
        }
    }
}

/// `Some(m)`: free with m virtual channels and with more, not with fewer; `None`: never.
#[test]
fn every_routing_function_knows_how_many_vcs_it_needs() {
    let mut wrong = Vec::new();
    for case in every_case(NETWORKS) {
        let least = case.routing.min_vcs();
        let enough = least.is_some_and(|least| least <= case.vcs.count);
        let analysis = case.analysis();
        if analysis.is_deadlock_free() != enough {
            let why = analysis.why(&*case.topology, &case.network);
            wrong.push(format!("{case:?} needs {least:?}: {why}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Otherwise dependencies of Duato's third kind, cross ones, could occur.
#[test]
fn escapes_are_virtual_channels_of_their_own() {
    for case in every_case(NETWORKS) {
        let escapes = case.routing.escapes();
        case.every_hop(|hop, offers| {
            for offer in offers {
                let kept = offer.vcs.0 & escapes.0;
                let expected = if offer.is_escape { offer.vcs.0 } else { 0 };
                assert_eq!(kept, expected, "{case:?}: {hop:?}");
            }
        });
    }
}

#[test]
fn a_ring_is_a_circle_by_itself_until_it_gets_a_second_vc() {
    for (spec, id, count, dateline, length) in [
        ("torus-uni:4", "dimension-order", 1, true, Some(4)),
        ("torus-uni:4", "dimension-order", 2, true, None),
        ("torus-uni:4", "dimension-order", 2, false, Some(4)),
        ("torus-uni:3", "dimension-order", 1, true, Some(3)),
        ("torus:4", "dimension-order", 1, true, None),
        ("torus:5", "dimension-order", 1, true, Some(5)),
        ("torus:5x3", "dimension-order", 1, true, Some(5)),
        ("torus:5x3", "dimension-order", 3, true, None),
        ("mesh:4x3", "unrestricted", 1, true, Some(4)),
        ("mesh:4x3", "negative-first", 1, true, None),
    ] {
        let case = Case::new(spec, id, Vcs { count, dateline }).expect("it is accepted");
        let found = case.analysis().cycle.map(|cycle| cycle.len());
        assert_eq!(found, length, "{case:?}");
    }
}

#[test]
fn a_verdict_is_a_sentence_for_students() {
    for (spec, id, vcs, why) in [
        (
            "torus-uni:4",
            "dimension-order",
            1,
            "Can deadlock: messages can wait for each other in a circle of 4 channels, (0) → (1) \
             → (2) → (3) → (0), each holding the channel that the one before it wants.",
        ),
        (
            "mesh:2x2",
            "dimension-order",
            1,
            "Free of deadlock: no message can come to wait for what it holds itself, directly or \
             through others, because the 4 dependencies among 8 virtual channels form no circle \
             (Dally & Seitz 1987).",
        ),
        (
            "mesh:2x2",
            "unrestricted",
            1,
            "Can deadlock: messages can wait for each other in a circle of 4 channels, (0,0) → \
             (1,0) → (1,1) → (0,1) → (0,0), each holding the channel that the one before it \
             wants, and although messages may choose among channels, all that they may choose \
             from can be held in such circles, for none is kept as an escape.",
        ),
        (
            "mesh:2x2",
            "duato",
            2,
            "Free of deadlock although adaptive channels can be waited for in a circle: at every \
             node a message may also take its escape, escapes alone lead everywhere, and the 4 \
             waits among their 8 virtual channels, adaptive detours included, form no circle \
             (Duato 1993).",
        ),
        (
            "hypercube:1",
            "dimension-order",
            1,
            "Free of deadlock: no message ever waits for one virtual channel while it holds \
             another.",
        ),
    ] {
        let case = Case::new(spec, id, vcs.into()).expect("it is accepted");
        let told = case.analysis().why(&*case.topology, &case.network);
        assert_eq!(told, why, "{case:?}");
    }
}

#[test]
fn networks_that_take_too_long_are_refused_in_a_sentence() {
    for (spec, id, vcs, fits) in [
        ("mesh:65x64", "dimension-order", 1, false),
        ("hypercube:11", "duato", 2, false),
        ("hypercube:11", "duato", 1, true),
    ] {
        let case = Case::new(spec, id, vcs.into()).expect("it is accepted");
        let graph = Graph::of(&case.network, &*case.routing, vcs);
        assert_eq!(graph.is_ok(), fits, "{case:?}");
        if let Err(refusal) = graph {
            assert!(refusal.to_string().contains(" must be of at most "));
        }
    }
}

/// A routing function on a network with a number of VCs.
struct Case {
    name: String,
    topology: Box<dyn Topology>,
    network: Network,
    routing: Box<dyn RoutingFunction>,
    vcs: Vcs,
}

impl fmt::Debug for Case {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl Case {
    /// `None` if the function is not defined on the network.
    fn new(spec: &str, routing: &str, vcs: Vcs) -> Option<Self> {
        let topology = topology::from_spec(spec).expect("a specification in range");
        Some(Self {
            name: format!("{routing} on {spec}, {vcs:?}"),
            network: Network::new(&*topology),
            routing: routing::from_id(routing, &*topology, vcs).ok()?,
            topology,
            vcs,
        })
    }

    /// Built a second time.
    fn again(&self) -> Self {
        let mut words = self.name.split([' ', ',']);
        let (id, spec) = (words.next(), words.nth(1));
        let (id, spec) = (id.unwrap_or_default(), spec.unwrap_or_default());
        Self::new(spec, id, self.vcs).expect("it was accepted before")
    }

    fn analysis(&self) -> Analysis {
        self.graph().analyze()
    }

    fn graph(&self) -> Graph<'_> {
        let graph = Graph::of(&self.network, &*self.routing, self.vcs.count);
        graph.expect("the network is small")
    }

    fn assert_agrees(&self) {
        let graph = self.graph();
        let found = graph.analyze();
        let followed = Followed::all(self);
        let lanes = followed.held.iter().filter(|&&held| held).count();
        assert_eq!(found.lanes as usize, lanes, "{self:?}");
        let edges: Vec<_> = graph.dependencies();
        assert!(edges.is_sorted(), "{self:?}");
        let edges: Vec<_> = edges
            .iter()
            .map(|&(a, b)| (self.index(a), self.index(b)))
            .collect();
        assert_eq!(edges, pairs_of(&followed.next), "{self:?}");
        assert_eq!(found.dependencies as usize, edges.len(), "{self:?}");
        self.assert_shortest(found.cycle.as_deref(), &followed.next);
        let escapes = self.routing.escapes();
        assert_eq!(found.escape.is_some(), !escapes.is_empty(), "{self:?}");
        if let Some(escape) = found.escape {
            let all = followed.extended.iter().flatten().filter(|&&yes| yes);
            let all = all.count() as u64;
            assert_eq!(escape.direct + escape.indirect, all, "{self:?}");
            assert_eq!(escape.is_connected, followed.is_connected, "{self:?}");
            self.assert_shortest(escape.cycle.as_deref(), &followed.extended);
        }
    }

    /// Each channel of the circle leads to the next, and no shorter circle exists.
    fn assert_shortest(&self, cycle: Option<&[VirtualChannel]>, next: &[Vec<bool>]) {
        let found = cycle.map(<[_]>::len);
        assert_eq!(found, shortest_cycle(next), "{self:?}");
        for (at, &lane) in cycle.unwrap_or_default().iter().enumerate() {
            let cycle = cycle.unwrap_or_default();
            let then = cycle[(at + 1) % cycle.len()];
            assert!(next[self.index(lane)][self.index(then)], "{self:?}");
        }
    }

    /// Visits every pair of nodes on every leg, with what a header is offered there.
    fn every_hop(&self, mut visit: impl FnMut(Hop, &[Candidate])) {
        let nodes = || self.topology.node_ids();
        for leg in 0..self.routing.legs() {
            for (here, to) in nodes().flat_map(|here| nodes().map(move |to| (here, to))) {
                let hop = Hop { here, to, leg };
                if here != to && self.routing.reaches(&self.network, hop) {
                    visit(hop, &self.offers(hop));
                }
            }
        }
    }

    fn offers(&self, hop: Hop) -> Vec<Candidate> {
        let mut candidates = Candidates::default();
        self.routing.candidates(&self.network, hop, &mut candidates);
        candidates.as_slice().to_vec()
    }

    fn lanes(&self) -> usize {
        self.network.channels() as usize * usize::from(self.vcs.count)
    }

    fn index(&self, lane: VirtualChannel) -> usize {
        lane.channel.0 as usize * usize::from(self.vcs.count) + usize::from(lane.vc)
    }
}

/// What becomes of every message, by brute force.
struct Followed {
    held: Vec<bool>,
    /// Asked for while held.
    next: Vec<Vec<bool>>,
    /// The same between escapes, adaptive channels in between passed over.
    extended: Vec<Vec<bool>>,
    is_connected: bool,
}

/// Where a header is: what it asks, which lane it holds, and which escape it held last.
type State = (Hop, Option<usize>, Option<usize>);

impl Followed {
    fn all(case: &Case) -> Self {
        let lanes = case.lanes();
        let mut followed = Self {
            held: vec![false; lanes],
            next: vec![vec![false; lanes]; lanes],
            extended: vec![vec![false; lanes]; lanes],
            is_connected: true,
        };
        let nodes = || case.topology.node_ids();
        let last = case.routing.legs() - 1;
        for (from, to) in nodes().flat_map(|from| nodes().map(move |to| (from, to))) {
            let reaches = |here: NodeId, to: NodeId, leg: u8| {
                here == to || case.routing.reaches(&case.network, Hop { here, to, leg })
            };
            let by = nodes().filter(|&by| if last == 0 { by == to } else { true });
            for by in by.filter(|&by| from != to && reaches(from, by, 0) && reaches(by, to, last)) {
                let leg = if by == from { last } else { 0 };
                let end = if by == from { to } else { by };
                followed.follow(
                    case,
                    Hop {
                        here: from,
                        to: end,
                        leg,
                    },
                    to,
                );
            }
            if from != to && reaches(from, to, 0) {
                followed.is_connected &=
                    case.routing.escapes().is_empty() || escapes(case, from, to);
            }
        }
        followed
    }

    fn follow(&mut self, case: &Case, first: Hop, to: NodeId) {
        let mut open: Vec<State> = vec![(first, None, None)];
        let mut seen = open.clone();
        while let Some((hop, held, escape)) = open.pop() {
            for offer in case.offers(hop) {
                for lane in offer.lanes() {
                    let lane = case.index(lane);
                    self.held[lane] = true;
                    if let Some(held) = held {
                        self.next[held][lane] = true;
                    }
                    if let Some(escape) = escape.filter(|_| offer.is_escape) {
                        self.extended[escape][lane] = true;
                    }
                    let here = case.network.to(offer.channel);
                    let escape = if offer.is_escape { Some(lane) } else { escape };
                    let then = match hop {
                        // Who comes by its destination on the way to another node goes on.
                        _ if (here, hop.to) == (to, to) => continue,
                        Hop { to: end, leg, .. } if end == here => Hop {
                            here,
                            to,
                            leg: leg + 1,
                        },
                        _ => Hop { here, ..hop },
                    };
                    let state = (then, Some(lane), escape);
                    if !seen.contains(&state) {
                        seen.push(state);
                        open.push(state);
                    }
                }
            }
        }
    }
}

/// Whether some way over escapes alone leads from one node to another.
fn escapes(case: &Case, from: NodeId, to: NodeId) -> bool {
    let mut seen = vec![from];
    let mut next = 0;
    while let Some(&here) = seen.get(next) {
        if here == to {
            return true;
        }
        let offers = case.offers(Hop { here, to, leg: 0 });
        for offer in offers.iter().filter(|offer| offer.is_escape) {
            let node = case.network.to(offer.channel);
            if !seen.contains(&node) {
                seen.push(node);
            }
        }
        next += 1;
    }
    false
}

/// The length of a shortest cycle: from every node as far as it takes to come back.
fn shortest_cycle(next: &[Vec<bool>]) -> Option<usize> {
    let lists: Vec<Vec<_>> = next
        .iter()
        .map(|row| (0..row.len()).filter(|&to| row[to]).collect())
        .collect();
    let back_to = |start: usize| {
        let mut far = vec![usize::MAX; next.len()];
        let mut open = std::collections::VecDeque::from([(start, 0)]);
        while let Some((node, steps)) = open.pop_front() {
            for &to in &lists[node] {
                if far[to] == usize::MAX {
                    far[to] = steps + 1;
                    open.push_back((to, steps + 1));
                }
            }
        }
        far[start]
    };
    let shortest = (0..next.len()).map(back_to).min();
    shortest.filter(|&length| length < usize::MAX)
}

fn pairs_of(next: &[Vec<bool>]) -> Vec<(usize, usize)> {
    let rows = next.iter().enumerate();
    let pairs = rows.flat_map(|(from, row)| (0..row.len()).map(move |to| (from, to)));
    pairs.filter(|&(from, to)| next[from][to]).collect()
}

fn every_case(networks: &'static [&str]) -> impl Iterator<Item = Case> {
    let functions = FAMILIES.iter().map(|family| family.entry.id);
    functions.flat_map(move |id| {
        networks
            .iter()
            .flat_map(move |spec| (1..=4).filter_map(|vcs| Case::new(spec, id, Vcs::from(vcs))))
    })
}
