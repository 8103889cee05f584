//! A message in space and time: the cycles in which its flits cross channels.
//!
//! A [`Journey`] is recorded from the state of a worm after every cycle. Its rows are the lanes
//! that the worm claims, from the source to the ejection port. In wormhole switching and virtual
//! cut-through the crossings of a lone message form a parallelogram, in store-and-forward a
//! staircase whose steps are as long as the message.

use engine::sim::{Design, HeaderState, Location, MessageId, Simulator, WormView};
use engine::topology::NodeId;

/// The course of one message, cycle by cycle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Journey {
    pub message: MessageId,
    /// The last color of the message.
    pub color: u8,
    pub from: NodeId,
    /// The destination, the last one if there are several.
    pub to: NodeId,
    /// The length M \[flits\].
    pub length: u32,
    pub generated: u64,
    /// The first cycle in which the message was at the head of its queue.
    pub headed: u64,
    /// The lanes it claimed, in order; the last one is the ejection port, if it was reached.
    pub rows: Vec<Row>,
    /// The periods in which its header did not move.
    pub waits: Vec<Wait>,
    /// The cycle in which its tail arrived.
    pub arrived: Option<u64>,
    /// The first cycle that has not been observed.
    pub until: u64,
    /// The cycle since which it has been part of a deadlock, or waiting for one.
    pub deadlocked: Option<u64>,
    /// The lane or port that its header waited for when last observed, if it was blocked.
    pub awaited: Option<Location>,
    /// Whether its header waited for its tail when last observed.
    was_storing: bool,
    /// Whether its rows are the branches of a tree, which ends at several nodes.
    is_tree: bool,
}

/// A lane of the route.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    pub place: Location,
    /// The cycles in which the first flit, the second flit, … crossed into it.
    pub crossings: Vec<u64>,
    /// The first cycle in which it was free again.
    pub freed: Option<u64>,
}

/// A period in which a header did not move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wait {
    /// The row that the header did not enter.
    pub row: usize,
    /// The first cycle of the period.
    pub from: u64,
    /// The first cycle after the period.
    pub until: u64,
    pub kind: WaitKind,
}

/// The causes of a header's waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WaitKind {
    /// Other messages hold all channels or ports it could take.
    Blocked,
    /// Its tail has not arrived yet, as store-and-forward requires.
    Storing,
    /// The delay of a router or port, or its turn on a shared channel.
    Delayed,
}

impl Journey {
    /// Follows a message from a state in which it has not left its queue until it arrives, is known
    /// never to arrive, or `most_cycles` have passed. Returns `None` if the message never appeared.
    pub fn follow(mut simulator: Simulator, message: MessageId, most_cycles: u64) -> Option<Self> {
        /// The number of cycles recorded of a message that will never move again.
        const AFTER_DEADLOCK: u64 = 8;
        let mut journey: Option<Self> = None;
        for _ in 0..most_cycles {
            simulator.step();
            let cycle = simulator.cycle() - 1;
            let worm = simulator.worm(message);
            match (&mut journey, worm) {
                (Some(journey), worm) => journey.observe(cycle, worm.as_ref()),
                (None, Some(worm)) => journey = Some(Self::begin(cycle, &worm)),
                (None, None) => {}
            }
            if let Some(journey) = &mut journey {
                let deadlock = simulator.deadlock();
                let own = deadlock.filter(|deadlock| deadlock.worms.contains(&message));
                journey.deadlocked = own.map(|deadlock| deadlock.cycle);
                let is_stuck = own.is_some_and(|deadlock| cycle > deadlock.cycle + AFTER_DEADLOCK);
                if journey.arrived.is_some() || is_stuck {
                    break;
                }
            }
            if simulator.is_drained() {
                break;
            }
        }
        journey
    }

    /// The number of cycles to simulate for a message: fewer in large networks, where cycles take
    /// longer.
    pub fn patience(design: &Design) -> u64 {
        (2_000_000 / u64::from(design.network.nodes())).clamp(1_000, 20_000)
    }

    fn begin(cycle: u64, worm: &WormView) -> Self {
        let mut journey = Self {
            message: worm.message,
            color: worm.color,
            from: worm.from,
            to: worm.to,
            length: worm.length,
            generated: worm.generated,
            headed: cycle,
            rows: Vec::new(),
            waits: Vec::new(),
            arrived: None,
            until: cycle,
            deadlocked: None,
            awaited: None,
            was_storing: false,
            is_tree: worm.is_tree,
        };
        journey.observe(cycle, Some(worm));
        journey
    }

