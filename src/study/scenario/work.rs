//! The work of a simulation, estimated from its scenario alone.

use super::{CyclesOrAuto, Scenario};
use engine::topology::{self, Network};

/// The work of moving a header over a channel, in flits that cross a channel.
const HEADER: f64 = 16.0;

/// The work of moving a packet over a link, in flits that cross a channel.
const PACKET: f64 = 10.0;

/// An estimate of the work of one replication, in flits that cross channels, if it does not end early.
///
/// Beyond saturation no more flits move than the channels can carry. A scenario that cannot be built
/// is no work.
pub fn expected_work(scenario: &Scenario) -> f64 {
    let Ok(topology) = topology::from_spec(&scenario.network) else {
        return 0.0;
    };
    let network = Network::new(&*topology);
    let nodes = f64::from(network.terminals().count());
    let run = &scenario.run;
    let warmup = match run.warmup {
        CyclesOrAuto::Cycles(cycles) => cycles,
        CyclesOrAuto::Auto => 0,
    };
    let cycles = warmup.saturating_add(run.cycles).max(0) as f64;
    let traffic = &scenario.traffic;
    let hops = topology.mean_distance();
    let copies = traffic.multicast.destinations.unwrap_or(1).max(1) as f64;
    let several = traffic.multicast.fraction * (1.0 - traffic.broadcast) * (copies - 1.0);
    let channels = hops * (1.0 + several) + traffic.broadcast * nodes;
    let (occupied, weight) = match &scenario.packet {
        Some(packet) => (1.0 / packet.mu, PACKET),
        None => (scenario.length.mean(), scenario.length.mean() + HEADER),
    };
    let capacity = f64::from(network.channels()) / (nodes * channels * occupied);
    let random = cycles * nodes * traffic.rate.min(capacity) * channels;
    let listed = scenario.messages.len() as f64 * hops;
    (random + listed) * weight
}

/// The indices of simulations with the given amounts of work, the longest first and equal ones in
/// order, so that no processor is left with a long one when the others are done.
pub fn longest_first(work: &[f64]) -> Vec<usize> {
    let mut order: Vec<_> = (0..work.len()).collect();
    order.sort_by(|&a, &b| work[b].total_cmp(&work[a]));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    fn work(link: &str) -> f64 {
        expected_work(&Scenario::from_link(link).scenario)
    }

    #[test]
    fn long_busy_and_large_simulations_are_more_work_than_others() {
        let usual = work("t=mesh:8x8&M=4&lam=0.05&run=9000");
        for longer in [
            "t=mesh:8x8&M=4&lam=0.05&run=90000",
            "t=mesh:8x8&M=4&lam=0.08&run=9000",
            "t=mesh:8x8&M=8&lam=0.05&run=9000",
            "t=mesh:16x16&M=4&lam=0.05&run=9000",
            "t=mesh:8x8&M=4&lam=0.05&run=9000&mc=dual-path&md=5",
        ] {
            assert!(work(longer) > usual, "{longer}");
        }
        // More is not carried than the channels can.
        let overloads = ["0.5", "1"].map(|rate| work(&format!("t=mesh:8x8&M=4&lam={rate}")));
        assert!((overloads[0] - overloads[1]).abs() < 1.0);
        assert!(work("t=mesh:8x8&M=4&lam=0&msg=0:0,0>1,1").is_finite());
    }

    #[test]
    fn the_longest_are_first_and_equal_ones_in_order() {
        assert_eq!(longest_first(&[1.0, 3.0, 2.0, 3.0, 0.0]), [1, 3, 2, 0, 4]);
        assert!(longest_first(&[]).is_empty());
    }
}
