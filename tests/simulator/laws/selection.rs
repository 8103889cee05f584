//! Which of the free lanes a header takes.

use std::sync::Arc;

use engine::routing::VirtualChannel;
use engine::sim::{Design, Location, MessageId, Order, Selection};
use engine::topology::{ChannelId, NodeId};

use super::Stepper;
use crate::simulator::designs::{Kind, SWITCHING, design, topology};

/// Lanes of each channel; headers start in the corner of a square with two paths to the opposite
/// one.
const VCS: u8 = 4;

pub fn the_first_free_lane_is_the_lowest_of_the_first_channel<S: Stepper>() {
    let taken = lanes_taken::<S>(Kind::Unrestricted, Selection::First, 5, 1);
    let expected = [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0)];
    assert_eq!(taken, expected);
}

/// Pairs of messages take both channels, and each channel its lanes in ascending order. The first of
/// a pair meets two channels with equally many lanes held and takes any: of 2,000 such draws, 1,000 ±
/// 74 (3.3 standard deviations) take the first channel.
pub fn the_least_occupied_channel_is_taken<S: Stepper>() {
    const SEEDS: u64 = 1_000;
    let mut first = 0_i32;
    for seed in 0..SEEDS {
        let taken = lanes_taken::<S>(Kind::Unrestricted, Selection::LeastOccupied, 4, seed);
        for (pair, vc) in taken.chunks(2).zip(0..) {
            let mut both = [pair[0], pair[1]];
            both.sort_unstable();
            assert_eq!(both, [(0, vc), (1, vc)], "{taken:?}");
            first += i32::from(pair[0].0 == 0);
        }
    }
    assert!((first - 1_000).abs() < 74, "{first}");
}

/// In any order of the offers, all other lanes come first, then those of the escape, which here
/// lead along the first dimension.
pub fn escape_lanes_are_taken_last<S: Stepper>() {
    for kind in [Kind::EscapeLast, Kind::EscapeFirst] {
        for selection in [
            Selection::First,
            Selection::Random,
            Selection::LeastOccupied,
        ] {
            let mut taken = lanes_taken::<S>(kind, selection, 7, 1);
            assert_eq!(taken.pop(), Some((0, VCS - 1)), "{selection:?}");
            assert!(taken.iter().all(|&(_, vc)| vc < VCS - 1), "{selection:?}");
            taken.sort_unstable();
            taken.dedup();
            assert_eq!(taken.len(), 6);
        }
    }
}

/// All eight lanes are equally likely where all are free, and the seven others where one is
/// held. χ² with 7 and 6 degrees of freedom exceeds 24.32 and 22.46 once in a thousand times.
pub fn random_selection_is_uniform<S: Stepper>() {
    const SEEDS: u64 = 2_000;
    let mut first = [0_u32; 8];
    let mut second = [0_u32; 8];
    for seed in 0..SEEDS {
        let taken = lanes_taken::<S>(Kind::Unrestricted, Selection::Random, 2, seed);
        let index = |(channel, vc): (u32, u8)| channel as usize * 4 + usize::from(vc);
        let (held, free) = (index(taken[0]), index(taken[1]));
        first[held] += 1;
        // Counted from the held lane.
        second[(free + 8 - held) % 8] += 1;
    }
    assert_eq!(second[0], 0);
    assert!(chi_square(&first) < 24.32, "{first:?}");
    assert!(chi_square(&second[1..]) < 22.46, "{second:?}");
}

fn chi_square(counts: &[u32]) -> f64 {
    let total: u32 = counts.iter().sum();
    let mean = f64::from(total) / counts.len() as f64;
    let excess = |&n: &u32| (f64::from(n) - mean).powi(2) / mean;
    counts.iter().map(excess).sum()
}

/// The number of other headers does not change what one draws.
pub fn a_random_draw_does_not_depend_on_other_headers<S: Stepper>() {
    for seed in 0..50 {
        let one = lanes_taken::<S>(Kind::Unrestricted, Selection::Random, 1, seed);
        let many = lanes_taken::<S>(Kind::Unrestricted, Selection::Random, 6, seed);
        assert_eq!(one[0], many[0]);
    }
}

/// The channel, by port of the corner, and lane that each of several long messages takes, one cycle
/// after another.
fn lanes_taken<S: Stepper>(
    kind: Kind,
    selection: Selection,
    messages: u8,
    seed: u64,
) -> Vec<(u32, u8)> {
    let order = |at| Order {
        at: u64::from(at),
        from: NodeId(0),
        to: vec![NodeId(3)],
        length: 100,
    };
    let mut taken = Vec::new();
    for &switching in SWITCHING {
        let mut design = Design {
            routing: Box::new(kind.on(topology("mesh:2x2"), VCS)),
            switching,
            selection,
            seed,
            orders: (0..messages).map(order).collect(),
            ..design("mesh:2x2", VCS, 1)
        };
        design.ports.injection = messages;
        let network_ports: Vec<ChannelId> = design.network.channels_of(NodeId(0)).collect();
        let mut stepper = S::on(Arc::new(design));
        stepper.steps(u32::from(messages));
        let now = stepper.snapshot();
        let first_lane = |message| {
            let worm = now.worm(MessageId(message)).expect("it is long");
            let lanes = worm.segments.iter().rev().map(|segment| segment.place);
            let mut channels = lanes.filter_map(|place| match place {
                Location::Channel(lane) => Some(lane),
                Location::Injection(..) | Location::Ejection(..) => None,
            });
            let VirtualChannel { channel, vc } = channels.next().expect("a lane was free");
            let port = network_ports.iter().position(|&other| other == channel);
            (port.expect("it leaves the corner") as u32, vc)
        };
        let found: Vec<_> = (0..u64::from(messages)).map(first_lane).collect();
        if taken.is_empty() {
            taken = found;
        } else {
            assert_eq!(taken, found, "{switching:?}");
        }
    }
    taken
}
