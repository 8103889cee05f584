//! A cycle allocates no memory, except where a table of the simulator grows, which doubles it.

use engine::sim::Simulator;
use study::scenario::Scenario;

/// Cycles before the count, in which the tables grow to their usual sizes.
const WARMUP: u64 = 5_000;

/// Cycles that are counted.
const COUNTED: u64 = 3_200;

/// Debug builds verify the tables of networks of more than 32 nodes in cycles that are multiples of this.
const VERIFIED: u64 = 64;

/// Tables that may still double while more than 400 messages are delivered.
const MOST_GROWING: usize = 4;

/// All switching modes, fixed and random lengths, with and without a choice of channels, at loads at which worms wait
/// for each other.
const LINKS: [&str; 5] = [
    "t=mesh:8x8&vc=1&M=8&lam=0.008",
    "t=torus:6x6&vc=3&r=duato&buf=4&M=16&lam=0.006",
    "t=hypercube:6&vc=2&M=exp:8&lam=0.01",
    "t=torus:6x6&vc=2&M=12&sw=store-and-forward&lam=0.004",
    "t=mesh:7x7&vc=2&r=odd-even&M=4&sw=virtual-cut-through&lam=0.02",
];

#[test]
fn a_cycle_allocates_only_where_a_table_grows() {
    for link in LINKS {
        let opened = Scenario::from_link(link);
        assert_eq!(opened.problems, [], "{link}");
        let design = opened.scenario.build().expect(link).design;
        let mut simulator = Simulator::new(design);
        while simulator.cycle() < WARMUP {
            simulator.step();
        }
        let before = simulator.counters().delivered;
        let mut allocating = Vec::new();
        for cycle in WARMUP + 1..=WARMUP + COUNTED {
            let allocated = allocation_counter::measure(|| simulator.step());
            if allocated.count_total > 0 && !cycle.is_multiple_of(VERIFIED) {
                allocating.push(cycle);
            }
        }
        let delivered = simulator.counters().delivered - before;
        assert!(delivered > 400, "{link}: {delivered}");
        assert!(
            allocating.len() <= MOST_GROWING,
            "{link}: {allocating:?} of {delivered} messages"
        );
    }
}
