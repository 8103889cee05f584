//! Random routing functions: anything that the types allow, on tiny networks.

use flitscope::routing::{Adaptivity, Candidates, Hop, Least, RoutingFunction, VcSet};
use flitscope::topology::Network;

/// The kind of function to draw.
#[derive(Debug, Clone, Copy, Default)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each may be combined with each"
)]
pub struct Kind {
    /// Offers depend on the virtual channel on which a header arrived.
    pub asks_arrival: bool,
    /// Some offers are marked as escapes.
    pub has_marks: bool,
    /// Channels that do not lead nearer are offered too.
    pub leads_anywhere: bool,
    /// One of the offers is drawn for each message.
    pub is_oblivious: bool,
    /// In some states nothing is offered.
    pub has_dead_ends: bool,
}

/// A function whose offers are derived from a seed.
#[derive(Debug)]
pub struct Any {
    pub kind: Kind,
    pub seed: u64,
    pub vcs: u8,
    /// By destination and node.
    distance: Vec<Vec<u32>>,
}

impl Any {
    pub fn new(network: &Network, kind: Kind, vcs: u8, seed: u64) -> Self {
        Self {
            kind,
            seed,
            vcs,
            distance: distances(network),
        }
    }

    fn draw(&self, hop: Hop, salt: u64) -> u64 {
        let came = hop.came.filter(|_| self.kind.asks_arrival);
        let came = came.map_or(0, |lane| {
            1 + u64::from(lane.channel.0) * 16 + u64::from(lane.vc)
        });
        let key = [self.seed, hop.here.0.into(), hop.to.0.into(), came, salt];
        // SplitMix64, a step for each part of the key.
        key.into_iter().fold(0, |state, part| {
            let mut mixed = (state ^ part).wrapping_add(0x9E37_79B9_7F4A_7C15);
            mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
            mixed ^ mixed >> 31
        })
    }
}

/// Hops to each destination from every node, in this order of indices; `u32::MAX` if unreachable.
fn distances(network: &Network) -> Vec<Vec<u32>> {
    let nodes = network.nodes() as usize;
    let mut distance = vec![vec![u32::MAX; nodes]; nodes];
    for (to, row) in distance.iter_mut().enumerate() {
        row[to] = 0;
        for _ in 0..nodes {
            for channel in network.channel_ids() {
                let behind = row[network.to(channel).0 as usize].saturating_add(1);
                let here = &mut row[network.from(channel).0 as usize];
                *here = behind.min(*here);
            }
        }
    }
    distance
}

impl RoutingFunction for Any {
    fn least(&self) -> Least<'_> {
        Least::Known(None)
    }

    fn adaptivity(&self) -> Adaptivity {
        if self.kind.is_oblivious {
            Adaptivity::Oblivious
        } else {
            Adaptivity::Adaptive
        }
    }

    fn asks_arrival(&self) -> bool {
        self.kind.asks_arrival
    }

    fn always_arrives(&self) -> bool {
        !self.kind.has_dead_ends
    }

    fn escapes(&self) -> VcSet {
        VcSet::range(0, u8::from(self.kind.has_marks))
    }

    fn candidates(&self, network: &Network, hop: Hop, out: &mut Candidates) {
        if self.kind.has_dead_ends && self.draw(hop, 99).is_multiple_of(40) {
            return;
        }
        let left = &self.distance[hop.to.0 as usize];
        let mut useful: Vec<_> = network
            .channels_of(hop.here)
            .filter(|&channel| {
                let next = left[network.to(channel).0 as usize];
                self.kind.leads_anywhere && next != u32::MAX || next < left[hop.here.0 as usize]
            })
            .collect();
        let most = 1 + self.draw(hop, 0) as usize % 2;
        while useful.len() > most {
            let nth = self.draw(hop, useful.len() as u64) as usize % useful.len();
            useful.remove(nth);
        }
        for channel in useful {
            let all = (1_u64 << self.vcs) - 1;
            let set = VcSet((1 + self.draw(hop, 50 + u64::from(channel.0)) % all) as u16);
            if self.kind.has_marks && set.contains(0) {
                out.offer_escape(channel, VcSet(1));
                let others = VcSet(set.0 & !1);
                if !others.is_empty() {
                    out.offer(channel, others);
                }
            } else {
                out.offer(channel, set);
            }
        }
    }

    fn drawn(&self, network: &Network, hop: Hop, draw: u32, out: &mut Candidates) {
        let mut all = Candidates::default();
        self.candidates(network, hop, &mut all);
        let count = all.as_slice().len().max(1) as u64;
        let nth = (u64::from(draw) * count) >> 32;
        if let Some(offer) = all.as_slice().get(nth as usize) {
            out.offer(offer.channel, offer.vcs);
        }
    }
}
