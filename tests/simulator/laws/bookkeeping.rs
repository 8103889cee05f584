//! After every cycle all flits are in valid places, and messages and flits are conserved.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use engine::sim::{
    Completion, Delivery, Design, MessageId, MulticastId, Order, Snapshot, Switching,
};
use engine::topology::{NodeId, Terminals};
use proptest::prelude::*;

use super::Stepper;
use super::worms::{
    assert_blocked_worms_had_no_choice, assert_channels_carry_one_flit,
    assert_lanes_have_one_holder, assert_ports_are_held_for_copies, assert_was_there,
    assert_worm_is_stored_before_it_goes_on, assert_worm_is_whole, flits_received,
};
use crate::common::{effort, networks};
use crate::simulator::designs::{any_design, any_scenario_design};

const CYCLES: u32 = 400;

pub fn flits_and_messages_are_conserved_on_any_scenario<S: Stepper>() {
    proptest!(effort::cases(64), |(design in any_scenario_design())| {
        assert_conservation::<S>(&design);
    });
}

pub fn flits_and_messages_are_conserved_on_any_design<S: Stepper>() {
    proptest!(effort::cases(64), |(design in any_design())| {
        assert_conservation::<S>(&design);
    });
}

/// Every ordered message arrives once, complete and at every destination, or waits forever.
pub fn every_order_is_delivered_unless_the_network_deadlocks<S: Stepper>() {
    proptest!(effort::cases(64), |(design in any_design())| {
        let mut design = Arc::into_inner(design).expect("the design is not shared");
        design.rate = 0.0;
        let design = Arc::new(design);
        let mut stepper = S::on(design.clone());
        let mut ledger = Ledger::default();
        while !stepper.is_drained() && stepper.snapshot().deadlock.is_none() {
            stepper.step();
            ledger.enter(&stepper.deliveries(), &stepper.completions());
            assert!(stepper.snapshot().cycle < 100_000, "orders are not carried out");
        }
        if stepper.is_drained() {
            let counters = stepper.snapshot().counters;
            let is_delivered =
                |order: &&Order| order.to.len() > 1 || design.answers(order.from, order.to[0]);
            let orders: Vec<_> = design.orders.iter().filter(is_delivered).cloned().collect();
            ledger.assert_are_of(&orders);
            let lost = design.orders.len() - orders.len();
            assert_eq!(counters.undeliverable, lost as u64);
            assert_eq!(counters.offered_flits, counters.accepted_flits);
            assert_eq!(stepper.snapshot().worms, []);
        }
    });
}

fn assert_conservation<S: Stepper>(design: &Arc<Design>) {
    let mut stepper = S::on(design.clone());
    let mut before = stepper.snapshot();
    let mut ledger = Ledger::default();
    for _ in 0..CYCLES {
        stepper.step();
        let after = stepper.snapshot();
        let deliveries = stepper.deliveries();
        for worm in &after.worms {
            assert_worm_is_whole(worm, design);
            if design.switching == Switching::StoreAndForward {
                assert_worm_is_stored_before_it_goes_on(worm);
            }
        }
        for worm in &before.worms {
            assert_ports_are_held_for_copies(worm, &after, &deliveries, &design.network);
        }
        assert_lanes_have_one_holder(&after);
        assert_channels_carry_one_flit(&before, &after);
        assert_blocked_worms_had_no_choice(&before, &after);
        for delivery in &deliveries {
            assert_was_there(delivery, &before, &design.network);
        }
        ledger.enter(&deliveries, &stepper.completions());
        ledger.assert_balance(&after, design);
        before = after;
    }
}

/// Arrivals so far.
#[derive(Debug, Default)]
struct Ledger {
    arrived: BTreeSet<(MessageId, NodeId)>,
    flits: u64,
    unicasts: Vec<(NodeId, NodeId, u32)>,
    /// Destinations reached, cycles of arrival and length, until the multicast is complete.
    open: BTreeMap<MulticastId, (Vec<NodeId>, Vec<u64>, u32)>,
    complete: BTreeMap<MulticastId, (Completion, Vec<NodeId>, u32)>,
}

