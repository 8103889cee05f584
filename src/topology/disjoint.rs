//! Paths between two nodes that share no node but these: as many as it takes nodes to part the
//! two (Menger 1927), found as a maximum flow (Ford & Fulkerson 1956).

use std::collections::VecDeque;

use super::{ChannelId, Network, NodeId};

/// As many paths as there can be, each from one node to the other, shorter ones first and of
/// equally long ones that over the lower port.
///
/// One path after the other is added by a search, breadth first, that may also lead backwards
/// along paths which are known and so have them go another way.
pub fn disjoint_paths(network: &Network, from: NodeId, to: NodeId) -> Vec<Vec<NodeId>> {
    let mut flow = Flow {
        network,
        from,
        to,
        is_used: vec![false; network.channels() as usize],
        entered_by: vec![None; network.nodes() as usize],
    };
    if from != to {
        while flow.grows() {}
    }
    flow.paths()
}

struct Flow<'a> {
    network: &'a Network,
    from: NodeId,
    to: NodeId,
    /// By channel: whether a path goes over it.
    is_used: Vec<bool>,
    /// By node: the channel over which a path comes to it; only one may.
    entered_by: Vec<Option<ChannelId>>,
}

/// Where a search is: a node that a path goes through already can be come to, but be left only
/// backwards along the path, unless the search itself has come backwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Place {
    node: NodeId,
    is_free: bool,
}

impl Place {
    fn index(self) -> usize {
        2 * self.node.0 as usize + usize::from(self.is_free)
    }
}

impl Flow<'_> {
    /// Adds a path, if there can be one more.
    fn grows(&mut self) -> bool {
        let source = Place {
            node: self.from,
            is_free: true,
        };
        let mut came: Vec<Option<(Place, Option<ChannelId>)>> =
            vec![None; 2 * self.network.nodes() as usize];
        let mut open = VecDeque::from([source]);
        while let Some(here) = open.pop_front() {
            for (next, over) in self.steps(here) {
                if next.node == self.from || came[next.index()].is_some() {
                    continue;
                }
                came[next.index()] = Some((here, over));
                if next.node == self.to {
                    self.turn_over(&came, next);
                    return true;
                }
                open.push_back(next);
            }
        }
        false
    }

    /// Where a search can go on: over a channel that no path uses, or back over one.
    fn steps(&self, here: Place) -> Vec<(Place, Option<ChannelId>)> {
        let mut steps = Vec::new();
        let entered_by = self.entered_by[here.node.0 as usize];
        if here.is_free {
            let channels = self.network.channels_of(here.node);
            for channel in channels.filter(|c| !self.is_used[c.0 as usize]) {
                let node = self.network.to(channel);
                let is_free = self.entered_by[node.0 as usize].is_none();
                steps.push((Place { node, is_free }, Some(channel)));
            }
            // What was taken from the path here can be given to the one that comes in.
            if entered_by.is_some() {
                let is_free = false;
                steps.push((Place { is_free, ..here }, None));
            }
        } else if let Some(channel) = entered_by {
            let node = self.network.from(channel);
            let is_free = true;
            steps.push((Place { node, is_free }, Some(channel)));
        }
        steps
    }

    /// Uses what a search went over, and no longer what it went back over.
    fn turn_over(&mut self, came: &[Option<(Place, Option<ChannelId>)>], last: Place) {
        let mut way = Vec::new();
        let mut at = last;
        while let Some((before, over)) = came[at.index()] {
            way.extend(over);
            at = before;
        }
        let (back, forth): (Vec<_>, Vec<_>) =
            way.into_iter().partition(|c| self.is_used[c.0 as usize]);
        // A node that loses one path may be given another.
        for channel in back {
            self.is_used[channel.0 as usize] = false;
            self.entered_by[self.network.to(channel).0 as usize] = None;
        }
        for channel in forth {
            self.is_used[channel.0 as usize] = true;
            let node = self.network.to(channel);
            if node != self.to {
                self.entered_by[node.0 as usize] = Some(channel);
            }
        }
    }

    fn paths(&self) -> Vec<Vec<NodeId>> {
        let used = |node| {
            let channels = self.network.channels_of(node);
            channels.filter(|channel| self.is_used[channel.0 as usize])
        };
        let paths = used(self.from).map(|first| {
            let mut path = vec![self.from, self.network.to(first)];
            while let Some(&here) = path.last()
                && here != self.to
            {
                path.extend(used(here).map(|channel| self.network.to(channel)));
            }
            path
        });
        let mut paths: Vec<_> = paths.collect();
        paths.sort_by_key(Vec::len);
        paths
    }
}
