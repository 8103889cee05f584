//! The cost of going back in time: by one step, by many steps in a row, and to any cycle; and of
//! continuing beyond saturation, where the backlog grows with every cycle.
//!
//! Percentiles are reported rather than means, because users notice the slow cases.

#[cfg(not(target_arch = "wasm32"))]
mod host {
    use std::time::{Duration, Instant};

    use flitscope::scenario::Scenario;
    use flitscope::sim::History;
    use flitscope::traffic::Random;
    use rand_core::{Rng as _, SeedableRng as _};

    const CYCLES: u64 = 20_000;
    const TIMES: usize = 2_000;

    const LINKS: [&str; 2] = [
        "t=hypercube:10&vc=1&M=200&lam=0.001",
        "t=torus:32x32&buf=2&M=16&lam=0.004",
    ];

    /// Times a step and the snapshot of a frame on a torus offered a third more than it accepts.
    #[expect(clippy::print_stdout, reason = "a report for people")]
    fn beyond_saturation() {
        const LINK: &str = "t=torus:32x32&lam=0.006";
        const INTERVAL: u64 = 5_000;
        let scenario = Scenario::from_link(LINK).scenario;
        let mut history = History::new(scenario.build().expect("a valid link").design);
        println!("{LINK}, beyond saturation");
        while !history.now().is_overrun() && history.now().cycle() < 40 * INTERVAL {
            let begin = Instant::now();
            for _ in 0..INTERVAL {
                history.step();
            }
            let each = begin.elapsed() / INTERVAL as u32;
            let now = history.now();
            let begin = Instant::now();
            let blocked = now.snapshot().blocked();
            let (cycle, waiting) = (now.cycle(), now.backlog());
            println!(
                "  to cycle {cycle}: {each:?} a cycle; snapshot {:?}; {waiting} wait, {blocked} \
                 headers blocked",
                begin.elapsed()
            );
        }
    }

    #[expect(clippy::print_stdout, reason = "a report for people")]
    pub fn main() {
        beyond_saturation();
        for link in LINKS {
            let scenario = Scenario::from_link(link).scenario;
            let mut history = History::new(scenario.build().expect("a valid link").design);
            let begin = Instant::now();
            history.seek(CYCLES, u64::MAX);
            let each = begin.elapsed() / CYCLES as u32;
            println!("{link}: {CYCLES} cycles of {each:?}");
            let mib = |bytes: usize| bytes as f64 / f64::from(1 << 20);
            println!(
                "  {:.2} MiB the simulator, {:.1} MiB its history",
                mib(history.now().bytes()),
                mib(history.bytes())
            );
            let random = &mut Random::seed_from_u64(1);
            let mut any = || random.next_u64() % CYCLES;
            report("anywhere", || history.seek(any(), u64::MAX));
            history.seek(CYCLES, u64::MAX);
            report("back by one, again and again", || {
                history.seek(history.now().cycle() - 1, u64::MAX)
            });
            println!("  {:.1} MiB its history now", mib(history.bytes()));
        }
    }

    #[expect(clippy::print_stdout, reason = "a report for people")]
    fn report(what: &str, mut act: impl FnMut() -> bool) {
        let mut times: Vec<Duration> = (0..TIMES)
            .map(|_| {
                let begin = Instant::now();
                assert!(act());
                begin.elapsed()
            })
            .collect();
        times.sort_unstable();
        let [median, p95, p99] = [50, 95, 99].map(|percent| times[TIMES * percent / 100]);
        let last = times[TIMES - 1];
        println!("  {what}: median {median:?}, p95 {p95:?}, p99 {p99:?}, slowest {last:?}");
    }
}

fn main() {
    #[cfg(not(target_arch = "wasm32"))]
    host::main();
}
