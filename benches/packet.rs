//! The cost of an event of the packet simulator: events per second in busy networks.

#[cfg(not(target_arch = "wasm32"))]
mod host {
    use std::fmt;

    use divan::Bencher;
    use divan::counter::ItemsCount;
    use flitscope::scenario::{Packet, Scenario};
    use flitscope::sim::packet::{Lengths, Simulator};
    use flitscope::sweep::capacity;

    /// Events simulated before timing.
    const WARMUP: u32 = 500_000;
    const EVENTS: u32 = 100_000;

    /// A network whose average link is busy for this share of the time.
    struct Load {
        network: &'static str,
        utilization: f64,
        lengths: Lengths,
    }

    #[divan::bench(args = loads(0.5, Lengths::Kept))]
    fn half_busy(bencher: Bencher, load: &Load) {
        load.bench(bencher);
    }

    #[divan::bench(args = loads(0.9, Lengths::Redrawn))]
    fn nearly_always_busy(bencher: Bencher, load: &Load) {
        load.bench(bencher);
    }

    fn loads(utilization: f64, lengths: Lengths) -> impl Iterator<Item = Load> {
        let networks = ["mesh:2", "torus:8x8", "hypercube:8", "hypercube:10"];
        networks.into_iter().map(move |network| Load {
            network,
            utilization,
            lengths,
        })
    }

    impl fmt::Display for Load {
        fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
            write!(f, "{} rho={}", self.network, self.utilization)
        }
    }

    impl Load {
        fn bench(&self, bencher: Bencher) {
            let mut warm = self.simulator();
            step(&mut warm, WARMUP);
            bencher
                .counter(ItemsCount::new(EVENTS))
                .bench_local(|| step(&mut warm, EVENTS));
        }

        fn simulator(&self) -> Simulator {
            let mut scenario = Scenario::on(self.network);
            scenario.packet = Some(Packet {
                lengths: self.lengths,
                ..Packet::default()
            });
            let study = scenario.build().expect("it is in range");
            scenario.traffic.rate = self.utilization * capacity(&study);
            let study = scenario.build().expect("it is in range");
            Simulator::new(study.packet.expect("it is asked for"))
        }
    }

    fn step(simulator: &mut Simulator, events: u32) {
        for _ in 0..events {
            simulator.step();
        }
    }
}

fn main() {
    #[cfg(not(target_arch = "wasm32"))]
    divan::main();
}
