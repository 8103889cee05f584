//! The times of one multicast from its start to its last arrival: when each worm was released,
//! received a port, left its node, and delivered its copies.

use std::sync::Arc;

use engine::multicast::PlannedWorm;
use engine::sim::{Delivery, Design, Simulator};
use engine::topology::NodeId;
use engine::topology::sorted::order_of;

/// The times of a multicast.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Arrivals {
    /// The worms that delivered copies, in the order of the plan.
    pub worms: Vec<Timeline>,
    /// The cycle of the last arrival, if all copies arrived before the simulation was stopped.
    pub complete: Option<u64>,
}

/// The times of a worm \[cycles\].
#[derive(Debug, Clone, PartialEq)]
pub struct Timeline {
    /// Index of the worm in the plan.
    pub worm: usize,
    /// The node at which it starts.
    pub from: NodeId,
    /// The cycle in which the node had the message and could begin to prepare.
    pub released: u64,
    /// The duration of the preparation.
    pub prepared: u64,
    /// The cycle in which it received an injection port and began to start up.
    pub headed: u64,
    /// The cycle in which its header could leave.
    pub left: u64,
    /// The nodes that received a copy, the cycles of arrival, and whether each node is a relay
    /// only.
    pub copies: Vec<(NodeId, u64, bool)>,
}

/// The number of cycles after its start for which a multicast is followed.
const PATIENCE: u64 = 5_000;

impl Arrivals {
    /// Simulates the design and follows the first multicast or message that `from` generates in
    /// cycle `at` and that consists of `worms`.
    pub fn follow(
        design: &Arc<Design>,
        from: NodeId,
        at: u64,
        worms: &[PlannedWorm],
        relays: &[NodeId],
    ) -> Self {
        let mut simulator = Simulator::new(design.clone());
        let mut copies: Vec<Delivery> = Vec::new();
        let due: usize = worms.iter().map(|worm| worm.deliver.len()).sum();
        let mut own = None;
        while copies.len() < due && simulator.cycle() < at + PATIENCE && !simulator.is_over() {
            if simulator.skip_idle(at + PATIENCE - simulator.cycle()) == 0 {
                simulator.step();
            }
            for delivery in simulator.deliveries() {
                let is_first = delivery.from == from && delivery.generated == at;
                let planned = worms
                    .iter()
                    .any(|w| w.from == from && w.deliver.contains(&delivery.to));
                if own.is_none() && is_first && planned {
                    own = Some(delivery.multicast);
                }
                if own == Some(delivery.multicast) && (delivery.multicast.is_some() || is_first) {
                    copies.push(*delivery);
                }
            }
        }
        let timing = design.timing;
        let timelines = worms.iter().enumerate().filter_map(|(index, worm)| {
            let of = |d: &&Delivery| d.from == worm.from && worm.deliver.contains(&d.to);
            let mine: Vec<_> = copies.iter().filter(of).copied().collect();
            let order = order_of(mine.iter().map(|delivery| delivery.arrived));
            let mine: Vec<_> = order.map(|place| mine[place]).collect();
            let first = mine.first()?;
            let startup = if first.multicast.is_some() {
                timing.startup
            } else {
                0
            };
            let delay = startup + timing.injection + timing.router;
            Some(Timeline {
                worm: index,
                from: worm.from,
                released: first.generated,
                prepared: if first.multicast.is_some() {
                    timing.preparation.into()
                } else {
                    0
                },
                headed: first.headed,
                left: first.headed + u64::from(delay),
                copies: mine
                    .iter()
                    .map(|d| (d.to, d.arrived, relays.binary_search(&d.to).is_ok()))
                    .collect(),
            })
        });
        Self {
            worms: timelines.collect(),
            complete: (copies.len() == due)
                .then(|| copies.iter().map(|d| d.arrived).max())
                .flatten(),
        }
    }

    /// The nodes that have received the message after a number of cycles, including relays.
    pub fn received(&self, cycles: u64) -> impl Iterator<Item = NodeId> {
        let copies = self.worms.iter().flat_map(|worm| &worm.copies);
        let there = copies.filter(move |(_, arrived, _)| *arrived < cycles);
        there.map(|(node, ..)| *node)
    }
}
