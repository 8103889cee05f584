//! How far the messages that a scenario lists have come, and what they take in all.

use super::telling::{Teller, count};
use crate::sim::Design;
use crate::topology::Topology;

/// What the messages of a list take, as they are planned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Bill {
    /// Copies delivered: one to every destination, and to every node that only sends it on.
    pub copies: u64,
    /// Worms that bring them.
    pub worms: u64,
    /// Channels that these cross in all.
    pub channels: u64,
}

impl Bill {
    /// Plans the messages of the list in their order, as the simulator does; nothing where
    /// messages are drawn at random, for these have no end.
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
    /// How many copies have arrived, of how many and by when if that is known, and what they
    /// take.
    pub fn progress(&self, bill: Option<Bill>) -> String {
        let arrived = self.snapshot.counters.arrivals;
        let locked = match &self.snapshot.deadlock {
            Some(deadlock) => format!(", deadlock since cycle {}", deadlock.cycle),
            None => String::new(),
        };
        let Some(bill) = bill else {
            let hops = self.snapshot.counters.flit_hops;
            return format!("{arrived} copies{locked}; {hops} flit-hops.");
        };
        let (worms, channels) = (count(bill.worms, "worm"), count(bill.channels, "channel"));
        let so_far = match self.snapshot.last_delivery {
            Some(last) if arrived == bill.copies => {
                format!("All {arrived} by cycle {}", last.arrived)
            }
            _ => format!("{arrived} of {} copies", bill.copies),
        };
        format!("{so_far}{locked}; {worms}, {channels}.")
    }
}
