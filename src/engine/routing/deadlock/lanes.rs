//! A set of virtual channels.

use crate::routing::{VcSet, VirtualChannel};
use crate::topology::{ChannelId, Network};

/// A set of virtual channels, by channel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Lanes(Vec<u16>);

impl Lanes {
    /// The empty set of a network.
    pub(super) fn none(network: &Network) -> Self {
        Self(vec![0; network.channels() as usize])
    }

    /// The virtual channels of a channel in the set.
    #[inline]
    pub(super) fn on(&self, channel: ChannelId) -> VcSet {
        VcSet(self.0[channel.0 as usize])
    }

    /// Adds virtual channels of a channel.
    #[inline]
    pub(super) fn add(&mut self, channel: ChannelId, vcs: VcSet) {
        self.0[channel.0 as usize] |= vcs.0;
    }

    pub(super) fn contains(&self, lane: VirtualChannel) -> bool {
        self.on(lane.channel).contains(lane.vc)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|&vcs| vcs == 0)
    }

    pub(super) fn len(&self) -> u32 {
        self.0.iter().map(|vcs| vcs.count_ones()).sum()
    }

    /// The virtual channels in the set, ordered by channel, then by VC.
    pub(super) fn iter(&self) -> impl Iterator<Item = VirtualChannel> + '_ {
        (0..).zip(&self.0).flat_map(|(channel, &vcs)| {
            let channel = ChannelId(channel);
            VcSet(vcs)
                .iter()
                .map(move |vc| VirtualChannel { channel, vc })
        })
    }
}
