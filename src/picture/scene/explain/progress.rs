//! The progress of the messages that a scenario lists, and their total costs.

use super::describe::Teller;
use super::words::count;
use engine::multicast::Tree;
use engine::sim::Design;
use engine::topology::Topology;

/// The costs of the messages of a list, as planned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Bill {
    /// The number of copies delivered: one to every destination and to every relay.
    pub copies: u64,
    /// The number of worms that deliver the copies.
    pub worms: u64,
    /// The number of channels that these worms cross in total.
    pub channels: u64,
}

impl Bill {
    /// Plans the messages of the list in order, as the simulator does. Returns `None` for random
    /// traffic, which has no end.
    pub fn of(topology: &dyn Topology, design: &Design) -> Option<Self> {
        if design.is_random() {
            return None;
        }
        let mut bill = Self::default();
        let mut planned = 0;
        for order in &design.orders {
            if let [to] = *order.to {
                bill.copies += 1;
                bill.worms += 1;
                bill.channels += u64::from(topology.distance(order.from, to));
            } else if let Some(multicasts) = &design.multicasts {
                let plan = multicasts.algorithm.plan(order.from, &order.to, planned);
                planned += 1;
                if multicasts.router_copies {
                    let network = &design.network;
                    let tree = Tree::of(network, &plan.laid(network, &*design.routing));
                    bill.copies += tree.places().iter().filter(|stop| stop.delivers).count() as u64;
                    bill.worms += 1;
                    bill.channels += tree.places().len() as u64 - 1;
                    continue;
                }
                let copies = plan.worms.iter().map(|worm| worm.deliver.len() as u64);
                bill.copies += copies.sum::<u64>();
                bill.worms += plan.worms.len() as u64;
                bill.channels += u64::from(plan.channels(topology));
            }
        }
        Some(bill)
    }
}

impl Teller<'_> {
    /// States how many copies have arrived, the number expected and the cycle of the last one if
    /// known, and the costs.
    pub fn progress(&self, bill: Option<Bill>) -> String {
        let arrived = self.snapshot.counters.arrivals;
        let deadlocked = match &self.snapshot.deadlock {
            Some(deadlock) if deadlock.is_dead_end() => {
                format!(", dead end since cycle {}", deadlock.cycle)
            }
            Some(deadlock) => format!(", deadlock since cycle {}", deadlock.cycle),
            None => String::new(),
        };
        let Some(bill) = bill else {
            let hops = self.snapshot.counters.flit_hops;
            return format!("{arrived} copies{deadlocked}; {hops} flit-hops.");
        };
        let (worms, channels) = (count(bill.worms, "worm"), count(bill.channels, "channel"));
        let so_far = match self.snapshot.last_delivery {
            Some(last) if arrived == bill.copies => {
                format!("All {arrived} by cycle {}", last.arrived)
            }
            _ => format!("{arrived} of {} copies", bill.copies),
        };
        format!("{so_far}{deadlocked}; {worms}, {channels}.")
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::scene::trial::{Sent, multicasts};
    use engine::sim::Simulator;

    /// A multicast in a line to three nodes on both sides of its source, and a later message to the
    /// end.
    fn line(algorithm: &str) -> (Box<dyn Topology>, Arc<Design>) {
        let sent: [Sent; 2] = [(0, 1, &[0, 2, 3], 2), (20, 1, &[4], 2)];
        let (topology, design) = multicasts("mesh:5", algorithm, &sent);
        (topology, Arc::new(design))
    }

    #[test]
    fn one_path_crosses_each_channel_once_for_all_its_destinations() {
        let bill = |algorithm| {
            let (topology, design) = line(algorithm);
            Bill::of(&*topology, &design).expect("nothing is random")
        };
        let copies = 4;
        let [dual, separate] = ["dual-path", "separate"].map(bill);
        assert_eq!(
            (dual.copies, dual.worms, dual.channels),
            (copies, 3, 1 + 2 + 3)
        );
        let apart = (separate.copies, separate.worms, separate.channels);
        assert_eq!(apart, (copies, 4, 1 + 1 + 2 + 3));
    }

    #[test]
    fn progress_ends_with_the_cycle_of_the_last_copy() {
        let (topology, design) = line("dual-path");
        let bill = Bill::of(&*topology, &design);
        let mut simulator = Simulator::new(design.clone());
        let progress = |simulator: &Simulator| {
            let teller = Teller {
                topology: &*topology,
                design: &design,
                snapshot: &simulator.snapshot(),
            };
            teller.progress(bill)
        };
        assert_eq!(progress(&simulator), "0 of 4 copies; 3 worms, 6 channels.");
        while !simulator.is_drained() {
            simulator.step();
        }
        // The message of cycle 20 takes three channels and one cycle for its second flit.
        assert_eq!(
            progress(&simulator),
            "All 4 by cycle 24; 3 worms, 6 channels."
        );
    }
}
