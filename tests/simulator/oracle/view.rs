//! The visible state after a cycle, for comparison.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use engine::sim::{
    COLORS, Deadlock, Delivery, FIRST_QUEUED, HeaderState, Location, MulticastId, Preparation,
    QueuedMessage, Segment, Snapshot, Switching, WormView,
};
use engine::topology::NodeId;

use super::Oracle;
use super::select::Request;
use super::worm::Worm;

/// The color of a message in a run that does not track colors.
pub(super) fn color(message: &Delivery) -> u8 {
    let multicast = message.multicast.map(|multicast| multicast.0);
    (multicast.unwrap_or(message.message.0) % u64::from(COLORS)) as u8
}

impl Oracle {
    /// The state after the last cycle. A deadlock names all its worms, in no particular order.
    pub fn snapshot(&self) -> Snapshot {
        let worms = self.worms.iter().map(|worm| self.view(worm));
        let trees = (0..self.trees.len()).map(|tree| self.tree_view(tree));
        let mut worms: Vec<_> = worms.chain(trees).collect();
        worms.sort_by_key(|worm| worm.message);
        let queues = self.queues_of_node() as usize;
        let waiting = |queues: &[VecDeque<Worm>]| queues.iter().map(|q| q.len() as u32).sum();
        let deadlock = self.deadlock.clone();
        Snapshot {
            cycle: self.clock,
            worms,
            queued: self.queues.chunks(queues).map(waiting).collect(),
            first_queued: self.first_queued(),
            requests: self.requests(),
            counters: self.counters,
            last_delivery: self.last_delivery,
            deadlock: deadlock.map(|(cycle, worms)| Deadlock {
                cycle,
                worms,
                channels: Vec::new(),
            }),
            preparations: self.preparations(),
            relays: self.relays(),
            recolored: Vec::new(),
        }
    }

    fn first_queued(&self) -> Vec<QueuedMessage> {
        let queued = self.queues.iter();
        let queued = queued.flat_map(|queue| queue.iter().take(FIRST_QUEUED));
        let view = |worm: &Worm| {
            let to = if let Some(tree) = &worm.tree {
                let stops = tree.branches.iter().filter(|stop| stop.delivers);
                let stops: BTreeSet<_> = stops.map(|stop| stop.node).collect();
                stops.into_iter().collect()
            } else {
                let copies = worm.copies.iter().map(|&(_, node)| node);
                copies.chain([worm.delivery.to]).collect()
            };
            QueuedMessage {
                message: worm.delivery.message,
                multicast: worm.delivery.multicast,
                from: worm.delivery.from,
                to,
                length: worm.delivery.length,
                generated: worm.delivery.generated,
                asked: worm.asked,
            }
        };
        queued.map(view).collect()
    }

    fn preparations(&self) -> Vec<Preparation> {
        let mut worms = BTreeMap::new();
        for next in &self.prepared {
            let Delivery {
                from, generated, ..
            } = next.worm.delivery;
            let multicast = next.worm.delivery.multicast.expect("others go at once");
            *worms
                .entry((next.due, from, multicast, generated))
                .or_insert(0) += 1;
        }
        let preparations = worms
            .into_iter()
            .map(|((until, node, multicast, since), worms)| Preparation {
                node,
                multicast,
                worms,
                since,
                until,
            });
        preparations.collect()
    }

    /// The nodes with worms of multicasts that started elsewhere, as long as these are in no
    /// channel and among the first of their queue.
    fn relays(&self) -> Vec<(NodeId, MulticastId)> {
        let prepared = self.prepared.iter().map(|next| &next.worm);
        let inside = self.worms.iter().filter(|worm| worm.delivery.hops == 0);
        let queued = self
            .queues
            .iter()
            .flat_map(|queue| queue.iter().take(FIRST_QUEUED));
        let worms = prepared.chain(queued).chain(inside);
        let relay = |worm: &Worm| {
            let (from, id) = (worm.delivery.from, worm.delivery.multicast?);
            (self.multicasts[id.0 as usize].from != from).then_some((from, id))
        };
        let relays: BTreeSet<_> = worms.filter_map(relay).collect();
        relays.into_iter().collect()
    }

    fn view(&self, worm: &Worm) -> WormView {
        let flits = worm.lanes.iter().flat_map(|(_, flits)| flits);
        assert!(
            flits.copied().eq(0..worm.delivery.length),
            "flits of {worm:?} were lost or overtook each other"
        );
        let mut gone = 0;
        let segment = |(place, flits): &(Location, VecDeque<u32>)| {
            let flits = flits.len() as u32;
            gone += flits;
            Segment {
                place: *place,
                flits,
                gone: gone - flits,
                entered: self.entered.contains(place),
                left: false,
                waits: false,
            }
        };
        let mut segments: Vec<_> = worm.lanes.iter().map(segment).collect();
        for index in 1..segments.len() {
            segments[index].left = segments[index - 1].entered;
        }
        segments[0].waits = worm.is_blocked && worm.waits.is_some();
        // A node counts as passed when the header claims a lane that leaves it.
        let claimed = worm.delivery.hops;
        let to_come = worm.copies.iter().filter(|&&(place, _)| place >= claimed);
        WormView {
            message: worm.delivery.message,
            color: color(&worm.delivery),
            multicast: worm.delivery.multicast,
            from: worm.delivery.from,
            to: worm.delivery.to,
            aim: worm.aim.to,
            leg: worm.aim.number,
            hops: worm.delivery.hops,
            is_planned: worm.path.is_some(),
            prescribed: worm.order,
            destinations: worm.copies.len() as u32 + 1,
            is_tree: false,
            copies: to_come.map(|&(_, node)| node).collect(),
            length: worm.delivery.length,
            generated: worm.delivery.generated,
            asked: worm.asked,
            header: self.header_state(worm),
            segments,
            ports: worm.ports.iter().map(|&(_, port)| port).collect(),
        }
    }

    fn header_state(&self, worm: &Worm) -> HeaderState {
        if !worm.has_header_in_front() {
            return HeaderState::Moving;
        }
        let since = worm.delivery.headed;
        let until = since + u64::from(self.design.timing.startup);
        let has_left = !matches!(worm.lanes[0].0, Location::Injection(..));
        if worm.delivery.multicast.is_some() && !has_left && self.clock < until {
            return HeaderState::Starting { since, until };
        }
        if matches!(worm.lanes[0].0, Location::Ejection(..)) {
            return HeaderState::Arrived;
        }
        if worm.is_blocked {
            let wants = match self.request(worm) {
                Request::Copy(_) | Request::Processor(_) | Request::Place(_) => Vec::new(),
                request @ Request::Channel(_) => self.wanted(&request),
            };
            let lane = |place| match place {
                Location::Channel(lane) => Some(lane),
                Location::Injection(..) | Location::Ejection(..) => None,
            };
            let wants = wants.into_iter().filter_map(lane).collect();
            return HeaderState::Blocked { wants };
        }
        if worm.waits.is_none() {
            assert_eq!(self.design.switching, Switching::StoreAndForward);
            return HeaderState::Storing;
        }
        HeaderState::Moving
    }
}
