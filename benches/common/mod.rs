//! Code shared by the benchmarks of the flit simulator.

use divan::Bencher;
use divan::counter::{CyclesCount, ItemsCount};
use flitscope::sim::Simulator;

/// Cycles simulated before timing, so that the network has filled.
const WARMUP: u32 = 10_000;
const CYCLES: u32 = 1_000;

/// Times a cycle once the network has filled, and the hop of a flit.
pub fn bench_cycles(bencher: Bencher, mut warm: Simulator) {
    step(&mut warm, WARMUP);
    let mut later = warm.clone();
    step(&mut later, CYCLES);
    let hops = later.counters().flit_hops - warm.counters().flit_hops;
    bencher
        .counter(ItemsCount::new(hops))
        .counter(CyclesCount::new(CYCLES))
        .with_inputs(|| warm.clone())
        .bench_values(|mut simulator| {
            step(&mut simulator, CYCLES);
            simulator
        });
}

fn step(simulator: &mut Simulator, cycles: u32) {
    for _ in 0..cycles {
        simulator.step();
    }
}
