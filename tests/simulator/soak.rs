//! A run of 10⁹ flit-hops in the memory used after its first twentieth:
//! `cargo test --release --test simulator -- --ignored --nocapture`.

use std::time::Instant;

use engine::sim::Simulator;
use engine::traffic::Length;
use study::scenario::Scenario;

const FLIT_HOPS: u64 = 1_000_000_000;

/// Unicasts beside relayed broadcasts, lanes that share channels, and exponential lengths exercise
/// all parts of the simulator, and none of its tables may grow without bound. The network is half
/// loaded, so that its queues stay short.
#[test]
#[ignore = "takes a minute in release builds, many without optimization"]
#[expect(clippy::print_stdout, reason = "speed is reported, not checked")]
fn a_long_run_needs_no_more_memory_than_a_short_one() {
    let mut scenario = Scenario::on("hypercube:8");
    (scenario.vcs, scenario.buffer) = (3, 2);
    scenario.ports.injection = 2;
    scenario.length = Length::Exponential(20.0);
    (scenario.traffic.rate, scenario.traffic.broadcast) = (0.01, 0.01);
    (scenario.timing.router, scenario.timing.preparation) = (1, 3.into());
    let design = scenario.build().expect("a scenario in range").design;
    let mut simulator = Simulator::new(design);
    let began = Instant::now();
    let run_to = |simulator: &mut Simulator, flit_hops: u64| {
        while simulator.counters().flit_hops < flit_hops {
            for _ in 0..1_000 {
                simulator.step();
            }
            assert!(simulator.deadlock().is_none());
        }
    };
    run_to(&mut simulator, FLIT_HOPS / 20);
    let (bytes, resident) = (simulator.bytes(), resident());
    for tenth in 1..=10 {
        run_to(&mut simulator, FLIT_HOPS / 10 * tenth);
        let now = simulator.bytes();
        assert!(
            now < 2 * bytes,
            "{now} bytes after {tenth} tenths, {bytes} at first"
        );
    }
    if let (Some(before), Some(after)) = (resident, self::resident()) {
        assert!(
            after < before + (8 << 20),
            "{after} bytes resident, {before} at first"
        );
    }
    let counters = simulator.counters();
    let seconds = began.elapsed().as_secs_f64();
    println!(
        "{} flit-hops in {} cycles, {} messages, {seconds:.1} s: {:.1} million flit-hops/s; {bytes} \
         bytes after a twentieth, {} at the end; resident {resident:?}, then {:?}",
        counters.flit_hops,
        simulator.cycle(),
        counters.delivered,
        counters.flit_hops as f64 / seconds / 1e6,
        simulator.bytes(),
        self::resident(),
    );
}

/// Resident memory of the process, where the system reports it \[bytes\].
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes * 1024)
}
