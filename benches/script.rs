//! The cost of a routing function in the script language: compiling it to a table, proving it, and
//! simulating with it.

#[cfg(not(target_arch = "wasm32"))]
mod common;

#[cfg(not(target_arch = "wasm32"))]
mod host {
    use std::sync::Arc;

    use divan::Bencher;
    use flitscope::custom::{self, Budget};
    use flitscope::routing::dependency::Graph;
    use flitscope::routing::{Delivery, Table};
    use flitscope::scenario::Scenario;
    use flitscope::sim::Simulator;
    use flitscope::topology::{self, Network, Topology};
    use flitscope::traffic::Length;

    use super::common::bench_cycles;

    fn example(id: &str) -> &'static str {
        let mut examples = custom::EXAMPLES.iter();
        let example = examples.find(|example| example.id == id);
        example.expect("it is registered").text
    }

    fn table(id: &str, topology: &dyn Topology, vcs: u8) -> Table {
        let table = custom::compile(example(id), topology, vcs, Budget::default());
        table.unwrap_or_else(|fault| panic!("{fault}"))
    }

    /// Compiles a script, which requests each of its offers once.
    #[divan::bench(sample_count = 20, args = [
        ("mesh:8x8", "dimension-order", 1),
        ("mesh:8x8", "duato", 2),
        ("mesh:8x8", "odd-even", 1),
        ("mesh:8x8", "odd-even", 4),
        ("mesh:8x8", "up-down", 1),
        ("torus:8x8", "duato-torus", 3),
        ("hypercube:6", "e-cube", 1),
        ("mesh:16x16", "duato", 2),
        ("mesh:16x16", "odd-even", 1),
    ])]
    fn compiled(bencher: Bencher, (spec, id, vcs): (&str, &str, u8)) {
        let topology = topology::from_spec(spec).expect("a network in range");
        bencher.bench_local(|| table(id, &*topology, vcs));
    }

    /// Decides whether every message arrives, and whether some can deadlock.
    #[divan::bench(sample_count = 10, args = [
        ("mesh:16x16", "duato", 2),
        ("mesh:16x16", "odd-even", 1),
        ("mesh:16x16", "odd-even", 2),
    ])]
    fn proved(bencher: Bencher, (spec, id, vcs): (&str, &str, u8)) {
        let topology = topology::from_spec(spec).expect("a network in range");
        let network = Network::new(&*topology);
        let table = table(id, &*topology, vcs);
        bencher.bench_local(|| {
            let graph = Graph::of(&network, &table, vcs).expect("the network is small enough");
            let delivery = Delivery::of(&*topology, &network, &table);
            (graph.analyze(), delivery)
        });
    }

    /// Cycles of a busy mesh with a registered function, and with the same one as a table.
    #[divan::bench(args = [
        ("dimension-order", 1, false),
        ("dimension-order", 1, true),
        ("duato", 2, false),
        ("duato", 2, true),
        ("odd-even", 1, false),
        ("odd-even", 1, true),
    ])]
    fn simulated(bencher: Bencher, (id, vcs, is_script): (&str, u8, bool)) {
        let mut scenario = Scenario::on("mesh:8x8");
        id.clone_into(&mut scenario.routing);
        (scenario.vcs, scenario.buffer) = (i64::from(vcs), 8);
        scenario.length = Length::Fixed(16);
        scenario.traffic.rate = 0.2 / 16.0;
        let built = scenario.build().expect("it is in range");
        let mut design = built.design;
        if is_script {
            let design = Arc::get_mut(&mut design).expect("the design is not shared");
            let topology = topology::from_spec("mesh:8x8").expect("a network in range");
            design.routing = Box::new(table(id, &*topology, vcs));
        }
        bench_cycles(bencher, Simulator::new(design));
    }
}

fn main() {
    #[cfg(not(target_arch = "wasm32"))]
    divan::main();
}
