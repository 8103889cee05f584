//! The fate of a message that is not in the network: not generated, waiting, or delivered.

use crate::sim::records::{Delivery, MessageId};
use crate::sim::{History, Simulator};

/// The state of a message that is not in the network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It has not been generated.
    NotGenerated,
    /// It is prepared, or waits in a queue of its source.
    Waiting,
    /// It has been delivered, to its last destination if it had several. The delivery is `None` if
    /// finding it would take too long.
    Delivered(Option<Delivery>),
}

impl Simulator {
    /// Whether a message has been delivered completely.
    fn has_delivered(&self, message: MessageId) -> bool {
        message.0 < self.counters.generated && !self.is_waiting(message) && !self.holds(message)
    }

    fn holds(&self, message: MessageId) -> bool {
        self.worms.iter().any(|(_, worm)| worm.message == message)
    }

    fn is_waiting(&self, message: MessageId) -> bool {
        let prepared = self.sources.prepared.iter();
        let mut prepared = prepared.map(|prepared| prepared.message.message);
        let queued = self.sources.first_queued(usize::MAX);
        let mut queued = queued.map(|(_, queued)| queued.message);
        prepared.any(|one| one == message) || queued.any(|one| one == message)
    }
}

impl History {
    /// The fate of a message by the current cycle; `None` if it is in the network.
    ///
    /// The delivery is found by simulating again from the last checkpoint before it.
    pub fn fate(&self, message: MessageId) -> Option<Fate> {
        /// The most work for finding a delivery [cycles × nodes].
        const MOST_WORK: u64 = 4_000_000;
        let now = self.now();
        if now.holds(message) {
            return None;
        }
        if message.0 >= now.counters.generated {
            return Some(Fate::NotGenerated);
        }
        if now.is_waiting(message) {
            return Some(Fate::Waiting);
        }
        let cycle = now.cycle();
        let is_before = |run: &Simulator| run.cycle() < cycle && !run.has_delivered(message);
        let mut run = self.last_checkpoint(is_before);
        let nodes = u64::from(run.design.network.nodes());
        let mut found = None;
        for _ in 0..(MOST_WORK / nodes).min(now.cycle() - run.cycle()) {
            run.step();
            let mut deliveries = run.deliveries().iter();
            let delivery = deliveries.find(|one| one.message == message).copied();
            // A message to several nodes remains in the network until it has reached the last one.
            found = delivery.filter(|_| !run.holds(message));
            if found.is_some() {
                break;
            }
        }
        Some(Fate::Delivered(found))
    }
}
