//! The cost of planning one multicast.

#[cfg(not(target_arch = "wasm32"))]
mod host {
    use divan::{Bencher, black_box};
    use flitscope::multicast;
    use flitscope::topology::{self, Terminals};
    use flitscope::traffic;

    #[divan::bench(args = [
        "separate",
        "dual-path",
        "multi-path",
        "column-path",
        "qualified-groups",
        "qualified-groups:0.5:e-cube",
    ])]
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
        let terminals = Terminals::of(&*topology);
        let mut random = traffic::streams(1, 1).remove(0);
        let sets = (0..1000).map(|nth| {
            let from = terminals.nth(nth % terminals.count());
            (
                from,
                traffic::others(&terminals, from, destinations, &mut random),
            )
        });
        let sets: Vec<_> = sets.collect();
        let mut count = 0;
        bencher.bench_local(|| {
            count += 1;
            let (from, to) = &sets[count as usize % sets.len()];
            algorithm.plan(black_box(*from), black_box(to), count)
        });
    }
}

fn main() {
    #[cfg(not(target_arch = "wasm32"))]
    divan::main();
}
