//! The cost of a simulated cycle: cycles and flit hops per second in busy networks.

#[cfg(not(target_arch = "wasm32"))]
mod common;

#[cfg(not(target_arch = "wasm32"))]
mod host {
    use std::fmt;

    use divan::Bencher;
    use flitscope::scenario::Scenario;
    use flitscope::sim::Simulator;
    use flitscope::traffic::Length;

    use super::common::bench_cycles;

    /// A network, and the most that it accepts under uniform traffic.
    struct System {
        network: &'static str,
        vcs: i64,
        buffer: i64,
        flits: u32,
        /// [flits/node/cycle], measured at twice this load.
        saturation: f64,
    }

    const MESH_8: System = System {
        network: "mesh:8x8",
        vcs: 1,
        buffer: 8,
        flits: 16,
        saturation: 0.254,
    };

    const MESH_10: System = System {
        network: "mesh:10x10",
        vcs: 1,
        buffer: 1,
        flits: 32,
        saturation: 0.172,
    };

    const TORUS_16: System = System {
        network: "torus:16x16",
        vcs: 2,
        buffer: 1,
        flits: 32,
        saturation: 0.125,
    };

    /// The workloads of the table of speed in the guide, which `tests/browser/speed.js` also
    /// measures in Chromium. [flits/node/cycle] as offered; 0.5 is twice what the network accepts.
    const WORKLOADS: &str = include_str!("workloads.csv");

    #[divan::bench(args = workloads(), sample_count = 20)]
    fn workloads_of_the_guide(bencher: Bencher, load: &Load) {
        load.bench(bencher);
    }

    #[divan::bench(args = loads([MESH_8, MESH_10, TORUS_16].map(|s| 0.3 * s.saturation)))]
    fn at_30_percent_of_saturation(bencher: Bencher, load: &Load) {
        load.bench(bencher);
    }

    #[divan::bench(args = loads([MESH_8, MESH_10, TORUS_16].map(|s| 0.9 * s.saturation)))]
    fn at_90_percent_of_saturation(bencher: Bencher, load: &Load) {
        load.bench(bencher);
    }

    /// Networks from 64 to 65,536 nodes, offered a tenth and a third of what their channels
    /// could carry; a third is beyond saturation.
    #[divan::bench(args = sizes(), sample_count = 10)]
    fn from_64_to_65536_nodes(bencher: Bencher, load: &Load) {
        load.bench(bencher);
    }

    /// Networks of switches beside tori, with as many terminals and the same load, each with the fewest
    /// virtual channels with which it cannot deadlock.
    #[divan::bench(args = beside_tori(), sample_count = 10)]
    fn switches_beside_tori(bencher: Bencher, load: &Load) {
        load.bench(bencher);
    }

    /// About two messages are in the network at a time: the cost of idle nodes.
    #[divan::bench(args = [8, 32, 128, 256], sample_count = 10)]
    fn two_messages_at_a_time(bencher: Bencher, radix: u32) {
        let mut scenario = Scenario::on(&format!("mesh:{radix}x{radix}"));
        (scenario.vcs, scenario.length) = (1, Length::Fixed(32));
        scenario.traffic.rate = 0.025 / f64::from(radix * radix);
        let simulator = Simulator::new(scenario.build().expect("it is in range").design);
        bench_cycles(bencher, simulator);
    }

    /// Dual-path multicasts to ten nodes each, with start-ups, lightly loaded and close to
    /// saturation: worms that copy themselves on the way are moved flit by flit.
    #[divan::bench(args = [0.000_3, 0.000_8])]
    fn multicasts_in_a_10x10_mesh(bencher: Bencher, rate: f64) {
        let mut scenario = Scenario::on(MESH_10.network);
        (scenario.vcs, scenario.length) = (1, Length::Fixed(32));
        (scenario.ports.injection, scenario.ports.ejection) = (4, Some(4));
        (scenario.timing.startup, scenario.timing.preparation) = (33, 2.into());
        scenario.traffic.rate = rate;
        scenario.traffic.multicast.algorithm = Some("dual-path".to_owned());
        scenario.traffic.multicast.destinations = Some(10);
        let simulator = Simulator::new(scenario.build().expect("it is in range").design);
        bench_cycles(bencher, simulator);
    }

