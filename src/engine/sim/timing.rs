//! Delays of routers, ports and multicasts.

/// Delays in addition to the one cycle that a flit takes per channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Timing {
    /// Cycles that a header spends between the queue and its first router.
    pub injection: u32,
    /// Cycles that a header spends between its last router and the processor.
    pub ejection: u32,
    /// r, the cycles that a header spends in a router before each channel.
    pub router: u32,
    /// Cycles for which every worm of a multicast holds its injection port before its header may
    /// leave.
    pub startup: u32,
    /// Cycles from when a node has the message of a multicast until the worms that it forwards join
    /// their queues.
    pub preparation: u32,
}
