//! The simulator against an independent one.

#![cfg(not(target_arch = "wasm32"))]

mod oracle;

use flitscope::scenario::{Message, Scenario};
use flitscope::sim::Simulator;
use flitscope::traffic::Length;
use oracle::Oracle;
use proptest::prelude::*;

const SMALL: &[&str] = &[
    "mesh:4",
    "mesh:3x3",
    "mesh:2x3x2",
    "torus:5",
    "torus:3x4",
    "torus:2x2x3",
    "torus-uni:4",
    "torus-uni:6",
    "torus-uni:3x3",
    "torus-uni:2x5",
    "hypercube:3",
    "hypercube:4",
    "folded-hypercube:3",
    "folded-hypercube:4",
    "mesh-hypercube:3x4",
];

fn any_scenario() -> impl Strategy<Value = Scenario> {
    let network = prop::sample::select(SMALL);
    let length = prop_oneof![
        (1_u32..13).prop_map(Length::Fixed),
        (1.0..9.0).prop_map(Length::Exponential),
    ];
    // Flits per node and cycle, from hardly any to more than a port can send.
    let load = (-2.0..0.5_f64).prop_map(|exponent| 10_f64.powf(exponent));
    let ejection = prop::sample::select(vec![None, Some(1), Some(2)]);
    let timing = (0_i64..4, 0_i64..4, 0_i64..4);
    let orders = prop::collection::vec((0_i64..50, any::<(u32, u32)>(), 1_i64..20), 0..6);
    let lanes = (1_i64..5, 1_i64..6);
    let rest = (1_i64..4, ejection, timing, any::<u64>(), orders);
    (network, lanes, length, load, rest).prop_map(|(network, (vcs, buffer), length, load, rest)| {
        let (injection, ejection, timing, seed, orders) = rest;
        let mut scenario = Scenario::on(network);
        (scenario.vcs, scenario.buffer, scenario.length) = (vcs, buffer, length);
        scenario.traffic.rate = (load / length.mean()).min(1.0);
        (scenario.ports.injection, scenario.ports.ejection) = (injection, ejection);
        (
            scenario.timing.injection,
            scenario.timing.ejection,
            scenario.timing.router,
        ) = timing;
        scenario.seed = seed;
        scenario
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn two_simulators_written_apart_agree_flit_by_flit(scenario in any_scenario()) {
        let design = scenario.build().expect("all in range").design;
        let mut simulator = Simulator::new(design.clone());
        let mut oracle = Oracle::new(&design);
        for _ in 0..600 {
            simulator.step();
            let mut found = simulator.deliveries().to_vec();
            found.sort_by_key(|delivery| delivery.message);
            prop_assert_eq!(found, oracle.step());
            let snapshot = simulator.snapshot();
            let expected = oracle.worms();
            prop_assert_eq!(snapshot.worms.len(), expected.len());
            for (found, expected) in snapshot.worms.iter().zip(expected) {
                prop_assert_eq!(found.message, expected.message);
                let found: Vec<_> = found.segments.iter().map(|s| (s.place, s.flits)).collect();
                let expected: Vec<_> = expected.lanes.iter().map(|(p, f)| (*p, f.len() as u32)).collect();
                prop_assert_eq!(found, expected);
            }
        }
        prop_assert_eq!(simulator.digest(), oracle.digest);
        prop_assert_eq!(simulator.counters().flit_hops, oracle.flit_hops);
        let found = simulator.deadlock().map(|d| d.cycle);
        let expected = oracle.deadlock.as_ref().map(|d| d.0);
        prop_assert_eq!(found, expected, "{:?} {:?}", simulator.deadlock(), oracle.deadlock);
    }
}