    /// Records a cycle; a worm that is no longer in the network has arrived.
    fn observe(&mut self, cycle: u64, worm: Option<&WormView>) {
        self.until = cycle + 1;
        let Some(worm) = worm else {
            return self.arrive(cycle);
        };
        self.color = worm.color;
        self.awaited = match &worm.header {
            HeaderState::Blocked { wants } => Some(
                wants
                    .first()
                    .map_or(Location::Ejection(self.to, 0), |&lane| {
                        Location::Channel(lane)
                    }),
            ),
            _ => None,
        };
        let rows_before = self.rows.len();
        for row in &mut self.rows {
            let is_held = worm.segments.iter().any(|s| s.place == row.place);
            if !is_held && row.freed.is_none() {
                row.freed = Some(cycle + 1);
            }
        }
        let lanes = worm.segments.iter().rev();
        for lane in lanes.filter(|s| !matches!(s.place, Location::Injection(..))) {
            let crossed = (lane.gone + lane.flits) as usize;
            if crossed == 0 {
                continue;
            }
            let held = |row: &Row| row.place == lane.place && row.freed.is_none();
            let row = self.rows.iter().position(held).unwrap_or_else(|| {
                self.rows.push(Row::new(lane.place));
                self.rows.len() - 1
            });
            let crossings = &mut self.rows[row].crossings;
            if crossings.len() < crossed {
                crossings.push(cycle);
            }
        }
        if self.rows.len() == rows_before && worm.header != HeaderState::Arrived {
            self.wait(cycle, &worm.header);
        }
        self.was_storing = worm.header == HeaderState::Storing;
    }

    fn wait(&mut self, cycle: u64, header: &HeaderState) {
        let row = self.rows.len();
        let kind = match header {
            // The cycle in which the tail arrives still counts as waiting for it.
            _ if self.was_storing => WaitKind::Storing,
            HeaderState::Blocked { .. } => WaitKind::Blocked,
            HeaderState::Storing => WaitKind::Storing,
            HeaderState::Starting { .. } | HeaderState::Moving | HeaderState::Arrived => {
                WaitKind::Delayed
            }
        };
        match self.waits.last_mut() {
            Some(last) if last.row == row && last.kind == kind && last.until == cycle => {
                last.until += 1;
            }
            _ => self.waits.push(Wait {
                row,
                from: cycle,
                until: cycle + 1,
                kind,
            }),
        }
    }

    fn arrive(&mut self, cycle: u64) {
        self.arrived = Some(cycle);
        if !self.is_tree {
            // A message of one flit leaves the network before it is observed in the port.
            if !self.rows.last().is_some_and(Row::is_ejection) {
                self.rows.push(Row::new(Location::Ejection(self.to, 0)));
            }
            let last = self.rows.last_mut().expect("it was looked at");
            last.crossings.push(cycle);
        }
        for row in &mut self.rows {
            row.freed.get_or_insert(cycle + 1);
        }
    }

    /// The number of channels crossed, d.
    pub fn hops(&self) -> u32 {
        self.rows.iter().filter(|row| !row.is_ejection()).count() as u32
    }

    /// The time from the head of the queue to the arrival of the header \[cycles\].
    pub fn header_time(&self) -> Option<u64> {
        let last = self.rows.last().filter(|row| row.is_ejection())?;
        Some(last.crossings[0] - self.headed)
    }

    /// The time from the head of the queue to the arrival of the tail \[cycles\].
    pub fn tail_time(&self) -> Option<u64> {
        Some(self.arrived? - self.headed)
    }

    /// The time for which the header was blocked \[cycles\].
    pub fn blocked_time(&self) -> u64 {
        let blocked = self.waits.iter().filter(|w| w.kind == WaitKind::Blocked);
        blocked.map(|wait| wait.until - wait.from).sum()
    }
}

impl Row {
    fn new(place: Location) -> Self {
        Self {
            place,
            crossings: Vec::new(),
            freed: None,
        }
    }