impl Ledger {
    fn enter(&mut self, deliveries: &[Delivery], completions: &[Completion]) {
        for delivery in deliveries {
            let &Delivery {
                message,
                from,
                to,
                length,
                round_trip,
                ..
            } = delivery;
            assert!(self.arrived.insert((message, to)), "again: {delivery:?}");
            assert!(delivery.generated <= delivery.headed && delivery.headed < delivery.arrived);
            self.flits += u64::from(length);
            if let Some(id) = delivery.multicast {
                assert!(!self.complete.contains_key(&id), "late: {delivery:?}");
                let open = self.open.entry(id).or_insert((vec![], vec![], length));
                assert!(!open.0.contains(&to) && open.2 == length, "{delivery:?}");
                open.0.push(to);
                open.1.push(delivery.arrived);
            } else if round_trip.is_none() {
                self.unicasts.push((from, to, length));
            }
        }
        for completion in completions {
            let id = completion.multicast;
            let (mut to, arrivals, length) = self.open.remove(&id).expect("it had copies");
            to.sort_unstable();
            assert!(!to.contains(&completion.from), "{completion:?}");
            // Nodes that only relay the message count in neither.
            let has_relays = to.len() > completion.copies as usize;
            assert!(has_relays || to.len() == completion.copies as usize);
            assert!(arrivals.contains(&completion.arrived));
            if !has_relays {
                assert_eq!(arrivals.last(), Some(&completion.arrived));
                assert_spread(completion, &arrivals);
            }
            self.complete.insert(id, (*completion, to, length));
        }
    }

    fn assert_balance(&self, now: &Snapshot, design: &Design) {
        let counters = now.counters;
        let worms = now.worms.len() as u64;
        let queued: u64 = now.queued.iter().map(|&queued| u64::from(queued)).sum();
        let known = counters.delivered + worms + queued;
        // The rest are being prepared.
        assert!(counters.generated >= known);
        let is_all = design.multicasts.is_none() || design.timing.preparation == 0;
        assert!(counters.generated == known || !is_all, "{now:?}");
        let received = |worm| u64::from(flits_received(worm, &design.network));
        let arriving: u64 = now.worms.iter().map(received).sum();
        assert_eq!(counters.accepted_flits, self.flits + arriving);
    }

    fn assert_are_of(&self, orders: &[Order]) {
        let (one, several): (Vec<_>, Vec<_>) = orders.iter().partition(|o| o.to.len() == 1);
        let mut unicasts: Vec<_> = one.iter().map(|o| (o.from, o.to[0], o.length)).collect();
        let mut found = self.unicasts.clone();
        unicasts.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, unicasts);
        assert_eq!(self.complete.len(), several.len());
        for (order, (completion, to, length)) in several.iter().zip(self.complete.values()) {
            assert_eq!(
                (completion.from, completion.copies as usize, *length),
                (order.from, order.to.len(), order.length)
            );
            assert!(order.to.iter().all(|node| to.contains(node)), "{order:?}");
            assert_eq!(completion.generated, order.at);
        }
    }
}

/// Asserts that the spread is the standard deviation of the arrivals.
fn assert_spread(completion: &Completion, arrivals: &[u64]) {
    let count = arrivals.len() as f64;
    let mean = arrivals.iter().map(|&at| at as f64).sum::<f64>() / count;
    let squares = arrivals.iter().map(|&at| (at as f64 - mean).powi(2));
    let spread = (squares.sum::<f64>() / count).sqrt();
    let error = (completion.spread - spread).abs();
    // The root of the rounding error of the squares.
    assert!(error < 1e-3, "{completion:?}, not {spread}");
}

/// Messages to one node cross as many channels as its distance: routing is minimal.
pub fn messages_take_shortest_paths<S: Stepper>() {
    for network in networks::largest_up_to(12) {
        let topology = networks::build(network);
        let terminals = Terminals::of(&*topology);
        let nodes = terminals.iter();
        let pairs = nodes.flat_map(|from| terminals.iter().map(move |to| (from, to)));
        let pairs = pairs.filter(|(from, to)| from != to);
        let orders = pairs.map(|(from, to)| crate::simulator::designs::order(from.0, to.0, 3));
        let design = Design {
            orders: orders.collect(),
            ..crate::simulator::designs::design(network, 6, 1)
        };
        for delivery in S::on(Arc::new(design)).drain().0 {
            let distance = topology.distance(delivery.from, delivery.to);
            assert_eq!(delivery.hops, distance, "{delivery:?}");
        }
    }
}
