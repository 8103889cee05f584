//! What a run measured: latencies with intervals, throughput, and whether it was steady.

use serde::{Deserialize, Serialize};

use super::{Counters, Delivery, Estimate, Simulator};

/// Batches that the measured cycles are divided into.
const BATCHES: u64 = 30;

/// The results of a run. Latencies are in cycles.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Measures {
    /// From generation to the arrival of the tail flit, the source queue included.
    pub latency: Estimate,
    /// From the head of the injection queue to the arrival of the tail flit.
    pub network_latency: Estimate,
    /// Mean number of network channels per message.
    pub hops: Option<f64>,
    /// Offered load [flits/node/cycle].
    pub offered: f64,
    /// Accepted load [flits/node/cycle].
    pub accepted: f64,
    /// Messages measured.
    pub messages: u64,
    /// Cycles measured.
    pub cycles: u64,
    /// Crossings of a channel by a flit, warm-up included.
    pub flit_hops: u64,
    /// Hash of every delivery, warm-up included.
    pub digest: String,
}

#[derive(Debug, Clone, Copy, Default)]
struct Batch {
    messages: u64,
    latency: u64,
    network: u64,
    hops: u64,
    /// Sum over the cycles of the batch of the messages generated and not delivered.
    backlog: u64,
    cycles: u64,
}

/// Collects measurements cycle by cycle, after a warm-up that it ignores.
///
/// A message counts in the batch in which it arrives. In a steady network as many arrive
/// as are generated, so nothing is lost by not following the last ones to their end.
#[derive(Debug, Clone)]
pub struct Meter {
    warmup: u64,
    batch_cycles: u64,
    batches: Vec<Batch>,
    at_start: Counters,
}

impl Meter {
    /// A meter for `cycles` cycles after `warmup`.
    pub fn new(warmup: u64, cycles: u64) -> Self {
        let batch_cycles = cycles.div_ceil(BATCHES).max(1);
        Self {
            warmup,
            batch_cycles,
            batches: Vec::with_capacity(BATCHES as usize),
            at_start: Counters::default(),
        }
    }

    /// Looks at the cycle that was just simulated.
    pub fn observe(&mut self, simulator: &Simulator) {
        let cycle = simulator.cycle() - 1;
        if cycle < self.warmup {
            self.at_start = simulator.counters();
            return;
        }
        let index = ((cycle - self.warmup) / self.batch_cycles) as usize;
        if index == self.batches.len() {
            self.batches.push(Batch::default());
        }
        let batch = &mut self.batches[index];
        batch.cycles += 1;
        batch.backlog += simulator.backlog();
        for delivery in simulator.deliveries() {
            batch.add(delivery);
        }
    }

    /// Whether the backlog grows as it does only beyond saturation.
    ///
    /// The test compares the mean backlog b of the first and of the last third of the
    /// measured cycles. The network is called saturated if b rose by more than 2 % of the
    /// messages generated in between, and by more than 4·√(b + 1), which chance alone
    /// hardly explains.
    pub fn is_saturated(&self, simulator: &Simulator) -> bool {
        const SHARE: f64 = 0.02;
        let third = self.batches.len() / 3;
        if third == 0 {
            return false;
        }
        let mean = |batches: &[Batch]| {
            let cycles: u64 = batches.iter().map(|b| b.cycles).sum();
            let backlog: u64 = batches.iter().map(|b| b.backlog).sum();
            backlog as f64 / cycles as f64
        };
        let before = mean(&self.batches[..third]);
        let after = mean(&self.batches[self.batches.len() - third..]);
        let growth = after - before;
        let generated = self.since_start(simulator, |c| c.generated) * 2.0 / 3.0;
        growth > SHARE * generated && growth > 4.0 * (before + 1.0).sqrt()
    }

    /// The results. A latency that includes a queue which never stops growing depends only
    /// on how long one waits, so beyond saturation there is none.
    pub fn measures(&self, simulator: &Simulator) -> Measures {
        let batches = |sum: fn(&Batch) -> u64| -> Vec<(f64, f64)> {
            let filled = self.batches.iter();
            filled.map(|b| (sum(b) as f64, b.messages as f64)).collect()
        };
        let messages = self.batches.iter().map(|b| b.messages).sum::<u64>();
        let hops = self.batches.iter().map(|b| b.hops).sum::<u64>();
        let cycles = self.batches.iter().map(|b| b.cycles).sum::<u64>();
        let node_cycles = f64::from(simulator.design().network.nodes()) * cycles.max(1) as f64;
        Measures {
            latency: if self.is_saturated(simulator) {
                Estimate::NONE
            } else {
                Estimate::from_batches(&batches(|b| b.latency))
            },
            network_latency: Estimate::from_batches(&batches(|b| b.network)),
            hops: (messages > 0).then(|| hops as f64 / messages as f64),
            offered: self.since_start(simulator, |c| c.offered_flits) / node_cycles,
            accepted: self.since_start(simulator, |c| c.accepted_flits) / node_cycles,
            messages,
            cycles,
            flit_hops: simulator.counters().flit_hops,
            digest: format!("{:016x}", simulator.digest()),
        }
    }

    fn since_start(&self, simulator: &Simulator, of: fn(&Counters) -> u64) -> f64 {
        (of(&simulator.counters()) - of(&self.at_start)) as f64
    }
}

impl Batch {
    fn add(&mut self, delivery: &Delivery) {
        self.messages += 1;
        self.latency += delivery.arrived - delivery.generated;
        self.network += delivery.arrived - delivery.headed;
        self.hops += u64::from(delivery.hops);
    }
}