    /// Whether the lane is an ejection port.
    pub fn is_ejection(&self) -> bool {
        matches!(self.place, Location::Ejection(..))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    use crate::scene::trial::{Sent, design};
    use engine::sim::{Switching, Timing};

    fn line(switching: Switching, timing: Timing, sent: &[Sent]) -> Design {
        let (_, design) = design("mesh:7", 1, sent);
        Design {
            switching,
            timing,
            ..design
        }
    }

    fn journey(design: Design, message: u64) -> Journey {
        let simulator = Simulator::new(Arc::new(design));
        Journey::follow(simulator, MessageId(message), 1_000).expect("it is ordered")
    }

    fn crossings(journey: &Journey) -> Vec<Vec<u64>> {
        let rows = journey.rows.iter();
        rows.map(|row| row.crossings.clone()).collect()
    }

    const MODES: [Switching; 3] = [
        Switching::Wormhole,
        Switching::VirtualCutThrough,
        Switching::StoreAndForward,
    ];

    #[test]
    fn a_lone_worm_is_a_parallelogram() {
        for switching in [Switching::Wormhole, Switching::VirtualCutThrough] {
            let found = journey(line(switching, Timing::default(), &[(0, 0, &[5], 4)]), 0);
            let row = |first: u64| (first..first + 4).collect::<Vec<_>>();
            // Five channels, then the processor.
            assert_eq!(crossings(&found), (0..6).map(row).collect::<Vec<_>>());
            assert_eq!(found.waits, []);
            assert_eq!((found.header_time(), found.tail_time()), (Some(5), Some(8)));
        }
    }

    #[test]
    fn store_and_forward_is_a_staircase_of_m_cycle_steps() {
        let design = line(
            Switching::StoreAndForward,
            Timing::default(),
            &[(0, 0, &[5], 4)],
        );
        let found = journey(design, 0);
        let row = |first: u64| (first..first + 4).collect::<Vec<_>>();
        let mut expected: Vec<_> = (0..5).map(|step| row(4 * step)).collect();
        // The node receives flits as they cross the last channel.
        expected.push(row(17));
        assert_eq!(crossings(&found), expected);
        assert_eq!(found.tail_time(), Some(20));
        let storing = |wait: &Wait| wait.kind == WaitKind::Storing && wait.until - wait.from == 3;
        assert_eq!(found.waits.len(), 4);
        assert!(found.waits.iter().all(storing), "{:?}", found.waits);
    }

    #[test]
    fn a_blocked_worm_stays_spread_and_a_cut_through_message_gathers() {
        // Message 0 holds the channel 3 → 4 for 20 cycles; message 1 arrives there from 0.
        let orders: [Sent; 2] = [(0, 3, &[4], 20), (0, 0, &[6], 4)];
        let worm = journey(line(Switching::Wormhole, Timing::default(), &orders), 1);
        let gathered = journey(
            line(Switching::VirtualCutThrough, Timing::default(), &orders),
            1,
        );
        for found in [&worm, &gathered] {
            assert!(found.blocked_time() > 10, "{:?}", found.waits);
            assert_eq!(found.waits[0].row, 3, "it waits for the fourth channel");
        }
        // Gathering frees the first two channels long before the header continues.
        let freed = |journey: &Journey, row: usize| journey.rows[row].freed.expect("it arrived");
        let resumed = worm.waits[0].until;
        assert!(freed(&worm, 1) > resumed);
        assert!(freed(&gathered, 1) < resumed);
        assert_eq!(gathered.rows[2].crossings, [2, 3, 4, 5]);
        assert!(worm.rows[2].crossings[3] > resumed);
    }

    #[test]
    fn a_lone_message_takes_the_time_of_the_formula() {
        let delays = Timing {
            injection: 2,
            ejection: 3,
            router: 1,
            ..Timing::default()
        };
        for timing in [Timing::default(), delays] {
            for switching in MODES {
                for length in [1, 2, 9] {
                    let found = journey(line(switching, timing, &[(0, 1, &[5], length)]), 0);
                    let hops = found.hops();
                    assert_eq!(hops, 4);
                    assert_eq!(
                        found.tail_time(),
                        Some(switching.latency_alone(hops, length, timing)),
                        "{switching:?} {timing:?} M = {length}"
                    );
                    assert_eq!(
                        found.header_time(),
                        Some(switching.header_alone(hops, length, timing)),
                        "{switching:?} {timing:?} M = {length}"
                    );
                }
            }
        }
    }

    #[test]
    fn every_flit_crosses_every_channel_once_and_in_order() {
        let orders: [Sent; 4] = [
            (0, 0, &[6], 7),
            (1, 1, &[5], 3),
            (2, 2, &[6], 5),
            (4, 0, &[4], 6),
        ];
        for switching in MODES {
            for message in 0..4 {
                let found = journey(line(switching, Timing::default(), &orders), message);
                assert!(found.arrived.is_some());
                for row in &found.rows {
                    assert_eq!(row.crossings.len() as u32, found.length);
                    assert!(row.crossings.is_sorted_by(|a, b| a < b));
                    assert!(
                        row.freed
                            .is_some_and(|f| f > row.crossings[found.length as usize - 1])
                    );
                }
                let headers: Vec<_> = found.rows.iter().map(|row| row.crossings[0]).collect();
                assert!(headers.is_sorted_by(|a, b| a < b));
            }
        }
    }
}