    fn workloads() -> impl Iterator<Item = Load> {
        let lines = WORKLOADS.lines().skip(1);
        lines.map(|line| {
            let fields: Vec<_> = line.split(',').collect();
            let [network, vcs, buffer, flits, load] = fields[..] else {
                panic!("{line} has five fields");
            };
            let whole = |text: &str| text.parse::<u32>().expect("a whole number");
            Load {
                system: System {
                    network,
                    vcs: whole(vcs).into(),
                    buffer: whole(buffer).into(),
                    flits: whole(flits),
                    saturation: 0.0,
                },
                load: load.parse().expect("a number"),
            }
        })
    }

    fn sizes() -> impl Iterator<Item = Load> {
        let tori = [
            ("torus:8x8", 4.0),
            ("torus:32x32", 16.0),
            ("torus:64x64", 32.0),
        ];
        let large = [("torus:128x128", 64.0), ("torus:256x256", 128.0)];
        let tori = tori.into_iter().chain(large);
        tori.flat_map(|(network, mean_distance)| {
            [0.1, 0.33].map(|busy| Load {
                system: System {
                    network,
                    vcs: 2,
                    buffer: 1,
                    flits: 32,
                    saturation: 0.0,
                },
                load: busy * 4.0 / mean_distance,
            })
        })
    }

    fn beside_tori() -> impl Iterator<Item = Load> {
        // Each row has as many terminals, or nearly: 64, 256, 1024, 4096.
        let rows = [
            [
                "torus:8x8",
                "butterfly:4,3",
                "fat-tree:4,3",
                "dragonfly:2,4,2",
            ],
            [
                "torus:16x16",
                "butterfly:4,4",
                "fat-tree:4,4",
                "dragonfly:3,5,3",
            ],
            [
                "torus:32x32",
                "butterfly:4,5",
                "fat-tree:4,5",
                "dragonfly:4,8,4",
            ],
            [
                "torus:64x64",
                "butterfly:4,6",
                "fat-tree:4,6",
                "dragonfly:6,11,6",
            ],
        ];
        // A third of the load at which the channels of the torus would always be busy.
        let loads = [0.33, 0.16, 0.08, 0.04];
        let rows = rows.into_iter().zip(loads);
        rows.flat_map(|(networks, load)| {
            networks
                .into_iter()
                .zip([2, 1, 1, 2])
                .map(move |(network, vcs)| Load {
                    system: System {
                        network,
                        vcs,
                        buffer: 8,
                        flits: 16,
                        saturation: 0.0,
                    },
                    load,
                })
        })
    }

    fn loads(loads: [f64; 3]) -> impl Iterator<Item = Load> {
        let systems = [MESH_8, MESH_10, TORUS_16].into_iter().zip(loads);
        systems.map(|(system, load)| Load { system, load })
    }

    struct Load {
        system: System,
        /// [flits/node/cycle].
        load: f64,
    }

    impl fmt::Display for Load {
        fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
            let System {
                network,
                vcs,
                buffer,
                flits,
                ..
            } = self.system;
            write!(f, "{network} V={vcs} B={buffer} M={flits} {:.3}", self.load)
        }
    }

    impl Load {
        fn bench(&self, bencher: Bencher) {
            bench_cycles(bencher, self.simulator());
        }

        fn simulator(&self) -> Simulator {
            let System {
                network,
                vcs,
                buffer,
                flits,
                ..
            } = self.system;
            let mut scenario = Scenario::on(network);
            (scenario.vcs, scenario.buffer) = (vcs, buffer);
            scenario.length = Length::Fixed(flits);
            scenario.traffic.rate = self.load / f64::from(flits);
            Simulator::new(scenario.build().expect("it is in range").design)
        }
    }
}

fn main() {
    #[cfg(not(target_arch = "wasm32"))]
    divan::main();
}
