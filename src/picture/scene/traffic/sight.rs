//! The input of a picture: the network, its state, and what to show of them.

use crate::scene::draw::Shape;
use crate::scene::explain::{Ask, NotStarted, Phase};
use crate::scene::layout::{Focus, Layout, Naming};
use crate::scene::overlay::Pointed;
use engine::routing::VirtualChannel;
use engine::sim::{Design, Snapshot};
use engine::topology::{ChannelId, Network, Topology};

/// The network, its state, and what to show of them.
#[derive(Debug, Clone, Copy)]
pub struct Sight<'a> {
    /// The topology of the network.
    pub topology: &'a dyn Topology,
    /// The channels of the network.
    pub network: &'a Network,
    /// The positions of nodes and channels.
    pub layout: &'a Layout,
    /// The state that is shown.
    pub snapshot: &'a Snapshot,
    /// The messages that have not started.
    pub not_started: &'a [NotStarted],
    /// The part of the snapshot's last cycle that is shown.
    pub moment: Moment,
    /// The state before that cycle, the requests in it and the phase, if a phase within the cycle
    /// is shown.
    pub within: Option<(&'a Snapshot, &'a [Ask], Phase)>,
    /// The rest of the way of the selected message, if it is known:
    /// [`way_ahead`](crate::scene::way_ahead).
    pub way: &'a [VirtualChannel],
    /// The things that are pointed at or selected.
    pub focus: &'a Focus,
    /// The kind of names on nodes.
    pub naming: Naming,
    /// The channels that have failed.
    pub faults: &'a [ChannelId],
    /// The part of the network that a text beside the picture mentions.
    pub pointed: Option<Pointed>,
    pub ground: &'a [Shape],
    /// Shapes over the network; if there are any, traffic is faded.
    pub over: &'a [Shape],
    /// The utilization of every channel since cycle 0, if it is to be shown [flits/cycle].
    pub utilization: Option<&'a [f64]>,
    pub pitch: f32,
}

impl<'a> Sight<'a> {
    /// The state at the end of a cycle, without anything that is pointed at or selected, and without overlays.
    pub fn of(
        topology: &'a dyn Topology,
        design: &'a Design,
        layout: &'a Layout,
        snapshot: &'a Snapshot,
    ) -> Self {
        Self {
            topology,
            network: &design.network,
            layout,
            snapshot,
            not_started: &[],
            moment: Moment::end(design),
            within: None,
            way: &[],
            focus: &Focus::NONE,
            naming: Naming::default(),
            faults: &design.faults,
            pointed: None,
            ground: &[],
            over: &[],
            utilization: None,
            pitch: 0.0,
        }
    }
}

/// The part of a cycle that is shown.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Moment {
    /// Progress from 0, the state before the snapshot's last cycle, to 1, the snapshot itself.
    pub share: f32,
    /// The buffer size B [flits/lane]; `None` if a lane holds a whole message.
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
