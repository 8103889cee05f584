//! Switching modes: when a message may leave its current buffer.

use super::timing::Timing;
use crate::catalog::{Entry, Family};
use crate::sim::TEXTS;

/// A switching mode: how messages cross a router.
///
/// Everything else is the same in all three modes: a lane belongs to one message from its header to
/// its tail, and a channel carries one flit per cycle. With r the router delay, an uncontended
/// message of M flits over d channels takes d·(1 + r) + M − 1 cycles in the first two modes and
/// d·(M + r) in the third.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Switching {
    /// Flits follow their header immediately; when it is blocked they stay in place, up to B per
    /// lane.
    #[default]
    Wormhole,
    /// Flits follow their header immediately; when it is blocked they gather in the buffer of the
    /// header's lane, which holds a whole message.
    VirtualCutThrough,
    /// A header advances once its tail has arrived in the same buffer, which holds a whole message.
    /// At its destination a message is received as it arrives.
    StoreAndForward,
}

impl Switching {
    /// Cycles from the head of the queue to the arrival of the tail of an uncontended message:
    /// d·(1 + r) + M − 1 + i + e, in store-and-forward d·(M + r) + i + e.
    pub fn latency_alone(self, hops: u32, length: u32, timing: Timing) -> u64 {
        let [d, m, r] = [hops, length, timing.router].map(u64::from);
        let ends = u64::from(timing.injection) + u64::from(timing.ejection);
        match self {
            Self::Wormhole | Self::VirtualCutThrough => d * (1 + r) + m - 1 + ends,
            Self::StoreAndForward => d * (m + r) + ends,
        }
    }

    /// Cycles from the head of the queue to the arrival of the header of an uncontended message;
    /// its body follows at one flit per cycle.
    pub fn header_alone(self, hops: u32, length: u32, timing: Timing) -> u64 {
        self.latency_alone(hops, length, timing) - u64::from(length - 1)
    }

    /// [`Switching::latency_alone`] as a symbolic formula and as one with numbers substituted.
    pub fn formula_alone(self, hops: u32, length: u32, timing: Timing) -> [String; 2] {
        let (d, m) = (hops, length);
        let Timing {
            injection: i,
            ejection: e,
            router: r,
            ..
        } = timing;
        match self {
            Self::Wormhole | Self::VirtualCutThrough => [
                "d(1 + r) + M − 1 + i + e".to_owned(),
                format!("{d}·(1 + {r}) + {m} − 1 + {i} + {e}"),
            ],
            Self::StoreAndForward => [
                "d(M + r) + i + e".to_owned(),
                format!("{d}·({m} + {r}) + {i} + {e}"),
            ],
        }
    }

    /// The catalog entry of this mode.
    pub fn entry(self) -> &'static Entry {
        let family = FAMILIES.iter().find(|family| family.build == self);
        &family.expect("every mode is registered").entry
    }
}

/// All switching modes, in menu order.
pub const FAMILIES: &[Family<Switching>] = &[
    Family {
        entry: Entry::new(TEXTS, "wormhole", &[]),
        build: Switching::Wormhole,
    },
    Family {
        entry: Entry::new(TEXTS, "virtual-cut-through", &[]),
        build: Switching::VirtualCutThrough,
    },
    Family {
        entry: Entry::new(TEXTS, "store-and-forward", &[]),
        build: Switching::StoreAndForward,
    },
];
