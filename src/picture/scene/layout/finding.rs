//! The nodes and channels at a point, in a rectangle, and in a direction.

use super::{CHANNEL_REACH, Layout, NODE_RADIUS};
use crate::scene::draw::{Bounds, length};
use engine::topology::{ChannelId, NodeId, Point};

impl Layout {
    /// The node whose disc contains a point, or nearly so.
    pub fn node_at(&self, point: Point) -> Option<NodeId> {
        const REACH: f32 = NODE_RADIUS * 1.25;
        let distance = |at: Point| length(at.x - point.x, at.y - point.y);
        let places = self.nodes_by_place.near(point).iter();
        let nodes = places.map(|&place| self.at_place(place));
        let nodes = nodes.map(|(node, at)| (node, distance(at)));
        nearest_within(REACH, nodes)
    }

    /// The channel whose line, on its side of the link, is nearest to a point, if it is within
    /// reach.
    pub fn channel_at(&self, point: Point) -> Option<ChannelId> {
        self.channel_among(point, |_| true)
    }

    /// The nearest of those channels for which `is_drawn` holds, if it is within reach.
    pub fn channel_among(
        &self,
        point: Point,
        is_drawn: impl Fn(ChannelId) -> bool,
    ) -> Option<ChannelId> {
        let channels = self.channels_by_place().near(point).iter();
        let channels = channels.copied().map(ChannelId).filter(|&c| is_drawn(c));
        let channels = channels.map(|channel| (channel, self.middle(channel).distance(point)));
        nearest_within(CHANNEL_REACH, channels)
    }

    /// The nodes that overlap a rectangle, in ascending order.
    pub fn nodes_within(&self, bounds: Bounds) -> impl Iterator<Item = NodeId> {
        let reach = bounds.grown(NODE_RADIUS);
        let places = self.nodes_by_place.within(bounds).into_iter();
        let nodes = places.map(|place| self.at_place(place));
        let nodes = nodes.filter(|(_, at)| reach.meets(Bounds::of(&[*at])));
        let mut nodes: Vec<_> = nodes.map(|(node, _)| node).collect();
        nodes.sort_unstable();
        nodes.dedup();
        nodes.into_iter()
    }

    /// The channels that overlap a rectangle, in ascending order, and possibly some that pass close
    /// to it.
    pub fn channels_within(&self, bounds: Bounds) -> impl Iterator<Item = ChannelId> {
        // A drawing that just fits is within the rectangle despite its margin, and needs no index.
        let found = if bounds.grown(CHANNEL_REACH).holds(self.bounds) {
            (0..self.curves.len() as u32).collect()
        } else {
            self.channels_by_place().within(bounds)
        };
        found.into_iter().map(ChannelId)
    }

    /// The nearest node from another one in a direction, which is a unit vector along an axis.
    pub fn node_towards(&self, from: NodeId, direction: Point) -> Option<NodeId> {
        let start = self.node(from);
        let nodes = (0..).map(NodeId).zip(&self.nodes);
        let ahead = nodes.filter_map(|(node, at)| {
            let (dx, dy) = (at.x - start.x, at.y - start.y);
            let along = dx * direction.x + dy * direction.y;
            let aside = (dx * direction.y - dy * direction.x).abs();
            (along > 0.01 && aside <= along).then_some((node, along + 2.0 * aside))
        });
        ahead
            .min_by(|a, b| a.1.total_cmp(&b.1))
            .map(|(node, _)| node)
    }
}

/// The nearest thing within reach; the first of several equally near ones.
pub(super) fn nearest_within<T>(reach: f32, things: impl Iterator<Item = (T, f32)>) -> Option<T> {
    let reached = things.filter(|(_, distance)| *distance <= reach);
    let nearest = reached.min_by(|a, b| a.1.total_cmp(&b.1));
    nearest.map(|(thing, _)| thing)
}
