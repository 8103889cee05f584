//! A log of all messages that a run generates.

use crate::sim::Simulator;
use crate::sim::design::Order;
use crate::topology::NodeId;

impl Simulator {
    /// Logs messages from now on.
    pub fn log_messages(&mut self) {
        self.message_log = Some(Vec::new());
    }

    /// The messages logged so far, in the order of generation; one that failed links make undeliverable
    /// is among them.
    pub fn logged_messages(&self) -> &[Order] {
        self.message_log.as_deref().unwrap_or_default()
    }

    /// Logs a message if messages are logged.
    #[inline]
    pub(in crate::sim) fn log(&mut self, from: NodeId, to: &[NodeId], length: u32) {
        if let Some(log) = &mut self.message_log {
            log.push(Order {
                at: self.clock,
                from,
                to: to.to_vec(),
                length,
            });
        }
    }
}
