//! What planning one multicast costs.

#[cfg(not(target_arch = "wasm32"))]
mod host {
    use divan::{Bencher, black_box};
    use flitscope::multicast;
    use flitscope::topology::{self, NodeId};

    #[divan::bench(args = ["dual-path", "separate"])]
    fn twenty_destinations_in_a_mesh(bencher: Bencher, algorithm: &str) {
        plan(bencher, "mesh:16x16", algorithm, 20);
    }

    #[divan::bench(args = ["dual-path", "binomial-broadcast", "separate"])]
    fn broadcast_in_a_hypercube(bencher: Bencher, algorithm: &str) {
        plan(bencher, "hypercube:6", algorithm, 63);
    }

    fn plan(bencher: Bencher, network: &str, algorithm: &str, destinations: u32) {
        let topology = topology::from_spec(network).expect("a network in range");
        let algorithm = multicast::from_spec("algorithm", algorithm, &*topology);
        let algorithm = algorithm.expect("it is defined there");
        let nodes = topology.nodes();
        let from = NodeId(nodes / 3);
        // An odd stride meets every node of a power of two.
        let nth = |i: u32| NodeId((from.0 + i * 73) % nodes);
        let to: Vec<_> = (1..=destinations).map(nth).collect();
        let mut count = 0;
        bencher.bench_local(|| {
            count += 1;
            algorithm.plan(black_box(from), black_box(&to), count)
        });
    }
}

fn main() {
    #[cfg(not(target_arch = "wasm32"))]
    divan::main();
}
