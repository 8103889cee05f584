//! What is looked at, and how.

use crate::scene::draw::Shape;
use crate::scene::explain::{Ask, Phase};
use crate::scene::layout::{Focus, Layout, Naming};
use crate::scene::overlay::Pointed;
use crate::sim::{Design, Snapshot};
use crate::topology::{ChannelId, Network, Topology};

/// What is looked at, and how.
#[derive(Debug, Clone, Copy)]
pub struct Sight<'a> {
    /// The network.
    pub topology: &'a dyn Topology,
    /// Its channels.
    pub network: &'a Network,
    /// Where everything is.
    pub layout: &'a Layout,
    /// The state that is shown.
    pub snapshot: &'a Snapshot,
    /// Which part of its last cycle.
    pub moment: Moment,
    /// In the middle of that cycle, the state before it and the phase.
    pub within: Option<(&'a Snapshot, &'a [Ask], Phase)>,
    /// What is pointed at or selected.
    pub focus: &'a Focus,
    /// What is written on nodes.
    pub naming: Naming,
    /// Channels that have failed.
    pub faults: &'a [ChannelId],
    /// What a text beside the picture speaks of.
    pub pointed: Option<Pointed>,
    /// What is laid under the traffic.
    pub ground: &'a [Shape],
    /// What is laid over the network; traffic fades behind it.
    pub over: &'a [Shape],
    /// Flits per channel and cycle since cycle 0, if that is to be shown.
    pub utilization: Option<&'a [f64]>,
    /// Pixels per grid unit.
    pub pitch: f32,
}

/// Which part of a cycle is shown.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Moment {
    /// From 0, the state before the snapshot's last cycle, to 1, the snapshot itself.
    pub share: f32,
    /// B, flits per lane; `None` where a lane holds a whole message.
    pub buffer: Option<u32>,
}

impl Moment {
    /// The end of a cycle.
    pub fn end(design: &Design) -> Self {
        Self {
            share: 1.0,
            buffer: design.room(),
        }
    }
}
