//! The cost of a routing decision, on every kind of topology.

#[cfg(not(target_arch = "wasm32"))]
mod host {
    use divan::counter::ItemsCount;
    use divan::{Bencher, black_box};
    use flitscope::routing::dependency::Graph;
    use flitscope::routing::{self, Candidates, Hop};
    use flitscope::topology::{self, Network, NodeId};
    use flitscope::traffic;

    const DECISIONS: usize = 1024;

    #[divan::bench(args = [
        "mesh:32x32",
        "torus:32x32",
        "torus-uni:16x16x16",
        "hypercube:10",
        "folded-hypercube:10",
        "mesh-hypercube:8x128",
    ])]
    fn dimension_order(bencher: Bencher, spec: &str) {
        let topology = topology::from_spec(spec).expect("a network in range");
        let network = Network::new(&*topology);
        let routing = routing::from_id("dimension-order", &*topology, 2);
        let routing = routing.expect("it is defined on every topology");
        let uniform = traffic::from_id("uniform", &*topology, 1).expect("there are two nodes");
        let mut random = traffic::streams(1, 1).remove(0);
        let mut hop = || {
            let mut draw = |from| {
                let to = uniform.destination(from, &mut random);
                to.expect("every node sends under uniform traffic")
            };
            let here = draw(NodeId(0));
            let to = draw(here);
            Hop::new(here, to, 0)
        };
        let hops: Vec<_> = (0..DECISIONS).map(|_| hop()).collect();
        let mut candidates = Candidates::default();
        bencher.counter(ItemsCount::new(DECISIONS)).bench_local(|| {
            for &hop in black_box(&hops) {
                candidates.clear();
                routing.candidates(&network, hop, &mut candidates);
                black_box(&candidates);
            }
        });
    }

    /// The complete deadlock analysis of a routing function with V virtual channels.
    #[divan::bench(sample_count = 10, args = [
        ("hypercube:10", "duato", 4),
        ("folded-hypercube:10", "duato", 2),
        ("torus:32x32", "duato", 3),
        ("torus:32x32", "dimension-order", 2),
        ("torus:64x64", "unrestricted", 2),
    ])]
    fn deadlock(bencher: Bencher, (spec, id, vcs): (&str, &str, u8)) {
        let topology = topology::from_spec(spec).expect("a network in range");
        let network = Network::new(&*topology);
        let routing = routing::from_id(id, &*topology, vcs);
        let routing = routing.expect("it is defined there");
        let analyze = || {
            let graph = Graph::of(&network, &*routing, vcs);
            graph.expect("the network is small enough").analyze()
        };
        bencher
            .counter(ItemsCount::new(analyze().dependencies))
            .bench_local(analyze);
    }
}

fn main() {
    #[cfg(not(target_arch = "wasm32"))]
    divan::main();
}
